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
    """Size of the numbers of cards."""
    plates: tuple[Rectangle, ...]
    """Below, right, above, left: the order of play."""
    field: Rectangle
    growth: float
    """The factor by which cards are larger than usual."""
    strip: Rectangle
    tile: int
    low: bool = False
    """Whether the field is low, so that its cards lie closer."""


NORMAL_MEASURES: Final = Measures(
    height=HEIGHT,
    score=67,
    names=(28, 26, 24),
    side_names=(26, 24, 22, 21),
    total=44,
    loud=(62, 58, 52),
    label=24,
    number=26,
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

BIG_MEASURES: Final = Measures(
    height=800,
    score=124,
    names=(40, 36, 34),
    side_names=(40, 36, 34),
    total=70,
    loud=(70, 64, 58),
    label=28,
    number=38,
    plates=(
        Rectangle(172, 615, 336, 62),
        Rectangle(344, 205, 328, 62),
        Rectangle(172, 133, 336, 62),
        Rectangle(8, 205, 328, 62),
    ),
    field=Rectangle(20, 278, 640, 326),
    growth=1.1,
    strip=Rectangle(0, 686, WIDTH, 114),
    tile=58,
)


_LARGE: Final = NORMAL_MEASURES._replace(
    names=(36, 34, 32, 30, 28, 26, 24),
    side_names=(34, 32, 30, 28, 26, 24, 22, 21),
    label=26,
    number=32,
)
"""Those of a low table with big text: texts are as large as the usual places hold."""
LOWEST: Final = 82
"""Pixels by which the field of a low table is lower."""
LOW_FIELD_CARDS: Final = 24
"""Cards that such a field has room for."""


def table_measures(style: Style, players: int, cards: int) -> Measures:
    """Return the measures of a table with so many players, and cards in the middle.

    With big text, a table without players at the sides is less high.
    """
    if style.low:
        return _low(_LARGE if style.big else NORMAL_MEASURES, cards)
    if not style.big:
        return NORMAL_MEASURES
    if players == 4:
        return BIG_MEASURES
    lower = BIG_MEASURES.plates[0].y - 74
    below, right, above, left = BIG_MEASURES.plates
    return BIG_MEASURES._replace(
        height=BIG_MEASURES.height - 74,
        plates=(below._replace(y=lower), right, above, left),
        field=BIG_MEASURES.field._replace(y=BIG_MEASURES.field.y - 74),
        strip=BIG_MEASURES.strip._replace(y=BIG_MEASURES.strip.y - 74),
    )


def _low(usual: Measures, cards: int) -> Measures:
    """Return the measures without score and last play, with a lower field if the cards have room there."""
    shorter = LOWEST if cards <= LOW_FIELD_CARDS else 0
    field, (below, *others) = usual.field, usual.plates
    plates = (below._replace(y=below.y - shorter), *others)
    beside = [
        place._replace(y=place.y - shorter // 2) if place.height > place.width else place for place in plates
    ]
    return usual._replace(
        height=usual.strip.y - usual.score - shorter,
        plates=tuple(place._replace(y=place.y - usual.score) for place in beside),
        field=field._replace(y=field.y - usual.score, height=field.height - shorter),
        low=shorter > 0,
    )
