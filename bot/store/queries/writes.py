"""The statements that write tables, seats, logs and panels, and the functions that run them."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import (
    Connection,
    Table,
    Update,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.model.errors import Conflict, Full
from bot.store.model.rows import (
    Change,
    LogRow,
    PanelRow,
    PlaceRow,
    Room,
    SeatRow,
    Status,
    TableRow,
)
from bot.store.model.schema import (
    LIVE,
    OVER,
    alive,
    log,
    panels,
    seats,
    tables,
)

ADD_TABLE = insert(tables)
ADD_SEAT = insert(seats)
ADD_LOG = insert(log)

DROP_SEAT = delete(seats).where(seats.c.table_id == bindparam("table"), seats.c.user_id == bindparam("user"))
DROP_PANEL = delete(panels).where(
    panels.c.table_id == bindparam("table"), panels.c.user_id == bindparam("user")
)
DROP_PANELS = delete(panels).where(panels.c.expires_at <= bindparam("now"))
MARK_SEAT = (
    update(seats)
    .where(seats.c.table_id == bindparam("table"), seats.c.user_id == bindparam("user"))
    .values(
        ready=bindparam("is_ready"),
        level=bindparam("of_level"),
        votes=bindparam("said", type_=seats.c.votes.type),
        overdue=bindparam("is_overdue"),
        missed=bindparam("turns_missed"),
        hints=bindparam("hinted", type_=seats.c.hints.type),
    )
)
# The ping of a table that is over is gone once its end is shown: nobody is called to it any more.
_ENDED = and_(OVER, ~tables.c.held, tables.c.version <= bindparam("shown"))
MARK_PUBLISHED = (
    update(tables)
    .where(tables.c.id == bindparam("table"), tables.c.published < bindparam("shown"))
    .values(
        published=bindparam("shown"),
        calls=case((_ENDED, literal([], tables.c.calls.type)), else_=tables.c.calls),
    )
)
STEP_BACK = update(tables).where(tables.c.id == bindparam("table")).values(published=tables.c.published - 1)

POSTPONE_LOBBIES = (
    update(tables)
    .where(tables.c.status == Status.LOBBY, tables.c.wake_at < bindparam("until"))
    .values(wake_at=bindparam("until"), due_at=bindparam("until"))
)
# Messages show the deadline that is put off, so their table is behind. It keeps its version all the same: a
# message that the last process has sent and not noted is sent again under its nonce.
_STALE = case((tables.c.published < tables.c.version, tables.c.published), else_=tables.c.version - 1)
# The reserved seats whose time was still running when the process was last at work.
KEEP_SEATS = (
    update(tables)
    .where(LIVE, tables.c.status == Status.LOBBY, tables.c.reserved_until + bindparam("by") > bindparam("at"))
    .values(
        published=_STALE,
        wake_at=tables.c.reserved_until + bindparam("by"),
        reserved_until=tables.c.reserved_until + bindparam("by"),
    )
)
_SHIFTED = ("wake_at", "due_at", "warn_at", "nudge_at", "fades_at")
SHIFT_GAMES = (
    update(tables)
    .where(tables.c.status == Status.PLAYING, tables.c.wake_at.is_not(None))
    .values(
        published=case((tables.c.due_at.is_not(None) | tables.c.fading, _STALE), else_=tables.c.published),
        **{name: tables.c[name] + bindparam("by") for name in _SHIFTED},
    )
)

# The numbers of open tables in a server: a member's own at which they still play, a channel's, and all.
OPEN = select(
    func.count()
    .filter(
        tables.c.host_id == bindparam("user"),
        exists().where(
            seats.c.table_id == tables.c.id, seats.c.user_id == bindparam("user"), seats.c.level.is_(None)
        ),
    )
    .label("member"),
    func.count().filter(tables.c.channel_id == bindparam("channel")).label("channel"),
    func.count().label("server"),
).where(LIVE, tables.c.status != Status.PARKED, tables.c.guild_id == bindparam("guild"))


def upsert(table: Table) -> dict[str, Any]:
    """Return the statement that writes a row in place of the one with its key, by dialect."""
    key = list(table.primary_key.columns)
    rest = [c.name for c in table.columns if not c.primary_key]
    inserts: dict[str, Any] = {"sqlite": sqlite.insert(table), "postgresql": postgresql.insert(table)}
    return {
        dialect: added.on_conflict_do_update(index_elements=key, set_={n: added.excluded[n] for n in rest})
        for dialect, added in inserts.items()
    }


SAVE_PANEL = upsert(panels)
LIVED = upsert(alive)


_UPDATES: dict[tuple[tuple[str, ...], bool], Update] = {}


def _table_update(columns: tuple[str, ...], *, versioned: bool) -> Update:
    statement = _UPDATES.get((columns, versioned))
    if statement is None:
        statement = update(tables).where(tables.c.id == bindparam("table"))
        if versioned:
            statement = statement.where(tables.c.version == bindparam("was"))
        statement = statement.values({column: bindparam(f"new_{column}") for column in columns})
        _UPDATES[columns, versioned] = statement
    return statement


def change_table(connection: Connection, table_id: str, columns: Mapping[str, Any]) -> None:
    """Set columns of a table at any version; Conflict if there is no such table."""
    statement = _table_update(tuple(columns), versioned=False)
    parameters = {f"new_{name}": value for name, value in columns.items()}
    if connection.execute(statement, {"table": table_id, **parameters}).rowcount == 0:
        raise Conflict(f"there is no table {table_id}")


def apply(connection: Connection, change: Change) -> None:
    """Write a whole change; Conflict if its table, a seat or the log is not as the change expects."""
    statement = _table_update(tuple(change.columns), versioned=True)
    parameters = {f"new_{name}": value for name, value in change.columns.items()}
    key = {"table": change.table_id}
    if connection.execute(statement, {**key, "was": change.was, **parameters}).rowcount == 0:
        raise Conflict(f"there is no table {change.table_id} of version {change.was}")
    for user_id in change.left:
        if connection.execute(DROP_SEAT, {**key, "user": user_id}).rowcount == 0:
            raise Conflict(f"a user is not seated at {change.table_id}")
    for seat in change.sat:
        add_seat(connection, change.table_id, seat)
    for seat in change.marked:
        marks = {
            "is_ready": seat.ready,
            "of_level": seat.level,
            "said": seat.votes,
            "is_overdue": seat.overdue,
            "turns_missed": seat.missed,
            "hinted": seat.hints,
        }
        if connection.execute(MARK_SEAT, {**key, "user": seat.user_id, **marks}).rowcount == 0:
            raise Conflict(f"a user is not seated at {change.table_id}")
    add_log(connection, change.table_id, change.entries)


def must_have_room(connection: Connection, user_id: int, place: PlaceRow, room: Room) -> None:
    """Raise Full if a limit leaves no room for another table of a member in a place.

    The write that adds the table counts, so that many starts at once do not get around a limit.
    """
    if not (room.member or room.channel or room.server):
        return
    key = {"guild": place.guild_id, "channel": place.channel_id, "user": user_id}
    open_ = connection.execute(OPEN, key).one()
    for of in ("member", "channel", "server"):
        most = getattr(room, of)
        if most and getattr(open_, of) >= most:
            raise Full(of)


def create(
    connection: Connection, table: TableRow, place: PlaceRow, seated: Sequence[SeatRow], room: Room
) -> None:
    """Add a table with its first seats; Full if there is no room for it."""
    must_have_room(connection, table.host_id, place, room)
    add_table(connection, table, place)
    for seat in seated:
        add_seat(connection, table.id, seat)


def add_table(connection: Connection, table: TableRow, place: PlaceRow) -> None:
    row = {name: getattr(table, name) for name in TableRow.__slots__}
    where = ("channel_id", "message_id", "ping_id", "ping_channel_id", "calls")
    row |= {name: getattr(place, name) for name in where}
    connection.execute(ADD_TABLE, row | {"options": dict(table.options), "published": 0})


def add_seat(connection: Connection, table_id: str, seat: SeatRow) -> None:
    connection.execute(
        ADD_SEAT,
        {
            "table_id": table_id,
            "seat": seat.seat,
            "user_id": seat.user_id,
            "name": seat.name,
            "entropy": seat.entropy,
            "ready": seat.ready,
            "level": seat.level,
            "votes": seat.votes,
            "overdue": seat.overdue,
            "missed": seat.missed,
            "former_id": seat.former_id,
            "former_name": seat.former_name,
            "claimed_seq": seat.claimed_seq,
            "hints": seat.hints,
        },
    )


def add_log(connection: Connection, table_id: str, entries: Sequence[LogRow]) -> None:
    rows = [
        {
            "table_id": table_id,
            "seq": entry.seq,
            "seat": entry.seat,
            "action": entry.action,
            "user_id": entry.user_id,
            "at": entry.at,
            "settled": entry.settled,
        }
        for entry in entries
    ]
    if rows:
        connection.execute(ADD_LOG, rows if len(rows) > 1 else rows[0])


def save_panels(connection: Connection, newest: Sequence[PanelRow]) -> None:
    rows = [
        {
            "table_id": panel.table_id,
            "user_id": panel.user_id,
            "message_id": panel.message_id,
            "token": panel.token,
            "expires_at": panel.expires_at,
            "told": panel.told,
            "former_id": panel.former_id,
            "locale": panel.locale,
        }
        for panel in newest
    ]
    connection.execute(SAVE_PANEL[connection.dialect.name], rows)


def drop_panel(connection: Connection, table_id: str, user_id: int) -> None:
    connection.execute(DROP_PANEL, {"table": table_id, "user": user_id})
