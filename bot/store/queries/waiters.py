"""The statements for members who wait for a seat or were called to one: a row for each at a table."""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, bindparam, delete, exists, select

from bot.store.model.rows import WaiterRow
from bot.store.model.schema import tables, waiters
from bot.store.queries.writes import upsert

_OF_TABLE = waiters.c.table_id == bindparam("table")
_WAITING = (
    select(
        waiters.c.table_id,
        waiters.c.user_id,
        waiters.c.at,
        waiters.c.channel_id,
        waiters.c.call_id,
        waiters.c.called_to,
    )
    .where(_OF_TABLE)
    .order_by(waiters.c.at, waiters.c.user_id)
)
_SAVE = upsert(waiters)
_DROP = delete(waiters).where(_OF_TABLE, waiters.c.user_id == bindparam("user"))
TABLES = select(tables.c.id).where(exists().where(waiters.c.table_id == tables.c.id)).order_by(tables.c.id)


def of_table(connection: Connection, table_id: str) -> tuple[WaiterRow, ...]:
    """Return the waiters of a table, the longest waiting first."""
    return tuple(WaiterRow(*row) for row in connection.execute(_WAITING, {"table": table_id}))


def save(connection: Connection, rows: Sequence[WaiterRow]) -> None:
    """Store waiters, each in place of its former row."""
    noted = [
        {
            "table_id": row.table_id,
            "user_id": row.user_id,
            "at": row.at,
            "channel_id": row.channel_id,
            "call_id": row.call_id,
            "called_to": row.called_to,
        }
        for row in rows
    ]
    connection.execute(_SAVE[connection.dialect.name], noted)


def drop(connection: Connection, table_id: str, user_ids: Collection[int]) -> None:
    """Delete the rows of users at a table."""
    connection.execute(_DROP, [{"table": table_id, "user": user_id} for user_id in user_ids])
