"""The middle of the table: its cards, or a scua."""

from collections.abc import Iterator
from functools import lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from bot.games.cicera.picture.measures import CICERA_FELT, Measures, Rectangle
from bot.locale import Words
from bot.pictures.decks import SIZES, Deck
from bot.pictures.decks.base import palette
from bot.pictures.sketch.fonts import Font, fitted
from bot.pictures.sketch.sketch import MIDDLE, Box, CardAt, Icon, Item, Text
from engine.cicera import Seen
from engine.cicera.rules import just_left

_MARGIN: Final = 4
"""Pixels above and below the only row of a low field."""
_SHOWN: Final = 0.6
"""The least part of a card in such a field that stays in sight under the next one."""
_SEVERAL: Final = tuple((columns, rows) for rows in range(2, 6) for columns in range(11, 5, -1))
"""Columns and rows of such a field; of two as good, the first lets fewer cards lie on others."""
_WIDEST: Final = 4
"""The most cards of a row there that are as wide as a single one."""


class _Step(NamedTuple):
    """A pattern for up to `most` cards: columns and rows that touch or overlap, and card widths by deck."""

    most: int
    columns: int
    rows: int
    width: int
    italian: int


STEPS: Final = (
    _Step(3, 3, 1, 132, 132),
    _Step(4, 4, 1, 105, 105),
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


@lru_cache(64)
def slots(columns: int, rows: int) -> tuple[tuple[int, int], ...]:
    """Return the column and row of each place of a step, in the order in which cards come.

    A row is filled from its middle outwards, so that any number of cards lies about the middle of the table;
    of the first eight in two rows of four, four make a square.
    """
    middle = (columns - 1) // 2
    across = sorted(range(columns), key=lambda column: abs(4 * (column - middle) - 1))
    square = 2 if columns == 4 and rows > 1 else 0
    first = [(column, row) for half in (across[:2], across[2:]) for row in range(square) for column in half]
    return (*first, *((column, row) for row in range(square, rows) for column in across))


@lru_cache(256)
def spots(cards: int, deck: Deck, measures: Measures) -> tuple[tuple[int, int, int], ...]:
    """Return the left edge, upper edge and width of so many cards, in the order in which they came."""
    field, (columns, rows, wide) = measures.field, _pattern(cards, deck, measures)
    high, gap = _height(wide, deck), _gap(columns)
    # A card of the upper row may have its ring below a light plate.
    upper = 4 if rows == 2 and not measures.low else 0
    down = (field.height - upper - high) / max(1, rows - 1)
    if measures.low:
        down = min(down, high + gap)
    if rows == 1 or measures.low:
        upper = round(field.height - high - (rows - 1) * down) // 2
    left = field.x + (field.width - columns * (wide + gap) + gap) // 2
    return tuple(
        [
            (left + column * (wide + gap), field.y + upper + round(row * down), wide)
            for column, row in slots(columns, rows)[:cards]
        ]
    )


def _pattern(cards: int, deck: Deck, measures: Measures) -> tuple[int, int, int]:
    """Return the columns and rows of so many cards, and their width, which in a low field is the greatest."""
    if not measures.low:
        _, columns, rows, *widths = next(step for step in STEPS if cards <= step.most)
        return columns, rows, round(measures.growth * widths[deck is Deck.ITALIAN])
    found = ((cards, 1), *((columns, rows) for columns, rows in _SEVERAL if cards <= columns * rows))
    return max(((*step, _low_width(*step, deck, measures.field)) for step in found), key=itemgetter(2))


def _low_width(columns: int, rows: int, deck: Deck, field: Rectangle) -> int:
    """Return the width of cards in so many columns and rows of a low field."""
    high = field.height / (1 + _SHOWN * (rows - 1)) - (2 * _MARGIN if rows == 1 else 0)
    columns = max(columns, _WIDEST)
    across, up = SIZES[deck]
    return min((field.width + _gap(columns)) // columns - _gap(columns), int(high * across / up))


def _gap(columns: int) -> int:
    """Return the pixels between so many columns: with the gold ring cards stay clear of the plate on turn."""
    return min(12, max(6, 20 - 2 * columns))


def _height(wide: int, deck: Deck) -> int:
    across, up = SIZES[deck]
    return round(wide * up / across)


def lying_cards(seen: Seen, deck: Deck, measures: Measures) -> Iterator[CardAt]:
    """Yield the cards on the table; the gold ring is round the one that a picada takes (C17)."""
    left = just_left(seen.plays)
    places = spots(len(seen.table), deck, measures)
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
