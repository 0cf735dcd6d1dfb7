"""The statements for a server's history."""

from sqlalchemy import Connection, bindparam, exists, func, select, union

from bot.store.history.rows import Access
from bot.store.model.rows import Status, is_former
from bot.store.model.schema import LIVE, result_seats, seats, tables
from bot.store.ratings.statements import HIDING

PLAYED_IN = func.coalesce(tables.c.parent_id, tables.c.channel_id)
"""The channel in which a game was played: that of its thread, if the bot made one for it."""
_OF_TABLE = bindparam("table", type_=tables.c.id.type)
_TABLE = select(tables.c.guild_id, PLAYED_IN.label("channel_id"), tables.c.status).where(
    tables.c.id == _OF_TABLE
)
_SAT = union(
    select(seats.c.user_id).where(seats.c.table_id == _OF_TABLE),
    select(seats.c.former_id).where(seats.c.table_id == _OF_TABLE),
    select(result_seats.c.user_id).where(result_seats.c.table_id == _OF_TABLE),
)
OPEN_BY = select(exists().where(LIVE, tables.c.commitment == bindparam("commitment")))
"""Whether a table is open, in any server, whose secret number has this commitment."""


def access(connection: Connection, table_id: str, user_id: int) -> Access | None:
    """Return what a user may see of a table, None if there is no such table."""
    key = {"table": table_id}
    row = connection.execute(_TABLE, key).one_or_none()
    if row is None:
        return None
    people = frozenset(user for user in connection.scalars(_SAT, key) if user is not None and user > 0)
    hiding = people & set(connection.scalars(HIDING))
    return Access(
        row.guild_id,
        row.channel_id,
        Status(row.status),
        people,
        sat=user_id in people,
        unnamed=hiding - {user_id},
        closed=bool(hiding) or any(map(is_former, people)),
    )
