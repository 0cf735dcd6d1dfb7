"""Ornaments of decks and tables: lioness, sun, chequer and lozenges."""

from typing import Final

from bot.pictures.decks.base import palette
from bot.pictures.decks.base.drawing import at, circle, mirrored, outline, path, polar, rect, stroked

RAYS: Final = 760
"""Pixels of width of the rays behind the end of a game."""
_MANE: Final = "#d2941f"
"""The darker half of the lioness's head."""


def lioness(x: float, y: float, scale: float = 1) -> str:
    """Return the lioness's mask, about 92 wide and 94 high at scale 1, with its centre at (x, y)."""
    half = "V46C16 46 22 38 27 26C33 12 40 2 40 -12C40 -34 22 -46 0 -46Z"
    return at(
        x,
        y,
        mirrored(circle(31, -33, 14.5, palette.GOLD_SHADE) + circle(31, -33, 7.5, palette.CREAM)),
        mirrored(path("M0 -46" + half, palette.GOLD)),
        path("M0 -46" + half, _MANE),
        mirrored(
            stroked("M5 -42V-33", palette.GOLD_SHADE, 2.6)
            + stroked("M12 -41L11.5 -32", palette.GOLD_SHADE, 2.6)
            + stroked("M19.5 -38L18 -30", palette.GOLD_SHADE, 2.6)
        ),
        path(
            "M-8 -22H8L11 8C18 12 21 20 20 29C18 38 10 43 0 43C-10 43 -18 38 -20 29C-21 20 -18 12 -11 8Z",
            palette.CREAM,
        ),
        path("M-11 9Q0 6.5 11 9Q13 12 10 15L2.5 23.5Q0 26 -2.5 23.5L-10 15Q-13 12 -11 9Z", palette.INK),
        stroked("M0 24V30", palette.INK, 2.4),
        mirrored(
            stroked("M0 30Q5 36.5 12 32.5", palette.INK, 2.4)
            + path("M8.5 -6Q18 -19 32 -12Q24 0 8.5 -6Z", palette.INK)
            + circle(20.5, -9.8, 5, palette.GOLD)
            + circle(20.5, -9.8, 2.4, palette.INK)
        ),
        scale=scale,
    )


def sun(x: float, y: float, inner: float, outer: float, rays: int, colour: str, width: float = 0.62) -> str:
    """Return `rays` long and as many short rays from a circle of radius `inner`, the long ones to `outer`.

    `width` is the share of the circle that the rays cover.
    """
    half = 90 / rays * width
    points = []
    for i in range(2 * rays):
        angle = i * 180 / rays
        reach = outer * (1 if i % 2 == 0 else 0.86)
        points.append([polar(inner, angle - half), polar(reach, angle), polar(inner, angle + half)])
    return at(x, y, path("".join(outline(ray) for ray in points), colour))


def flame(colour: str = palette.NEAR) -> str:
    """Return a flame on a grid of 100 × 100, the sign of games won in a row."""
    return path(
        "M54 2C58 20 84 34 84 64C84 86 69 98 50 98C31 98 16 86 16 65C16 51 24 42 31 34C33 44 37 49 42 51"
        "C38 34 43 14 54 2Z",
        colour,
    ) + path("M52 54C54 63 66 67 66 79C66 89 59 94 50 94C41 94 34 89 34 80C34 69 47 66 52 54Z", palette.MAGIC)


def chequer(x: float, y: float, width: float, square: float, dark: str, light: str, rows: int = 3) -> str:
    """Return `rows` rows of squares with their upper left corner at (x, y)."""
    columns = int(width // square) + 1
    dark_ones = "".join(
        f"M{x + column * square:g} {y + row * square:g}"
        f"h{min(square, width - column * square):g}v{square:g}h{-min(square, width - column * square):g}Z"
        for row in range(rows)
        for column in range(columns)
        if (row + column) % 2 == 0 and column * square < width
    )
    return rect(x, y, width, rows * square, light) + path(dark_ones, dark)


def lozenge(x: float, y: float, half: float) -> str:
    """Return the path data of a square that stands on a corner; `half` is half its diagonal."""
    return f"M{x:g} {y - half:g}l{half:g} {half:g}l{-half:g} {half:g}l{-half:g} {-half:g}Z"


def lozenges(width: float, height: float, pitch: float, half: float, colour: str, shift: float = 0) -> str:
    """Return a field of lozenges in rows half a pitch apart, every second row set in between.

    They begin in the middle of the field and reach over its edges; `shift` moves them along their rows.
    """
    step = pitch / 2
    rows, columns = int(height / 2 / step) + 1, int(width / 2 / step) + 2
    d = "".join(
        lozenge(width / 2 + column * step + shift, height / 2 + row * step, half)
        for row in range(-rows, rows + 1)
        for column in range(-columns, columns + 1)
        if (row + column) % 2 == 0
    )
    return path(d, colour)


def emblem(x: float, y: float, radius: float) -> str:
    """Return the emblem, the lioness in a gold sun on a night disc of `radius` around (x, y)."""
    return at(
        x,
        y,
        circle(0, 0, 100, palette.NIGHT),
        sun(0, 0, 66, 98, 20, palette.GOLD, 0.75),
        circle(0, 0, 71, palette.GOLD),
        circle(0, 0, 66, palette.NIGHT),
        lioness(0, 3, 1.3),
        scale=radius / 100,
    )
