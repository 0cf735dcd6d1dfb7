"""What a picture of Ciapano shows, worked out once for what is drawn and for what is said."""

from dataclasses import dataclass

from bot.locale import Words
from bot.pictures import palette, tricks
from bot.pictures.names import Person, people
from bot.pictures.style import Style
from bot.shown import Shown
from engine.ciapano import NAME, Seen, Sheet, Trick
from engine.ciapano.scoring import OUT, STRENGTH
from engine.tricks import Played, highest

FELT = palette.FELTS[NAME]
NEAR = 6
"""So few points from the end a player is near it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One state for everybody, with who sits where.

    `scored` is the sheet of the hand that is just over, None while one is under way.
    """

    shown: Shown[Seen]
    words: Words
    style: Style
    people: tuple[Person, ...]
    scored: Sheet | None

    @classmethod
    def of(cls, shown: Shown[Seen], words: Words, style: Style) -> "Moment":
        """Return what is shown now."""
        seen = shown.seen
        over = bool(seen.sheets) and not seen.table and not any(seen.counts)
        return cls(shown, words, style, people(shown, words), seen.sheets[-1] if over else None)

    @property
    def seen(self) -> Seen:
        """Return what everybody may see."""
        return self.shown.seen

    @property
    def hand(self) -> int:
        """Return the number of the hand under way or just over."""
        return len(self.seen.sheets) + (self.scored is None)

    @property
    def playing(self) -> tuple[int, ...]:
        """Return the seats that play the hand, or have just played it, in turn order."""
        return tuple(seat for seat, out in enumerate(self.seen.out) if not 0 < out < self.hand)

    @property
    def gone(self) -> tuple[int, ...]:
        """Return the seats that were removed before the hand."""
        return tuple(seat for seat, out in enumerate(self.seen.out) if 0 < out < self.hand)

    def is_out(self, seat: int) -> bool:
        """Return whether a seat has been removed."""
        return self.seen.out[seat] > 0

    def to_go(self, seat: int) -> int:
        """Return how many points a seat is from the end."""
        return max(OUT - self.seen.totals[seat], 0)

    def after(self, seat: int) -> str:
        """Return what the points of a seat mean for it: out, tied at the end (P14), or so many to go."""
        if self.is_out(seat):
            return self.words("picture.ciapano.out")
        n = self.to_go(seat)
        return self.words("picture.ciapano.to-go", n=n) if n else self.words("picture.ciapano.tied")

    @property
    def ahead(self) -> tuple[int, ...]:
        """Return who has the fewest points, nobody where all have as many or the game is over."""
        staying = tuple(seat for seat in self.playing if not self.is_out(seat))
        return () if self.seen.winner is not None else tricks.ahead(self.seen.totals, staying)

    @property
    def discarding(self) -> bool:
        """Return whether the dealer of three is to lay a card aside (P5)."""
        seen = self.seen
        return len(seen.to_act) == 1 and not seen.tricks and max(seen.counts) == 14

    @property
    def taking(self) -> Played | None:
        """Return the play that takes the trick so far."""
        table = self.seen.table
        return highest(table, STRENGTH, table[0][1].suit) if table else None

    @property
    def last(self) -> Trick | None:
        """Return the last trick of the hand that was taken."""
        return self.seen.tricks[-1] if self.seen.tricks else None

    @property
    def tied(self) -> tuple[int, ...]:
        """Return who plays on because they are tied at the end (P14)."""
        staying = tuple(seat for seat in self.playing if not self.is_out(seat))
        if self.scored is None or self.seen.winner is not None or any(map(self.to_go, staying)):
            return ()
        return staying
