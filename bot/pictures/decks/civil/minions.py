"""The Minions of Civil Suits: a round creature with a jester's collar and a star wand.

M1 has one eye and one horn, M2 two of each. On 240 × 336 units.
"""

from bot.pictures.decks.base import palette
from bot.pictures.decks.base.drawing import at, circle, group, mirrored, path, polygon, rect, stroked
from bot.pictures.decks.base.glyphs import SLAB, centred
from bot.pictures.decks.base.ornaments import sun
from bot.pictures.decks.french.courts import WOOD
from bot.pictures.decks.tiles.icons import star
from engine.cards import Card

HALF = "#5a3a90"
"""The darker half of the creature."""
PAW = "#9a7bd6"
HORN = "M-14 6C-14 -14 -8 -38 15 -54C10 -34 13 -16 14 6Z"
STRIPES = "M-12.5 -10L12 -8M-8.5 -25L10 -23"


def _horn(x: float, y: float, turn: float) -> str:
    horn = path(HORN, palette.GOLD) + stroked(STRIPES, palette.GOLD_DARK, 3)
    return at(x, y, horn, turn=turn)


def _eye(x: float, y: float, radius: float) -> str:
    return (
        circle(x, y, radius, palette.WHITE)
        + circle(x + radius * 0.14, y + radius * 0.08, radius * 0.48, palette.INK)
        + circle(x + radius * 0.3, y - radius * 0.12, radius * 0.17, palette.WHITE)
    )


def _body() -> str:
    half = "M0 -74V98H46C60 98 67 82 66 56C65 30 61 6 60 -14C58 -52 34 -74 0 -74Z"
    return mirrored(path("M10 96H40Q40 110 26 110Q10 110 10 96Z", palette.INK)) + (
        mirrored(path(half, palette.MINION)) + path(half, HALF)
    )


def _collar() -> str:
    points = "".join(
        polygon(((x - 15, 26), (x + 15, 26), (x, 54)), colour) + circle(x, 55, 4.6, palette.CREAM)
        for x, colour in zip((-45, -15, 15, 45), (palette.GOLD, palette.CREAM) * 2, strict=True)
    )
    return points + rect(-65, 18, 130, 12, palette.GOLD_DARK, 6)


def _arms() -> str:
    return (
        stroked("M-54 46C-72 48 -76 62 -76 76", palette.MINION, 13)
        + circle(-76, 80, 9, PAW)
        + stroked("M54 50C72 48 82 36 86 16", palette.MINION_SHADE, 13)
        + stroked("M83 24L95 -38", WOOD, 5.5)
        + circle(86, 14, 9, PAW)
        + at(96, -46, group("translate(-50 -50)", star(palette.GOLD)), scale=0.37)
    )


def creature(eyes: int) -> str:
    """Return the creature with one or two eyes and as many horns; its body is centred on (0, 0)."""
    horns = _horn(-2, -68, 0) if eyes == 1 else mirrored(_horn(34, -56, 26))
    looks = _eye(0, -36, 23) if eyes == 1 else _eye(-22, -36, 18) + _eye(22, -36, 18)
    mouth = path("M-20 -6Q0 1 20 -6Q14 12 0 12Q-14 12 -20 -6Z", palette.INK) + polygon(
        ((3, -2.6), (13, -4), (9, 5)), palette.WHITE
    )
    return sun(0, 0, 74, 116, 16, palette.CREAM, 0.8) + horns + _body() + looks + mouth + _collar() + _arms()


def minion(card: Card) -> str:
    """Return the drawing on a Minion, index and creature; the first Minion has one dot and one eye."""
    count = card.order - 51
    dots = (37,) if count == 1 else (27, 47)
    return (
        at(118, 204, creature(count))
        + centred(SLAB, "M", 37, 70, 56, palette.MINION, most=50)
        + "".join(circle(x, 90, 7.5, palette.GOLD, stroke=palette.GOLD_DARK, stroke_width=1.5) for x in dots)
    )
