"""The statements for an application of Discord: its emoji, commands, interactions and servers.

Of interactions only the last ones that have changed something have a row. All data of a server is found by
the columns of the schema: a new table of it is deleted like the others.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import BindParameter, Connection, Select, bindparam, delete, select, union, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.model.others import EmojiRow, ServerRow
from bot.store.model.rows import Scope, Shards
from bot.store.model.schema import (
    LIVE,
    OVER,
    commands,
    digests,
    emoji,
    interactions,
    metadata,
    preferences,
    servers,
    tables,
)
from bot.store.queries.reads import owned
from bot.store.queries.writes import upsert
from bot.store.ratings.schema import ratings, team_names

_OF = emoji.c.application_id == bindparam("application")
_EMOJI = select(emoji.c.name, emoji.c.emoji_id, emoji.c.digest).where(_OF).order_by(emoji.c.name)
_KEEP = upsert(emoji)
_DROP = delete(emoji).where(_OF, emoji.c.name == bindparam("of_name"))
_DIGEST = select(commands.c.digest).where(commands.c.application_id == bindparam("application"))
_NOTE = upsert(commands)

APPLICATIONS: Final = union(select(commands.c.application_id), select(emoji.c.application_id))
_SERVERS = select(
    servers.c.guild_id,
    servers.c.application_id,
    servers.c.missing,
    servers.c.missing_at,
    servers.c.gone_since,
    servers.c.warned_at,
)
_AMONG = _SERVERS.where(servers.c.guild_id.in_(bindparam("guilds", expanding=True)))
_SAVE_SERVER = upsert(servers)
WARN: Final = (
    update(servers).where(servers.c.guild_id == bindparam("guild")).values(warned_at=bindparam("at"))
)
_CHILDREN_FIRST = tuple(reversed(metadata.sorted_tables))
_GUILD = bindparam("guild", type_=tables.c.guild_id.type)
_IDS: BindParameter[Sequence[str]] = bindparam("of_tables", expanding=True)
TABLES_OF_SERVER = tuple(
    select(tables.c.id).where(condition, tables.c.guild_id == _GUILD).limit(bindparam("most"))
    for condition in (OVER, LIVE)
)
_FOLLOW_NONE = update(tables).where(tables.c.rematch_of.in_(_IDS)).values(rematch_of=None)
_DROP_TABLES = (
    *(delete(table).where(table.c.table_id.in_(_IDS)) for table in _CHILDREN_FIRST if "table_id" in table.c),
    delete(tables).where(tables.c.id.in_(_IDS)),
)
_DROP_OTHERS = (
    *(delete(table).where(table.c.guild_id == _GUILD) for table in _CHILDREN_FIRST if "guild_id" in table.c),
    delete(preferences).where(preferences.c.scope == Scope.SERVER, preferences.c.owner_id == _GUILD),
)
OLDER: Final = (15 * 60 * 1000) << 22
"""The distance of the ids of two interactions of which the older one's token has expired."""
_FORGET = delete(interactions).where(interactions.c.id < bindparam("oldest"))
_NOTE_INTERACTION = {
    "sqlite": sqlite.insert(interactions).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(interactions).on_conflict_do_nothing(),
}
_NOTED = select(interactions.c.id, interactions.c.table_id)


def stored_emoji(connection: Connection, application_id: int) -> tuple[EmojiRow, ...]:
    """Return the stored emoji of an application, in order of name."""
    rows = connection.execute(_EMOJI, {"application": application_id})
    return tuple(EmojiRow(row.name, row.emoji_id, row.digest) for row in rows)


def save_emoji(
    connection: Connection, application_id: int, there: Iterable[EmojiRow], gone: Iterable[str] = ()
) -> None:
    """Delete the emoji of the names `gone`, and store those `there`, each in place of its namesake."""
    dropped = [{"application": application_id, "of_name": name} for name in gone]
    kept = [
        {"application_id": application_id, "name": row.name, "emoji_id": row.emoji_id, "digest": row.digest}
        for row in there
    ]
    if dropped:
        connection.execute(_DROP, dropped)
    if kept:
        connection.execute(_KEEP[connection.dialect.name], kept)


def command_digest(connection: Connection, application_id: int) -> str:
    """Return the stored digest of an application's commands, empty if there is none."""
    return connection.scalar(_DIGEST, {"application": application_id}) or ""


def save_command_digest(connection: Connection, application_id: int, digest: str) -> None:
    """Store the digest of an application's commands."""
    row = {"application_id": application_id, "digest": digest}
    connection.execute(_NOTE[connection.dialect.name], row)


def note_interaction(connection: Connection, interaction_id: int, table_id: str) -> None:
    """Note an interaction with the table that it has changed, and forget the ones that nobody can answer."""
    connection.execute(_FORGET, {"oldest": interaction_id - OLDER})
    row = {"id": interaction_id, "table_id": table_id}
    connection.execute(_NOTE_INTERACTION[connection.dialect.name], row)


def noted_interactions(connection: Connection) -> dict[int, str]:
    """Return the tables that the noted interactions have changed, by interaction."""
    return {row.id: row.table_id for row in connection.execute(_NOTED)}


# Servers


def with_data(own: Shards | None) -> Select[Any]:
    """Return the query for the servers of which anything is stored, within these shards."""
    found = union(
        select(tables.c.guild_id).where(LIVE),
        select(tables.c.guild_id).where(OVER),
        select(ratings.c.guild_id),
        select(team_names.c.guild_id),
        select(digests.c.guild_id),
        select(preferences.c.owner_id).where(preferences.c.scope == Scope.SERVER),
    ).subquery()
    return select(found.c.guild_id).where(owned(own, found.c.guild_id)).order_by(found.c.guild_id)


def gone_servers(own: Shards | None) -> Select[Any]:
    """Return the query for the servers that an application is gone from, within these shards."""
    return _SERVERS.where(
        servers.c.gone_since.is_not(None),
        servers.c.application_id == bindparam("application"),
        owned(own, servers.c.guild_id),
    ).order_by(servers.c.guild_id)


def stored_servers(connection: Connection, guild_ids: Collection[int]) -> dict[int, ServerRow]:
    """Return the noted ones of these servers, by id."""
    rows = connection.execute(_AMONG, {"guilds": list(guild_ids)})
    return {row.guild_id: ServerRow(*row) for row in rows}


def save_servers(connection: Connection, rows: Sequence[ServerRow]) -> None:
    """Store servers, each in place of its former row."""
    if rows:
        connection.execute(_SAVE_SERVER[connection.dialect.name], [asdict(row) for row in rows])


def delete_tables(connection: Connection, guild_id: int, most: int) -> int:
    """Delete at most so many tables of a server with all that belongs to them; return their number."""
    found: Sequence[str] = ()
    for statement in TABLES_OF_SERVER:
        found = found or connection.scalars(statement, {"guild": guild_id, "most": most}).all()
    if found:
        for change in (_FOLLOW_NONE, *_DROP_TABLES):
            connection.execute(change, {"of_tables": found})
    return len(found)


def delete_others(connection: Connection, guild_id: int) -> None:
    """Delete all data of a server that has no tables any more, and last the note that it is gone."""
    for statement in _DROP_OTHERS:
        connection.execute(statement, {"guild": guild_id})
