"""A snapshot of a table: its row, its seats and its game, rebuilt from the log at any time."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

from bot.messages.ledger import Ledger
from bot.store import UNDO, LogRow, SeatRow, Status, Stored, TableRow, removed_by
from bot.table import votes
from bot.table.view import Entry, seating, terms, voters
from engine import GAMES
from engine.deals import Deal
from engine.game import DEALER, AnyGame, Event


class Unreplayable(Exception):
    """A log that this version of the game cannot replay."""


class LastPlay(NamedTuple):
    """The last play, or the last press that played, and the state before it, kept for taking it back.

    `user_id` is None for a computer's play. `again` if the seat had just taken another play back. `number` is
    the length of the log after the play; `revealed` if it, or a play since, revealed hidden facts.
    """

    seat: int
    user_id: int | None
    action: Any
    state: Any
    again: bool
    number: int
    revealed: bool


@dataclass(frozen=True, eq=False)
class Table:
    """An immutable snapshot of one table; every change returns a new one. All of them share its `ledger`.

    `seq` is the length of the log, `dealt` its length after the last deal, `asked` its length when each seat
    was last asked. `beside` are the seats that were asked with the last actor, and still are. `story` has the
    entries of the hand under way, or the last one, from its deal on. `last_play` and `pressed`, the last play
    that a person made, are None after a deal or a take-back; `taken_back` are the seats that have taken a
    play back in this turn. `rewound` if computers' plays have been taken back with one.

    `counting` is the part of a game's last sheet that has been counted since its last card, at first 0; None
    if nothing is counted, or that is not known: it is not stored (`bot/table/pauses.py`).
    """

    row: TableRow
    game: AnyGame
    options: Any
    seats: tuple[SeatRow, ...]
    state: Any = field(repr=False)
    ledger: Ledger = field(repr=False)
    seq: int = 0
    dealt: int = 0
    asked: Mapping[int, int] = field(default_factory=dict)
    beside: tuple[int, ...] = ()
    story: tuple[Entry, ...] = field(default=(), repr=False)
    last_play: LastPlay | None = field(default=None, repr=False)
    counting: int | None = None
    pressed: LastPlay | None = field(default=None, repr=False)
    taken_back: frozenset[int] = frozenset()
    rewound: bool = False
    proved: dict[str, tuple[tuple[int, Any], ...] | None] = field(default_factory=dict, repr=False)

    @classmethod
    def new(cls, row: TableRow, seats: tuple[SeatRow, ...], ledger: Ledger) -> Self:
        """Return the table before its first deal; BadOptions if the game no longer has such options.

        An option that is not stored has its default, so that a game under way keeps the options it began
        with.
        """
        game = GAMES[row.game]
        options = game.options(row.options)
        return cls(row, game, options, seats, game.start(options), ledger)

    @classmethod
    def restore(cls, stored: Stored, ledger: Ledger | None = None) -> Self:
        """Return the table that its stored log leads to; Unreplayable if the log does not fit the rules."""
        if ledger is None:
            ledger = Ledger(stored.place, {panel.user_id: panel for panel in stored.panels})
            ledger.waiters.update({row.user_id: row for row in stored.waiters})
        if stored.unreadable:
            raise Unreplayable(stored.unreadable)
        try:
            table = cls.new(stored.table, stored.seats, ledger)
            for entry in stored.log:
                table = table.replayed(entry)
        except (KeyError, ValueError) as error:
            # An illegal action's text may name hidden cards.
            raise Unreplayable(type(error).__name__) from None
        return replace(table, rewound=True) if stored.rewound else table

    def replayed(self, entry: LogRow) -> Self:
        """Return the table after one more entry of its log; ValueError if the rules forbid it."""
        if entry.seq != self.seq:
            raise ValueError("an entry of the log is missing")
        if entry.seat is None:
            return self.with_deal(Deal.parse(entry.action, self.game))
        row = self.at(entry.seat)
        of_person, former = row is not None and row.person, None
        if row is not None and row.claimed_seq is not None and entry.seq < row.claimed_seq:
            of_person, former = (row.former_id or 0) > 0, row.former_name
        if removed := removed_by(entry.action):
            return self.with_undo(entry.seat, removed, former)
        action = self.game.parse(entry.action)
        # The clock answers so for people who are there, too, and nobody may tell the two apart.
        stood_in = entry.user_id is None and of_person and action not in self.game.FORMALITIES
        return self.with_play(entry.seat, action, entry.user_id, stood_in=stood_in, former=former)

    def with_deal(self, deal: Deal) -> Self:
        """Return the table after a deal; ValueError if none is due or its deck is not a full one."""
        after = self._after(DEALER, None, self.game.deal(self.state, deal.dealer, deal.deck))
        return replace(after, dealt=after.seq, story=after.story[-1:])

    def with_play(
        self,
        seat: int,
        action: Any,
        user_id: int | None = None,
        *,
        stood_in: bool = False,
        former: str | None = None,
    ) -> Self:
        """Return the table after an action of a seat; IllegalAction if the rules forbid it.

        `user_id` is the user who plays, None for a computer. `stood_in` if it plays for the person of the
        seat, or for the one who sat there as `former`.
        """
        state = self.game.apply(self.state, seat, action)
        revealed = self.game.reveals(self.state, seat, action, state)
        again, pressed = seat in self.taken_back, self.pressed
        last_play = LastPlay(seat, user_id, action, self.state, again, self.seq + 1, revealed)
        if user_id is not None:
            pressed = last_play
        elif revealed and pressed is not None:
            pressed = pressed._replace(revealed=True)
        after = self._after(seat, action, state, stood_in=stood_in, former=former)
        return replace(after, last_play=last_play, pressed=pressed)

    def _after(
        self, actor: int, action: Any, state: Any, *, stood_in: bool = False, former: str | None = None
    ) -> Self:
        waited, waits = self.to_act, self.game.to_act(state)
        anew = {
            seat: self.seq + 1 for seat in waits if seat != DEALER and (seat == actor or seat not in waited)
        }
        told = Entry(actor, self.game.events(self.state, actor, action, state), stood_in, former)
        return replace(
            self,
            state=state,
            seq=self.seq + 1,
            asked={**self.asked, **anew} if anew else self.asked,
            beside=tuple([s for s in waits if actor in waited and s in waited and s != actor]),
            story=(*self.story, told),
            last_play=None,
            pressed=None,
            taken_back=self.taken_back & set(waits) - {actor},
            proved={},
        )

    def with_undo(self, seat: int, removed: int = 1, former: str | None = None) -> Self:
        """Return the table before the last plays, of which this seat made the first; else ValueError.

        It is asked anew, and with it all who were asked then, unless theirs is the only play removed. The
        story keeps an entry for each of the log: those of the plays become empty.
        """
        back = self.last_play if removed == 1 else self.pressed
        if back is None or back.seat != seat or self.seq - back.number != removed - 1:
            raise ValueError("nothing to take back")
        waits, goes_on = self.game.to_act(back.state), self.to_act
        anew = (seat,) if removed == 1 else waits
        emptied = [replace(told, events=()) for told in self.story[-removed:]]
        undone = Entry(seat, (Event(UNDO, seat),), former=former)
        return replace(
            self,
            state=back.state,
            seq=self.seq + 1,
            asked={**self.asked, **dict.fromkeys(anew, self.seq + 1)},
            beside=tuple([other for other in waits if other not in anew and other in goes_on]),
            story=(*self.story[:-removed], *emptied, undone),
            last_play=None,
            pressed=None,
            taken_back=self.taken_back | {seat},
            rewound=self.rewound or removed > 1,
            proved={},
        )

    def with_row(self, **values: Any) -> Self:
        """Return the table with these values in its row."""
        return replace(self, row=replace(self.row, **values))

    def with_options(self, values: Mapping[str, Any]) -> Self:
        """Return the undealt table with other options; BadOptions if the game has no such."""
        options = self.game.options(values)
        after = replace(self, options=options, state=self.game.start(options))
        return after.with_row(options=self.game.values(options))

    def with_seats(self, *seats: SeatRow) -> Self:
        """Return the table with exactly these seats taken."""
        return replace(self, seats=tuple(sorted(seats, key=lambda row: row.seat)))

    def marked(self, seat: SeatRow | None = None, **marks: Any) -> Self:
        """Return the table with these marks on one seat, or on all."""
        seats = [replace(row, **marks) if seat in (None, row) else row for row in self.seats]
        return replace(self, seats=tuple(seats))

    def expired(self, now: float) -> Self:
        """Return the table without the votes that have expired."""
        return self.with_seats(*(replace(row, votes=votes.fresh(row.votes, now)) for row in self.seats))

    def turned(self) -> Self:
        """Return the table at the start of a turn, without overdue seats and votes about the last turn."""
        if not any(row.overdue or row.votes for row in self.seats):
            return self
        kept = [replace(row, overdue=False, votes=votes.beyond_turn(row.votes)) for row in self.seats]
        return self.with_seats(*kept)

    @property
    def entropy(self) -> tuple[str, ...]:
        """Return the people's share of the shuffle: their presses, frozen when the game starts."""
        if self.row.entropy is not None:
            return self.row.entropy
        return tuple([str(row.entropy) for row in self.seats if row.person])

    def seat_of(self, user_id: int) -> SeatRow | None:
        """Return the seat that a user has here."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def names(self, user_id: int) -> bool:
        """Return whether a user's id stands anywhere in this snapshot."""
        plays = (play.user_id for play in (self.last_play, self.pressed) if play is not None)
        seats = (user for row in self.seats for user in (row.user_id, row.former_id))
        return user_id in (self.row.host_id, *plays, *seats, *(user for _, user, _ in self.row.reserved))

    def at(self, seat: int) -> SeatRow | None:
        """Return the row of a seat, None if it is free."""
        return next((row for row in self.seats if row.seat == seat), None)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side."""
        return self.game.sides(self.options)

    @property
    def size(self) -> int:
        """Return the number of seats of the game."""
        return sum(map(len, self.sides))

    @property
    def clock(self) -> int:
        """Return the seconds that a turn may take, 0 for no limit.

        A person who plays computers alone has no clock, unless one was chosen.
        """
        return self.row.clock if self.row.timed or sum(row.person for row in self.seats) > 1 else 0

    @property
    def playing(self) -> bool:
        """Return whether a game is under way."""
        return self.row.status is Status.PLAYING

    @property
    def open(self) -> bool:
        """Return whether the table is a lobby or a game under way."""
        return self.row.status in (Status.LOBBY, Status.PLAYING)

    @property
    def between_hands(self) -> bool:
        """Return whether a hand is over and the next one has not been dealt."""
        return self.playing and self.to_act == (DEALER,)

    @property
    def hand_over(self) -> bool:
        """Return whether no hand is under way: a deal is due, or the game is over."""
        return self.to_act in ((), (DEALER,))

    @property
    def ending(self) -> bool:
        """Return whether the game is over and its winners have not been told yet."""
        return self.row.status is Status.FINISHED and self.row.held and self.counting is not None

    @property
    def undealt(self) -> bool:
        """Return whether the game has started and its first deck is still to be cut."""
        return self.playing and self.seq == 0

    @property
    def terms(self) -> int:
        """Return the number that stands for the options that a member agrees to by sitting down."""
        chosen = {name: getattr(self.row, name) for name in ("clock", "claims", "undo")}
        return terms({**self.row.options, **chosen})

    @property
    def seating(self) -> int:
        """Return the number that stands for the people in a lobby and their seats."""
        return seating(self.seats, self.row.reserved)

    @cached_property
    def to_act(self) -> tuple[int, ...]:
        """Return the seats whose action the rules ask for, or `DEALER` alone for a deal."""
        return self.game.to_act(self.state)

    def waits_for(self) -> tuple[int, ...]:
        """Return the seats whose action the game waits for."""
        return self.to_act if self.playing and self.to_act != (DEALER,) else ()

    def active(self) -> tuple[int, ...]:
        """Return the seats that are still in the game."""
        return self.game.active(self.state)

    def voters(self) -> tuple[int, ...]:
        """Return the seats whose people have to agree where all must."""
        return voters(self.seats, self.active())
