"""The statements for digests of slow games: a row for the newest of each member in a server."""

from typing import Any

from sqlalchemy import Connection, Select, bindparam, exists, select

from bot.store.model.rows import DigestRow, Scope, Shards, Status
from bot.store.model.schema import LIVE, digests, preferences, seats, tables
from bot.store.queries.reads import owned
from bot.store.queries.writes import upsert

_NOTE = upsert(digests)


def newest(own: Shards | None) -> Select[Any]:
    """Return the query for the digests that stand, and those sent after a moment."""
    return select(digests).where(
        owned(own, digests.c.guild_id),
        digests.c.message_id.is_not(None) | (digests.c.sent_at > bindparam("after")),
    )


def wanted(own: Shards | None) -> Select[Any]:
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
