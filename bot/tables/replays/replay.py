"""A game that is over, moment by moment: the deal, each play, the score sheet of each hand, the end."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final, NamedTuple, Self

from bot.messages.ledger import Ledger
from bot.store import LogRow, SeatRow, Status, Stored, StoredGame, TableRow, place_in
from bot.table.pauses import NO_PAUSE, WHOLE
from bot.table.table import Table, Unreplayable
from bot.tables.play import STAND_IN

UNNAMED: Final = " "
"""The name of a member who hides: nothing of it can be seen, so the number of the seat stands for it."""


class Moment(NamedTuple):
    """A moment of a game: the number of a hand, from 1, and that of the play in it which was just made.

    Play 0 is the deal. The number after the last play of a finished hand is its score sheet, and the last
    number of the last hand is the end of the game, if it has come to one.
    """

    hand: int
    play: int


class MomentKind(Enum):
    """The kind of a moment."""

    DEAL = auto()
    PLAY = auto()
    SHEET = auto()
    END = auto()


@dataclass(frozen=True, slots=True)
class _Hand:
    """A hand: the table before its deal, the entries of its deal and its plays, whether it was finished.

    `first` is the number of its first play among all plays of the game, from 1.
    """

    before: Table
    log: tuple[LogRow, ...]
    over: bool
    first: int

    @property
    def plays(self) -> int:
        """Return the number of its plays."""
        return len(self.log) - 1


@dataclass(frozen=True, slots=True)
class Replay:
    """A stored game to be looked at again; a game before its first deal has no moments."""

    stored: Stored
    hands: tuple[_Hand, ...]
    end: Table

    @classmethod
    def of(
        cls,
        stored: Stored,
        unnamed: Iterable[int] = (),
        watch: Callable[[LogRow], object] | None = None,
    ) -> Self:
        """Return the replay of a game that nobody plays any more, without the names of members `unnamed`.

        `watch` is called with each entry of its log, before it is played. Raise Unreplayable if the log does
        not fit the rules.
        """
        if stored.unreadable:
            raise Unreplayable(stored.unreadable)
        stored = _plain(_without_names(stored, frozenset(unnamed)))
        hands = list[_Hand]()
        try:
            table = Table.new(_playing(stored), stored.seats, Ledger(stored.place))
            for log in _by_hand(stored.log):
                before, first = table, 1 + table.seq - len(hands)
                for entry in log:
                    if watch is not None:
                        watch(entry)
                    table = table.replayed(entry)
                hands.append(_Hand(before, log, table.hand_over, first))
        except (KeyError, ValueError) as error:
            # An illegal action's text may name hidden cards.
            raise Unreplayable(type(error).__name__) from None
        end = replace(table, row=replace(stored.table, held=False), rewound=stored.rewound)
        return cls(stored, tuple(hands), end)

    @property
    def ended(self) -> bool:
        """Return whether the game has an end; a record that was given as a file may stop in the middle."""
        return not self.end.playing

    @property
    def first(self) -> Moment:
        """Return the first deal."""
        return Moment(1, 0)

    @property
    def last(self) -> Moment:
        """Return the end of the game, or its last play if it has no end."""
        return Moment(len(self.hands), self.last_of(len(self.hands)))

    def last_of(self, hand: int) -> int:
        """Return the number of the last moment of a hand."""
        found = self.hands[hand - 1]
        return found.plays + found.over + (self.ended and hand == len(self.hands))

    def has(self, moment: Moment) -> bool:
        """Return whether the game has this moment."""
        return 1 <= moment.hand <= len(self.hands) and 0 <= moment.play <= self.last_of(moment.hand)

    def kind(self, moment: Moment) -> MomentKind:
        """Return the kind of a moment."""
        hand = self.hands[moment.hand - 1]
        if moment.play <= hand.plays:
            return MomentKind.PLAY if moment.play else MomentKind.DEAL
        return MomentKind.SHEET if hand.over and moment.play == hand.plays + 1 else MomentKind.END

    def every(self) -> Iterator[Moment]:
        """Yield all moments in order."""
        for hand in range(1, len(self.hands) + 1):
            yield from (Moment(hand, play) for play in range(self.last_of(hand) + 1))

    def moved(self, moment: Moment, by: int) -> Moment:
        """Return the moment so many steps later, or earlier if negative; the first or last one beyond."""
        hand, play = moment.hand, moment.play + by
        while play < 0 and hand > 1:
            hand -= 1
            play += self.last_of(hand) + 1
        while hand < len(self.hands) and play > self.last_of(hand):
            play -= self.last_of(hand) + 1
            hand += 1
        return Moment(hand, min(max(play, 0), self.last_of(hand)))

    def number(self, moment: Moment) -> int | None:
        """Return the number of a moment's play among all plays of the game, from 1; None without a play."""
        if self.kind(moment) is not MomentKind.PLAY:
            return None
        return self.hands[moment.hand - 1].first + moment.play - 1

    def of_number(self, number: int) -> Moment:
        """Return the moment of a play by its number among all plays; LookupError without such a play."""
        for at, hand in enumerate(self.hands, 1):
            if hand.first <= number < hand.first + hand.plays:
                return Moment(at, number - hand.first + 1)
        raise LookupError(number)

    def entry(self, moment: Moment) -> LogRow | None:
        """Return the entry of the log for the deal or the play of a moment, None at a sheet or at the end."""
        hand = self.hands[moment.hand - 1]
        return hand.log[moment.play] if moment.play <= hand.plays else None

    def at(self, moment: Moment) -> Table:
        """Return the table as everybody saw it at a moment."""
        kind, hand = self.kind(moment), self.hands[moment.hand - 1]
        if kind is MomentKind.END:
            return self.end
        shown = hand.log[: moment.play + 1]
        table = hand.before
        for entry in shown:
            table = table.replayed(entry)
        if hand.over and len(shown) == len(hand.log):
            table = self._counted(table, sheet=kind is MomentKind.SHEET)
        # The proof that the rest of a hand is settled takes long, and nobody is asked.
        seats = (_as_then(row, shown[-1].seq) for row in table.seats)
        return replace(table.with_seats(*seats), proved={"rest": None})

    def _counted(self, table: Table, *, sheet: bool) -> Table:
        """Return the table after the last card of a hand, with its `sheet` or before that."""
        if table.to_act:
            return table.with_row(held=not sheet)
        # The last hand of a game is counted aloud before the winners are told.
        over = replace(table, counting=WHOLE if sheet else 0)
        return over.with_row(status=Status.FINISHED, held=True)


def _playing(stored: Stored) -> TableRow:
    """Return the row of a stored game as it was while it was played, with nothing open at the table."""
    row = replace(stored.table, **NO_PAUSE, status=Status.PLAYING, ended="", cutter=None, cut=0)
    return replace(row, due_at=None, warned=False, fades_at=None, fading=False, rematch_of=None)


def _plain(stored: Stored) -> Stored:
    """Return a stored game with the plays that stand alone, as games of older versions have others."""
    game = StoredGame.of_log(stored.log)
    seats = [
        row if row.claimed_seq is None else replace(row, claimed_seq=place_in(stored.log, row.claimed_seq))
        for row in stored.seats
    ]
    return replace(stored, log=game.log, seats=tuple(seats), rewound=stored.rewound or game.rewound)


def _without_names(stored: Stored, unnamed: frozenset[int]) -> Stored:
    """Return a stored game without the names of some members."""
    seats = []
    for row in stored.seats:
        if row.user_id in unnamed:
            row = replace(row, name=UNNAMED)
        if row.former_id in unnamed:
            row = replace(row, former_name=UNNAMED)
        seats.append(row)
    return replace(stored, seats=tuple(seats))


def _by_hand(log: Iterable[LogRow]) -> Iterator[tuple[LogRow, ...]]:
    """Yield the entries of each hand, its deal first."""
    found = list[LogRow]()
    for entry in log:
        if entry.seat is None and found:
            yield tuple(found)
            found.clear()
        found.append(entry)
    if found:
        yield tuple(found)


def _as_then(row: SeatRow, seq: int) -> SeatRow:
    """Return a seat as it was after an entry of the log, without marks that are not known any more."""
    if row.claimed_seq is not None and seq < row.claimed_seq and row.former_id is not None:
        level = None if row.former_id > 0 else STAND_IN
        return SeatRow(row.seat, row.former_id, row.former_name, row.entropy, level=level)
    level = None if row.person else row.level
    return SeatRow(row.seat, row.user_id, row.name, row.entropy, level=level)
