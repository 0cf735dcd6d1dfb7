"""The cloth under every picture: a flat ground with lozenges, and the lioness in her sun, hardly lighter."""

from typing import Final

from PIL import Image

from bot.painting.raster import Sprites
from bot.pictures.decks.base import palette
from bot.pictures.decks.base.drawing import at, circle, mirrored, path, stroked, svg
from bot.pictures.decks.base.ornaments import sun

PITCH: Final = 40
"""Pixels from a lozenge to the next in its row; every other row stands between."""
WEAVE: Final = 2 * PITCH
LOZENGE: Final = 13
"""Half of a lozenge's diagonal."""
SUN: Final = 440
"""Pixels of the watermark's width."""


def felt(sprites: Sprites, game: str, width: int, height: int, *, calm: bool = False) -> Image.Image:
    """Return the felt of a game; a `calm` one has the lozenges alone."""
    colours = palette.felt_of(game)
    cloth = Image.new("RGB", (width, height))
    lozenges = sprites.image(weave(colours.watermark), WEAVE)
    row = Image.new("RGB", (width, WEAVE), colours.ground)
    for x in range(0, width, WEAVE):
        row.paste(lozenges, (x, 0), lozenges)
    for y in range(0, height, WEAVE):
        cloth.paste(row, (0, y))
    if calm:
        return cloth
    mark = sprites.image(watermark(colours.watermark, colours.ground), SUN)
    size = min(SUN, height - 60)
    if size < SUN:
        mark = mark.resize((size, size), Image.Resampling.LANCZOS)
    cloth.paste(mark, ((width - size) // 2, (height - size) // 2), mark)
    return cloth


def watermark(colour: str, ground: str) -> str:
    """Return the lioness in her sun in the one colour that shows on the ground."""
    lioness = at(
        0,
        4,
        mirrored(circle(31, -33, 14.5, colour) + circle(31, -33, 7.5, ground)),
        path(
            "M0 -46C22 -46 40 -34 40 -12C40 2 33 12 27 26C22 38 16 46 0 46"
            "C-16 46 -22 38 -27 26C-33 12 -40 2 -40 -12C-40 -34 -22 -46 0 -46Z",
            colour,
        ),
        path(
            "M-8 -22H8L11 8C18 12 21 20 20 29C18 38 10 43 0 43C-10 43 -18 38 -20 29C-21 20 -18 12 -11 8Z",
            ground,
        ),
        path("M-11 9Q0 6.5 11 9Q13 12 10 15L2.5 23.5Q0 26 -2.5 23.5L-10 15Q-13 12 -11 9Z", colour),
        mirrored(
            stroked("M0 30Q5 36.5 12 32.5", colour, 2.4) + path("M8.5 -6Q18 -19 32 -12Q24 0 8.5 -6Z", ground)
        ),
        scale=0.92,
    )
    rays = sun(0, 0, 66, 99, 20, colour, 0.6)
    return svg(200, 200, at(100, 100, rays, circle(0, 0, 62, colour), circle(0, 0, 58, ground), lioness))


def weave(colour: str) -> str:
    """Return a repeating piece of the field, four lozenges large."""
    side, half = 2 * PITCH, LOZENGE
    lozenges = "".join(
        f"M{x} {y - half}L{x + half} {y}L{x} {y + half}L{x - half} {y}Z"
        for x, y in ((PITCH / 2, PITCH / 2), (3 * PITCH / 2, 3 * PITCH / 2))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}">'
        f'<path d="{lozenges}" fill="{colour}"/></svg>'
    )
