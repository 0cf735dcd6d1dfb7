"""What can be read off a table as it is at one moment: who is there, who is asked, what may be done."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.messages.ledger import Ledger
from bot.store import SeatRow, Status, TableRow
from bot.table import votes
from bot.table.view import Opening, Told, seating, terms, to_agree, voters
from engine import fairness
from engine.ai.advice import Advice
from engine.game import DEALER, AnyGame
from engine.settling import FAR, settling


class Before(NamedTuple):
    """What a table was before the play `action` of a seat, by which it has become what it is.

    `user_id` is whose play that was, None for a computer's; `again`: they had just taken another one back.
    """

    seat: int
    user_id: int | None
    action: Any
    state: Any
    again: bool


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """A table as it is at one moment; only its `ledger`, what is shown of it, is shared by all moments.

    `seq` is the length of its log, `dealt` that after the last deal, `asked` that at which each seat was last
    asked, `beside` the seats that were asked at the same time as who acted last, and still are. `story` tells
    the hand under way, or the last one, from its deal on. `before` is what the last play has changed, None
    where that was a deal or was taken back: `taken_back` are the seats
    that have taken their play back in this turn, and may do so no more.
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
    story: tuple[Told, ...] = field(default=(), repr=False)
    before: Before | None = field(default=None, repr=False)
    taken_back: frozenset[int] = frozenset()
    _proved: dict[str, tuple[tuple[int, Any], ...] | None] = field(default_factory=dict, repr=False)
    _votable: list[tuple[votes.Vote, ...]] = field(default_factory=list, init=False, repr=False)
    """Found once for this moment, as each message of a table asks for it; another moment has its own."""

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

    def next_dealer(self) -> int:
        """Return who deals next, where a deal is due: the first dealer follows from the shuffle."""
        if self.seq:
            return self.game.dealers(self.state)[0]
        return fairness.first_dealer(fairness.game_seed(self.row.seed, self.entropy), self.size)

    def may_cut(self) -> SeatRow | None:
        """Return who may be asked to cut the next deck, where a deal is due: whom the rules name, if a person
        plays there.
        """
        if self.game.to_act(self.state) != (DEALER,):
            return None
        seat = self.game.cutter(self.options, self.next_dealer())
        row = None if seat is None else self.at(seat)
        return row if row is not None and row.present else None

    def cutter(self) -> SeatRow | None:
        """Return who is asked to cut the next deck, None where nobody is, or a computer plays for them."""
        row = None if self.row.cutter is None or not self.between_hands else self.at(self.row.cutter)
        return row if row is not None and row.present else None

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

    def people_asked(self) -> frozenset[int]:
        """Return the users who are there and whose action the game waits for."""
        waits = self.waits_for()
        return frozenset([row.user_id for row in self.seats if row.present and row.seat in waits])

    def asked_of(self, user_id: int) -> int | None:
        """Return the number under which the game asks a user now, None if it does not."""
        row = self.seat_of(user_id)
        waits = row is not None and row.present and row.seat in self.waits_for()
        return self.asked.get(row.seat, 0) if row is not None and waits else None

    def hint_for(self, user_id: int) -> Advice | None:
        """Return the advice that a user was given for what they are asked now, None if there is none."""
        number, hint = self.ledger.hints.get(user_id, (None, None))
        return hint if number is not None and number == self.asked_of(user_id) else None

    def notice_for(self, user_id: int) -> str:
        """Return what a user's last press was answered, empty if that was done or the game went on."""
        version, notice = self.ledger.notices.get(user_id, (self.row.version, ""))
        return notice if version == self.row.version else ""

    def choosing(self) -> set[int]:
        """Return the users for whom the last action changed nothing: they go on choosing as they were."""
        waits = self.waits_for()
        beside = [row for row in self.seats if row.seat in self.beside and row.seat in waits]
        return {row.user_id for row in beside if row.present}

    def active(self) -> tuple[int, ...]:
        """Return the seats that are still in the game."""
        return self.game.active(self.state)

    def claimable(self) -> tuple[SeatRow, ...]:
        """Return the seats that others may take: those that computers hold, where the table allows it."""
        free = self.playing and self.row.claims
        return tuple([row for row in self.seats if not row.present]) if free else ()

    @property
    def begins(self) -> bool:
        """Return whether all is there for the game of a rematch, which begins by itself then.

        A lobby in which no seats were ever kept is started by its host.
        """
        row = self.row
        follows = row.status is Status.LOBBY and row.reserved_until is not None
        return follows and len(self.seats) == self.size and not to_agree(self.seats)

    def kept_for(self, user_id: int) -> int | None:
        """Return the seat that is kept for a user."""
        return next((seat for seat, user, _ in self.row.reserved if user == user_id), None)

    def open_to(self, user_id: int | None = None) -> Opening | None:
        """Return what there is for somebody without a seat: one in the lobby, one that a computer holds, or
        the next game; None while they can only wait. A seat may be kept for the user.
        """
        match self.row.status:
            case Status.LOBBY:
                taken = [row for row in self.seats if row.person]
                others = [user for _, user, _ in self.row.reserved if user != user_id]
                return Opening.LOBBY if len(taken) + len(others) < self.size else None
            case Status.PLAYING:
                return Opening.CLAIM if self.claimable() else None
            case Status.FINISHED | Status.STOPPED:
                return Opening.NEXT
            case _:
                return None

    def newcomers(self) -> tuple[int, ...]:
        """Return the seats that were taken over in this hand and have not been played from since."""
        return tuple(
            [
                row.seat
                for row in self.seats
                if row.claimed_seq is not None
                and row.claimed_seq >= self.dealt
                and not any(told.seat == row.seat for told in self.story[1 + row.claimed_seq - self.dealt :])
            ]
        )

    def voters(self) -> tuple[int, ...]:
        """Return the seats whose people are asked what all have to agree on."""
        return voters(self.seats, self.active())

    def computer_to_act(self) -> int | None:
        """Return a seat that the game waits for and a computer plays, None if there is none.

        One also plays for a person whose time has run out. What is no choice is answered by the clock,
        whoever sits there.
        """
        waits = self.waits_for()
        for row in self.seats:
            played = row.seat in waits and (row.overdue or not row.present)
            if played and self.game.formality(self.state, row.seat) is None:
                return row.seat
        return None

    def undoable(self) -> int | None:
        """Return the user who may take back the last play, as nothing in the game speaks against it.

        Nobody does so twice in a turn, and a hand that is over stays over.
        """
        before = self.before
        if before is None or before.user_id is None or before.again:
            return None
        if self.hand_over:
            return None
        if self.game.reveals(before.state, before.seat, before.action, self.state):
            return None
        # That the rest can be settled is proved from hidden cards.
        return None if self.rest() is not None else before.user_id

    def undo_of(self, user_id: int) -> int | None:
        """Return the number under which a user can take their last play back, None if they cannot."""
        offered = self.playing and self.row.undo_until is not None and self.undoable() == user_id
        row = self.seat_of(user_id)
        return self.seq if offered and row is not None and row.present else None

    def shared(self) -> bool:
        """Return whether the last play answered what several were asked at once, and some still are.

        Their time goes on as it was.
        """
        if self.before is None:
            return False
        waits, waited = self.game.to_act(self.state), self.game.to_act(self.before.state)
        return bool(waits) and set(waited) - {self.before.seat} >= set(waits)

    def formality(self) -> tuple[int, Any] | None:
        """Return a seat that is asked without having a choice, with its answer."""
        return formality(self.game, self.state) if self.playing else None

    def rest(self) -> tuple[tuple[int, Any], ...] | None:
        """Return the plays that would end the hand where no play can change its score any more.

        None where that cannot be proved, or where playing on takes no more presses than agreeing to it.
        """
        if not self.playing:
            return None
        if "rest" not in self._proved:
            near = sum(self.game.observe(self.state, None).counts) <= FAR
            rest = settling(self.game, self.state) if near else None
            worth = rest is not None and len(rest) > len(self.active())
            self._proved["rest"] = rest if worth else None
        return self._proved["rest"]

    def _clock_shown(self) -> int:
        """Return the clock of the game, or in a lobby the one that the game is going to have."""
        free = self.row.status is Status.LOBBY and len(self.seats) < self.size
        return self.row.clock if free else self.clock

    def votable(self) -> tuple[votes.Vote, ...]:
        """Return the votes that there can be now."""
        if not self.playing:
            return ()
        if not self._votable:
            waits = self.waits_for()
            names = [votes.STOP, votes.WAIT, votes.CLOCK]
            names += [f"{votes.GIVE}-{row.seat}" for row in self.seats if row.present and row.seat in waits]
            names += [f"{votes.CONCEDE}-{side}" for side in range(len(self.sides))]
            found = [votes.of(self, name) for name in names]
            self._votable.append(tuple([vote for vote in found if vote is not None and vote.voters]))
        return self._votable[0]

    def agreeing(self) -> int | None:
        """Return the number of what all may agree on now: the next hand, settling this one, or None."""
        if self.between_hands:
            # What comes before the first deal is asked of one alone.
            return self.seq or None
        return self.dealt if self.rest() else None


def formality(game: AnyGame, state: Any) -> tuple[int, Any] | None:
    """Return a seat that is asked without having a choice, with its answer; None if there is none."""
    for seat in game.to_act(state):
        if seat != DEALER and (action := game.formality(state, seat)) is not None:
            return seat, action
    return None
