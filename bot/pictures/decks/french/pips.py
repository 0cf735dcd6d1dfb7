"""The four French suit signs, each one outline on a grid of 100 × 100."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.pictures.decks.base.drawing import on_grid, path
from engine.cards import Suit


def _disc(x: float, y: float, radius: float) -> str:
    return (
        f"M{x - radius} {y}a{radius} {radius} 0 1 1 {2 * radius} 0a{radius} {radius} 0 1 1 {-2 * radius} 0Z"
    )


PIPS: Final[Mapping[Suit, str]] = MappingProxyType(
    {
        Suit.SPADES: "M50 2C55 21 92 41 92 65C92 76 83 84.5 72.5 84.5C64 84.5 57 80 53.5 73"
        "C54.5 84 58 93 67 97H33C42 93 45.5 84 46.5 73C43 80 36 84.5 27.5 84.5"
        "C17 84.5 8 76 8 65C8 41 45 21 50 2Z",
        Suit.HEARTS: "M50 96C44 82 7 57 7 31C7 16 18 5 30.5 5C40 5 47 11 50 22C53 11 60 5 69.5 5"
        "C82 5 93 16 93 31C93 57 56 82 50 96Z",
        Suit.DIAMONDS: "M50 1Q60 34 87 50Q60 66 50 99Q40 66 13 50Q40 34 50 1Z",
        Suit.CLUBS: _disc(50, 22.5, 21)
        + _disc(26, 57.5, 21)
        + _disc(74, 57.5, 21)
        + "M46 40H54L57 60L53.5 64C54.5 80 58 92 67 97H33C42 92 45.5 80 46.5 64L43 60Z",
    }
)
"""Path data by suit. Hollow flanks keep diamond and heart apart at 20 pixels."""

_EDGE: Final = 16
"""The width of a sign's edge where the sign has another colour inside."""


def pip(suit: Suit, x: float, y: float, size: float, colour: str, turn: float = 0, inside: str = "") -> str:
    """Return the sign of `suit` as a square of `size` with its centre at (x, y).

    With a colour `inside`, only its edge has the other one.
    """
    if not inside:
        return on_grid(x, y, size, path(PIPS[suit], colour), turn=turn)
    edged = path(PIPS[suit], inside, stroke=colour, stroke_width=_EDGE, stroke_linejoin="round")
    return on_grid(x, y, size * 100 / (100 + _EDGE), edged, turn=turn)
