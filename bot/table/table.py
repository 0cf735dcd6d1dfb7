"""A table in memory: its row, its seats and the game at it, rebuilt from the log at any time.

Nothing here is stored or sent; `bot/tables` changes tables, `bot/panels` shows them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Self

from bot.messages.ledger import Ledger
from bot.store import LogRow, SeatRow, Status, Stored, TableRow
from bot.table import votes
from bot.table.view import UNDO, Entry, seating, terms, voters
from engine import GAMES
from engine.deals import Deal
from engine.game import DEALER, AnyGame, Event


class Unreplayable(Exception):
    """A log that this version of the game cannot replay."""


class LastPlay(NamedTuple):
    """The last play and the state before it, kept for taking it back.

    `user_id` is None for a computer's play; `again`: the seat had just taken another one back.
    """

    seat: int
    user_id: int | None
    action: Any
    state: Any
    again: bool


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """An immutable snapshot of one table; every change returns a new one. All of them share its `ledger`.

    `seq` is the length of its log, `dealt` that after the last deal, `asked` that at which each seat was last
    asked, `beside` the seats that were asked with the last actor, and still are. `story` tells the hand under
    way, or the last one, from its deal on. `last_play` is None where that was a deal or was taken back;
    `taken_back` are the seats that have taken a play back in this turn, and may do so no more.
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
    taken_back: frozenset[int] = frozenset()
    proved: dict[str, tuple[tuple[int, Any], ...] | None] = field(default_factory=dict, repr=False)
    possible_votes: list[tuple[votes.Vote, ...]] = field(default_factory=list, init=False, repr=False)
    """Found once for this snapshot, as each message of the table asks for it."""

    @classmethod
    def new(cls, row: TableRow, seats: tuple[SeatRow, ...], ledger: Ledger) -> Self:
        """Return the table before its first deal; BadOptions where the game has no such options any more.

        An option that is not stored has its default, so that a game under way keeps what it began with.
        """
        game = GAMES[row.game]
        options = game.options(row.options)
        return cls(row, game, options, seats, game.start(options), ledger)

    @classmethod
    def restore(cls, stored: Stored, ledger: Ledger | None = None) -> Self:
        """Return the table as its log has it; Unreplayable where the log does not fit the rules."""
        if ledger is None:
            ledger = Ledger(stored.place, {panel.user_id: panel for panel in stored.panels})
            ledger.waiters.update({row.user_id: row for row in stored.waiters})
        try:
            table = cls.new(stored.table, stored.seats, ledger)
            for entry in stored.log:
                table = table.replayed(entry)
        except (KeyError, ValueError) as error:
            # An illegal action's text may name hidden cards.
            raise Unreplayable(type(error).__name__) from None
        return table

    def replayed(self, entry: LogRow) -> Self:
        """Return the table after one more entry of its log; ValueError where the rules do not allow it."""
        if entry.seq != self.seq:
            raise ValueError("an entry of the log is missing")
        if entry.seat is None:
            return self.with_deal(Deal.parse(entry.action, self.game))
        row = self.at(entry.seat)
        somebodys, former = row is not None and row.person, ""
        if row is not None and row.claimed_seq is not None and entry.seq < row.claimed_seq:
            somebodys, former = (row.former_id or 0) > 0, row.former_name
        if entry.action == UNDO:
            return self.with_undo(entry.seat, former)
        action = self.game.parse(entry.action)
        # The clock gives such an answer for people who are there, too, and nobody may tell which it was.
        stood_in = entry.user_id is None and somebodys and action not in self.game.FORMALITIES
        return self.with_play(entry.seat, action, entry.user_id, stood_in=stood_in, former=former)

    def with_deal(self, deal: Deal) -> Self:
        """Return the table after a deal; ValueError where none is due or its deck is not a full one."""
        after = self._after(DEALER, None, self.game.deal(self.state, deal.dealer, deal.deck), None)
        return replace(after, dealt=after.seq, story=after.story[-1:])

    def with_play(
        self, seat: int, action: Any, user_id: int | None = None, *, stood_in: bool = False, former: str = ""
    ) -> Self:
        """Return the table after an action of a seat; IllegalAction where the rules forbid it.

        `user_id` is who has played, None for a computer. `stood_in`: it has played for the person who sits
        there, or sat there as `former`.
        """
        state = self.game.apply(self.state, seat, action)
        last_play = LastPlay(seat, user_id, action, self.state, seat in self.taken_back)
        return self._after(seat, action, state, last_play, stood_in=stood_in, former=former)

    def _after(
        self,
        actor: int,
        action: Any,
        state: Any,
        last_play: LastPlay | None,
        *,
        stood_in: bool = False,
        former: str = "",
    ) -> Self:
        waited, waits = self.game.to_act(self.state), self.game.to_act(state)
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
            last_play=last_play,
            taken_back=self.taken_back & set(self.game.to_act(state)) - {actor},
            proved={},
        )

    def with_undo(self, seat: int, former: str = "") -> Self:
        """Return the table before the last play, its seat asked anew; ValueError unless the seat has made it.

        The story keeps an entry for each of the log: the one of the play has become empty.
        """
        if self.last_play is None or self.last_play.seat != seat:
            raise ValueError("nothing to take back")
        waits, goes_on = self.game.to_act(self.last_play.state), self.game.to_act(self.state)
        undone = (Event(UNDO, seat),)
        return replace(
            self,
            state=self.last_play.state,
            seq=self.seq + 1,
            asked={**self.asked, seat: self.seq + 1},
            beside=tuple([other for other in waits if other != seat and other in goes_on]),
            story=(*self.story[:-1], Entry(seat, (), former=former), Entry(seat, undone, former=former)),
            last_play=None,
            taken_back=self.taken_back | {seat},
            proved={},
        )

    def with_row(self, **values: Any) -> Self:
        """Return the table with these values in its row."""
        return replace(self, row=replace(self.row, **values))

    def with_options(self, values: Mapping[str, Any]) -> Self:
        """Return the table before its first deal with other options; BadOptions if there are no such."""
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

    def claimed(self, seat: SeatRow, person: SeatRow) -> Self:
        """Return the table with a person in a seat that was another's until now.

        What has been played from it stays that one's in the story. A host without a seat is host no more.
        """
        now_there = replace(
            person, seat=seat.seat, former_id=seat.user_id, former_name=seat.name, claimed_seq=self.seq
        )
        others = [row for row in self.seats if row is not seat]
        story = [
            replace(told, former=told.former or seat.name) if told.seat == seat.seat else told
            for told in self.story
        ]
        after = replace(self.with_seats(*others, now_there), story=tuple(story))
        if self.row.host_id != seat.user_id:
            return after
        heir = next((row for row in others if row.present), now_there)
        return after.with_row(host_id=heir.user_id)

    def expired(self, now: float) -> Self:
        """Return the table without what was said in votes so long ago that it holds no more."""
        return self.with_seats(*(replace(row, votes=votes.fresh(row.votes, now)) for row in self.seats))

    def turned(self) -> Self:
        """Return the table as a new turn begins: nobody is overdue, and votes about the last one are over."""
        if not any(row.overdue or row.votes for row in self.seats):
            return self
        kept = [replace(row, overdue=False, votes=votes.beyond_turn(row.votes)) for row in self.seats]
        return self.with_seats(*kept)

    @property
    def entropy(self) -> tuple[str, ...]:
        """Return what goes into the shuffle besides the seed: the presses of those who began the game."""
        if self.row.entropy is not None:
            return self.row.entropy
        return tuple([str(row.entropy) for row in self.seats if row.person])

    def seat_of(self, user_id: int) -> SeatRow | None:
        """Return the seat that a user has here."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def at(self, seat: int) -> SeatRow | None:
        """Return who sits at `seat`, None if it is free."""
        return next((row for row in self.seats if row.seat == seat), None)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side."""
        return self.game.sides(self.options)

    @property
    def size(self) -> int:
        """Return how many seats the game has."""
        return sum(map(len, self.sides))

    @property
    def clock(self) -> int:
        """Return how many seconds a turn may take, 0 for as long as one likes.

        Somebody who plays against computers alone has no clock, unless one was chosen.
        """
        return self.row.clock if self.row.timed or sum(row.person for row in self.seats) > 1 else 0

    @property
    def playing(self) -> bool:
        """Return whether a game is under way."""
        return self.row.status is Status.PLAYING

    @property
    def open(self) -> bool:
        """Return whether people still meet here: a lobby, or a game under way."""
        return self.row.status in (Status.LOBBY, Status.PLAYING)

    @property
    def between_hands(self) -> bool:
        """Return whether a hand is over and the next one has not been dealt."""
        return self.playing and self.game.to_act(self.state) == (DEALER,)

    @property
    def hand_over(self) -> bool:
        """Return whether no hand is under way: a deal is due, or the game is over."""
        return self.game.to_act(self.state) in ((), (DEALER,))

    @property
    def undealt(self) -> bool:
        """Return whether the game has started and its first deck is still to be cut."""
        return self.playing and self.seq == 0

    @property
    def terms(self) -> int:
        """Return the number that stands for all that those who sit down agree to."""
        chosen = {name: getattr(self.row, name) for name in ("clock", "claims", "undo")}
        return terms({**self.row.options, **chosen})

    @property
    def seating(self) -> int:
        """Return the number that stands for which people have seats in a lobby, and where."""
        return seating(self.seats, self.row.reserved)

    def waits_for(self) -> tuple[int, ...]:
        """Return the seats whose action the game waits for."""
        if not self.playing:
            return ()
        return tuple(seat for seat in self.game.to_act(self.state) if seat != DEALER)

    def active(self) -> tuple[int, ...]:
        """Return the seats that are still in the game."""
        return self.game.active(self.state)

    def voters(self) -> tuple[int, ...]:
        """Return the seats whose people are asked what all have to agree on."""
        return voters(self.seats, self.active())
