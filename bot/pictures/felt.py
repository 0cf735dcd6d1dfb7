"""The cloth under every picture: a flat ground with lozenges, and the lioness in her sun, hardly lighter."""

from typing import Final

from PIL import Image

from bot.pictures import palette
from bot.pictures.decks.ornaments import watermark
from bot.pictures.raster import Sprites

PITCH: Final = 40
"""Pixels from a lozenge to the next in its row; every other row stands between."""
LOZENGE: Final = 13
"""Half of a lozenge's diagonal."""
SUN: Final = 440
"""Pixels of the watermark's width."""


def felt(sprites: Sprites, game: str, width: int, height: int) -> Image.Image:
    """Return the felt of a game."""
    colours = palette.FELTS[game]
    cloth = Image.new("RGB", (width, height), colours.ground)
    weave = sprites.image(_weave(colours.watermark), 2 * PITCH)
    for y in range(0, height, 2 * PITCH):
        for x in range(0, width, 2 * PITCH):
            cloth.paste(weave, (x, y), weave)
    size = min(SUN, height - 60)
    sun = sprites.image(watermark(colours.watermark, colours.ground), size)
    cloth.paste(sun, ((width - size) // 2, (height - size) // 2), sun)
    return cloth


def _weave(colour: str) -> str:
    """Return four lozenges' worth of the field, which repeats."""
    side, half = 2 * PITCH, LOZENGE
    lozenges = "".join(
        f"M{x} {y - half}L{x + half} {y}L{x} {y + half}L{x - half} {y}Z"
        for x, y in ((PITCH / 2, PITCH / 2), (3 * PITCH / 2, 3 * PITCH / 2))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}">'
        f'<path d="{lozenges}" fill="{colour}"/></svg>'
    )
