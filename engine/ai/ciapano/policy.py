"""Policies of Ciapano on machine words: the greedy one of `greedy.py`, and one that wants every trick.

The tests check that the greedy one agrees with `greedy.py`.
"""

from typing import Any

import numpy as np

from engine.ai.bits import lowest, size
from engine.ai.ciapano.greedy import (
    BEATEN,
    FOLLOWED,
    GUARDED,
    KEPT,
    LAST,
    LATE,
    LEADING,
    SHORT,
    THROWN,
    USUAL,
)
from engine.ai.ciapano.kernel import (
    ALL,
    BEST,
    DEALER,
    DISCARD,
    DISCARDING,
    HANDS,
    LAID,
    PLAYED,
    PLAYERS,
    RANKS,
    ROW,
    SUIT,
    TABLE,
    TURN,
    VOIDS,
    legal,
    thirds,
)
from engine.ai.compiled import compiled


@compiled
def cost(state: Any, card: Any) -> Any:
    """Return the cost of playing a card, or of laying it aside, for the seat to act, in thirds."""
    seat = state[TURN]
    hand = state[HANDS + seat]
    bit = np.int64(1) << card
    row = np.int64(SUIT) << (RANKS * (card // RANKS))
    unseen = ALL & ~state[PLAYED] & ~hand & row
    if seat == state[DEALER]:
        unseen &= ~state[DISCARD]
    below = size(unseen & (bit - 1))
    above = size(unseen) - below
    tricks = size(hand)
    now = 0.0
    if state[DISCARDING]:
        now = thirds(bit) / 3.0
    elif state[LAID] == 0 or (bit & state[ROW]) > state[BEST]:
        stays = 1.0 - BEATEN * above / (above + below + 1.0)
        chance = 1.0
        price = thirds(bit) + thirds(state[TABLE]) + LEADING
        other = seat
        for _ in range(state[PLAYERS] - state[LAID] - 1):
            other = other + 1 if other + 1 < state[PLAYERS] else 0
            if above + below == 0 or state[VOIDS + other] & row:
                price += THROWN
            else:
                chance *= stays
                price += FOLLOWED
        now = chance * (price + LAST if tricks == 1 else price)
    if tricks == 1:
        return now
    mine = hand & row
    later = KEPT * below / (below + above + 1.0) * (thirds(bit) + USUAL + LATE / tricks)
    return now - (later / (1.0 + GUARDED * size(mine & (bit - 1))) + SHORT / size(mine))


@compiled
def greedy(state: Any) -> Any:
    """Return the card that costs least, the lowest of equals."""
    cards = legal(state)
    best = lowest(cards)
    cards &= cards - 1
    if not cards:
        return best
    least = cost(state, best)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        price = cost(state, card)
        if price < least:
            best, least = card, price
    return best


@compiled
def shoot(state: Any) -> Any:
    """Return the card of a player who wants every trick (P11): hard to beat, or else worth least."""
    cards = legal(state)
    if state[DISCARDING]:
        return lowest(cards)
    hand = state[HANDS + state[TURN]]
    unseen = ALL & ~state[PLAYED] & ~hand
    best, least = lowest(cards), 1e9
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        bit = np.int64(1) << card
        row = np.int64(SUIT) << (RANKS * (card // RANKS))
        if state[LAID] and (bit & state[ROW]) < state[BEST]:
            price = 100.0 + 10.0 * thirds(bit) + card % RANKS
        elif state[LAID] == state[PLAYERS] - 1:
            price = card % RANKS * 0.01
        else:
            price = size(unseen & row & ~(2 * bit - 1)) - 0.01 * size(hand & row)
        if price < least:
            best, least = card, price
    return best
