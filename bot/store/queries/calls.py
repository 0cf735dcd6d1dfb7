"""The statements for calls: members who wait for a seat or were called to one, and digests of slow games."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, Select, and_, bindparam, delete, exists, func, select

from bot.store.model.others import DigestRow
from bot.store.model.rows import Scope, Shards, Status, WaiterRow
from bot.store.model.schema import LIVE, OVER, digests, preferences, results, seats, tables, waiters
from bot.store.queries.reads import owned
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
_NOTE = upsert(digests)
_DROP = delete(waiters).where(_OF_TABLE, waiters.c.user_id == bindparam("user"))
WITH_WAITERS = select(tables.c.id).where(tables.c.id.in_(select(waiters.c.table_id))).order_by(tables.c.id)
# Their last chance of a call is over: the next game, or the end of their quiet hours, has come.
_UNCALLED = and_(
    waiters.c.call_id.is_(None),
    exists().where(
        tables.c.id == waiters.c.table_id,
        OVER,
        func.coalesce(
            select(results.c.ended_at).where(results.c.table_id == tables.c.id).scalar_subquery(),
            tables.c.touched_at,
        )
        < bindparam("before"),
    ),
)
UNCALLED = select(func.count()).select_from(waiters).where(_UNCALLED)
DROP_UNCALLED = delete(waiters).where(_UNCALLED)


def waiters_of(connection: Connection, table_id: str) -> tuple[WaiterRow, ...]:
    """Return the waiters of a table, the longest waiting first."""
    return tuple(WaiterRow(*row) for row in connection.execute(_WAITING, {"table": table_id}))


def save_waiters(connection: Connection, rows: Sequence[WaiterRow]) -> None:
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


def drop_waiters(connection: Connection, table_id: str, user_ids: Collection[int]) -> None:
    """Delete the rows of users at a table."""
    connection.execute(_DROP, [{"table": table_id, "user": user_id} for user_id in user_ids])


def newest_digests(own: Shards | None) -> Select[Any]:
    """Return the query for the digests that stand, and those sent after a moment."""
    return select(digests).where(
        owned(own, digests.c.guild_id),
        digests.c.message_id.is_not(None) | (digests.c.sent_at > bindparam("after")),
    )


def digests_wanted(own: Shards | None) -> Select[Any]:
    """Return the query for server and user of each seat at a slow game whose digest is set to `value`."""
    chosen = exists().where(
        preferences.c.scope == Scope.MEMBER,
        preferences.c.owner_id == seats.c.user_id,
        preferences.c.name == "digest",
        preferences.c.value == bindparam("value"),
    )
    return (
        select(tables.c.guild_id, seats.c.user_id)
        .join_from(tables, seats, seats.c.table_id == tables.c.id)
        .where(LIVE, tables.c.status == Status.PLAYING, tables.c.clock >= bindparam("slow"), chosen)
        .where(owned(own))
        .distinct()
        .order_by(tables.c.guild_id, seats.c.user_id)
    )


def save_digest(connection: Connection, row: DigestRow) -> None:
    """Store a member's newest digest in a server in place of the one before."""
    columns = {name: getattr(row, name) for name in DigestRow.__slots__}
    connection.execute(_NOTE[connection.dialect.name], columns | {"listed": dict(row.listed)})
