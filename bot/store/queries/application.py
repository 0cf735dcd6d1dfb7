"""The statements for an application of Discord: its emoji, the digest of its commands, its interactions.

Of interactions only the last ones that have changed something have a row.
"""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.model.rows import EmojiRow
from bot.store.model.schema import commands, emoji, interactions
from bot.store.queries.writes import upsert

_OF = emoji.c.application_id == bindparam("application")
_EMOJI = select(emoji.c.name, emoji.c.emoji_id, emoji.c.digest).where(_OF).order_by(emoji.c.name)
_KEEP = upsert(emoji)
_DROP = delete(emoji).where(_OF, emoji.c.name == bindparam("of_name"))
_DIGEST = select(commands.c.digest).where(commands.c.application_id == bindparam("application"))
_NOTE = upsert(commands)

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
