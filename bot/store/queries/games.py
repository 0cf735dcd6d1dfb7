"""The statements for whole tables and for games that are over, whose log becomes one row."""

import logging
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, bindparam, delete, exists, func, insert, or_, select, update

from bot.store.model.by_hand import result_of
from bot.store.model.games import StoredGame, Unreadable, packed, place_in, unpacked
from bot.store.model.rows import LogRow, PanelRow, SeatRow, Status, Stored, TableRow
from bot.store.model.schema import BEHIND, games, log, old_games, seats, tables, waiters
from bot.store.queries import calls, reads, results
from bot.store.ratings import statements as ratings

logger = logging.getLogger(__name__)

OVER: Final = (Status.FINISHED, Status.STOPPED)
"""The statuses of a game that is over: its log is one row from then on."""
_OF_TABLE = bindparam("table", type_=games.c.table_id.type)
_GAME = select(games.c.data).where(games.c.table_id == _OF_TABLE)
KEY_MOMENTS = select(games.c.key_moments).where(games.c.table_id == _OF_TABLE)
NOTE_KEY_MOMENTS = update(games).where(games.c.table_id == _OF_TABLE)
_ADD_GAME = insert(games)
_DROP_LOG = delete(log).where(log.c.table_id == _OF_TABLE)
_CLAIMED = (
    update(seats)
    .where(seats.c.table_id == _OF_TABLE, seats.c.seat == bindparam("of_seat"))
    .values(claimed_seq=bindparam("since"))
)
_IDS = bindparam("these", expanding=True, type_=games.c.table_id.type)
_THESE = select(tables).where(tables.c.id.in_(_IDS))
_THEIR_SEATS = select(seats).where(seats.c.table_id.in_(_IDS)).order_by(seats.c.table_id, seats.c.seat)
_THEIR_GAMES = select(games).where(games.c.table_id.in_(_IDS))
TO_DROP = (
    select(games.c.table_id)
    .where(
        games.c.ended_at < bindparam("before"),
        ~exists().where(waiters.c.table_id == games.c.table_id),
        ~exists().where(old_games.c.table_id == games.c.table_id),
    )
    .order_by(games.c.ended_at)
    .limit(bindparam("most"))
)
_DROP_GAMES = delete(games).where(games.c.table_id.in_(_IDS))
_SHOWN = (
    update(tables)
    .where(tables.c.id.in_(_IDS), or_(BEHIND, tables.c.held))
    .values(published=tables.c.version, held=False, wake_at=None)
)
NEXT_OLD = (
    select(old_games.c.table_id, old_games.c.number)
    .order_by(old_games.c.guild_id, old_games.c.number)
    .limit(bindparam("most"))
)
OLD = select(func.count()).select_from(old_games)
_DROP_OLD = delete(old_games).where(old_games.c.table_id == _OF_TABLE)


def entries_of(connection: Connection, table_id: str) -> tuple[LogRow, ...]:
    """Return the log of a game under way."""
    return tuple(LogRow(*row) for row in connection.execute(reads.LOG, {"table": table_id}))


def end(connection: Connection, table_id: str, ended_at: float | None) -> None:
    """Make one row of the log of a game that is over, count it, and fold it into ratings."""
    table, sitting, game, at = _put_away(connection, table_id, ended_at)
    result = result_of(table, sitting, game, at if ended_at is None else ended_at)
    ratings.rate(connection, result, results.add(connection, result))


def bring_over(connection: Connection, table_id: str, number: int) -> None:
    """Make one row of the log of a game of an older version, and count it by hand under its number.

    Nothing happens if that is done already.
    """
    if connection.execute(_DROP_OLD, {"table": table_id}).rowcount:
        table, sitting, game, at = _put_away(connection, table_id)
        results.complete(connection, result_of(table, sitting, game, at), number)


def _put_away(
    connection: Connection, table_id: str, ended_at: float | None = None
) -> tuple[TableRow, Sequence[SeatRow], StoredGame | None, float]:
    """Make one row of the log of a game that is over; return table, seats, game, and the time of its end.

    A game that has not begun has none, and a log that makes no sense stays as it is.
    """
    key = {"table": table_id}
    table = reads.as_table(connection.execute(reads.TABLE, key).one())
    sitting = reads.seats_of(connection, table_id)
    entries = entries_of(connection, table_id)
    if not entries and (table.entropy is None or connection.scalar(_GAME, key) is not None):
        game = readable(connection, table, sitting)
        return table, sitting, game, game.log[-1].at if game and game.log else table.created_at
    at = entries[-1].at if entries else table.created_at
    try:
        game = StoredGame.of_log(entries)
        data = packed(table, game)
    except ValueError as error:
        logger.error("the log of table %s stays as it is: %s", table_id, error)
        return table, sitting, None, at
    ends = at if ended_at is None else ended_at
    connection.execute(_ADD_GAME, {"table_id": table_id, "data": data, "ended_at": ends})
    connection.execute(_DROP_LOG, key)
    for row in sitting:
        if row.claimed_seq is not None:
            since = place_in(entries, row.claimed_seq)
            connection.execute(_CLAIMED, {"table": table_id, "of_seat": row.seat, "since": since})
    return table, reads.seats_of(connection, table_id), game, at


def readable(connection: Connection, table: TableRow, sitting: Sequence[SeatRow]) -> StoredGame | None:
    """Return the stored game of a table that is over, without plays if it has not begun.

    None if it cannot be read, or is no longer kept.
    """
    return game_of(table, sitting, connection.scalar(_GAME, {"table": table.id}))


def game_of(table: TableRow, sitting: Sequence[SeatRow], data: bytes | None) -> StoredGame | None:
    """Return the game of a row, None if it cannot be read or there is none, though cards were dealt."""
    if data is None:
        return StoredGame(()) if table.entropy is None else None
    try:
        return unpacked(data, table, sitting)
    except Unreadable as error:
        logger.error("the game of table %s cannot be read: %s", table.id, error)
        return None


def with_rows(
    connection: Connection, table_ids: Sequence[str]
) -> list[tuple[TableRow, tuple[SeatRow, ...], bytes | None]]:
    """Return tables in this order, each with its seats and the row of its game."""
    key, sitting = {"these": table_ids}, defaultdict[str, list[SeatRow]](list)
    for row in connection.execute(_THEIR_SEATS, key):
        sitting[row.table_id].append(reads.as_seat(row))
    data = {row.table_id: row.data for row in connection.execute(_THEIR_GAMES, key)}
    found = {row.id: reads.as_table(row) for row in connection.execute(_THESE, key)}
    return [(found[one], tuple(sitting[one]), data.get(one)) for one in table_ids]


def next_old(connection: Connection, most: int) -> list[tuple[str, int]]:
    """Return the next games of older versions that are to be brought over, each with its number."""
    return [(row.table_id, row.number) for row in connection.execute(NEXT_OLD, {"most": most})]


def stored(connection: Connection, table_id: str) -> Stored | None:
    """Return all that is kept of a table, None if there is no such table."""
    key = {"table": table_id}
    row = connection.execute(reads.TABLE, key).one_or_none()
    if row is None:
        return None
    table, sitting = reads.as_table(row), reads.seats_of(connection, table_id)
    game, unreadable = StoredGame(entries_of(connection, table_id)), ""
    data = None if game.log else connection.scalar(_GAME, key)
    begun = table.status in OVER and table.entropy is not None
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
        calls.waiters_of(connection, table_id),
        game.rewound,
        unreadable,
        kept=bool(game.log) or data is not None or not begun,
    )


def drop(connection: Connection, before: float, most: int) -> int:
    """Drop the stored games that ended first, before a moment, at most so many; return their number.

    Nothing of them is left to be shown. One with a member who has been called to the next game stays for now.
    """
    found = connection.scalars(TO_DROP, {"before": before, "most": most}).all()
    if found:
        connection.execute(_DROP_GAMES, {"these": found})
        connection.execute(_SHOWN, {"these": found})
    return len(found)
