"""The whole figures of the Italian deck: fante, cavallo and re, each with a large sign in the left hand."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.pictures.decks.base import heads, palette
from bot.pictures.decks.base.drawing import (
    Point,
    at,
    circle,
    compact,
    group,
    mirrored,
    on_grid,
    path,
    polygon,
    rect,
    stroked,
)
from bot.pictures.decks.base.ornaments import chequer
from bot.pictures.decks.base.signs import LEAF, baton, coin, cup, sword
from bot.pictures.decks.italian.horse import BAY_COAT, WHITE_COAT, Coat, horse, reins
from engine.cards import Rank, Suit


@dataclass(frozen=True, slots=True)
class _Livery:
    """The colours of a suit's figures, and the horse."""

    robe: str
    shade: str
    cap: str
    cap_shade: str
    hose: str
    hair: str
    horse: Coat


_LIVERIES: Final[Mapping[Suit, _Livery]] = MappingProxyType(
    {
        Suit.SPADES: _Livery(
            palette.AZURE, "#17478a", "#2b3454", "#1d2433", palette.RED, "#2a2733", WHITE_COAT
        ),
        Suit.HEARTS: _Livery(
            "#b6253a", "#8d1a2c", "#b6253a", "#8d1a2c", palette.NIGHT, "#c98a2e", WHITE_COAT
        ),
        Suit.DIAMONDS: _Livery(
            "#c9861a", "#99620d", palette.AZURE, "#17478a", palette.RED, "#9a4722", BAY_COAT
        ),
        Suit.CLUBS: _Livery("#17704f", "#0f5742", "#17704f", "#0f5742", palette.RED, "#5d3a22", BAY_COAT),
    }
)

_WOOD: Final = "#6b4426"
GROUND: Final = 302


def figure(rank: Rank, suit: Suit) -> str:
    """Return the fante, cavallo or re of `suit` on its ground, in the units of the card."""
    draw = {Rank.JACK: _fante, Rank.QUEEN: _cavallo, Rank.KING: _re}[rank]
    square = 172 / 24
    return (
        rect(14, GROUND, 172, 8, LEAF)
        + chequer(14, GROUND + 6, 172, square, LEAF, palette.CREAM)
        + draw(suit, _LIVERIES[suit])
    )


def _fante(suit: Suit, livery: _Livery) -> str:
    tunic = "M0 128C12 128 24 131 29 141L25 190L33 232L25 242L17 232L8 242L0 232Z"
    bands = "".join(rect(4, y, 16, 6, livery.robe) for y in (246, 260, 274))
    return at(
        92,
        0,
        path("M-21 228H-4L-6 294H-19Z", livery.hose),
        path("M4 228H21L19 294H6Z", palette.CREAM),
        bands,
        mirrored(path("M4 290V304H33C33 297 25 295 20 290Z", palette.INK)),
        _halves(tunic, livery),
        rect(-27, 187, 54, 9, palette.GOLD, 2),
        "".join(circle(0, y, 3, palette.GOLD) for y in (158, 168, 178)),
        _collar(128),
        _arm(livery.robe, (-27, 142), (-47, 172), (-28, 190)),
        _arm(livery.shade, (27, 142), (46, 180), (65, 168)),
        at(0, 92, _young(livery), scale=0.82),
    ) + _held(suit, (157, 168))


def _cavallo(suit: Suit, livery: _Livery) -> str:
    tunic = "M0 126C11 126 22 129 26 138L22 180L29 212C20 216 8 217 0 217Z"
    leg = stroked("M2 206C-8 214 -12 222 -12 234L-10 262", palette.CREAM, 16) + path(
        "M-20 240H-1L-1 272H-30C-30 264 -22 263 -19 258Z", palette.INK
    )
    return (
        horse(livery.horse)
        + reins()
        + at(
            112,
            0,
            leg,
            _halves(tunic, livery),
            rect(-24, 176, 48, 8, palette.GOLD, 2),
            _collar(126),
            _arm(livery.robe, (-24, 140), (-40, 168), (-25, 184)),
            _arm(livery.shade, (24, 140), (42, 174), (48, 158)),
            at(0, 94, _young(livery), scale=0.78),
        )
        + _held(suit, (160, 158))
    )


def _re(suit: Suit, livery: _Livery) -> str:
    robe = "M0 136C16 136 34 140 41 152L36 206C46 214 50 224 49 236L52 296H0Z"
    fall = "M14 238Q32 248 49 236L52 296H14Z"
    return (
        _throne(livery)
        + at(
            100,
            0,
            _halves(robe, livery),
            mirrored(path(fall, palette.INK, fill_opacity=0.16)),
            path("M-9 150H9L14 296H-14Z", palette.CREAM),
            "".join(_spot(0, y) for y in (178, 202, 226, 250, 274)),
            mirrored(path("M6 294V305H36C35 298 28 296 24 294Z", palette.INK)),
            rect(-53, 288, 106, 9, palette.GOLD),
            _arm(livery.robe, (-36, 154), (-54, 190), (-57, 216), 24),
            _arm(livery.shade, (36, 154), (50, 194), (57, 174), 24),
            path("M-41 152C-24 134 24 134 41 152L31 174C16 162 -16 162 -31 174Z", palette.CREAM),
            mirrored(_spot(23, 153) + _spot(31, 163)),
            at(0, 96, heads.king(livery.hair, livery.robe, suit), scale=0.82),
        )
        + _held(suit, (157, 174))
    )


def _throne(livery: _Livery) -> str:
    side = (
        rect(46, 122, 9, 116, _WOOD)
        + circle(50.5, 118, 8, palette.GOLD)
        + rect(52, 222, 14, 82, _WOOD)
        + circle(59, 218, 8, palette.GOLD)
        + rect(51, 297, 17, 8, palette.GOLD, 2)
    )
    return (
        chequer(52, 128, 96, 12, livery.robe, palette.CREAM, rows=9)
        + rect(48, 122, 104, 7, _WOOD)
        + rect(42, 236, 116, 68, _WOOD)
        + at(100, 0, mirrored(side))
    )


def _young(livery: _Livery) -> str:
    return heads.jack(livery.hair, livery.cap, livery.cap_shade)


def _halves(right: str, livery: _Livery) -> str:
    """Return a garment from the outline of its right half, which is the darker one."""
    return group("scale(-1 1)", path(right, livery.robe)) + path(right, livery.shade)


def _collar(y: float) -> str:
    return mirrored(polygon(((0, y + 18), (10, y - 4), (20, y + 3), (11, y + 18)), palette.CREAM))


def _spot(x: float, y: float) -> str:
    """Return a tail of ermine."""
    return polygon(((x, y - 5), (x + 3, y + 4), (x - 3, y + 4)), palette.INK)


def _arm(colour: str, shoulder: Point, elbow: Point, hand: Point, width: float = 19) -> str:
    """Return a sleeve with its cuff and its hand."""
    reach = math.dist(elbow, hand)
    along = (hand[0] - elbow[0]) / reach, (hand[1] - elbow[1]) / reach
    cuff, wrist = ((hand[0] - back * along[0], hand[1] - back * along[1]) for back in (14, 7))
    return (
        stroked(_moves(shoulder, elbow, cuff), colour, width)
        + stroked(_moves(cuff, wrist), palette.CREAM, width * 0.95, stroke_linecap="butt")
        + _fist(*hand)
    )


def _moves(*points: Point) -> str:
    return "M" + "L".join(f"{compact(x)} {compact(y)}" for x, y in points)


def _fist(x: float, y: float) -> str:
    fingers = stroked(
        f"M{x - 3:g} {y - 2.5:g}H{x + 5:g}M{x - 3:g} {y + 2:g}H{x + 5:g}", palette.SKIN_SHADE, 1.4
    )
    return rect(x - 8.5, y - 7.5, 17, 15, palette.SKIN, 7) + fingers


def _held(suit: Suit, hand: Point) -> str:
    """Return the sign of `suit` and the hand that holds it."""
    x, y = hand
    match suit:
        case Suit.SPADES:
            thing = at(x, y - 116, sword(140))
        case Suit.HEARTS:
            thing = on_grid(x, y - 12, 60, cup())
        case Suit.DIAMONDS:
            thing = on_grid(x, y - 32, 62, coin())
        case Suit.CLUBS:
            thing = at(x, y - 108, baton(172))
    return group("", thing, stroke=palette.FACE, stroke_width=4) + thing + _fist(x, y)
