"""Where everything on a table of Cicera stands, in the usual and in the big text."""

from typing import Final, NamedTuple

from bot.pictures import palette
from bot.pictures.sketch import HEIGHT, WIDTH
from engine.cicera import NAME

FELT: Final = palette.FELTS[NAME]


class Place(NamedTuple):
    """A rectangle by its upper left corner, width and height."""

    x: int
    y: int
    width: int
    height: int


class Measures(NamedTuple):
    """Places, and sizes of type."""

    height: int
    score: int
    """Height of the score band."""
    names: tuple[int, ...]
    """Sizes of names, tried from the first on."""
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
    plates: tuple[Place, ...]
    """Below, right, above, left: the order of play."""
    field: Place
    growth: float
    """How many times as large as usual the cards are."""
    strip: Place
    tile: int


NORMAL: Final = Measures(
    height=HEIGHT,
    score=67,
    names=(28, 26, 24),
    side_names=(26, 24, 22, 21),
    total=44,
    loud=(62, 58, 52),
    label=24,
    number=26,
    plates=(
        Place(208, 443, 264, 50),
        Place(581, 219, 92, 134),
        Place(208, 77, 264, 50),
        Place(7, 219, 92, 134),
    ),
    field=Place(105, 134, 470, 298),
    growth=1.0,
    strip=Place(0, 502, WIDTH, 58),
    tile=44,
)

BIG: Final = Measures(
    height=800,
    score=124,
    names=(40, 36, 34),
    side_names=(40, 36, 34),
    total=70,
    loud=(70, 64, 58),
    label=28,
    number=38,
    plates=(
        Place(172, 615, 336, 62),
        Place(344, 205, 328, 62),
        Place(172, 133, 336, 62),
        Place(8, 205, 328, 62),
    ),
    field=Place(20, 278, 640, 326),
    growth=1.1,
    strip=Place(0, 686, WIDTH, 114),
    tile=58,
)


def measures(big: bool, players: int) -> Measures:
    """Return the measures of a table; without players at the sides one with big text is less high."""
    if not big:
        return NORMAL
    if players == 4:
        return BIG
    lower = BIG.plates[0].y - 74
    below, right, above, left = BIG.plates
    return BIG._replace(
        height=BIG.height - 74,
        plates=(below._replace(y=lower), right, above, left),
        field=BIG.field._replace(y=BIG.field.y - 74),
        strip=BIG.strip._replace(y=BIG.strip.y - 74),
    )
