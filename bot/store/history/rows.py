"""The rows of a server's history: who reads it, and what they may see of a game."""

from collections.abc import Collection
from typing import NamedTuple

from bot.store.model.rows import Status


class Reader(NamedTuple):
    """A member who looks at games in a server, and the channels and threads that they can see there now."""

    user_id: int
    guild_id: int
    channels: Collection[int]


class Access(NamedTuple):
    """The facts that decide whether a reader may see a game, and what it shows them.

    `people` sat there, at any time; a forgotten one has another id than before. `sat` if the reader is one of
    them. `unnamed` are the others who hide, and `closed` if anybody hides or was forgotten. The channel of a
    thread that the bot made for the game is its parent.
    """

    guild_id: int
    channel_id: int
    status: Status
    people: frozenset[int]
    sat: bool
    unnamed: frozenset[int]
    closed: bool

    def open_to(self, reader: Reader) -> bool:
        """Return whether a reader may look at the game once it is over."""
        if self.guild_id != reader.guild_id:
            return False
        return self.sat or (not self.closed and self.channel_id in reader.channels)
