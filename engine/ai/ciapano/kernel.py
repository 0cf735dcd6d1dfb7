"""The rules of a hand of Ciapano on machine words: legal cards, plays, scores.

A card is a number from 0 to 39: ten times its suit, in card order, plus its strength; in sets it is the index
of a bit. Seats are those still in the game, renumbered in turn order. `tests/engine/ai/test_ciapano.py`
checks that this agrees with the rules.
"""

from typing import Any, Final

import numpy as np

from engine.ai.bits import size
from engine.ai.compiled import compiled
from engine.cards import Suit
from engine.ciapano.actions import DECK
from engine.ciapano.scoring import STRENGTH, THIRDS

SUITS: Final = tuple(Suit)
RANKS: Final = 10
NUMBER: Final = {c: RANKS * SUITS.index(c.suit) + STRENGTH[c] for c in DECK if c.suit}
"""The number of each card."""

ALL: Final = (1 << len(DECK)) - 1
SUIT: Final = (1 << RANKS) - 1
ONES: Final = sum(1 << NUMBER[c] for c in DECK if THIRDS[c] == 1)
ACES: Final = sum(1 << NUMBER[c] for c in DECK if THIRDS[c] == 3)

PLAYERS, TURN, DEALER, LAID, ROW, BEST, TAKER, TABLE, PLAYED, DISCARD, DISCARDING, OPTIONS = range(12)
"""Fields of a state, by index.

The number of seats, whose turn it is, who dealt; how many cards are on the table, the cards that follow suit
(all before a lead), the best card on the table and its seat; as sets the table, all cards played and the
discard; whether the dealer is to lay a card aside (P5); the options of the game as a word
(`engine/ai/options.py`).
"""
HANDS: Final = 12
TAKEN: Final = 17
VOIDS: Final = 22
"""Fields of each seat, the index of the first; voids are all cards of the suits it has not followed."""
FIELDS: Final = 27


def bits(cards: Any) -> int:
    """Return cards as a set."""
    return sum(1 << NUMBER[c] for c in cards)


@compiled
def thirds(cards: Any) -> Any:
    """Return the penalty of a set of cards (P3)."""
    return size(cards & ONES) + 3 * size(cards & ACES)


@compiled
def legal(state: Any) -> Any:
    """Return the cards that may legally be played or laid aside now (P5, P7)."""
    # The index is unsigned because a signed one needs a check for counting from the end.
    hand = state[np.uint64(HANDS + state[TURN])]
    following = hand & state[ROW]
    return following | hand * np.int64(following == 0)


@compiled
def play(state: Any, card: Any) -> Any:
    """Play a card, or lay it aside, and return whether the hand is over."""
    seat = state[TURN]
    bit = np.int64(1) << card
    state[HANDS + seat] ^= bit
    following = (seat + 1) * np.int64(seat + 1 < state[PLAYERS])
    state[TURN] = following
    if state[DISCARDING]:
        state[DISCARDING] = 0
        state[DISCARD] = bit
        return False
    row = state[ROW]
    if state[LAID] == 0:
        row = np.int64(SUIT) << (RANKS * (card // RANKS))
        state[ROW] = row
    # Arithmetic instead of branches, which would often be mispredicted.
    follows = bit & row
    better = np.int64(follows > state[BEST])
    state[BEST] += better * (follows - state[BEST])
    state[TAKER] += better * (seat - state[TAKER])
    state[VOIDS + seat] |= row * np.int64(follows == 0)
    state[PLAYED] |= bit
    state[TABLE] |= bit
    state[LAID] += 1
    if state[LAID] < state[PLAYERS]:
        return False
    taker = state[TAKER]
    state[TAKEN + taker] |= state[TABLE]
    state[TABLE] = 0
    state[LAID] = 0
    state[ROW] = ALL
    state[BEST] = 0
    state[TURN] = taker
    if state[HANDS + taker]:
        return False
    state[TAKEN + taker] |= state[DISCARD]  # P6
    return True


@compiled
def score(state: Any, scores: Any) -> None:
    """Write the points of each seat for a finished hand (P9–P11) to `scores`."""
    players = state[PLAYERS]
    rest = 11
    for seat in range(players):
        scores[seat] = thirds(state[TAKEN + seat]) // 3
        rest -= scores[seat]
    taker = state[TURN]
    scores[taker] += rest
    if scores[taker] == 11:
        for seat in range(players):
            scores[seat] = 11
        scores[taker] = 0
