"""The moment that a picture of Ciapano shows, for both its drawing and its description."""

from bot.pictures.decks.base import palette
from bot.pictures.parts import moment
from engine.ciapano import NAME, Seen, Trick
from engine.ciapano.scoring import OUT, STRENGTH, plays
from engine.tricks import Played, highest

CIAPANO_FELT = palette.felt_of(NAME)
NEAR_END = 6
"""A player with at most so many points to go is near the end, in pictures."""


class CiapanoMoment(moment.TrickMoment[Seen]):
    """A state of a hand of Ciapano."""

    __slots__ = ()

    @property
    def playing(self) -> tuple[int, ...]:
        """Return the seats that play the hand, in turn order."""
        return tuple(seat for seat in range(len(self.people)) if plays(self.seen.out, seat, self.hand))

    @property
    def gone(self) -> tuple[int, ...]:
        """Return the seats that were removed before the hand."""
        return tuple(seat for seat in range(len(self.people)) if not plays(self.seen.out, seat, self.hand))

    def to_go(self, seat: int) -> int:
        """Return the points that a seat is from the end."""
        return max(OUT - self.seen.totals[seat], 0)

    def after(self, seat: int) -> str:
        """Return the distance of a seat from the end in words: tied (P14), or so many points to go."""
        n = self.to_go(seat)
        return self.words("picture.ciapano.to-go", n=n) if n else self.words("picture.ciapano.tied")

    @property
    def taking(self) -> Played | None:
        """Return the play that takes the trick so far."""
        table = self.seen.table
        return highest(table, STRENGTH, table[0][1].suit) if table else None

    @property
    def last(self) -> Trick | None:
        """Return the last trick that was taken in the hand."""
        return self.seen.tricks[-1] if self.seen.tricks else None
