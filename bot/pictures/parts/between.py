"""The middle of a trick game's table while no card lies there, so that it is not bare."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.decks.base.palette import Felt
from bot.pictures.parts import tricks
from bot.pictures.parts.tricks import Letters
from bot.pictures.sketch.fonts import Font, fitted
from bot.pictures.sketch.names import Person
from bot.pictures.sketch.sketch import MIDDLE, Icon, Item, Text, flat
from engine.cards import Card

_GAP: Final = 14
"""Pixels between lines, and between signs."""


class Spot(NamedTuple):
    """The middle of the free felt, and its width."""

    x: int
    y: int
    room: int


def _sizes(size: Letters) -> tuple[int, ...]:
    """Return the sizes to try for a sentence."""
    return (round(1.25 * size.title), *size.names)


def taken_trick(
    spot: Spot,
    text: str,
    person: Person,
    cards: Sequence[Card],
    deck: Deck,
    size: Letters,
    beside: Sequence[Icon] = (),
) -> tuple[Item, ...]:
    """Return the taker of the last trick, and below it the cards with the signs `beside` them."""
    tile = round(1.4 * size.tile)
    signs = sum(sign.size + 8 for sign in beside)
    room = spot.room - signs
    wide = min(room, len(cards) * (tile + 4) - 4)
    left, y = spot.x - (wide + signs) // 2, spot.y - tile // 2 + 10
    row = tricks.tile_row(cards, left, y, room, tile, deck)
    items: list[Item] = [
        *tricks.sentence(
            text, person, spot.x, y - _GAP - 4, spot.room, _sizes(size), palette.WHITE, MIDDLE, Font.SEMI
        ),
        *row,
    ]
    x = left + wide + 8
    for sign in beside:
        items.append(sign._replace(x=x, y=y + (tile - sign.size) // 2))
        x += sign.size + 8
    return tuple(items)


def below(spot: Spot, size: Letters) -> int:
    """Return the baseline of a line below the cards of `taken_trick`."""
    return spot.y + round(0.7 * size.tile) + 10 + _GAP + round(0.8 * size.label)


def middle_sentence(
    spot: Spot,
    signs: Sequence[Icon],
    text: str,
    person: Person | None,
    under: str,
    felt: Felt,
    size: Letters,
) -> tuple[Item, ...]:
    """Return a sentence with a row of signs above it and a quieter line `under` it."""
    high = max((sign.size for sign in signs), default=0)
    wide = sum(sign.size for sign in signs) + _GAP * (len(signs) - 1)
    tall = high + _GAP + size.title + (round(1.5 * size.label) if under else 0)
    x, y = spot.x - wide // 2, spot.y - tall // 2
    items: list[Item] = []
    for sign in signs:
        items.append(sign._replace(x=x, y=y + (high - sign.size) // 2))
        x += sign.size + _GAP
    base = y + high + _GAP + size.title
    fit, fine = fitted(under, Font.MEDIUM, (size.label, 21), spot.room)
    return flat(
        items,
        tricks.sentence(text, person, spot.x, base, spot.room, _sizes(size), palette.WHITE, MIDDLE),
        Text(spot.x, base + round(1.5 * size.label), fit, Font.MEDIUM, fine, felt.second, MIDDLE)
        if under
        else None,
    )
