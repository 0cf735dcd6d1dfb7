"""Where everything on a table of Cicera stands, in normal and in big text."""

from typing import Final, NamedTuple

from bot.pictures.decks.base import palette
from bot.pictures.sketch.sketch import HEIGHT, WIDTH
from bot.pictures.sketch.style import Style
from engine.cicera import NAME

CICERA_FELT: Final = palette.felt_of(NAME)


class Rectangle(NamedTuple):
    """A rectangle by its upper left corner, width and height."""

    x: int
    y: int
    width: int
    height: int


class Measures(NamedTuple):
    """Places, and sizes of texts."""

    height: int
    score: int
    """Height of the score band."""
    names: tuple[int, ...]
    """Sizes of names, tried in order."""
    side_names: tuple[int, ...]
    """The same on the narrow plates at the sides."""
    total: int
    """Size of the scores."""
    loud: tuple[int, ...]
    """Sizes of the word *Scua!*."""
    label: int
    """Size of labels and hints."""
    number: int
    """Size of the numbers of cards in hands."""
    pile: int
    """Size of those of cards taken."""
    plates: tuple[Rectangle, ...]
    """Below, right, above, left: the order of play."""
    field: Rectangle
    growth: float
    """The factor by which cards are larger than usual."""
    strip: Rectangle
    tile: int
    low: bool = False
    """Whether the table is low: its field is wide, and its cards lie in few rows."""


NORMAL_MEASURES: Final = Measures(
    height=HEIGHT,
    score=67,
    names=(28, 26, 24),
    side_names=(26, 24, 22, 21),
    total=44,
    loud=(62, 58, 52),
    label=24,
    number=26,
    pile=30,
    plates=(
        Rectangle(208, 443, 264, 50),
        Rectangle(581, 219, 92, 134),
        Rectangle(208, 77, 264, 50),
        Rectangle(7, 219, 92, 134),
    ),
    field=Rectangle(105, 134, 470, 298),
    growth=1.0,
    strip=Rectangle(0, 502, WIDTH, 58),
    tile=44,
)

LOW_MEASURES: Final = NORMAL_MEASURES._replace(
    height=353,
    names=(26, 24, 22, 21),
    plates=(
        Rectangle(180, 301, 320, 44),
        Rectangle(456, 8, 216, 44),
        Rectangle(232, 8, 216, 44),
        Rectangle(8, 8, 216, 44),
    ),
    field=Rectangle(8, 64, 664, 225),
    low=True,
)
"""Those of a table without score and last play: three plates stand in a row, so that the field is wide."""

BIG_LOW_MEASURES: Final = LOW_MEASURES._replace(
    height=361,
    names=(34, 32, 30),
    loud=(72, 68, 64),
    label=28,
    number=34,
    pile=36,
    plates=(
        Rectangle(164, 301, 352, 52),
        Rectangle(456, 8, 216, 74),
        Rectangle(232, 8, 216, 74),
        Rectangle(8, 8, 216, 74),
    ),
    field=Rectangle(8, 95, 664, 193),
    growth=1.1,
)
"""The same with big text."""

LOW_FIELD_CARDS: Final = 24
"""Cards that the field of a low table has room for."""
_HIGHER: Final = 82
"""Pixels by which it is higher for more of them."""
_STOCK: Final = 112
"""Pixels that the lower plate of a low table leaves to the stock, where four play."""


def table_measures(style: Style, players: int, cards: int, stock: int = 0) -> Measures:
    """Return the measures of a table with so many players, cards in the middle and cards to be dealt."""
    if not style.low:
        return NORMAL_MEASURES
    usual = BIG_LOW_MEASURES if style.big else LOW_MEASURES
    return _low(usual, cards, _STOCK if players == 4 and stock else 0)


def _low(usual: Measures, cards: int, narrower: int) -> Measures:
    """Return the measures of a low table, its field high enough for the cards, its lower plate `narrower`."""
    higher = 0 if cards <= LOW_FIELD_CARDS else _HIGHER
    below, *above = usual.plates
    below = below._replace(y=below.y + higher, width=below.width - narrower)
    return usual._replace(
        height=usual.height + higher,
        plates=(below, *above),
        field=usual.field._replace(height=usual.field.height + higher),
    )
