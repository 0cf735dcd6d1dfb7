"""Cards of a game in a fan, as a hand of somebody who lays it open; they are in nobody's hand."""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.pictures.decks import SIZES
from bot.pictures.sketch import CardAt
from bot.pictures.style import Style
from bot.shown import AnyShown
from engine.cards import Card, card
from engine.civil_suits.options import CHALLENGERS
from engine.civil_suits.options import Options as CivilOptions

FANS: Final[Mapping[str, tuple[Card, ...]]] = MappingProxyType(
    {
        "cicera": tuple(map(card, ("KH", "TD", "2S", "JH", "AS"))),
        "ciapano": tuple(map(card, ("QC", "3H", "AS", "2D", "KC"))),
        "civil-suits": tuple(map(card, ("KS", "QH", "M2", "JD", "AC"))),
    }
)
"""What a game is about, by game: cards that score, that cost points, that have powers."""


def fan(
    shown: AnyShown, style: Style, middle: tuple[int, int], width: int, radius: int, step: int
) -> tuple[CardAt, ...]:
    """Return the fan of a game: `middle` is that of the card in the middle, `step` in degrees a card."""
    cards = FANS[shown.game]
    x, y = middle
    placed = []
    for number, one in enumerate(cards):
        angle = step * (number - len(cards) // 2)
        across, down = math.sin(math.radians(angle)), 1 - math.cos(math.radians(angle))
        at = (x + round(radius * across), y + round(radius * down))
        placed.append(drawn(shown, style, one, at, width, -angle))
    return tuple(placed)


def pair(
    shown: AnyShown, style: Style, cards: Sequence[Card], middles: Sequence[tuple[int, int]], width: int
) -> tuple[CardAt, ...]:
    """Return two cards that lean away from each other."""
    turns = (12, -12)
    return tuple(
        drawn(shown, style, one, at, width, turn) for one, at, turn in zip(cards, middles, turns, strict=True)
    )


def drawn(shown: AnyShown, style: Style, one: Card, middle: tuple[int, int], width: int, turn: int) -> CardAt:
    """Return a card by its middle, a challenger with the powers that it has at this table."""
    deck = style.deck_of(shown.game)
    wide, high = SIZES[deck]
    options = shown.seen.options
    powers = options.numbers(one) if isinstance(options, CivilOptions) and one in CHALLENGERS else None
    x, y = middle[0] - width // 2, middle[1] - round(width * high / wide) // 2
    return CardAt(x, y, width, one, deck, turn=turn, powers=powers)
