"""The rows of a server's history: who reads it, and what they may see of a game."""

from collections.abc import Collection
from enum import StrEnum
from typing import NamedTuple


class Reader(NamedTuple):
    """A member who looks at games in a server, and the channels and threads that they can see there now."""

    user_id: int
    guild_id: int
    channels: Collection[int]


class Access(NamedTuple):
    """The facts that decide whether a reader may see a game, and what it shows them.

    It is `over` once its last hand is counted, too. `people` sat there, at any time; a forgotten one has
    another id than before. `sat` if the reader is one of them. `unnamed` are the others who hide, and
    `closed` if anybody hides or was forgotten. The channel of a thread that the bot made for the game is its
    parent.
    """

    guild_id: int
    channel_id: int
    over: bool
    people: frozenset[int]
    sat: bool
    unnamed: frozenset[int]
    closed: bool

    def open_to(self, reader: Reader) -> bool:
        """Return whether a reader may look at the game once it is over."""
        if self.guild_id != reader.guild_id:
            return False
        return self.sat or (not self.closed and self.channel_id in reader.channels)


class OwnResult(StrEnum):
    """How a game has ended for a member; without a result if it was stopped, or they had left their seat."""

    WON = "won"
    LOST = "lost"
    NONE = "none"


class Wanted(NamedTuple):
    """The games to be listed: of one game if it is named, of one member, and those that ended so for them."""

    game: str = ""
    member: int | None = None
    result: OwnResult | None = None


class PastSeat(NamedTuple):
    """A seat at the end of a game, the reader's `own` or another's.

    Its name is empty for a former member, and None for one who hides.
    """

    seat: int
    name: str | None
    own: bool = False


class PastSide(NamedTuple):
    """A side at the end of a game; without a result it has no points."""

    seats: tuple[PastSeat, ...]
    points: int | None
    won: bool


class PastGame(NamedTuple):
    """A game that is over, as a reader may see it.

    `number` is its place among those of its server, `ended` how it ended, and `why` the reason for which it
    does not count, as a result has both. `sat` if the reader sat there, `kept` if its plays are still stored.
    """

    table_id: str
    number: int
    game: str
    ended_at: float
    sides: tuple[PastSide, ...]
    ended: str
    why: str
    sat: bool
    kept: bool


class HistoryPage(NamedTuple):
    """Games that are over, newest first, and whether there are newer and older ones."""

    games: tuple[PastGame, ...]
    newer: bool
    older: bool
