"""The rows of results: how games ended, hand by hand."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

CONCEDED: Final = "concede"
"""The kind of an early end by which a side, named by its number behind this, has lost."""

COUNTS: Final = ""
COMPUTERS: Final = "computers"
REWOUND: Final = "rewound"
EARLY: Final = "early"
LEFT: Final = "left"
UNREADABLE: Final = "unreadable"
"""The reasons for which a result does not count: a computer had a seat at the end, plays of computers were
taken back, the game was ended early, or so after a person had left, or its plays cannot be read."""


@dataclass(frozen=True, slots=True)
class SideRow:
    """The result of one side: its points, and their difference to those of the best other side."""

    side: int
    members: tuple[int, ...]
    points: int
    difference: int
    won: bool
    place: int


@dataclass(frozen=True, slots=True)
class HandRow:
    """A finished hand: its points by side, and the same by name, None for a side that was out.

    `alone` are the seats for which a computer played, `hints` those that took a hint, and `undone` has the
    seat of each take-back.
    """

    points: tuple[int, ...]
    by_name: tuple[Mapping[str, int] | None, ...]
    alone: tuple[int, ...] = ()
    hints: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the hand as it is stored, without what is empty."""
        return {name: value for name, value in asdict(self).items() if value != ()}

    @classmethod
    def of_json(cls, stored: Mapping[str, Any]) -> "HandRow":
        """Return a stored hand."""
        return cls(**{name: tuple(value) for name, value in stored.items()})


@dataclass(frozen=True, slots=True)
class SatRow:
    """The user who had a seat from the hand `since` on, below zero for a computer's own seat."""

    seat: int
    since: int
    side: int
    user_id: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The result of a game; its key is the table, so that it counts exactly once.

    `why` says why it does not count, and is `COUNTS` if it does; `ended` is that of its table. `names` are
    those of its members.
    """

    table_id: str
    guild_id: int
    game: str
    ended_at: float
    sides: tuple[SideRow, ...]
    why: str = COUNTS
    ended: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    hands: tuple[HandRow, ...] = ()
    sat: tuple[SatRow, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Meetings:
    """The games of a kind in which the same sides have met, and how many each has won, by side."""

    games: int
    wins: tuple[int, ...]
