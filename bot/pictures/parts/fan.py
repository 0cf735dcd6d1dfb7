"""An ornamental fan of the game's cards, which are in nobody's hand."""

import math
from collections.abc import Sequence

from bot.pictures.decks import SIZES, Deck
from bot.pictures.parts.game import Pictures
from bot.pictures.sketch.sketch import CardAt
from bot.pictures.sketch.style import Style
from bot.table.view import AnyView
from engine.cards import Card


def fan(
    view: AnyView,
    style: Style,
    own: Pictures,
    middle: tuple[int, int],
    width: int,
    radius: int,
    step: int,
) -> tuple[CardAt, ...]:
    """Return the fan of a game; `middle` is that of its middle card, `step` the degrees from card to card."""
    cards = own.FAN
    x, y = middle
    placed = []
    for number, one in enumerate(cards):
        angle = step * (number - len(cards) // 2)
        across, down = math.sin(math.radians(angle)), 1 - math.cos(math.radians(angle))
        at = (x + round(radius * across), y + round(radius * down))
        placed.append(_drawn(view, style, own, one, at, width, -angle))
    return tuple(placed)


def pair(
    view: AnyView,
    style: Style,
    own: Pictures,
    cards: Sequence[Card],
    middles: Sequence[tuple[int, int]],
    width: int,
) -> tuple[CardAt, ...]:
    """Return two cards that lean away from each other."""
    turns = (12, -12)
    return tuple(
        _drawn(view, style, own, one, at, width, turn)
        for one, at, turn in zip(cards, middles, turns, strict=True)
    )


def _drawn(
    view: AnyView, style: Style, own: Pictures, one: Card, middle: tuple[int, int], width: int, turn: int
) -> CardAt:
    """Return a card by its middle, with its numbers at this table.

    `width` is that of a French card; those of other decks are as high.
    """
    deck = style.deck_of(view.game)
    wide, high = SIZES[deck]
    french = SIZES[Deck.FRENCH]
    width = round(width * french[1] / french[0] * wide / high)
    numbers = own.printed(view.seen.options, one)
    x, y = middle[0] - width // 2, middle[1] - round(width * high / wide) // 2
    return CardAt(x, y, width, one, deck, turn=turn, numbers=numbers)
