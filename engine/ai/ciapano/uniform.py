"""Hands of Ciapano on machine words, played at random: `bench.ai` measures how fast the kernel is."""

from typing import Any, Final

import numpy as np

from engine.ai.bits import below, size
from engine.ai.ciapano.kernel import (
    ALL,
    DEALER,
    DISCARDING,
    FIELDS,
    HANDS,
    PLAYERS,
    RANKS,
    ROW,
    SUIT,
    TURN,
    legal,
    play,
    score,
)
from engine.ai.compiled import compiled

_STRENGTHS: Final = np.zeros((1 << RANKS) * RANKS, np.int8)
"""Ten entries for each set of cards of one suit: their strengths in ascending order."""
for _row in range(1 << RANKS):
    for _nth, _strength in enumerate([n for n in range(RANKS) if _row >> n & 1]):
        _STRENGTHS[RANKS * _row + _nth] = _strength


@compiled
def deal(state: Any, deck: Any, players: Any, dealer: Any, rng: Any) -> None:
    """Deal a hand (P5) uniformly at random; `deck` has the 40 numbers in any order."""
    state[:] = 0
    state[PLAYERS] = players
    state[DEALER] = dealer
    state[ROW] = ALL
    rest = np.int64(ALL)
    index = 0
    for seat in range(players):
        if seat != dealer:
            hand = np.int64(0)
            for _ in range(len(deck) // players):
                other = index + below(rng, len(deck) - index)
                card = deck[other]
                deck[other] = deck[index]
                deck[index] = card
                index += 1
                hand |= np.int64(1) << card
            state[HANDS + seat] = hand
            rest ^= hand
    state[HANDS + dealer] = rest
    state[DISCARDING] = players == 3
    state[TURN] = dealer if players == 3 else (dealer + 1) % players


@compiled
def any_card(rng: Any, cards: Any) -> Any:
    """Return a random card of a set, uniformly; it is found by halves of the deck, without branches."""
    nth = below(rng, size(cards))
    lower = size(cards & (SUIT << RANKS | SUIT))
    upper = nth >= lower
    first = 2 * RANKS if upper else 0
    nth = nth - lower if upper else nth
    cards = cards >> 2 * RANKS if upper else cards
    lower = size(cards & SUIT)
    upper = nth >= lower
    first = first + RANKS if upper else first
    nth = nth - lower if upper else nth
    cards = cards >> RANKS if upper else cards
    return first + _STRENGTHS[np.uint64(RANKS * (cards & SUIT) + nth)]


@compiled
def _add_deals(
    totals: Any, players: Any, deals: Any, rng: Any, state: Any, deck: Any, scores: Any
) -> None:  # fmt: skip
    """Add the points of each seat in this number of `deals` to `totals`."""
    for number in range(deals):
        deal(state, deck, players, number % players, rng)
        while not play(state, any_card(rng, legal(state))):
            pass
        score(state, scores)
        totals += scores


def random_deals(players: int, deals: int, rng: Any) -> Any:
    """Return the total points of each seat over this number of `deals`, all cards played at random."""
    state, deck = np.zeros(FIELDS, np.int64), np.arange(40)
    totals, scores = np.zeros((2, 5), np.int64)
    _add_deals(totals, players, deals, rng, state, deck, scores)
    return totals[:players]
