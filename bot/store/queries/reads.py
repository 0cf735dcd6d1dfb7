"""The statements that read tables, and the rows made of their results."""

from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    bindparam,
    exists,
    func,
    or_,
    select,
    true,
)

from bot.store.model.rows import PlaceRow, SeatRow, Shards, Status, TableRow
from bot.store.model.schema import BEHIND, LIVE, alive, log, panels, seats, tables

_OF_TABLE: BindParameter[str] = bindparam("table")
TABLE = select(tables).where(tables.c.id == _OF_TABLE)
_OF_SEAT = [column for column in seats.columns if column.name != "table_id"]
SEATS = select(*_OF_SEAT).where(seats.c.table_id == _OF_TABLE).order_by(seats.c.seat)
LOG = (
    select(log.c.seq, log.c.seat, log.c.action, log.c.user_id, log.c.at, log.c.settled)
    .where(log.c.table_id == _OF_TABLE)
    .order_by(log.c.seq)
)
PANELS = select(panels).where(panels.c.table_id == _OF_TABLE).order_by(panels.c.user_id)
ENDING = (
    select(panels.c.table_id, panels.c.user_id, panels.c.expires_at)
    .join_from(tables, panels, panels.c.table_id == tables.c.id)
    .where(
        LIVE,
        tables.c.status != Status.PARKED,
        panels.c.expires_at > bindparam("now"),
        panels.c.expires_at <= bindparam("until"),
    )
    .order_by(panels.c.expires_at)
)
REPLACING = (
    select(panels.c.table_id, panels.c.user_id)
    .join_from(tables, panels, panels.c.table_id == tables.c.id)
    .where(panels.c.former_id.is_not(None), panels.c.expires_at > bindparam("now"))
    .order_by(panels.c.table_id, panels.c.user_id)
)
UNSHOWN = select(tables.c.id).where(BEHIND).order_by(tables.c.id)
# The end of a game that is over may still be held.
_WAITS = tables.c.wake_at.is_not(None) & or_(LIVE, tables.c.held)
NEXT_WAKE = select(func.min(tables.c.wake_at)).where(_WAITS)
DUE = (
    select(tables.c.id)
    .where(_WAITS, tables.c.wake_at <= bindparam("now"))
    .order_by(tables.c.wake_at, tables.c.id)
)
# A pause after a play may have been put off by a start that has died since.
TO_HASTEN = select(tables.c.id).where(
    _WAITS, (tables.c.wake_at <= bindparam("now")) | tables.c.calm_at.is_not(None)
)
WITH_COMPUTERS = (
    select(tables.c.id)
    .where(
        LIVE,
        tables.c.status == Status.PLAYING,
        exists().where(seats.c.table_id == tables.c.id, seats.c.level.is_not(None) | seats.c.overdue),
    )
    .order_by(tables.c.guild_id, tables.c.channel_id)
)
_PRESENT = (
    select(func.count())
    .where(seats.c.table_id == tables.c.id, seats.c.level.is_(None))
    .correlate(tables)
    .scalar_subquery()
)
# Games with a clock are behind at every start, because their deadlines were put off.
UNTIMED = (
    select(tables.c.id)
    .where(LIVE)
    .where(
        (
            (tables.c.status == Status.PLAYING)
            & tables.c.due_at.is_(None)
            & (tables.c.ping_id.is_not(None) | (_PRESENT > 1))
        )
        | ((tables.c.status == Status.LOBBY) & tables.c.reserved_until.is_not(None))
    )
    # By the index of open tables: sorted by id alone, SQLite would read the index of all tables.
    .order_by(tables.c.guild_id, tables.c.channel_id, tables.c.id)
)
BY_STATUS = select(tables.c.status, func.count().label("number")).where(LIVE).group_by(tables.c.status)
ALIVE = select(alive.c.at).where(alive.c.shards == bindparam("shards"))
LAST_ALIVE = select(func.max(alive.c.at))
FINISHED = (
    select(tables.c.id)
    .join_from(seats, tables, tables.c.id == seats.c.table_id)
    .where(
        seats.c.user_id == bindparam("user"),
        tables.c.game == bindparam("game"),
        tables.c.status == Status.FINISHED,
    )
    .limit(bindparam("most"))
)
_OTHERS = seats.alias("others")
AGAINST_COMPUTERS = (
    select(tables)
    .join_from(seats, tables, tables.c.id == seats.c.table_id)
    .where(
        seats.c.user_id == bindparam("user"),
        tables.c.game == bindparam("game"),
        tables.c.status == Status.FINISHED,
        ~exists().where(
            _OTHERS.c.table_id == tables.c.id, _OTHERS.c.user_id > 0, _OTHERS.c.user_id != bindparam("user")
        ),
    )
    .order_by(tables.c.created_at.desc(), tables.c.id)
    .limit(bindparam("most"))
)
_IN_CHANNEL: BindParameter[int] = bindparam("channel")
LAST_HERE = (
    select(tables.c.id)
    .join_from(seats, tables, tables.c.id == seats.c.table_id)
    .where(
        seats.c.user_id == bindparam("user"),
        tables.c.game == bindparam("game"),
        tables.c.guild_id == bindparam("guild"),
        or_(tables.c.channel_id == _IN_CHANNEL, tables.c.parent_id == _IN_CHANNEL),
        tables.c.status.in_((Status.FINISHED, Status.STOPPED)),
    )
    .order_by(tables.c.created_at.desc(), tables.c.id)
    .limit(1)
)
REMATCH_OF = select(tables.c.id).where(tables.c.rematch_of == _OF_TABLE)


def owned(shards: Shards | None, server: ColumnElement[int] = tables.c.guild_id) -> ColumnElement[bool]:
    """Return the condition that a server is on one of these shards, by Discord's formula; None is all."""
    if shards is None:
        return true()
    return (server // 2**22 % shards.count).in_(shards.ids)


def live(guild_id: int | None, channel_id: int | None, user_id: int | None) -> Select[Any]:
    """Return the query for open tables, newest first, within each id that is not None."""
    statement = select(tables).where(LIVE).order_by(tables.c.created_at.desc(), tables.c.id)
    if guild_id is not None:
        statement = statement.where(tables.c.guild_id == guild_id)
    if channel_id is not None:
        statement = statement.where(tables.c.channel_id == channel_id)
    if user_id is not None:
        seated = select(seats.c.table_id).where(seats.c.user_id == user_id)
        statement = statement.where(tables.c.id.in_(seated))
    return statement


def as_table(row: Any) -> TableRow:
    """Return the state of a table from a row of `tables`."""
    columns = {name: getattr(row, name) for name in TableRow.__slots__}
    columns["status"] = Status(row.status)
    if row.entropy is not None:
        columns["entropy"] = tuple(row.entropy)
    columns["reserved"] = tuple([(int(seat), int(user), str(name)) for seat, user, name in row.reserved])
    columns["series"] = tuple([tuple(map(int, winners)) for winners in row.series])
    return TableRow(**columns)


def as_seat(row: Any) -> SeatRow:
    """Return a seat from a row of `seats`."""
    columns = {name: getattr(row, name) for name in SeatRow.__slots__}
    columns["votes"] = tuple([(str(vote), float(at)) for vote, at in row.votes])
    return SeatRow(**columns | {"hints": tuple(map(int, row.hints))})


def as_place(row: Any) -> PlaceRow:
    """Return the place of a table from a row of `tables`."""
    calls = tuple([(int(user_id), str(kind), int(number)) for user_id, kind, number in row.calls])
    ping = (row.ping_id, row.ping_channel_id)
    return PlaceRow(row.id, row.guild_id, row.channel_id, row.message_id, *ping, calls, row.parent_id)


def seats_of(connection: Connection, table_id: str) -> tuple[SeatRow, ...]:
    """Return the seats of a table that are taken, by number."""
    return tuple(as_seat(row) for row in connection.execute(SEATS, {"table": table_id}))
