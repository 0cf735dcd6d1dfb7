"""A table as one person, or everybody, may see it: the source of panels and pictures."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeVar

from bot.store import UNDO, SeatRow, Status
from bot.table.votes import Vote
from engine import GAMES
from engine.ai.advice import Advice
from engine.game import DEALER, AnySeen, Event, Line

_Seen = TypeVar("_Seen", bound=AnySeen, covariant=True)


@dataclass(frozen=True, slots=True)
class Entry:
    """The events of one entry of the log; `stood_in` if a computer played for the person of the seat.

    `former` is the name of the person who sat there then, None if they still do.
    """

    seat: int
    events: tuple[Event, ...]
    stood_in: bool = False
    former: str | None = None

    @property
    def stands(self) -> bool:
        """Return whether something happened that was not taken back: a play, and no take-back."""
        return bool(self.events) and self.events[0].name != UNDO


class TakeBack(NamedTuple):
    """The offer to take a play back: the number on its button, and how many plays that removes.

    The number is the length of the log after the play to be taken back, so plays since then leave the button
    as it is.
    """

    number: int
    removes: int


class Offer(Enum):
    """An offer to a user without a seat: a seat of a lobby, the seat of a computer, or the next game."""

    LOBBY = "lobby"
    CLAIM = "claim"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class View(Generic[_Seen]):
    """All that may be shown to `viewer` (None: to everybody), and nothing else.

    `terms` stands for the table's options, and `clock` the seconds that a turn may take, 0 for no
    limit, which its people have chosen if `timed`; `undoes` if plays can be taken back. At `due_at` the time
    of a turn runs out, of which people are `warned`; `fades_at` is the announced end of a game that nobody
    plays on. While the end of a hand is `held`, all here is as its last card left it: a game under way that
    waits for nobody, its score sheet or the end of the game still to come. `votes` are under way, `votable`
    all that can be asked for.

    Before a deal, `next_dealer` deals, `cutter` is the seat that is asked to cut the deck or has done so,
    None without one, and `cut` the number of cards it lifted off.

    `beginner` says that the viewer plays one of their first games of this kind. `opening` is the offer to a
    viewer without a seat. The seats `claimable` can be taken over, the `newcomers` have been of late; `lost`
    is the viewer's former seat, if they have none now, and `waits` if they want to be called to one.

    `undo` is the viewer's offer to take their last play back, None without one; `rewound` if plays of
    computers have been taken back with one. `asked` is the number of the viewer's last question, `hint` the
    advice for it, `notice` the answer to their last press.
    `stood_in` is the seat for which a computer played, while its play is being told. `no_thread` are the
    permissions without which the game gets no thread of its own.

    After the last card of a game its last hand is counted aloud: `counting` is the part of the sheet in
    sight, 1 or 2 of three and then 3, the whole. Until the winners are told all is as between two hands. It
    is 0 at any other time.

    `offered` are the values that the host of the bot offers for options in no menu, by option and name.

    In the lobby of a rematch `reserved` are the seats that are kept, each with user and name, until
    `reserved_until`, which only such a lobby has; `kept` is the viewer's. `series` are the winners of the
    games of a match so far, this one among them once it is over.
    """

    id: str
    game: str
    status: Status
    options: Mapping[str, Any]
    host_id: int
    commitment: str
    seed: str | None
    terms: int
    clock: int
    claims: bool
    undoes: bool
    opening: Offer | None
    claimable: tuple[int, ...]
    newcomers: tuple[int, ...]
    lost: int | None
    waits: bool
    due_at: float | None
    warned: bool
    held: bool
    fades_at: float | None
    ended: str
    votes: tuple[Vote, ...]
    votable: tuple[Vote, ...]
    seats: tuple[SeatRow, ...]
    sides: tuple[tuple[int, ...], ...]
    viewer: SeatRow | None
    seen: _Seen
    waits_for: tuple[int, ...]
    active: tuple[int, ...]
    agreeing: int | None
    between_hands: bool
    undo: TakeBack | None
    next_dealer: int | None
    cutter: int | None
    cut: int
    asked: int
    hint: Advice | None
    notice: str
    story: tuple[Entry, ...]
    missing: tuple[str, ...]
    stood_in: int | None = None
    no_thread: tuple[str, ...] = ()
    reserved: tuple[tuple[int, int, str], ...] = ()
    reserved_until: float | None = None
    kept: int | None = None
    series: tuple[tuple[int, ...], ...] = ()
    offered: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    beginner: bool = False
    timed: bool = False
    rewound: bool = False
    counting: int = 0

    @property
    def teams(self) -> bool:
        """Return whether the game has sides of several seats."""
        return any(len(seats) > 1 for seats in self.sides)

    @property
    def to_agree(self) -> tuple[SeatRow, ...]:
        """Return the people in a lobby who have not agreed to its options."""
        return to_agree(self.seats)

    @property
    def seating(self) -> int:
        """Return the number that stands for the people in a lobby and their seats."""
        return seating(self.seats, self.reserved)

    @property
    def voters(self) -> tuple[int, ...]:
        """Return the seats whose people have to agree where all must."""
        return voters(self.seats, self.active)

    @property
    def hand(self) -> int:
        """Return the number of the hand under way, or of the one just finished; 1 before the first deal."""
        return max(1, len(self.seen.sheets) + (self.held or self.seen.to_act not in ((), (DEALER,))))

    @property
    def undealt(self) -> bool:
        """Return whether the game has started and its first deck is still to be cut."""
        return self.between_hands and not self.seen.sheets

    @property
    def my_cut(self) -> bool:
        """Return whether the viewer is asked to cut the deck, or may still cut it elsewhere."""
        return self.viewer is not None and self.viewer.present and self.viewer.seat == self.cutter

    @property
    def lately(self) -> tuple[Event, ...]:
        """Return the last events of the hand under way, or the last one, without plays taken back."""
        for told in reversed(self.story):
            if told.stands:
                return told.events
        return ()

    @property
    def my_turn(self) -> bool:
        """Return whether the game waits for the viewer, and no computer plays the viewer's seat."""
        return self.viewer is not None and self.viewer.present and self.viewer.seat in self.waits_for

    def side_of(self, seat: int) -> int:
        """Return the side of a seat."""
        return next(side for side, seats in enumerate(self.sides) if seat in seats)

    def at(self, seat: int) -> SeatRow | None:
        """Return the row of a seat, None if it is free."""
        for row in self.seats:
            if row.seat == seat:
                return row
        return None

    def preview(self, action: Any) -> tuple[Line, ...]:
        """Return the points that the viewer would score at once by `action`."""
        return GAMES[self.game].preview(self.seen, action)


AnyView = View[AnySeen]
"""A view of any game, for the parts that all games show alike."""


def voters(seats: tuple[SeatRow, ...], active: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats whose people have to agree where all must: those present and still in the game.

    If only computers are still in the game, the people who watch it are asked.
    """
    present = tuple([row.seat for row in seats if row.present])
    return tuple([seat for seat in present if seat in active]) or present


def terms(options: Mapping[str, Any]) -> int:
    """Return the number that stands for a table's options, from 1 to 999,999,999.

    Buttons that agree to the options carry it: one that was drawn for others agrees to nothing.
    """
    return _number(options)


def seating(seats: Collection[SeatRow], reserved: Collection[tuple[int, int, str]]) -> int:
    """Return the number that stands for the people in a lobby, those a seat is kept for, and their seats.

    The button that swaps partners carries it, so that one drawn for other partners swaps nobody.
    """
    sit = {str(row.seat): row.user_id for row in seats if row.person}
    return _number(sit | {str(seat): user_id for seat, user_id, _ in reserved})


def _number(values: Mapping[str, Any]) -> int:
    text = json.dumps(dict(values), sort_keys=True)
    return 1 + int.from_bytes(sha256(text.encode()).digest()[:8]) % 999_999_999


def to_agree(seats: tuple[SeatRow, ...]) -> tuple[SeatRow, ...]:
    """Return the people in a lobby who have not agreed to its options."""
    return tuple([row for row in seats if row.person and not row.ready])
