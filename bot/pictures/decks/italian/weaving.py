"""Woven swords and staves: the number cards of spade and bastoni, two to ten.

Half of the blades bulge left and half right; each side lies on top once, above or below. Half of the staves
lean left and half right, and cross in the same way. An odd number has one more, upright.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.pictures.decks.base import palette
from bot.pictures.decks.base.drawing import Point, at, clipped, compact, group, path, rect, stroked
from bot.pictures.decks.base.signs import LEAF, LEAF_SHADE, SIGN_COLOURS, sword
from engine.cards import Suit

CASING: Final = 4
"""How far the face-coloured line beneath a blade or stave stands out."""
SEAM: Final = 171
"""The y where upper halves of blades end: a unit below the middle, so that no seam is seen."""


@dataclass(frozen=True, slots=True)
class Blades:
    """The curved blades of one side: bulge of the outermost, distance between two, width."""

    bulge: float
    apart: float
    width: float
    step: Point
    """From the end of a blade to the end of the next one inwards."""


BLADES: Final[Mapping[int, Blades]] = MappingProxyType(
    {
        1: Blades(64, 0, 15, (0, 0)),
        2: Blades(71, 23, 13, (12, 11)),
        3: Blades(75, 19, 11.5, (9, 11)),
        4: Blades(77, 16.5, 9.5, (7, 10)),
        5: Blades(78, 15.2, 8.5, (6, 9)),
    }
)
"""By the number of blades on a side."""


def swords(rank: int) -> str:
    """Return the woven swords of the card of `rank`, 2 to 10."""
    count = rank // 2
    above = _half_blades(count, side=1) + _half_blades(count, side=-1)
    below = group("rotate(180 100 170)", above)
    if rank % 2 == 0:
        return below + above
    upright = at(100, 68, sword(204))
    return below + group("", upright, stroke=palette.FACE, stroke_width=2 * CASING) + upright + above


def _half_blades(count: int, side: int) -> str:
    """Return the upper halves of the blades that bulge to `side`, -1 for left, and end on the other."""
    curves = [_Curve(BLADES[count], n, side) for n in range(count)]
    width = BLADES[count].width
    edges = [c.edge(out) for c in curves for out in (-width / 2, width / 2)]
    # Casings reach further inwards, to the next blade, and end before they would cut the lower halves.
    casings = [c.edge(-1, low=158) for c in curves]
    return (
        "".join(stroked(d, palette.FACE, width + 2 * CASING - 1.5, stroke_linecap="butt") for d in casings)
        + "".join(path(c.body(width), palette.STEEL) for c in curves)
        + "".join(stroked(edge, SIGN_COLOURS[Suit.SPADES], 1.9, stroke_linecap="butt") for edge in edges)
        + "".join(stroked(c.end(11), palette.GOLD, width * 0.6 + 2.5) for c in curves)
    )


class _Curve:
    """The upper half of the `n`th blade from outside, as a cubic curve."""

    def __init__(self, blades: Blades, n: int, side: int) -> None:
        self._side = side
        self._bulge = blades.bulge - n * blades.apart
        self._end, self._top = 20 + n * blades.step[0], 28 + n * blades.step[1]

    def _points(self, out: float, low: float = SEAM) -> tuple[Point, Point, Point, Point]:
        """Return the curve down to `low`, moved by `out` beside the middle line and by half at the end."""
        drop, bulge = low - self._top, self._bulge + out
        return (
            (100 - self._side * (self._end - 0.3 * out), self._top - 0.4 * out),
            (100 + self._side * ((bulge - self._end) / 2 + 0.1 * out), self._top + 0.2 * drop - 0.5 * out),
            (100 + self._side * bulge, self._top + 0.52 * drop),
            (100 + self._side * bulge, low),
        )

    def edge(self, out: float, low: float = SEAM) -> str:
        return _moves(self._points(out, low))

    def body(self, width: float) -> str:
        outer, inner = self._points(width / 2), self._points(-width / 2)
        return _moves(outer) + "L" + _moves(inner[::-1])[1:] + "Z"

    def end(self, length: float) -> str:
        """Return the last `length` of the blade, nearly straight."""
        start, towards = self._points(0)[:2]
        part = length / math.dist(start, towards)
        x, y = (a + part * (b - a) for a, b in zip(start, towards, strict=True))
        return f"M{compact(start[0])} {compact(start[1])}L{compact(x)} {compact(y)}"


def _moves(points: Sequence[Point]) -> str:
    """Return the path data of one cubic curve."""
    start, *others = (f"{compact(x)} {compact(y)}" for x, y in points)
    return f"M{start}C{' '.join(others)}"


_LEAN: Final = 24
"""Degrees from upright."""


@dataclass(frozen=True, slots=True)
class Staves:
    """The staves of one side: half their height on the card, distance between two, width."""

    height: float
    apart: float
    width: float


STAVES: Final[Mapping[int, Staves]] = MappingProxyType(
    {
        1: Staves(92, 0, 17),
        2: Staves(85, 25, 15),
        3: Staves(76, 22.5, 12.5),
        4: Staves(76, 17, 10.6),
        5: Staves(76, 13.6, 8.8),
    }
)
"""By the number of staves on a side."""


def staves(rank: int) -> str:
    """Return the woven staves of the card of `rank`, 2 to 10."""
    kind = STAVES[rank // 2]
    to_the_left = _leaning(kind, rank // 2, side=-1)
    woven = (
        to_the_left
        + _leaning(kind, rank // 2, side=1)
        + clipped("lower", rect(0, 170, 200, 170, palette.FACE), to_the_left)
        + "".join(_tie(100 + x, kind.width) for x in _places(kind, rank // 2))
    )
    if rank % 2 == 0:
        return woven
    half, width = 112, kind.width + 1
    casing = rect(-width / 2 - CASING, -half, width + 2 * CASING, 2 * half, palette.FACE)
    shoots = _shoot(width, 1, -0.68 * half) + _shoot(width, -1, 0.72 * half)
    return woven + at(100, 170, casing, shoots, _stave(half, width)) + _tie(100, width)


def _places(kind: Staves, count: int) -> list[float]:
    return [(n - (count - 1) / 2) * kind.apart for n in range(count)]


def _leaning(kind: Staves, count: int, side: int) -> str:
    """Return the staves whose upper ends lean to `side`, -1 for left."""
    half = kind.height / math.cos(math.radians(_LEAN))
    casing = rect(-kind.width / 2 - CASING, -half, kind.width + 2 * CASING, 2 * half, palette.FACE)
    places = _places(kind, count)
    # Shoots have room only where nothing crosses.
    drawn = [(side * places[-1], _shoot(kind.width, side, -0.5 * half))]
    drawn += [(-side * places[-1], _shoot(kind.width, -side, 0.66 * half))]
    pieces = [(x, casing) for x in places] + drawn + [(x, _stave(half, kind.width)) for x in places]
    return "".join(at(100 + x, 170, piece, turn=side * _LEAN) for x, piece in pieces)


def _stave(half: float, width: float) -> str:
    end = width * 0.6
    return (
        rect(-width / 2, -half, width, 2 * half, LEAF)
        + rect(0, -half, width / 2, 2 * half, LEAF_SHADE)
        + rect(-width / 2 - 1.5, -half, width + 3, end, palette.GOLD, 2)
        + rect(-width / 2 - 1.5, half - end, width + 3, end, palette.GOLD, 2)
    )


def _shoot(width: float, side: int, y: float) -> str:
    return stroked(
        f"M0 {compact(y)}L{compact(side * (width / 2 + 8))} {compact(y - width / 2 - 8)}",
        LEAF,
        width * 0.4,
    )


def _tie(x: float, width: float) -> str:
    return rect(x - width * 0.62, 170 - width * 0.3, width * 1.24, width * 0.6, palette.RED, 2)
