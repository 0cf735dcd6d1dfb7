"""The points of Cicera: play points (C16–C19) as they are made, card points (C20–C26) from the piles."""

from dataclasses import dataclass
from typing import Final

from engine.cards import FRENCH_DECK, Card, Suit, card, in_order
from engine.cicera.options import Options
from engine.game import Line

PLAY_POINTS: Final = ("scua", "picada", "simili", "quadriglia")
CARD_POINTS: Final = ("carte", "spade", "napula", "mata", "dieci", "fante")

SPADES: Final = frozenset(c for c in FRENCH_DECK if c.suit is Suit.SPADES)
MATA: Final = card("2S")
DIECI: Final = card("TD")
FANTE: Final = card("JH")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a finished hand; `napoleone` is the side that took all spades (C26)."""

    lines: tuple[Line, ...]
    napoleone: int | None = None

    def score(self, side: int) -> int:
        """Return the points of `side` in the hand."""
        return sum(line.points for line in self.lines if line.side == side)


def play_points(
    side: int,
    played: Card,
    taken: tuple[Card, ...],
    table: tuple[Card, ...],
    left: Card | None,
    options: Options,
) -> tuple[Line, ...]:
    """Return the lines of a capture's play points (C16–C19); those that apply add up.

    `left` is the card that the previous player left on the table, None if they captured.
    """
    lines = []
    if len(taken) == len(table):
        lines.append(Line(side, "scua", 1, (played,)))
    if left in taken and (options.picada == "any" or played.rank == left.rank):
        lines.append(Line(side, "picada", 1, (played,)))
    if all(c.suit is played.suit for c in taken):
        lines.append(Line(side, "simili", 1, (played, *taken)))
    if len(taken) >= 3:
        lines.append(Line(side, "quadriglia", 1, (played, *taken)))
    return tuple(lines)


def card_points(piles: tuple[tuple[Card, ...], ...]) -> tuple[Line, ...]:
    """Return the lines of the card points (C20–C25) for the sides' piles."""
    lines = []
    spades = tuple(in_order(c for c in pile if c.suit is Suit.SPADES) for pile in piles)
    for side in (0, 1):
        mine, others = piles[side], piles[1 - side]
        if len(mine) > len(others):
            lines.append(Line(side, "carte", 2, in_order(mine)))
        if len(spades[side]) > len(spades[1 - side]):
            lines.append(Line(side, "spade", 1, spades[side]))
        run = [s for i, s in enumerate(spades[side], 1) if s.rank == i]
        if len(run) >= 3:
            lines.append(Line(side, "napula", len(run), tuple(run)))
        lines += [
            Line(side, name, 1, (c,))
            for name, c in (("mata", MATA), ("dieci", DIECI), ("fante", FANTE))
            if c in mine
        ]
    return tuple(lines)


def napoleone(piles: tuple[tuple[Card, ...], ...]) -> int | None:
    """Return the side that holds all thirteen spades (C26), None if neither does."""
    return next((side for side, pile in enumerate(piles) if set(pile) >= SPADES), None)
