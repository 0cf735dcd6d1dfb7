"""The rows that belong to no table: emoji of the application, digests of members, servers of the bot."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EmojiRow:
    """An emoji of the application; `digest` is that of its picture, empty if it is not known."""

    name: str
    emoji_id: int
    digest: str


@dataclass(frozen=True, slots=True)
class DigestRow:
    """A member's newest digest in a server: its message, None once that is deleted, and when it was sent.

    `listed` are the tables in it, each with the number under which the member was asked there.
    """

    guild_id: int
    user_id: int
    channel_id: int
    message_id: int | None
    sent_at: float
    listed: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ServerRow:
    """A server with data, and the application that the bot had there last.

    `missing` counts the starts, a day apart, at which the bot was not there, the last one at `missing_at`. It
    has been gone since `gone_since`, None while it may be there; the log has warned of the deletion at
    `warned_at`.
    """

    guild_id: int
    application_id: int
    missing: int = 0
    missing_at: float | None = None
    gone_since: float | None = None
    warned_at: float | None = None
