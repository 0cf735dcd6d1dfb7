"""The back of a card, and a small one for piles and plates."""

from bot.pictures.decks.base import palette
from bot.pictures.decks.base.drawing import circle, clipped, path, rect, ring, svg
from bot.pictures.decks.base.ornaments import lioness, lozenges, sun


def card_back(width: int, height: int) -> str:
    """Return the back of a card of this size: lozenges, and the lioness in a sun."""
    x, y = width / 2, height / 2
    field = rect(13, 13, width - 26, height - 26, palette.NIGHT, 9)
    disc = min(76, x - 24)
    return svg(
        width,
        height,
        rect(1.5, 1.5, width - 3, height - 3, palette.FACE, 16.5, stroke=palette.EDGE, stroke_width=3),
        clipped(
            "field",
            field,
            field,
            lozenges(width, height, 48, 15, palette.AZURE),
            lozenges(width, height, 48, 5, palette.GOLD, shift=24),
        ),
        rect(13, 13, width - 26, height - 26, "none", 9, stroke=palette.GOLD, stroke_width=2.5),
        circle(x, y, disc, palette.NIGHT),
        ring(x, y, disc, palette.GOLD, 3),
        sun(x, y, disc * 0.66, disc * 0.9, 18, palette.GOLD, 0.6),
        lioness(x, y + 2, disc / 83),
    )


def mini() -> str:
    """Return the small back for piles and plates, on a grid of 100 × 100."""
    return (
        rect(16, 2, 68, 96, palette.NIGHT, 10, stroke=palette.FACE, stroke_width=5)
        + path("M50 16L72 50L50 84L28 50Z", palette.AZURE)
        + path("M50 36L59 50L50 64L41 50Z", palette.GOLD)
    )
