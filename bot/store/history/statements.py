"""The statements for one game of a server's history: who sat there, and who may look at it.

A condition is an expression on the row of a table, so that one game is judged by the same one as a list.
"""

from collections.abc import Sequence

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    union,
)

from bot.store.history.rows import Access
from bot.store.model.rows import FORMER_IDS, Status
from bot.store.model.schema import LIVE, OVER, preferences, result_seats, seats, tables
from bot.store.ratings.statements import HIDING

READER = bindparam("reader", type_=seats.c.user_id.type)
PLAYED_IN = func.coalesce(tables.c.parent_id, tables.c.channel_id)
"""The channel in which a game was played: that of its thread, if the bot made one for it."""
IS_OVER = and_(OVER, tables.c.status != Status.CLOSED, tables.c.held.is_(False))
"""Whether a game is over, and its last hand counted."""
_OF_TABLE = bindparam("table", type_=tables.c.id.type)


def tables_of(user: ColumnElement[int]) -> tuple[Select[tuple[str]], ...]:
    """Return the queries that find, together, the tables at which a user sat, at any time."""
    columns = (seats.c.user_id, seats.c.former_id, result_seats.c.user_id)
    return tuple([select(column.table.c.table_id).where(column == user) for column in columns])


def unseen(user: ColumnElement[int]) -> ColumnElement[bool]:
    """Return whether a user hides or was forgotten."""
    # By the key of preferences: PostgreSQL overrates the work of a list, and spends a second on compiling it.
    hides = HIDING.where(preferences.c.owner_id == user).correlate_except(preferences).exists()
    return or_(user.between(1, FORMER_IDS - 1), hides)


def _there(table: Table, condition: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return whether a row of a table of the schema that belongs to the game meets a condition."""
    return select(table).where(table.c.table_id == tables.c.id, condition).correlate(tables).exists()


SAT = or_(
    _there(seats, or_(seats.c.user_id == READER, seats.c.former_id == READER)),
    _there(result_seats, result_seats.c.user_id == READER),
)
"""Whether the reader sat at a table, at any time."""
IS_CLOSED = or_(
    _there(seats, or_(unseen(seats.c.user_id), unseen(seats.c.former_id))),
    _there(result_seats, unseen(result_seats.c.user_id)),
)
"""Whether anybody who sat at a table hides or was forgotten."""


def is_open_to(channels: Sequence[int]) -> ColumnElement[bool]:
    """Return the condition of `Access.open_to` for a reader who sees these channels."""
    return or_(SAT, and_(PLAYED_IN.in_(channels), ~IS_CLOSED))


_TABLE = select(
    tables.c.guild_id,
    PLAYED_IN.label("channel_id"),
    IS_OVER.label("over"),
    SAT.label("sat"),
    IS_CLOSED.label("closed"),
).where(tables.c.id == _OF_TABLE)
_PEOPLE = union(
    select(seats.c.user_id).where(seats.c.table_id == _OF_TABLE),
    select(seats.c.former_id).where(seats.c.table_id == _OF_TABLE),
    select(result_seats.c.user_id).where(result_seats.c.table_id == _OF_TABLE),
)
_HIDING_THERE = HIDING.where(preferences.c.owner_id.in_(_PEOPLE), preferences.c.owner_id != READER)
OPEN_BY = select(exists().where(LIVE, tables.c.commitment == bindparam("commitment")))
"""Whether a table is open, in any server, whose secret number has this commitment."""


def access(connection: Connection, table_id: str, user_id: int) -> Access | None:
    """Return what a user may see of a table, None if there is no such table."""
    key = {"table": table_id, "reader": user_id}
    row = connection.execute(_TABLE, key).one_or_none()
    if row is None:
        return None
    return Access(
        row.guild_id,
        row.channel_id,
        over=row.over,
        people=frozenset(user for user in connection.scalars(_PEOPLE, key) if user is not None and user > 0),
        sat=row.sat,
        unnamed=frozenset(connection.scalars(_HIDING_THERE, key)),
        closed=row.closed,
    )
