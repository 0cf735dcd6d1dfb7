"""The Italian deck, in the spirit of the cards of Brescia: frame, index, number cards and aces."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.pictures.decks.base import palette
from bot.pictures.decks.base.drawing import (
    ITALIAN_CARD,
    Point,
    at,
    circle,
    group,
    on_grid,
    path,
    rect,
    stroked,
    svg,
    twice,
)
from bot.pictures.decks.base.glyphs import SLAB, centred
from bot.pictures.decks.base.ornaments import lioness, sun
from bot.pictures.decks.base.signs import LEAF, LEAF_SHADE, SIGN_COLOURS, coin, cup, sign, sword
from bot.pictures.decks.italian.figures import figure
from bot.pictures.decks.italian.weaving import staves, swords
from engine.cards import Card, Rank, Suit

_MIDDLE: Final = (100, 170)
RIBBON_SHADE: Final = "#8d1a2c"
LEFT, RIGHT = 61, 139

RANK_LETTERS: Final[Mapping[int, str]] = MappingProxyType(
    {Rank.ACE: "A"} | {rank: str(rank) for rank in range(2, 11)} | {11: "F", 12: "C", 13: "R"}
)
"""The letters of the ranks in every language: fante, cavallo and re above the ten."""


def _pairs(size: float, *rows: float) -> tuple[Point, ...]:
    return tuple((100 + side * 0.62 * size, y) for y in rows for side in (-1, 1))


_THREE_ROWS: Final = tuple((x, y) for y in (107, 170, 233) for x in (LEFT, RIGHT))
_FOUR_ROWS: Final = tuple((x, y) for y in (103, 147.5, 192.5, 237) for x in (LEFT, RIGHT))

_LAYOUTS: Final[Mapping[int, tuple[float, Sequence[Point]]]] = MappingProxyType(
    {
        2: (84, ((100, 82), (100, 258))),
        3: (78, ((100, 72), _MIDDLE, (100, 268))),
        4: (64, _pairs(64, 118, 222)),
        5: (60, (*_pairs(60, 112, 228), _MIDDLE)),
        6: (60, _pairs(60, 108, 170, 232)),
        7: (50, (*_THREE_ROWS, (100, 138.5))),
        8: (50, (*_THREE_ROWS, (100, 138.5), (100, 201.5))),
        9: (46, (*_FOUR_ROWS, _MIDDLE)),
        10: (45, (*_FOUR_ROWS, (100, 125), (100, 215))),
    }
)
"""Size and places of cups and coins, by rank."""


def face(card: Card) -> str:
    """Return the face of `card`, 200 × 340 units, as a whole picture; KeyError for a Minion."""
    text, suit = RANK_LETTERS[card.rank], card.suit
    if suit is None:
        raise KeyError(card.text)
    corner = centred(SLAB, text, 29, 52, 40, SIGN_COLOURS[suit], most=37) + sign(
        suit, 29, 75, 33, SIGN_COLOURS[suit]
    )
    if card.rank == Rank.ACE:
        return _ground(suit, _ace(suit), corner)
    if card.rank > Rank.TEN:
        return _ground(suit, figure(Rank(card.rank), suit), corner)
    return _ground(suit, _number(card.rank, suit), twice(_MIDDLE, corner))


def _ground(suit: Suit, *parts: str) -> str:
    width, height = ITALIAN_CARD
    return svg(
        width,
        height,
        rect(1.5, 1.5, width - 3, height - 3, palette.FACE, 14.5, stroke=palette.EDGE, stroke_width=3),
        rect(7, 7, width - 14, height - 14, "none", 10, stroke=SIGN_COLOURS[suit], stroke_width=1.5),
        *parts,
    )


def _number(rank: int, suit: Suit) -> str:
    if suit is Suit.SPADES:
        return swords(rank)
    if suit is Suit.CLUBS:
        return staves(rank)
    size, places = _LAYOUTS[rank]
    pip = cup() if suit is Suit.HEARTS else coin()
    return "".join(on_grid(x, y, size, pip) for x, y in places)


def _ace(suit: Suit) -> str:
    """Return a sun and one large sign."""
    rays = sun(100, 170, 62, 90, 16, palette.GOLD) + circle(100, 170, 66, palette.FACE)
    match suit:
        case Suit.SPADES:
            return rays + at(100, 36, sword(172), scale=1.55) + _ribbon()
        case Suit.HEARTS:
            return rays + on_grid(100, 170, 118, cup())
        case Suit.DIAMONDS:
            mask = circle(50, 50, 30, palette.NIGHT) + lioness(50, 51.5, 0.5)
            return sun(100, 170, 62, 90, 16, palette.GOLD) + on_grid(100, 170, 136, coin(mask))
        case Suit.CLUBS:
            return rays + _club()


def _ribbon() -> str:
    """Return the ribbon around the sword of the ace, and its two ends behind it."""
    return (
        path("M87 206C70 216 58 204 44 214L50 220L42 230C60 220 74 232 90 222Z", RIBBON_SHADE)
        + path("M113 172C130 160 140 172 156 160L152 169L162 174C144 188 132 176 116 188Z", RIBBON_SHADE)
        + path("M86 206C96 196 104 182 114 171V188C106 200 98 214 86 223Z", palette.RED)
    )


def _club() -> str:
    """Return the club of the ace, with shoots and leaves."""
    leaf = path("M0 0C6 -18 26 -26 44 -20C40 -2 20 10 0 0Z", LEAF) + path(
        "M0 0C20 10 40 -2 44 -20Z", LEAF_SHADE
    )
    return (
        stroked("M112 118L136 92M86 150L62 128M108 222L128 204", LEAF, 11)
        + at(132, 98, leaf, turn=-12)
        + at(66, 132, group("scale(-1 1)", leaf), turn=16)
        + at(124, 208, leaf, scale=0.72)
        + path("M72 48H128L117 292H83Z", LEAF)
        + path("M100 48H128L117 292H100Z", LEAF_SHADE)
        + stroked("M84 96V118M88 204V222M91 244V254", LEAF_SHADE, 4)
        + rect(76.5, 162, 47, 17, palette.RED)
        + rect(66, 36, 68, 22, palette.GOLD, 4)
        + rect(78, 286, 44, 20, palette.GOLD, 4)
    )
