"""The rows of a score sheet: each named point with its cards and its side."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.locale import Words
from engine.cards import Card
from engine.cicera import DECK, Seen
from engine.cicera.scoring import SPADES
from engine.game import Line

ORDER: Final = (
    "scua",
    "picada",
    "simili",
    "quadriglia",
    "carte",
    "spade",
    "mata",
    "napula",
    "dieci",
    "fante",
)
"""The order of names on a sheet; within each the sheet's own order holds."""
MOST_ROWS: Final = 14
"""Up to so many rows stand for a point each; of more, those of one name are joined."""
_COUNTED: Final = {"carte": len(DECK), "spade": len(SPADES)}
"""Points for the most of something, with how many there are of it: numbers stand for the cards."""


class PointRow(NamedTuple):
    """A row: its name, the cards or the `note` beside it, and the points; cards and points by side.

    The `label` is the name as drawn, with the number of points where a row stands for several.
    """

    name: str
    label: str
    by_side: tuple[tuple[Card, ...], tuple[Card, ...]]
    note: str
    points: tuple[int, int]

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards of both sides."""
        return self.by_side[0] + self.by_side[1]


def point_rows(seen: Seen, words: Words) -> tuple[PointRow, ...]:
    """Return the rows of the last hand; the points of each column add up to the score of that side."""
    captures = {play.card: (play.card, *play.taken) for play in seen.plays}
    lines = sorted(seen.sheets[-1].lines, key=lambda line: ORDER.index(line.name))
    if len(lines) <= MOST_ROWS:
        return tuple(_row(line, captures, words) for line in lines)
    return tuple(_joined(lines, captures, words))


def _row(line: Line, captures: dict[Card, tuple[Card, ...]], words: Words) -> PointRow:
    name = words(f"cicera.line.{line.name}")
    points = (0, line.points) if line.side else (line.points, 0)
    if line.name in _COUNTED:
        mine, others = len(line.cards), _COUNTED[line.name] - len(line.cards)
        first, second = (others, mine) if line.side else (mine, others)
        return PointRow(
            name, name, ((), ()), words("picture.cicera.against", mine=first, others=second), points
        )
    cards = captures[line.cards[0]] if line.name in ("scua", "picada") else line.cards
    return PointRow(name, name, ((), cards) if line.side else (cards, ()), "", points)


def _joined(lines: list[Line], captures: dict[Card, tuple[Card, ...]], words: Words) -> Iterator[PointRow]:
    """Yield one row for each name; points made several times have all the cards that made them."""
    for name in dict.fromkeys(line.name for line in lines):
        group = [line for line in lines if line.name == name]
        if len(group) == 1:
            yield _row(group[0], captures, words)
            continue
        said = words(f"cicera.line.{name}")
        first, second = ([line for line in group if line.side == side] for side in (0, 1))
        yield PointRow(
            said,
            words("picture.cicera.times", name=said, n=len(group)),
            (tuple(line.cards[0] for line in first), tuple(line.cards[0] for line in second)),
            "",
            (sum(line.points for line in first), sum(line.points for line in second)),
        )
