"""The rows that the store takes and gives: frozen plain values, one class for each thing that is kept.

Times are seconds since the epoch, ids are Discord's snowflakes but for a table's own. Secrets stay out of
`repr`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.store.model.results import ResultRow


class Status(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    STOPPED = "stopped"
    CLOSED = "closed"
    PARKED = "parked"


class Scope(StrEnum):
    """Whose preference it is."""

    SERVER = "server"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of Discord that a process runs: `ids` out of `count`."""

    count: int
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """For how many open tables there is room: of one member in a server, in a channel, and in a server.

    A member's are those that they have opened and still play at. 0 is no limit.
    """

    member: int = 0
    channel: int = 0
    server: int = 0


@dataclass(frozen=True, slots=True)
class TableRow:
    """What is true of one table; `version` is one higher after every change that players see.

    `clock` is how many seconds a turn may take, 0 for as long as one likes; unless that was chosen (`timed`)
    it holds where several people play. `claims` says whether others may take seats that computers hold.

    `wake_at` is when the clock next has to do something here, the earliest of what follows. At `due_at` the
    time for what is asked runs out, from `warn_at` on (`warned`) people see that it does; at `nudge_at` they
    are told of what is asked, or a seat that has no choice is answered for.
    `touched_at` is when a person last did something here; at `fades_at` a game that nobody touches ends, and
    `fading` says that they have been warned of that.

    Until `calm_at` what has just been played stays as it is, and no computer plays. Until `undo_until` it can
    be taken back, where `undo` allows that; `turn_left` is in how many seconds its time ran out then, and
    `warn_left` in how many people were to be warned of that, None without a clock. While the end of a hand is
    `held`, its last cards are shown and not yet its score sheet.

    `cutter` is the seat that is asked to cut the next deck, None where nobody is, and `cut` where they have.

    In a lobby that follows a game seats are `reserved` for those who played it, until `reserved_until`: each
    as seat, user and name. `series` are the winners of the games so far of a match, side by side; empty where
    single games are played.

    `ended` is why a game has ended early, if there is more to say of it. `entropy` is the people's share of
    the shuffle, in seat order: frozen when the game starts, None before that.
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
    """Where a table is shown: its public message, and the ping that calls people to it.

    The ping stands in the channel `ping_channel_id`, also when the table has been moved since. `calls` are
    whom the table has called last: user, to what, and under which number they were asked. `parent_id` is the
    channel of the thread in which the table stands, if the bot has made it.
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
        """Return the channel in which the next game begins: not in the thread of this one."""
        return self.parent_id or self.channel_id


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where; `entropy` is the snowflake of the press that took the seat, 0 for a computer's.

    `ready` says that its person agrees: in a lobby to its options, in a game to what all are asked together.
    `level` is that of the computer which plays the seat, None where its person does. A seat that a computer
    has for itself has a `user_id` below zero.

    `votes` are what the person has said in the votes under way: each by its name, after `-` where they are
    against it, and when they said it. `overdue`: their time has run out, and a computer plays this turn;
    `missed` is for how many turns in a row one has.

    Where the seat was taken over from somebody, `former_id` and `former_name` are who that was, a person or a
    computer, and `claimed_seq` is the length of the log at that time.
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
    """One action in notation; `seat` is None for the dealer (chance), `user_id` where nobody pressed.

    `settled` marks a play that all had agreed on, because no play could change the scores any more.
    """

    seq: int
    seat: int | None
    action: str = field(repr=False)
    user_id: int | None
    at: float
    settled: bool = False


@dataclass(frozen=True, slots=True)
class PanelRow:
    """A person's newest private panel, and the interaction token through which it can be edited.

    `told` is the number of the question that it has told them of: it was sent or pressed while that stood.
    `former_id` is the message that it has taken the place of and that may still stand; its own, while another
    is sent to take its place, of which nothing more is known.
    `locale` is the language of its owner's Discord.
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
        """Return whether another may have taken its place, and nobody knows."""
        return self.former_id == self.message_id


@dataclass(frozen=True, slots=True)
class WaiterRow:
    """Somebody without a seat who waits for one since a time, until the message `call_id` in the channel
    `channel_id` has called them; `called_to` is what there was for them then.
    """

    table_id: str
    user_id: int
    at: float
    channel_id: int | None = None
    call_id: int | None = None
    called_to: str | None = None


@dataclass(frozen=True, slots=True)
class EmojiRow:
    """An emoji of the application; `digest` is that of its picture, empty where nobody knows which it has."""

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
class Change:
    """What one request makes of a table: committed whole, or not at all.

    `columns` are the new values of the table's row; `was` is the version that it had, and the change is
    refused if another has come first. `left` are the users whose seats are freed, `sat` the seats then taken,
    `marked` the seats of those who stay where they are.
    """

    table_id: str
    was: int
    columns: Mapping[str, Any]
    left: tuple[int, ...] = ()
    sat: tuple[SeatRow, ...] = ()
    marked: tuple[SeatRow, ...] = ()
    entries: tuple[LogRow, ...] = ()
    result: ResultRow | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """All that is kept of one table: seats by number, log by sequence, panels by user, waiters by time."""

    table: TableRow
    place: PlaceRow
    seats: tuple[SeatRow, ...]
    log: tuple[LogRow, ...]
    panels: tuple[PanelRow, ...]
    waiters: tuple[WaiterRow, ...] = ()
