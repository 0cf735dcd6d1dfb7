"""The rows of results: how games ended, and the lines of leaderboards made from them."""

from dataclasses import dataclass


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
class ResultRow:
    """The result of a game; its key is the table, so that it counts exactly once."""

    table_id: str
    guild_id: int
    game: str
    ended_at: float
    sides: tuple[SideRow, ...]


@dataclass(frozen=True, slots=True)
class Meetings:
    """The games of a kind in which the same sides have met, and how many each has won, by side."""

    games: int
    wins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A line of a leaderboard: a member, or a team as its sorted members."""

    rank: int
    members: tuple[int, ...]
    games: int
    wins: int
    difference: int
