"""The statements for whole tables and for games that are over, whose log becomes one row."""

import logging
from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select, update

from bot.store.model.games import StoredGame, Unreadable, packed, place_in, unpacked
from bot.store.model.rows import LogRow, PanelRow, SeatRow, Status, Stored
from bot.store.model.schema import games, log, seats, tables
from bot.store.queries import reads, waiters

logger = logging.getLogger(__name__)

OVER: Final = (Status.FINISHED, Status.STOPPED)
"""The statuses of a game that is over: its log is one row from then on."""
_OF_TABLE = bindparam("table", type_=games.c.table_id.type)
_GAME = select(games.c.data).where(games.c.table_id == _OF_TABLE)
_ADD_GAME = insert(games)
_DROP_LOG = delete(log).where(log.c.table_id == _OF_TABLE)
_CLAIMED = (
    update(seats)
    .where(seats.c.table_id == _OF_TABLE, seats.c.seat == bindparam("of_seat"))
    .values(claimed_seq=bindparam("since"))
)
# Only games under way and old ones have a log, so this takes no longer the more games are over.
_NEXT_LOG = select(func.min(log.c.table_id)).where(log.c.table_id > bindparam("after"))
_STATUS = select(tables.c.status).where(tables.c.id == _OF_TABLE)
OLD = (
    select(func.count())
    .select_from(tables)
    .where(tables.c.status.in_(OVER), exists().where(log.c.table_id == tables.c.id))
)


def entries_of(connection: Connection, table_id: str) -> tuple[LogRow, ...]:
    """Return the log of a game under way."""
    return tuple(LogRow(*row) for row in connection.execute(reads.LOG, {"table": table_id}))


def put_away(connection: Connection, table_id: str) -> None:
    """Make one row of the log of a game that is over; a game that was never dealt has none.

    A log that makes no sense stays as it is.
    """
    key = {"table": table_id}
    entries = entries_of(connection, table_id)
    if not entries:
        return
    table = reads.as_table(connection.execute(reads.TABLE, key).one())
    try:
        data = packed(table, entries)
    except ValueError as error:
        logger.error("the log of table %s stays as it is: %s", table_id, error)
        return
    connection.execute(_ADD_GAME, {"table_id": table_id, "data": data})
    connection.execute(_DROP_LOG, key)
    _count_anew(connection, table_id, reads.seats_of(connection, table_id), entries)


def with_log(connection: Connection, after: str, most: int) -> list[tuple[str, bool]]:
    """Return up to `most` tables that have a log, by id from `after` on, and whether each is over."""
    found: list[tuple[str, bool]] = []
    while len(found) < most:
        table_id = connection.scalar(_NEXT_LOG, {"after": after})
        if table_id is None:
            break
        found.append((table_id, connection.scalar(_STATUS, {"table": table_id}) in OVER))
        after = table_id
    return found


def _count_anew(
    connection: Connection, table_id: str, sitting: Sequence[SeatRow], entries: Sequence[LogRow]
) -> None:
    """Note since which entry of the shorter log the owner of each seat that was taken over sits there."""
    for row in sitting:
        if row.claimed_seq is not None:
            since = place_in(entries, row.claimed_seq)
            connection.execute(_CLAIMED, {"table": table_id, "of_seat": row.seat, "since": since})


def stored(connection: Connection, table_id: str) -> Stored | None:
    """Return all that is kept of a table, None if there is no such table."""
    key = {"table": table_id}
    row = connection.execute(reads.TABLE, key).one_or_none()
    if row is None:
        return None
    table, sitting = reads.as_table(row), reads.seats_of(connection, table_id)
    game, unreadable = StoredGame(entries_of(connection, table_id)), ""
    data = None if game.log else connection.scalar(_GAME, key)
    if data is not None:
        try:
            game = unpacked(data, table, sitting)
        except Unreadable as error:
            unreadable = str(error)
    return Stored(
        table,
        reads.as_place(row),
        sitting,
        game.log,
        tuple(PanelRow(*row) for row in connection.execute(reads.PANELS, key)),
        waiters.of_table(connection, table_id),
        game.undone,
        game.rewound,
        unreadable,
    )
