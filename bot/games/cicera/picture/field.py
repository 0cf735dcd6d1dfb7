"""The middle of the table: its cards, or a scua."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from bot.games.cicera.picture.measures import CICERA_FELT, Measures, Rectangle
from bot.locale import Words
from bot.pictures.decks import SIZES, Deck
from bot.pictures.decks.base import palette
from bot.pictures.sketch.fonts import Font, fitted
from bot.pictures.sketch.sketch import MIDDLE, Box, CardAt, Icon, Item, Text
from engine.cicera import Seen
from engine.cicera.rules import just_left

GAPS: Final = {5: 10, 6: 8, 8: 6}
"""Pixels between so many columns: with the gold ring cards stay clear of the plate on turn."""
_GAP: Final = 12
"""Pixels between fewer columns."""


class _Step(NamedTuple):
    """A pattern for up to `most` cards: columns and rows that touch or overlap, and card widths by deck."""

    most: int
    columns: int
    rows: int
    width: int
    italian: int


STEPS: Final = (
    _Step(3, 3, 1, 132, 132),
    _Step(8, 4, 2, 102, 84),
    _Step(12, 4, 3, 100, 84),
    _Step(16, 4, 4, 100, 84),
    _Step(20, 5, 4, 84, 84),
    _Step(25, 5, 5, 84, 80),
    _Step(30, 6, 5, 70, 70),
    _Step(36, 6, 6, 70, 70),
    _Step(42, 6, 7, 66, 64),
    _Step(52, 8, 7, 52, 52),
)
"""A card keeps its place while others come, until the next step or a capture."""
LOW_STEPS: Final = (
    _Step(3, 3, 1, 132, 118),
    _Step(8, 4, 2, 102, 84),
    _Step(12, 4, 3, 84, 76),
    _Step(18, 6, 3, 70, 64),
    _Step(24, 6, 4, 70, 60),
)
"""The same in a low field."""


@lru_cache(len(STEPS) + len(LOW_STEPS))
def slots(columns: int, rows: int) -> tuple[tuple[int, int], ...]:
    """Return the column and row of each place of a step, in the order in which cards come.

    A row is filled from its middle outwards, so that any number of cards lies about the middle of the table;
    of the first eight in four columns, four make a square, as the four of a deal do.
    """
    middle = (columns - 1) // 2
    across = sorted(range(columns), key=lambda column: abs(4 * (column - middle) - 1))
    square = 2 if columns == 4 else 0
    first = [(column, row) for half in (across[:2], across[2:]) for row in range(square) for column in half]
    return (*first, *((column, row) for row in range(square, rows) for column in across))


def spots(
    cards: int, deck: Deck, field: Rectangle, growth: float = 1.0, *, low: bool = False
) -> Iterator[tuple[int, int, int]]:
    """Yield the left edge, upper edge and width of so many cards, in the order in which they came."""
    step = next(step for step in (LOW_STEPS if low else STEPS) if cards <= step.most)
    wide = round(growth * (step.italian if deck is Deck.ITALIAN else step.width))
    across, up = SIZES[deck]
    high = round(wide * up / across)
    gap = GAPS.get(step.columns, _GAP)
    left = field.x + (field.width - step.columns * (wide + gap) + gap) // 2
    # The fourth of four cards may have its ring below a light plate.
    lower = 4 if step.rows == 2 else 0 if step.rows > 1 else (field.height - high) // 2
    down = (field.height - lower - high) / max(1, step.rows - 1)
    for column, row in slots(step.columns, step.rows)[:cards]:
        yield left + column * (wide + gap), field.y + lower + round(row * down), wide


def lying_cards(seen: Seen, deck: Deck, measures: Measures) -> Iterator[CardAt]:
    """Yield the cards on the table; the gold ring is round the one that a picada takes (C17)."""
    left = just_left(seen.plays)
    places = spots(len(seen.table), deck, measures.field, measures.growth, low=measures.low)
    for card, (x, y, wide) in zip(seen.table, places, strict=True):
        yield CardAt(x, y, wide, card, deck, ring=card is left)


def burst(measures: Measures) -> Icon:
    """Return the rays of a scua, as wide as the field; the plates and bands lie over them."""
    centre, middle = _middle(measures)
    size = round(440 * measures.growth)
    return Icon(centre - size // 2, middle - size // 2, size, "burst", CICERA_FELT.accent)


def scua(words: Words, measures: Measures) -> Iterator[Item]:
    """Yield the one loud moment, a scua: all cards are taken."""
    centre, middle = _middle(measures)
    radius, sun = round(96 * measures.growth), round(150 * measures.growth)
    yield Icon(centre - sun, middle - sun, 2 * sun, "sun", palette.DISC)
    for disc, colour in ((radius + 4, palette.DISC), (radius, CICERA_FELT.strip)):
        yield Box(centre - disc, middle - disc, 2 * disc, 2 * disc, disc, colour)
    text, size = fitted(words("picture.cicera.scua"), Font.SLAB, (*measures.loud, 44), 2 * radius - 18)
    yield Text(centre, middle + 14, text, Font.SLAB, size, palette.DISC, MIDDLE)
    sizes = (measures.label, measures.label - 3)
    text, size = fitted(words("picture.cicera.bare"), Font.SEMI, sizes, round(1.6 * radius))
    yield Text(centre, middle + 24 + size, text, Font.SEMI, size, palette.WHITE, MIDDLE)


def _middle(measures: Measures) -> tuple[int, int]:
    field = measures.field
    return field.x + field.width // 2, field.y + field.height // 2 + 2
