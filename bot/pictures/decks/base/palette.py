"""The named colours of cards, tiles and pictures; the stored palettes hold them exactly."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

INK: Final = "#1d2433"
FACE: Final = "#fdf9ef"
EDGE: Final = "#cfc3a6"
CREAM: Final = "#f6e7c4"
RED: Final = "#c22a3c"
GOLD: Final = "#e3a72a"
GOLD_DARK: Final = "#b67c10"
GOLD_SHADE: Final = "#c58a17"
SKIN: Final = "#f4d0a8"
SKIN_SHADE: Final = "#e4b389"
STEEL: Final = "#8fb4dd"
STEEL_SHADE: Final = "#5e86b8"
NIGHT: Final = "#15315e"
AZURE: Final = "#1f62ad"
LIGHT_PLATE: Final = "#fff6dd"
"""The plate of the seat on turn; no other plate is light."""
DISC: Final = "#f2b632"
"""The side ●, and gold text on felt."""
DIAMOND: Final = "#79bcff"
"""The side ◆."""
SILVER: Final = "#b7c1d0"
BRONZE: Final = "#d98d56"
"""Medals of the second and the third; the first one's is DISC."""
WHITE: Final = "#ffffff"
MINION: Final = "#6d4aa8"
MINION_SHADE: Final = "#4a2f7c"
INTELLIGENCE: Final = "#7cc6ff"
MIGHT: Final = "#ff9d7a"
MAGIC: Final = "#ffd463"
NEAR: Final = "#ff6b5e"
"""Bars and words of players near the end of the game."""

LIGHT_RED: Final = "#ff9488"
"""Red suits on a dark ground."""
LIGHT_GREEN: Final = "#7fd8b0"
BAN: Final = "#8a1f30"
"""The pill of a ban."""


@dataclass(frozen=True, slots=True)
class Felt:
    """The cloth of a game: its ground and the colours on it."""

    ground: str
    watermark: str
    track: str
    strip: str
    second: str
    accent: str


FELTS: Final[Mapping[str, Felt]] = MappingProxyType(
    {
        "cicera": Felt("#1c6152", "#1f6858", "#123f37", "#0d302a", "#c4dbd4", "#2f8f76"),
        "ciapano": Felt("#6d2b3d", "#743144", "#471a28", "#35111d", "#e3bcc6", "#a83f57"),
        "civil-suits": Felt("#3b4a6d", "#425277", "#222d4a", "#182038", "#c3cfe6", "#5b76b3"),
    }
)
"""Felts by game."""
_PLAIN: Final = "cicera"
"""The game whose felt serves games without their own."""


def felt_of(game: str) -> Felt:
    """Return the felt of a game."""
    return FELTS.get(game, FELTS[_PLAIN])
