"""The statements for the tiles among an application's emoji: a row for each of the bot's emoji."""

from collections.abc import Iterable

from sqlalchemy import Connection, bindparam, delete, select

from bot.store.model.rows import EmojiRow
from bot.store.model.schema import emoji
from bot.store.queries.writes import upsert

_OF = emoji.c.application_id == bindparam("application")
_EMOJI = select(emoji.c.name, emoji.c.emoji_id, emoji.c.digest).where(_OF).order_by(emoji.c.name)
_KEEP = upsert(emoji)
_DROP = delete(emoji).where(_OF, emoji.c.name == bindparam("of_name"))


def known(connection: Connection, application_id: int) -> tuple[EmojiRow, ...]:
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
