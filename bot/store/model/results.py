"""DOC"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SideRow:
    """How one side ended: its points, and their difference to the best other side's."""

    side: int
    members: tuple[int, ...]
    points: int
    difference: int
    won: bool
    place: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How a game ended; keyed by its table, so that it counts exactly once."""

    table_id: str
    guild_id: int
    game: str
    ended_at: float
    sides: tuple[SideRow, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a leaderboard: a member, or a team as its sorted members."""

    rank: int
    members: tuple[int, ...]
    games: int
    wins: int
    difference: int
