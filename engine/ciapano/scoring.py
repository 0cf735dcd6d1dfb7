"""The points of Ciapano: thirds in the cards taken (P3), the score of a hand (P9–P11), the places (P15)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.cards import Card
from engine.ciapano.actions import DECK
from engine.game import Line

STRENGTH: Final[Mapping[Card, int]] = MappingProxyType({c: "4567JQKA23".index(c.text[0]) for c in DECK})
"""From low to high in each suit (P2)."""

THIRDS: Final[Mapping[Card, int]] = MappingProxyType(
    {c: 3 if c.text[0] == "A" else int(c.text[0] in "32KQJ") for c in DECK}
)
"""The penalty of each card, in thirds of a point (P3)."""

_INDEX: Final = {c: n for n, c in enumerate(sorted(DECK, key=lambda c: (c.order // 13, -STRENGTH[c])))}

HAND: Final = 11
"""The points of a hand (P10)."""

OUT: Final = 31
"""The points that end the game for a player (P12)."""

HAND_POINTS: Final = ("cards", "last", "cappotto")
"""The names of the lines of a sheet, in the order in which they are counted (P9 to P11)."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a finished hand, by seat.

    `thirds` are counted in the cards taken, with the discard (P6); `last` is the value of the last trick
    (P10), `taker` the seat that took it; `cappotto` is the seat that made one (P11), if any. The lines are
    the points by P9 and P10; with a cappotto, further lines correct them to its score.
    """

    thirds: tuple[int, ...]
    taker: int
    last: int
    cappotto: int | None
    lines: tuple[Line, ...]

    def score(self, seat: int) -> int:
        """Return the points of `seat` in the hand."""
        return sum([line.points for line in self.lines if line.side == seat])


def in_rank_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards sorted by suit, and within a suit from the 3 down to the 4 (P2)."""
    return tuple(sorted(cards, key=_INDEX.__getitem__))


def score_sheet(
    seats: Sequence[int], piles: Sequence[Sequence[Card]], taker: int, last_trick: tuple[Card, ...]
) -> Sheet:
    """Return the sheet of a hand that `seats` played, from the pile that each seat took (P9–P11)."""
    thirds = tuple([sum([THIRDS[c] for c in pile]) for pile in piles])
    whole = [n // 3 for n in thirds]
    last = HAND - sum(whole)
    cappotto = taker if whole[taker] + last == HAND else None
    lines = []
    for seat in seats:
        if thirds[seat]:
            lines.append(Line(seat, "cards", whole[seat], in_rank_order(c for c in piles[seat] if THIRDS[c])))
        if seat == taker:
            lines.append(Line(seat, "last", last, last_trick))
        if cappotto is not None:
            lines.append(Line(seat, "cappotto", -HAND if seat == cappotto else HAND))
    return Sheet(thirds, taker, last, cappotto, tuple(lines))


def removed(seats: Sequence[int], totals: Sequence[int]) -> list[int]:
    """Return which of `seats`, those in the game, leave it after a hand (P12, P14)."""
    leaving = [seat for seat in seats if totals[seat] >= OUT]
    if len(leaving) < len(seats):
        return leaving
    lowest = min([totals[seat] for seat in seats])
    return [seat for seat in seats if totals[seat] > lowest]


def plays(out: Sequence[int], seat: int, hand: int) -> bool:
    """Return whether `seat` plays hand `hand` (P12); `out` is the hand that removed each seat, 0 for none."""
    return not 0 < out[seat] < hand


def places(out: Sequence[int], totals: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each seat (P15); `out` is the hand that removed it, 0 for the winner."""
    ranks = [(bool(hand), -hand, total) for hand, total in zip(out, totals, strict=True)]
    return tuple([1 + sum([other < rank for other in ranks]) for rank in ranks])
