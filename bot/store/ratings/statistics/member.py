"""The statistics of a member as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from bot.store.ratings.ranking import LeaderboardRow


class LastGame(NamedTuple):
    """A game that is over: the member's place among its sides, None without a result; whether they won."""

    place: int | None
    sides: int
    won: bool


class Partner(NamedTuple):
    """A partner, with whom a member makes so many points a hand more than expected, with its doubt."""

    user_id: int
    name: str
    mean: float
    doubt: float


class Opponent(NamedTuple):
    """An opponent, and the games in which the member came before them, of those without a tie."""

    user_id: int
    name: str
    ahead: int
    games: int


class Curve(NamedTuple):
    """The rating after each game in points a hand: points (number of the game, mean), counted from 1.

    `first` and `last` are the days of its ends, by the clock of the server.
    """

    points: tuple[tuple[int, float], ...]
    first: date
    last: date


class Chosen(NamedTuple):
    """A variant that a member has played: its name, its options, and the member's games that count."""

    name: str
    options: Mapping[str, Any]
    games: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of a member in one `variant` of a game, one of `variants`, the most played first.

    Without a game that counts there is no variant, and all but `computers` is empty: the games with computers
    that came to their end, in any variant, and those won. `figures` are those of the hands in which the
    member played. `line` is the member's own on the leaderboard of all time. `last` are the last
    games, the latest at the end. `paired` tells whether they have had a partner; `best` and `hardest` are
    partners whose chemistry is larger than its doubt. None of those named hides, but the member may.
    """

    game: str
    user_id: int
    variant: str = ""
    variants: tuple[Chosen, ...] = ()
    games: int = 0
    wins: int = 0
    line: LeaderboardRow | None = None
    last: tuple[LastGame, ...] = ()
    figures: Mapping[str, int] = field(default_factory=dict)
    paired: bool = False
    best: Partner | None = None
    hardest: Partner | None = None
    beats: tuple[Opponent, ...] = ()
    computers: tuple[int, int] = (0, 0)
    curve: Curve | None = None
    hides: bool = False
