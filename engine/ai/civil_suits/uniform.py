"""Rounds of Civil Suits on machine words, played at random: `bench.ai` measures how fast the kernel is."""

from typing import Any

import numpy as np

from engine.ai.bits import below, one_of, size
from engine.ai.civil_suits.kernel import (
    BAN,
    CHALLENGE,
    DEALER,
    EARLY,
    FIELDS,
    HANDS,
    INTELLIGENCE,
    LAID,
    MAGIC,
    MIGHT,
    MINION,
    NONE,
    NOTHING,
    OFFER,
    PASSES,
    PHASE,
    ROUND,
    SCORE,
    SUITS,
    TAKER,
    TRUMP,
    WHAT,
    exchange,
    legal,
    passing,
    score,
)
from engine.ai.civil_suits.trick import do
from engine.ai.compiled import compiled


@compiled
def deal(state: Any, deck: Any, number: Any, dealer: Any, rng: Any) -> None:
    """Deal a round (V5) uniformly at random; `deck` has the 54 numbers in any order."""
    state[:] = 0
    state[ROUND] = number
    state[DEALER] = dealer
    state[EARLY] = number == 1
    state[TAKER] = dealer
    state[MINION] = -1
    state[TRUMP] = NONE
    seat = dealer
    for index in range(54):
        other = index + below(rng, 54 - index)
        card = deck[other]
        deck[other] = deck[index]
        deck[index] = card
        seat = (seat + 1) & 3
        state[HANDS + seat] |= np.int64(1) << card


@compiled
def any_action(state: Any, rng: Any) -> Any:
    """Return a random action of the seat to act."""
    phase = state[PHASE]
    if phase in (BAN, INTELLIGENCE, MIGHT):
        return below(rng, NONE + 1)
    if phase == MAGIC:
        way = below(rng, 3)
        if way == 2 and state[HANDS] | state[HANDS + 1] | state[HANDS + 2] | state[HANDS + 3]:
            return np.int64(1) << state[WHAT + below(rng, state[LAID])]
        return np.int64(SCORE if way == 1 else 0)
    cards = legal(state)
    if phase in (OFFER, CHALLENGE):
        which = below(rng, size(cards) + 1)
        return np.int64(NOTHING) if which == 0 else one_of(rng, cards)
    return one_of(rng, cards)


@compiled
def _add_rounds(
    totals: Any, rounds: Any, powers: Any, rng: Any, state: Any, deck: Any, scores: Any
) -> None:  # fmt: skip
    """Add the demerits of each seat in this number of `rounds` to `totals`."""
    for number in range(rounds):
        deal(state, deck, 1 + number % 4, number // 4 % 4, rng)
        for seat in range(4):
            state[SUITS + seat] = below(rng, 4)
            count, _ = passing(state, seat)
            for _ in range(count):
                card = one_of(rng, state[HANDS + seat] & ~state[PASSES + seat])
                state[PASSES + seat] |= np.int64(1) << card
        exchange(state)
        while not do(state, any_action(state, rng), powers):
            pass
        score(state, scores)
        totals += scores


def random_rounds(rounds: int, powers: Any, rng: Any) -> Any:
    """Return the total demerits of each seat over this number of `rounds`."""
    state, deck = np.zeros(FIELDS, np.int64), np.arange(54)
    totals, scores = np.zeros((2, 4), np.int64)
    _add_rounds(totals, rounds, powers, rng, state, deck, scores)
    return totals
