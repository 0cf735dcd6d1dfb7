"""The rows that the store takes and gives: frozen plain values, one class for each thing that is kept.

Times are seconds since the epoch, ids are Discord's snowflakes but for a table's own. Secrets stay out of
`repr`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Status(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    STOPPED = "stopped"
    CLOSED = "closed"
    PARKED = "parked"


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of Discord that a process runs: `ids` out of `count`."""

    count: int
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table; `published` is the last `version` that the outside has been shown."""

    id: str
    guild_id: int
    channel_id: int
    message_id: int | None
    game: str
    options: Mapping[str, Any]
    options_version: int
    status: Status
    host_id: int
    seed: bytes = field(repr=False)
    commitment: str
    language: str
    rematch_of: str | None
    created_at: float
    wake_at: float | None
    ping_id: int | None
    version: int
    published: int


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where; `entropy` is the snowflake of the press that took the seat, 0 for a computer's.

    `level` is that of the computer which plays the seat, None where its person does. A seat that a computer
    has for itself has a `user_id` below zero.
    """

    seat: int
    user_id: int
    name: str
    entropy: int
    ready: bool = False
    consents: bool = False
    level: str | None = None

    @property
    def person(self) -> bool:
        """Return whether the seat is somebody's, though a computer may play it meanwhile."""
        return self.user_id > 0

    @property
    def present(self) -> bool:
        """Return whether a person plays the seat."""
        return self.level is None


@dataclass(frozen=True, slots=True)
class LogRow:
    """One action in notation; `seat` is None for the dealer (chance)."""

    seq: int
    seat: int | None
    action: str = field(repr=False)
    user_id: int | None
    at: float


@dataclass(frozen=True, slots=True)
class PanelRow:
    """A person's newest private panel, and the interaction token through which it can be edited."""

    table_id: str
    user_id: int
    message_id: int
    token: str = field(repr=False)
    expires_at: float


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
class Stored:
    """All that is kept of one table: seats by number, log by sequence, panels by user."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    log: tuple[LogRow, ...]
    panels: tuple[PanelRow, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a leaderboard: a member, or a team as its sorted members."""

    rank: int
    members: tuple[int, ...]
    games: int
    wins: int
    difference: int
