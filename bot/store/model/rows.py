"""The rows that the store takes and returns: frozen plain values, a class for each table of the database.

Times are seconds since the epoch, ids are Discord's snowflakes except a table's own. Secrets stay out of
`repr`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

FORMER_IDS: Final = 2**50
"""The bound of the ids of former members; no account of Discord has an id below it."""


def is_former(user_id: int) -> bool:
    """Return whether an id is that of a member who was forgotten."""
    return 0 < user_id < FORMER_IDS


class Status(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    STOPPED = "stopped"
    CLOSED = "closed"
    PARKED = "parked"


class Scope(StrEnum):
    """The kind of owner of a preference."""

    SERVER = "server"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards that a process runs: `ids` out of `count`."""

    count: int
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """The limits of open tables: of one member in a server, in a channel, and in a server; 0 is no limit.

    A member's tables are those that they have opened and still play at.
    """

    member: int = 0
    channel: int = 0
    server: int = 0


@dataclass(frozen=True, slots=True)
class TableRow:
    """The state of one table; `version` grows by one with every change that players see.

    `clock` is the limit of a turn in seconds, 0 for none; unless it was chosen (`timed`) it holds only where
    several people play. `claims` tells whether newcomers may take seats that computers hold.

    `wake_at` is the next time at which the clock has work here, the earliest of the following. At `due_at`
    the time for the question runs out; from `warn_at` on (`warned`) people see that coming. At `nudge_at`
    they are called to the question, or a seat without a choice is answered for. `touched_at` is the last
    action of a person here; at `fades_at` a game that nobody touches ends, and `fading` says that people were
    warned of that.

    Until `calm_at` the last play stays in sight, and no computer plays. Until `undo_until` it can be taken
    back, if `undo` allows that; alone with computers, where that is set at all, until the next press.
    `turn_left` are the seconds that its turn had left then, `warn_left` those until its warning, None without
    a clock. While the end of a hand is `held`, its last cards are shown and not yet its score sheet.

    `cutter` is the seat that is asked to cut the next deck, None without one, and `cut` the place of the cut.

    In a lobby that follows a game seats are `reserved` for its players, until `reserved_until`: each
    as seat, user and name. `series` are the winners of the games so far of a match, side by side; empty for
    single games.

    `ended` is the reason of an early end, if there is more to say of it; `finish-8` is no early end:
    computers played a game at once from hand 8 on. `entropy` is the people's share of the shuffle, in
    seat order: frozen when the game starts, None before.
    """

    id: str
    guild_id: int
    game: str
    options: Mapping[str, Any]
    status: Status
    host_id: int
    seed: bytes = field(repr=False)
    commitment: str
    language: str
    rematch_of: str | None
    created_at: float
    touched_at: float
    wake_at: float | None
    entropy: tuple[str, ...] | None
    version: int
    clock: int = 0
    timed: bool = False
    claims: bool = False
    due_at: float | None = None
    warn_at: float | None = None
    nudge_at: float | None = None
    warned: bool = False
    fades_at: float | None = None
    fading: bool = False
    ended: str = ""
    calm_at: float | None = None
    held: bool = False
    undo_until: float | None = None
    turn_left: float | None = None
    warn_left: float | None = None
    undo: bool = True
    cutter: int | None = None
    cut: int = 0
    reserved: tuple[tuple[int, int, str], ...] = ()
    reserved_until: float | None = None
    series: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """The place of a table: its public message, and the ping that calls people to it.

    The ping stands in the channel `ping_channel_id`, even if the table has moved since. `calls` are the last
    ones of the table: user, kind, and number of the question. `parent_id` is the channel of the thread in
    which the table stands, if the bot has made the thread.
    """

    table_id: str
    guild_id: int
    channel_id: int
    message_id: int | None = None
    ping_id: int | None = None
    ping_channel_id: int | None = None
    calls: tuple[tuple[int, str, int], ...] = ()
    parent_id: int | None = None

    @property
    def outside(self) -> int:
        """Return the channel in which the next game begins: never the thread of this one."""
        return self.parent_id or self.channel_id


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat and its owner; `entropy` is the snowflake of the press that took it, 0 for a computer's seat.

    `ready` says that its person agrees: in a lobby to the options, in a game to the question asked of all.
    `level` is that of the computer which plays the seat, None if its person does. A computer's own seat has a
    `user_id` below zero. A member who was forgotten has an empty `name`.

    `votes` are the person's in the votes under way, each with its time: the name of the vote, after `-` for a
    vote against it. `overdue`: their time has run out, and a computer plays this turn; `missed` counts such
    turns in a row, and tells a member who is away from one who has left.

    In a seat that was taken over, `former_id` and `former_name` are the owner before, a person or a computer,
    and `claimed_seq` is the length of the log at that time. `hints` are the numbers of the hands in which the
    seat took a hint.
    """

    seat: int
    user_id: int
    name: str
    entropy: int
    ready: bool = False
    level: str | None = None
    votes: tuple[tuple[str, float], ...] = ()
    overdue: bool = False
    missed: int = 0
    former_id: int | None = None
    former_name: str = ""
    claimed_seq: int | None = None
    hints: tuple[int, ...] = ()

    @property
    def person(self) -> bool:
        """Return whether a person owns the seat, though a computer may play it meanwhile."""
        return self.user_id > 0

    @property
    def forgotten(self) -> bool:
        """Return whether its person has asked to be forgotten."""
        return self.person and not self.name

    @property
    def present(self) -> bool:
        """Return whether a person plays the seat."""
        return self.level is None


@dataclass(frozen=True, slots=True)
class LogRow:
    """One action in notation; `seat` is None for the dealer (chance), `user_id` if nobody pressed.

    `settled` marks a play made by agreement, once no play could change the scores.
    """

    seq: int
    seat: int | None
    action: str = field(repr=False)
    user_id: int | None
    at: float
    settled: bool = False


@dataclass(frozen=True, slots=True)
class PanelRow:
    """A person's newest private panel, and the interaction token by which it can be edited.

    `told` is the number of the last question that it has told its owner: it was sent or pressed while that
    stood. `former_id` is the message that it has replaced and that may still stand; its own id while another
    message is sent to replace it, of which nothing else is known. `locale` is the language of its owner's
    Discord.
    """

    table_id: str
    user_id: int
    message_id: int
    token: str = field(repr=False)
    expires_at: float
    told: int | None = None
    former_id: int | None = None
    locale: str | None = None

    @property
    def left(self) -> bool:
        """Return whether another message may have replaced it unknown to the bot."""
        return self.former_id == self.message_id


@dataclass(frozen=True, slots=True)
class WaiterRow:
    """A member who waits for a seat since a time, until a message has called them.

    The message is `call_id` in the channel `channel_id`, and `called_to` names what it offered them.
    """

    table_id: str
    user_id: int
    at: float
    channel_id: int | None = None
    call_id: int | None = None
    called_to: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one table by one request, committed whole or not at all.

    `columns` are the new values of the table's row; `was` is the version before, and the change is refused if
    another has come first. `left` are the users whose seats are freed, `sat` the seats then taken, `marked`
    the new marks on seats whose users stay. `ended_at` is set where the game ends with it.
    """

    table_id: str
    was: int
    columns: Mapping[str, Any]
    left: tuple[int, ...] = ()
    sat: tuple[SeatRow, ...] = ()
    marked: tuple[SeatRow, ...] = ()
    entries: tuple[LogRow, ...] = ()
    ended_at: float | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """All that is kept of one table: seats by number, log by sequence, panels by user, waiters by time.

    The log of a game that is over has only the plays that stand; it is empty, and `unreadable` says why, if
    it cannot be read. Unless it is `kept`, its plays were dropped for their age. `rewound` if a take-back
    removed computers' plays.
    """

    table: TableRow
    place: PlaceRow
    seats: tuple[SeatRow, ...]
    log: tuple[LogRow, ...]
    panels: tuple[PanelRow, ...]
    waiters: tuple[WaiterRow, ...] = ()
    rewound: bool = False
    unreadable: str = ""
    kept: bool = True
