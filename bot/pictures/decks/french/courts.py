"""The courts of the French deck, each drawn from its rank and from the clothes and attribute of its suit.

Coordinates are those of the card (240 × 336). The figure is drawn down to y 300, so that a challenger can
stand there whole; the French deck cuts it at the belt and shows it twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.pictures.decks.base import heads, palette
from bot.pictures.decks.base.drawing import (
    at,
    circle,
    clipped,
    group,
    mirrored,
    path,
    polar,
    polygon,
    rect,
    stroked,
    twice,
)
from bot.pictures.decks.base.ornaments import chequer
from bot.pictures.decks.french.pips import pip
from engine.cards import Card, Rank, Suit

WOOD: Final = "#5d3a22"
_LEAF: Final = "#17765a"
PEARL: Final = palette.FACE
HOLD: Final = 199
"""The x of a court's attribute."""
SHOULDERS: Final = "M120 116C84 118 32 132 14 168V310H226V168C208 132 156 118 120 116Z"


@dataclass(frozen=True, slots=True)
class _Livery:
    """The colours of a suit's court: the light and the dark half of its robe, and its hair."""

    robe: str
    shade: str
    hair: str


_LIVERIES: Final[Mapping[Suit, _Livery]] = MappingProxyType(
    {
        Suit.SPADES: _Livery("#2b3454", "#4a5a86", "#2a2733"),
        Suit.HEARTS: _Livery("#b6253a", "#8d1a2c", "#c98a2e"),
        Suit.DIAMONDS: _Livery("#1f62ad", "#17478a", "#9a4722"),
        Suit.CLUBS: _Livery("#17765a", "#0f5742", "#5d3a22"),
    }
)


def _robe(livery: _Livery) -> str:
    seam = stroked("M54 137C48 150 45 180 44 310", palette.GOLD, 4.5)
    return (
        path(SHOULDERS, livery.robe)
        + path("M120 116V310H226V168C208 132 156 118 120 116Z", livery.shade)
        + seam
        + group("translate(240 0) scale(-1 1)", seam)
    )


def _around_middle(*parts: str) -> str:
    return at(120, 0, mirrored(*parts))


def _king_front(suit: Suit, livery: _Livery) -> str:
    tails = ((22, 0), (38, 0), (28, 28), (16, 50), (31, 62), (21, 84), (35, 100), (14, 116))
    return _around_middle(
        path("M26 122L52 130Q56 146 47 160L36 310H-1V151Z", palette.CREAM)
        + "".join(
            polygon(((x, 137 + y), (x + 2.6, 146 + y), (x - 2.6, 146 + y)), palette.INK) for x, y in tails[1:]
        )
    ) + path("M94 122L120 168L146 122Z", livery.shade)


def _queen_front(suit: Suit, livery: _Livery) -> str:
    return (
        path("M120 158L96 310H144Z", palette.CREAM)
        + "".join(pip(suit, 120, y, 11, livery.robe) for y in (206, 226, 246))
        + path("M97 124L120 164V124Z", palette.SKIN)
        + path("M143 124L120 164V124Z", palette.SKIN_SHADE)
        + _around_middle(stroked("M24 124L0 165", palette.GOLD, 6), stroked("M0 165L22 310", palette.GOLD, 4))
        + "".join(
            circle(120 + x, y, 2.8, PEARL)
            for x, y in ((-14, 138), (-7.5, 142.5), (0, 144.5), (7.5, 142.5), (14, 138))
        )
    )


def _jack_front(suit: Suit, livery: _Livery) -> str:
    sash = ((66, 134), (90, 123), (222, 310), (184, 310))
    return (
        polygon(sash, palette.GOLD)
        + stroked("M72 135L194 310M87 128L214 310", palette.GOLD_DARK, 2.4)
        + path("M104 120L120 152L136 120Z", livery.shade)
        + _around_middle(path("M0 140L10 152L29 127L14 118Z", palette.CREAM))
        + "".join(circle(120, y, 3.4, palette.CREAM) for y in (172, 190))
    )


def _head(card: Card, suit: Suit, livery: _Livery) -> str:
    if card.rank == Rank.KING:
        return heads.king(livery.hair, livery.robe, suit)
    if card.rank == Rank.QUEEN:
        return heads.queen(livery.hair, [pip(suit, x, -45, 12.5, livery.robe) for x in (-23, 0, 23)])
    return heads.jack(livery.hair, livery.robe, livery.shade, pip(suit, 0, -41, 18, palette.CREAM))


def _sword() -> str:
    return (
        path(f"M{HOLD} 14L{HOLD - 8} 28L{HOLD - 6} 114H{HOLD}Z", palette.STEEL)
        + path(f"M{HOLD} 14L{HOLD + 8} 28L{HOLD + 6} 114H{HOLD}Z", palette.STEEL_SHADE)
        + rect(HOLD - 4.5, 112, 9, 40, WOOD)
        + rect(HOLD - 21, 110, 42, 8.5, palette.GOLD, 4.25)
        + circle(HOLD, 114.2, 3, palette.GOLD_DARK)
    )


def _sceptre(suit: Suit, colour: str) -> str:
    return (
        rect(HOLD - 3.5, 50, 7, 102, palette.GOLD)
        + rect(HOLD, 50, 3.5, 102, palette.GOLD_DARK)
        + circle(HOLD, 52, 6.5, palette.GOLD_DARK)
        + rect(HOLD - 8, 108, 16, 6, palette.GOLD_DARK, 3)
        + pip(suit, HOLD, 30, 31, colour)
    )


def _flower(colour: str) -> str:
    x, y = HOLD, 33
    petals = (polar(10.5, angle, (x, y)) for angle in range(0, 360, 60))
    leaf = path("M0 0C-16 -2 -20 -12 -22 -24C-8 -22 0 -14 0 0Z", _LEAF)
    return (
        stroked(f"M{x} {y}C{x - 5} 76 {x + 3} 100 {x} 150", _LEAF, 4.6)
        + at(x - 0.5, 92, leaf)
        + at(x, 116, group("scale(-1 1)", leaf))
        + "".join(circle(px, py, 8.5, colour) for px, py in petals)
        + circle(x, y, 8, palette.GOLD)
        + circle(x, y, 3.2, palette.GOLD_DARK)
    )


def _halberd() -> str:
    blade = "M-3 50C-12 47 -16 44 -20 38C-29 52 -29 66 -20 80C-16 74 -12 71 -3 68Z"
    return at(
        HOLD,
        0,
        rect(-3.5, 34, 7, 118, WOOD),
        path(blade, palette.STEEL),
        polygon(((3, 53), (19, 59), (3, 65)), palette.STEEL_SHADE),
        polygon(((0, 12), (-7, 30), (0, 44)), palette.STEEL),
        polygon(((0, 12), (7, 30), (0, 44)), palette.STEEL_SHADE),
    )


def _held(card: Card, suit: Suit, livery: _Livery) -> str:
    if card.rank == Rank.QUEEN:
        return _flower(livery.robe)
    if card.rank == Rank.JACK:
        return _halberd()
    return _sword() if suit in (Suit.SPADES, Suit.CLUBS) else _sceptre(suit, livery.robe)


def _hand() -> str:
    fingers = "".join(
        rect(
            185 + inset,
            127 + 5.6 * i,
            25 - inset,
            6.2,
            palette.SKIN,
            3.1,
            stroke=palette.SKIN_SHADE,
            stroke_width=1,
        )
        for i, inset in enumerate((1, 0, 0.5, 2))
    )
    return (
        fingers + rect(206, 126, 8.5, 22, palette.SKIN_SHADE, 4.2) + rect(183, 149, 32, 12, palette.CREAM, 4)
    )


def figure(card: Card, suit: Suit) -> str:
    """Return the court `card` from crown to y 300, without card and index; the face is at (120, 88)."""
    livery = _LIVERIES[suit]
    fronts = {Rank.JACK: _jack_front, Rank.QUEEN: _queen_front, Rank.KING: _king_front}
    return (
        _robe(livery)
        + fronts[Rank(card.rank)](suit, livery)
        + _held(card, suit, livery)
        + _hand()
        + at(120, 88, _head(card, suit, livery))
    )


def belt(livery: _Livery) -> str:
    """Return the belt over the seam of the two halves, y 156 to 180."""
    return rect(10, 156, 220, 24, palette.GOLD) + chequer(10, 160, 220, 16 / 3, livery.robe, palette.CREAM)


def court(card: Card, suit: Suit) -> str:
    """Return the upper half of a court twice, once turned by 180°, with the belt between."""
    half = clipped("half", rect(0, 0, 240, 168, palette.INK), figure(card, suit))
    return twice((120, 168), half) + belt(_LIVERIES[suit])
