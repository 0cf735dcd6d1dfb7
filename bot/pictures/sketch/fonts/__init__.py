"""The fonts of pictures: they come with the package, so that a picture is the same everywhere.

Each font's licence stands beside its file.
"""

from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

from bot.locale.names import ELLIPSIS

_FOLDER: Final = Path(__file__).parent
LOADED: Final = 16
"""Fonts at a size that are kept loaded; each takes 250,000 bytes, and a fifth of a millisecond to load."""


class Font(StrEnum):
    """A font by its file: names and numbers, labels, hints; scores and titles; names in other scripts."""

    BOLD = "Inter-Bold.otf"
    SEMI = "Inter-SemiBold.otf"
    MEDIUM = "Inter-Medium.otf"
    SLAB = "RobotoSlab-Bold.otf"
    SCRIPTS = "DejaVuSans-Bold.ttf"


@lru_cache(LOADED)
def loaded(font: Font, size: int) -> ImageFont.FreeTypeFont:
    """Return a font at a size in pixels; Raqm lays out Arabic and Hebrew, a quicker engine all else."""
    engine = ImageFont.Layout.RAQM if font is Font.SCRIPTS else ImageFont.Layout.BASIC
    return ImageFont.truetype(str(_FOLDER / font), size, layout_engine=engine)


@lru_cache(8192)
def width(text: str, font: Font, size: int) -> int:
    """Return the width of `text` in pixels, rounded up."""
    return int(loaded(font, size).getlength(text) + 0.999)


_MISSING: Final = "\U0010ffff"


@lru_cache(8192)
def draws(font: Font, letter: str) -> bool:
    """Return whether a font has a letter; one that it lacks is drawn as a box."""
    big = loaded(font, 40)
    mask, box = big.getmask(letter), big.getmask(_MISSING)
    return (mask.size, bytes(mask)) != (box.size, bytes(box))


def fitted(text: str, font: Font, sizes: tuple[int, ...], room: int) -> tuple[str, int]:
    """Return `text` and the first of `sizes` at which it fits `room`; at the last it is cut if need be."""
    for size in sizes:
        if width(text, font, size) <= room:
            return text, size
    size = sizes[-1]
    for length in range(len(text) - 1, 0, -1):
        cut = text[:length].rstrip() + ELLIPSIS
        if width(cut, font, size) <= room:
            return cut, size
    return ELLIPSIS, size
