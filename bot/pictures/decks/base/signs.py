"""The four Italian suit signs: as one-colour silhouettes, and large in colour.

Spades are *spade* (swords), hearts *coppe* (cups), diamonds *denari* (coins), clubs *bastoni* (batons).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.pictures.decks.base import palette
from bot.pictures.decks.base.drawing import (
    circle,
    compact,
    on_grid,
    path,
    polar,
    polygon,
    rect,
    ring,
    stroked,
)
from engine.cards import Suit

SIGN_COLOURS: Final[Mapping[Suit, str]] = MappingProxyType(
    {Suit.SPADES: "#1f5fa8", Suit.HEARTS: "#b6253a", Suit.DIAMONDS: "#8c5800", Suit.CLUBS: "#17704f"}
)
"""The colours of index, frame and tile."""

LEAF: Final = SIGN_COLOURS[Suit.CLUBS]
LEAF_SHADE: Final = "#0f5742"

SILHOUETTES: Final[Mapping[Suit, str]] = MappingProxyType(
    {
        Suit.SPADES: "M50 1L63 16V56H93V72H61V82A12.5 12.5 0 1 1 39 82V72H7V56H37V16Z",
        Suit.HEARTS: "M9 3H91C91 36 78 53 59 59V77C61 83 70 87 80 89V98H20"
        "V89C30 87 39 83 41 77V59C22 53 9 36 9 3Z",
        Suit.DIAMONDS: "M2 50A48 48 0 1 0 98 50A48 48 0 1 0 2 50ZM18 50A32 32 0 1 1 82 50A32 32 0 1 1 18 50Z"
        "M31 50A19 19 0 1 0 69 50A19 19 0 1 0 31 50Z",
        Suit.CLUBS: "M30 1H70L67 33L84 14L97 26L66 60L64 99H36L35 84L2 56L12 42L33 57Z",
    }
)
"""Path data on a grid of 100 × 100, to be filled evenodd; no two are alike at nine pixels."""


def sign(suit: Suit, x: float, y: float, size: float, colour: str) -> str:
    """Return the silhouette of `suit` as a square of `size` with its centre at (x, y)."""
    return on_grid(x, y, size, path(SILHOUETTES[suit], colour, fill_rule="evenodd"))


def cup() -> str:
    """Return a chalice on a grid of 100 × 100."""
    return (
        path("M44 60H56V73C60 82 69 85 78 87V94H22V87C31 85 40 82 44 73Z", palette.GOLD)
        + path("M50 60H56V73C60 82 69 85 78 87V94H50Z", palette.GOLD_SHADE)
        + path("M11 12H89C89 44 74 59 50 62C26 59 11 44 11 12Z", palette.GOLD)
        + path("M50 12H89C89 44 74 59 50 62Z", palette.GOLD_SHADE)
        + path("M11.3 19H88.7C88 26 87 32 85.1 37H14.9C13 32 12 26 11.3 19Z", palette.RED)
        + "".join(circle(x, 28, 5, palette.FACE) for x in (30, 50, 70))
        + rect(6, 6, 88, 9, palette.GOLD_DARK, 4)
        + rect(38, 64, 24, 8, palette.RED, 4)
    )


def coin(middle: str = "") -> str:
    """Return a coin on a grid of 100 × 100; `middle` replaces its sun, and fits a disc of 30."""
    rays = [polar(26 if n % 2 == 0 else 10, 11.25 * n, (50, 50)) for n in range(32)]
    dots = (polar(36.5, 22.5 * n, (50, 50)) for n in range(16))
    sun = polygon(rays, palette.RED) + circle(50, 50, 10.5, palette.FACE) + circle(50, 50, 8, palette.AZURE)
    return (
        circle(50, 50, 47.5, palette.GOLD_DARK)
        + circle(50, 50, 43.5, palette.GOLD)
        + "".join(circle(x, y, 2.8, palette.GOLD_DARK) for x, y in dots)
        + circle(50, 50, 30, palette.FACE)
        + ring(50, 50, 30, palette.GOLD_DARK, 2)
        + (middle or sun)
    )


def sword(length: float) -> str:
    """Return a straight sword from its point (0, 0) down to its pommel at (0, `length`), 44 wide."""
    guard = length - 40
    return (
        polygon(((0, 0), (8, 18), (8, guard), (-8, guard), (-8, 18)), palette.STEEL)
        + polygon(((0, 0), (8, 18), (8, guard), (0, guard)), palette.STEEL_SHADE)
        + rect(-4.5, guard, 9, 30, palette.RED)
        + rect(0, guard, 4.5, 30, "#8d1a2c")
        + rect(-22, guard - 4, 44, 9, palette.GOLD, 4.5)
        + circle(0, length - 8, 8, palette.GOLD)
    )


def baton(length: float, width: float = 20) -> str:
    """Return an upright stave with two shoots from (0, 0) down to (0, `length`)."""
    top, foot, band = width / 2, width / 2 - 2, length * 0.46
    end = width * 0.55
    shoot = stroked(
        f"M0 {compact(length * 0.36)}L{compact(width * 1.15)} {compact(length * 0.36 - width * 1.1)}",
        LEAF,
        6,
    )
    return (
        shoot
        + stroked(
            f"M0 {compact(length * 0.74)}L{compact(-width)} {compact(length * 0.74 - width)}",
            LEAF_SHADE,
            6,
        )
        + polygon(((-top, 0), (top, 0), (foot, length), (-foot, length)), LEAF)
        + polygon(((0, 0), (top, 0), (foot, length), (0, length)), LEAF_SHADE)
        + rect(-top, band, width, width * 0.4, palette.RED)
        + rect(-top - 3, 0, width + 6, end, palette.GOLD, 3)
        + rect(-foot - 2.5, length - end, 2 * foot + 5, end, palette.GOLD, 3)
    )
