"""The French deck: card, index, number cards and aces, on 240 × 336 units."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.pictures.decks.base import palette
from bot.pictures.decks.base.drawing import CARD, Point, circle, rect, ring, svg, twice
from bot.pictures.decks.base.glyphs import SLAB, centred
from bot.pictures.decks.base.ornaments import lioness, sun
from bot.pictures.decks.french.courts import court
from bot.pictures.decks.french.pips import pip
from engine.cards import RANK_LETTERS, Card, Rank, Suit

_MIDDLE: Final = (120, 168)
LEFT, RIGHT = 84, 156
_PAIRS_3: Final = tuple((x, y) for y in (66, 168, 270) for x in (LEFT, RIGHT))
_PAIRS_4: Final = tuple((x, y) for y in (66, 134, 202, 270) for x in (LEFT, RIGHT))
_CORNERS: Final = tuple((x, y) for y in (66, 270) for x in (LEFT, RIGHT))

_LAYOUTS: Final[Mapping[int, tuple[float, Sequence[Point]]]] = MappingProxyType(
    {
        2: (58, ((120, 66), (120, 270))),
        3: (58, ((120, 66), _MIDDLE, (120, 270))),
        4: (45, _CORNERS),
        5: (45, (*_CORNERS, _MIDDLE)),
        6: (45, _PAIRS_3),
        7: (43, (*_PAIRS_3, (120, 117))),
        8: (43, (*_PAIRS_3, (120, 117), (120, 219))),
        9: (41, (*_PAIRS_4, _MIDDLE)),
        10: (40, (*_PAIRS_4, (120, 100), (120, 236))),
    }
)
"""Size and places of the pips, by rank."""


def rank_letters(rank: int) -> str:
    """Return the letters of `rank` on a French card or tile."""
    return "10" if rank == Rank.TEN else RANK_LETTERS[rank - 1]


def ground(*parts: str) -> str:
    """Return a whole card of size `CARD` with `parts` on it."""
    width, height = CARD
    return svg(
        width,
        height,
        rect(1.5, 1.5, width - 3, height - 3, palette.FACE, 16.5, stroke=palette.EDGE, stroke_width=3),
        *parts,
    )


def index(text: str, suit: Suit, colour: str, inside: str = "") -> str:
    """Return the rank and sign of the upper left corner."""
    return centred(SLAB, text, 37, 70, 56, colour, most=46) + pip(suit, 37, 101, 42, colour, inside=inside)


def ace(suit: Suit, colour: str, inside: str = "") -> str:
    """Return the middle of an ace: the sign in a sun, on spades with the lioness."""
    x, y = _MIDDLE
    centre = lioness(x, y + 4, 0.56) if suit is Suit.SPADES else small_sun(suit, x, y)
    return (
        sun(x, y, 60, 108, 20, palette.GOLD)
        + circle(x, y, 70, palette.FACE)
        + ring(x, y, 70, palette.GOLD, 3)
        + pip(suit, x, y, 113, colour, inside=inside)
        + centre
    )


def small_sun(suit: Suit, x: float, y: float) -> str:
    """Return the sun in face colour inside the sign of an ace."""
    y += {Suit.HEARTS: -6, Suit.CLUBS: -3}.get(suit, 0)
    return sun(x, y, 7, 17, 8, palette.FACE, 0.8) + ring(x, y, 6.5, palette.FACE, 3)


def face(card: Card, suit: Suit, colour: str, inside: str = "") -> str:
    """Return the face of `card`; the colours are those of `pip`."""
    if card.rank == Rank.ACE:
        middle = ace(suit, colour, inside)
    elif card.rank in _LAYOUTS:
        size, places = _LAYOUTS[card.rank]
        middle = "".join(
            pip(suit, x, y, size, colour, 180 if y > _MIDDLE[1] else 0, inside) for x, y in places
        )
    else:
        middle = court(card, suit)
    return ground(middle, twice(_MIDDLE, index(rank_letters(card.rank), suit, colour, inside)))
