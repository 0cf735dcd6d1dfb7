"""The statements for an application of Discord: its emoji with tiles, and the digest of its commands."""

from collections.abc import Iterable

from sqlalchemy import Connection, bindparam, delete, select

from bot.store.model.rows import EmojiRow
from bot.store.model.schema import commands, emoji
from bot.store.queries.writes import upsert

_OF = emoji.c.application_id == bindparam("application")
_EMOJI = select(emoji.c.name, emoji.c.emoji_id, emoji.c.digest).where(_OF).order_by(emoji.c.name)
_KEEP = upsert(emoji)
_DROP = delete(emoji).where(_OF, emoji.c.name == bindparam("of_name"))
_DIGEST = select(commands.c.digest).where(commands.c.application_id == bindparam("application"))
_NOTE = upsert(commands)


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
