"""Whole rounds of Civil Suits on machine words with everything left to chance: how quick the kernel is."""

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
    passed,
    score,
)
from engine.ai.civil_suits.trick import do
from engine.ai.compiled import compiled


@compiled
def deal(state: Any, deck: Any, number: Any, dealer: Any, chance: Any) -> None:
    """Deal a round (V5), all hands equally likely; `deck` has the 54 numbers in any order."""
    state[:] = 0
    state[ROUND] = number
    state[DEALER] = dealer
    state[EARLY] = number == 1
    state[TAKER] = dealer
    state[MINION] = -1
    state[TRUMP] = NONE
    seat = dealer
    for place in range(54):
        other = place + below(chance, 54 - place)
        card = deck[other]
        deck[other] = deck[place]
        deck[place] = card
        seat = (seat + 1) & 3
        state[HANDS + seat] |= np.int64(1) << card


@compiled
def any_action(state: Any, chance: Any) -> Any:
    """Return what a seat does that leaves it to chance: any answer to what it is asked."""
    phase = state[PHASE]
    if phase in (BAN, INTELLIGENCE, MIGHT):
        return below(chance, NONE + 1)
    if phase == MAGIC:
        way = below(chance, 3)
        if way == 2 and state[HANDS] | state[HANDS + 1] | state[HANDS + 2] | state[HANDS + 3]:
            return np.int64(1) << state[WHAT + below(chance, state[LAID])]
        return np.int64(SCORE if way == 1 else 0)
    cards = legal(state)
    if phase in (OFFER, CHALLENGE):
        which = below(chance, size(cards) + 1)
        return np.int64(NOTHING) if which == 0 else one_of(chance, cards)
    return one_of(chance, cards)


@compiled
def random_rounds(rounds: Any, powers: Any, chance: Any) -> Any:
    """Return the demerits of each seat over so many rounds."""
    state = np.zeros(FIELDS, np.int64)
    deck = np.arange(54)
    scores = np.zeros(4, np.int64)
    totals = np.zeros(4, np.int64)
    for number in range(rounds):
        deal(state, deck, 1 + number % 4, number // 4 % 4, chance)
        for seat in range(4):
            state[SUITS + seat] = below(chance, 4)
            count, _ = passed(state, seat)
            for _ in range(count):
                card = one_of(chance, state[HANDS + seat] & ~state[PASSES + seat])
                state[PASSES + seat] |= np.int64(1) << card
        exchange(state)
        while not do(state, any_action(state, chance), powers):
            pass
        score(state, scores)
        totals += scores
    return totals
