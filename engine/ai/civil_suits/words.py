"""Actions and powers of Civil Suits as the kernel has them."""

from functools import lru_cache
from typing import Any, Final

import numpy as np

from engine.ai.civil_suits.kernel import NONE, NOTHING, SCORE, bits
from engine.cards import Suit
from engine.civil_suits import CHALLENGERS, DECK, Action, Options
from engine.civil_suits.actions import (
    Ban,
    Challenge,
    Decline,
    Intelligence,
    Magic,
    Might,
    Note,
    Pass,
    Play,
)

NUMBER: Final = {suit: number for number, suit in enumerate(Suit)}


def word(action: Action) -> int:
    """Return an action as a word; ValueError for `expose`, which the kernel does not have."""
    match action:
        case Play(card):
            return card.order
        case Challenge(card):
            return NOTHING if card is None else card.order
        case Decline():
            return NOTHING
        case Note(suit):
            return NUMBER[suit]
        case Ban(suit) | Might(suit):
            return NONE if suit is None else NUMBER[suit]
        case Intelligence(seat):
            return NONE if seat is None else seat
        case Magic(aside, score):
            return SCORE if score else bits(aside)
        case Pass(cards):
            return bits(cards)
        case _:
            raise ValueError(f"{action} is no word")


@lru_cache(8)
def powers(options: Options) -> Any:
    """Return the numbers of each card for Intelligence, Magic and Might, 0 if it has none."""
    table = np.zeros((len(DECK), 3), np.int64)
    for c in CHALLENGERS:
        intelligence, might, magic = options.numbers(c)
        table[c.order] = intelligence, magic, might
    return table
