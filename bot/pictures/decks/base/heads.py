"""Heads of jacks, queens and kings, with hair and headdress.

The centre of the face is (0, 0); a face is 52 wide and 64 high, eyes at y -5, chin at y 32. Hats and crowns
stand on y -24 and reach up to y -70; a queen's hair and a king's beard fall to y 62. The neck ends at y 52
and is meant to vanish in a collar. Draw with `at(x, y, king(…), scale=…)`.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.pictures.decks.base import palette
from bot.pictures.decks.base.drawing import Point, circle, mirrored, path, polygon, rect, ring, stroked
from engine.cards import Suit

NOSE: Final = "#b97f56"
CHEEK: Final = "#e08a78"
STRAND: Final = {"stroke_opacity": 0.45}

CROWNS: Final[Mapping[Suit, Sequence[Point]]] = MappingProxyType(
    {
        Suit.SPADES: ((-38, -60), (-19, -45), (0, -69), (19, -45), (38, -60)),
        Suit.HEARTS: (
            *((-37, -58), (-27, -46), (-18, -64), (-9, -47)),
            (0, -68),
            *((9, -47), (18, -64), (27, -46), (37, -58)),
        ),
        Suit.DIAMONDS: (
            *((-40, -68), (-28, -47), (-20, -61), (-10, -46)),
            (0, -56),
            *((10, -46), (20, -61), (28, -47), (40, -68)),
        ),
        Suit.CLUBS: (
            *((-39, -56), (-28, -47), (-21, -66), (-9, -46)),
            (0, -60),
            *((9, -46), (21, -66), (28, -47), (39, -56)),
        ),
    }
)
"""The upper edge of a king's crown, from left to right."""

BEARDS: Final[Mapping[Suit, str]] = MappingProxyType(
    {
        Suit.SPADES: "C-26 34 -14 52 0 62C14 52 26 34 26 10",
        Suit.HEARTS: "C-30 34 -26 50 -13 59Q-6 54 0 61Q6 54 13 59C26 50 30 34 26 10",
        Suit.DIAMONDS: "C-27 36 -22 52 -11 62Q-3 55 0 47Q3 55 11 62C22 52 27 36 26 10",
        Suit.CLUBS: "C-29 36 -24 56 0 57C24 56 29 36 26 10",
    }
)
"""The lower edge of a king's beard, from (-26, 10) to (26, 10)."""


def _face() -> str:
    features = (
        path("M-26 -34V3C-26 20 -13 32 0 32C13 32 26 20 26 3V-34Z", palette.SKIN)
        + path("M0 -34H26V3C26 20 13 32 0 32Z", palette.SKIN_SHADE)
        + stroked("M0 -8V11H-6.5", NOSE, 2.6)
    )
    eye = circle(13.5, -4.5, 3.7, palette.INK) + stroked("M5.5 -6.5Q13.5 -13 22 -6", palette.INK, 3)
    return features + mirrored(eye)


def _mouth() -> str:
    return path("M-7.5 19Q-3 16.2 0 17.8Q3 16.2 7.5 19Q0 25.5 -7.5 19Z", palette.RED)


def _brows(hair: str) -> str:
    return mirrored(stroked("M5.5 -15.5Q14 -20.5 22 -15", hair, 3.2))


def _neck() -> str:
    return path("M-11 24H11V40Q10 46 0 52Q-10 46 -11 40Z", palette.SKIN_SHADE)


def jack(hair: str, cloth: str, shade: str, badge: str = "") -> str:
    """Return a young head with bobbed hair, and a beret of `cloth`, its right half `shade`, with a feather.

    `badge` lies on the beret, its centre at (0, -41), about 18 high; without it the beret has a plain disc.
    """
    return (
        _neck()
        + path("M-34 -24Q-36 6 -35.5 17Q-35 27 -25 27H25Q35 27 35.5 17Q36 6 34 -24Z", hair)
        + _face()
        + _mouth()
        + path("M12 -54C20 -74 44 -82 60 -58C46 -64 36 -58 28 -44Z", palette.GOLD)
        + stroked("M19 -50C28 -66 42 -70 53 -62", palette.GOLD_DARK, 2.4)
        + path("M-36 -24C-46 -50 -18 -57 0 -57C18 -57 46 -50 36 -24Z", cloth)
        + path("M-3 -57C18 -58 46 -50 36 -24H2Q6 -40 -3 -57Z", shade)
        + rect(-37, -29, 74, 12, palette.CREAM, 6)
        + (badge or circle(0, -41, 7, palette.CREAM))
    )


def queen(hair: str, badges: Sequence[str] = ("", "", "")) -> str:
    """Return a head with long hair and a crown of three arches.

    The three `badges` on the arches, about 12 high, have their centres at (-23, -45), (0, -45), (23, -45).
    """
    arch = "M{0} -36L{1} -50Q{2} -56 {3} -56Q{4} -56 {5} -50L{6} -36Z"
    arches = "".join(
        path(arch.format(x - 11, x - 9, x - 8, x, x + 8, x + 9, x + 11), palette.GOLD)
        + circle(x, -60, 4.6, palette.FACE)
        + ring(x, -60, 4.2, palette.GOLD_DARK, 1.8)
        + (badge or circle(x, -45, 4, palette.GOLD_DARK))
        for x, badge in zip((-23, 0, 23), badges, strict=True)
    )
    return (
        path(
            "M0 -38C-30 -38 -41 -6 -40 14C-39 32 -34 38 -37 48Q-43 60 -34 62C-22 63 -15 52 -13 40"
            "H13C15 52 22 63 34 62Q43 60 37 48C34 38 39 32 40 14C41 -6 30 -38 0 -38Z",
            hair,
        )
        + _neck()
        + _face()
        + _brows(hair)
        + _mouth()
        + mirrored(circle(16.5, 9.5, 5, CHEEK, fill_opacity=0.7))
        + path("M-26 -34H26V-6C22 -16 10 -22 0 -30C-10 -22 -22 -16 -26 -6Z", hair)
        + arches
        + rect(-34, -36, 68, 11, palette.GOLD_DARK, 4)
        + "".join(circle(x, -30.5, 2.6, palette.FACE) for x in (-24, -12, 0, 12, 24))
    )


def king(hair: str, jewel: str, suit: Suit) -> str:
    """Return a bearded head with a jewelled crown; beard and points are those of `suit`."""
    crown = CROWNS[suit]
    tips = [point for point in crown if point[1] < -53]
    return (
        path(
            "M-33 -26C-36 -8 -38 2 -38 12Q-38 22 -30 22Q-24 21 -24 14"
            "H24Q24 21 30 22Q38 22 38 12C38 2 36 -8 33 -26Z",
            hair,
        )
        + _face()
        + _brows(hair)
        + path(
            f"M-26 -2V10{BEARDS[suit]}V-2C24 9 14 14 8 12.5Q3 11.5 0 14Q-3 11.5 -8 12.5C-14 14 -24 9 -26 -2Z",
            hair,
        )
        + _mouth()
        + stroked("M0 31V49", palette.FACE, 2, **STRAND)
        + mirrored(stroked("M10 29Q10 38 7 45", palette.FACE, 2, **STRAND))
        + polygon(
            ((-33, -32), *crown, (33, -32)),
            palette.GOLD,
            stroke=palette.GOLD,
            stroke_width=2,
            stroke_linejoin="round",
        )
        + "".join(circle(x, y, 2.8, palette.GOLD_DARK) for x, y in tips)
        + rect(-33.5, -36, 67, 13, palette.GOLD_DARK, 2.5)
        + circle(0, -29.5, 3.4, palette.FACE)
        + mirrored(circle(21, -29.5, 3.4, jewel))
    )
