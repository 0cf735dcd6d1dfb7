"""A table in memory: its row, its seats and the game at it, rebuilt from the log at any time.

A table is a frozen value: what is done at it gives another one. Nothing here is stored or sent; `tables.py`
changes tables, `render/` shows them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from bot.ledger import Ledger
from bot.shown import AnyShown, Shown, Told, voters
from bot.store import Change, LogRow, ResultRow, SeatRow, Status, Stored, TableRow
from engine import GAMES
from engine.ai.advice import Advice
from engine.deals import Deal
from engine.game import DEALER, AnyGame
from engine.settling import FAR, settling

OPTIONS_VERSION: Final = 1
"""What a table's stored options mean; raised with every change of an option's meaning."""


class Unreplayable(Exception):
    """A log that this version of the game cannot replay."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One table as it is at one moment; only its `ledger`, what is shown of it, is shared by all moments.

    `seq` is the length of its log, `dealt` that after the last deal, `asked` that at which each seat was last
    asked, `beside` the seats that were asked at the same time as who acted last, and still are. `story` tells
    the hand under way, or the last one, from its deal on.
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
    _proved: dict[str, tuple[tuple[int, Any], ...] | None] = field(default_factory=dict, repr=False)

    @classmethod
    def new(cls, row: TableRow, seats: tuple[SeatRow, ...], ledger: Ledger) -> Self:
        """Return the table before its first deal; ValueError where its options are not of this version."""
        if row.options_version != OPTIONS_VERSION:
            raise ValueError("options of another version")
        game = GAMES[row.game]
        options = game.options(row.options)
        return cls(row, game, options, seats, game.start(options), ledger)

    @classmethod
    def restore(cls, stored: Stored, ledger: Ledger | None = None) -> Self:
        """Return the table as its log has it; Unreplayable where the log does not fit the rules."""
        if ledger is None:
            ledger = Ledger(stored.place, {panel.user_id: panel for panel in stored.panels})
        try:
            table = cls.new(stored.table, stored.seats, ledger)
            for entry in stored.log:
                table = table.replayed(entry)
        except (KeyError, ValueError) as error:
            # An illegal action's text may name hidden cards; the kind of error is all that may be told.
            raise Unreplayable(type(error).__name__) from None
        return table

    def replayed(self, entry: LogRow) -> Self:
        """Return the table after one more entry of its log; ValueError where the rules do not allow it."""
        if entry.seq != self.seq:
            raise ValueError("an entry of the log is missing")
        if entry.seat is None:
            return self.with_deal(Deal.parse(entry.action, self.game))
        row, action = self.at(entry.seat), self.game.parse(entry.action)
        stood_in = entry.user_id is None and row is not None and row.person
        # The clock gives such an answer for people who are there, too, and nobody may tell which it was.
        stood_in = stood_in and action not in self.game.FORMALITIES
        return self.with_play(entry.seat, action, stood_in=stood_in)

    def with_deal(self, deal: Deal) -> Self:
        """Return the table after a deal; ValueError where none is due or its deck is not a full one."""
        after = self._after(DEALER, None, self.game.deal(self.state, deal.dealer, deal.deck))
        return replace(after, dealt=after.seq, story=after.story[-1:])

    def with_play(self, seat: int, action: Any, *, stood_in: bool = False) -> Self:
        """Return the table after an action of a seat; IllegalAction where the rules forbid it.

        `stood_in`: a computer has played for the person who sits there.
        """
        return self._after(seat, action, self.game.apply(self.state, seat, action), stood_in=stood_in)

    def _after(self, actor: int, action: Any, state: Any, *, stood_in: bool = False) -> Self:
        waited, waits = self.game.to_act(self.state), self.game.to_act(state)
        anew = {
            seat: self.seq + 1 for seat in waits if seat != DEALER and (seat == actor or seat not in waited)
        }
        told = Told(actor, self.game.events(self.state, actor, action, state), stood_in)
        return replace(
            self,
            state=state,
            seq=self.seq + 1,
            asked={**self.asked, **anew} if anew else self.asked,
            beside=tuple([s for s in waits if actor in waited and s in waited and s != actor]),
            story=(*self.story, told),
            _proved={},
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

    def voters(self) -> tuple[int, ...]:
        """Return the seats whose people are asked what all have to agree on."""
        return voters(self.seats, self.active())

    def computer_to_act(self) -> int | None:
        """Return a seat that the game waits for and a computer plays, None if there is none.

        What is no choice is answered by the clock, whoever sits there.
        """
        waits = self.waits_for()
        for row in self.seats:
            if row.seat in waits and not row.present and self.game.formality(self.state, row.seat) is None:
                return row.seat
        return None

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

    def agreeing(self) -> int | None:
        """Return the number of what all may agree on now: the next hand, settling this one, or None."""
        if self.between_hands:
            return self.seq
        return self.dealt if self.rest() else None

    def may_stop(self, agreed: set[int]) -> bool:
        """Return whether the seats that agree are enough to end the game without a result."""
        voters = set(self.voters())
        if any(len(seats) > 1 for seats in self.sides):
            asked = [voters.intersection(seats) for seats in self.sides]
            return all(agreed & side for side in asked if side)
        return 2 * len(agreed & voters) > len(voters)

    def shown(self, user_id: int | None = None) -> AnyShown:
        """Return all that may be shown to a user (None: to everybody), and nothing else."""
        viewer = self.seat_of(user_id) if user_id is not None else None
        over = self.row.status in (Status.FINISHED, Status.STOPPED)
        return Shown(
            id=self.row.id,
            game=self.row.game,
            status=self.row.status,
            options=self.row.options,
            host_id=self.row.host_id,
            commitment=self.row.commitment,
            seed=self.row.seed.hex() if over else None,
            wake_at=self.row.wake_at,
            seats=self.seats,
            sides=self.sides,
            viewer=viewer,
            seen=self.game.observe(self.state, viewer.seat if viewer else None),
            waits_for=self.waits_for(),
            active=self.active(),
            agreeing=self.agreeing(),
            between_hands=self.between_hands,
            asked=self.asked.get(viewer.seat, 0) if viewer else 0,
            hint=self.hint_for(viewer.user_id) if viewer else None,
            notice=self.notice_for(user_id) if user_id is not None else "",
            story=self.story,
            missing=self.ledger.missing,
        )


def formality(game: AnyGame, state: Any) -> tuple[int, Any] | None:
    """Return a seat that is asked without having a choice, with its answer; None if there is none."""
    for seat in game.to_act(state):
        if seat != DEALER and (action := game.formality(state, seat)) is not None:
            return seat, action
    return None


def change(before: Table, after: Table, entries: tuple[LogRow, ...], result: ResultRow | None) -> Change:
    """Return what is to be stored where a table has become another."""
    old, new = before.row, after.row
    values = [(name, getattr(old, name), getattr(new, name)) for name in TableRow.__slots__]
    columns = {name: now for name, was, now in values if now is not was and now != was}
    left, sat, marked = [], [], []
    if after.seats is not before.seats:
        sitting = {(row.seat, row.user_id, row.name, row.entropy): row for row in before.seats}
        for row in after.seats:
            same = sitting.pop((row.seat, row.user_id, row.name, row.entropy), None)
            if same is None:
                sat.append(row)
            elif same != row:
                marked.append(row)
        left = [row.user_id for row in sitting.values()]
    return Change(old.id, old.version, columns, tuple(left), tuple(sat), tuple(marked), entries, result)
