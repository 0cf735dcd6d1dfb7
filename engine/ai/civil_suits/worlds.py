"""Hands and civil suits that others may have, as likely as what they did makes them, and rounds played out.

A chain (Metropolis) starts at a world that the viewer cannot rule out. A step exchanges hidden cards of two
hands or gives somebody another civil suit, and is taken back the more surely the less the new world explains
the suits noted, the cards passed and the cards laid.
"""

from typing import Any, Final

import numpy as np

from engine.ai.bits import below, fraction, lowest, one_of, size
from engine.ai.civil_suits.kernel import (
    ALL,
    FIELDS,
    HANDS,
    LAID,
    MINION,
    NOTING,
    PASSES,
    PASSING,
    PHASE,
    PLAY,
    REPLAY,
    SUITS,
    TURN,
    exchange,
    legal,
    passed,
    score,
)
from engine.ai.civil_suits.policy import cost, give, greedy, liability, note, noted
from engine.ai.civil_suits.trick import do
from engine.ai.compiled import compiled

COOL: Final = 0.6
"""How surely others are taken to lay the card of least cost: a demerit makes exp(COOL)."""
BLIND: Final = 0.2
"""How often others are taken to lay just anything."""
NOTES: Final = 0.5
"""How surely others are taken to note the suit that is worth most."""
GIVES: Final = 0.5
"""How surely others are taken to pass what they would least like to keep."""
SLIPS: Final = 0.1
"""How often anybody lays just any card when a round is played out."""
STEPS: Final = 3
"""Steps of the chain between two worlds."""

WHOSE, CARD, TOP, TABLE, COUNT, BEFORE, LATER = range(7)
"""A card that was laid: by whom, which; the highest rank before it, the cards in the trick and waiting, how
many were laid; all cards out of hands before it, and those that its player has laid since."""

FIXED, MAY, KNOWN, GIVEN, OWED = 0, 4, 8, 12, 16
"""What is known of each seat: cards that it surely holds, all that it may hold, whether its suit is known,
what it passed to the viewer and what the viewer passed to it."""
FACTS: Final = 20


@compiled
def explains(world: Any, facts: Any, lays: Any, seat: Any, state: Any) -> Any:
    """Return the logarithm of how likely a seat did what it did with its hand and civil suit."""
    suit = world[SUITS + seat]
    hand = world[HANDS + seat]
    start = hand
    total = 0.0
    state[TURN] = seat
    state[MINION] = -1
    state[SUITS + seat] = suit
    for number in range(len(lays)):
        if lays[number, WHOSE] != seat:
            continue
        start |= np.int64(1) << lays[number, CARD]
        held = hand | lays[number, LATER]
        if held & (held - 1) == 0:
            continue
        state[HANDS + seat] = held
        state[LAID] = lays[number, COUNT]
        unseen = ALL & ~lays[number, BEFORE] & ~held
        left = size(unseen)
        least = cost(state, lays[number, CARD], unseen, left, lays[number, TABLE], lays[number, TOP])
        chances = 0.0
        cards = held
        while cards:
            price = cost(state, lowest(cards), unseen, left, lays[number, TABLE], lays[number, TOP])
            chances += np.exp(min(30.0, COOL * (least - price)))
            cards &= cards - 1
        total += np.log((1.0 - BLIND) / chances + BLIND / size(held))
    start = start & ~facts[OWED + seat]
    given = facts[GIVEN + seat]
    if given:
        total += _gives(start | given, given, suit)
    if not facts[KNOWN + seat]:
        best = noted(start | given, suit)
        chances = 0.0
        for other in range(4):
            chances += np.exp(NOTES * (noted(start | given, other) - best))
        total -= np.log(chances)
    return total


@compiled
def _gives(hand: Any, given: Any, suit: Any) -> Any:
    """Return the logarithm of how likely these cards are passed from a hand."""
    chances = 0.0
    cards = hand
    while cards:
        chances += np.exp(GIVES * liability(lowest(cards), suit))
        cards &= cards - 1
    total = -size(given) * np.log(chances / size(hand))
    while given:
        total += GIVES * liability(lowest(given), suit)
        given &= given - 1
    return total


@compiled
def wander(
    world: Any,
    likely: Any,
    facts: Any,
    lays: Any,
    viewer: Any,
    heeding: Any,
    steps: Any,
    chance: Any,
) -> None:
    """Move a world on by so many steps; `likely` has how likely each seat makes it.

    Unless it is `heeding` what the others did, all that the rules allow is alike.
    """
    state = np.zeros(FIELDS, np.int64)
    for _ in range(steps):
        one = (viewer + 1 + below(chance, 3)) % 4
        other = (viewer + 1 + below(chance, 3)) % 4
        if one == other:
            if facts[KNOWN + one]:
                continue
            before = world[SUITS + one]
            world[SUITS + one] = below(chance, 4)
            if not heeding:
                continue
            now = explains(world, facts, lays, one, state)
            if now < likely[one] and fraction(chance) >= np.exp(now - likely[one]):
                world[SUITS + one] = before
            else:
                likely[one] = now
            continue
        mine = world[HANDS + one] & ~facts[FIXED + one] & facts[MAY + other]
        theirs = world[HANDS + other] & ~facts[FIXED + other] & facts[MAY + one]
        if not mine or not theirs:
            continue
        pair = np.int64(1) << one_of(chance, mine) | np.int64(1) << one_of(chance, theirs)
        world[HANDS + one] ^= pair
        world[HANDS + other] ^= pair
        if not heeding:
            continue
        first = explains(world, facts, lays, one, state)
        second = explains(world, facts, lays, other, state)
        gain = first + second - likely[one] - likely[other]
        if gain < 0.0 and fraction(chance) >= np.exp(gain):
            world[HANDS + one] ^= pair
            world[HANDS + other] ^= pair
        else:
            likely[one] = first
            likely[other] = second


@compiled
def open_round(state: Any, viewer: Any, chance: Any) -> None:
    """Let all but the viewer note suits and pass; the viewer passes greedily unless it has chosen."""
    for seat in range(4):
        if seat != viewer:
            state[SUITS + seat] = note(state[HANDS + seat])
            if below(chance, 4) == 0:
                state[SUITS + seat] = below(chance, 4)
    for seat in range(4):
        number, _ = passed(state, seat)
        if seat != viewer or state[PHASE] == NOTING:
            state[PASSES + seat] = give(state[HANDS + seat], state[SUITS + seat], number)


@compiled
def finish(state: Any, powers: Any, chance: Any) -> None:
    """Play a round to its end, all greedily but for slips."""
    over = False
    while not over:
        laying = state[PHASE] == PLAY or state[PHASE] == REPLAY
        if laying and fraction(chance) < SLIPS:
            over = do(state, one_of(chance, legal(state)), powers)
        else:
            over = do(state, greedy(state), powers)


@compiled
def play_out(
    world: Any,
    likely: Any,
    facts: Any,
    lays: Any,
    viewer: Any,
    heeding: Any,
    actions: Any,
    worlds: Any,
    rates: Any,
    powers: Any,
    chance: Any,
) -> Any:
    """Return for each action the sum of what so many worlds bring; a demerit of a seat counts its rate."""
    sums = np.zeros(len(actions))
    state = np.empty(FIELDS, np.int64)
    others = np.empty(FIELDS, np.int64)
    scores = np.zeros(4, np.int64)
    opening = world[PHASE] == NOTING or world[PHASE] == PASSING
    for _ in range(worlds):
        wander(world, likely, facts, lays, viewer, heeding, STEPS, chance)
        others[:] = world
        if opening:
            others[SUITS + viewer] = max(0, min(3, others[SUITS + viewer]))
            open_round(others, viewer, chance)
        for place in range(len(actions)):
            state[:] = others
            over = False
            if world[PHASE] == NOTING:
                number, _ = passed(state, viewer)
                state[SUITS + viewer] = actions[place]
                state[PASSES + viewer] = give(state[HANDS + viewer], actions[place], number)
                exchange(state)
            elif world[PHASE] == PASSING:
                state[PASSES + viewer] = actions[place]
                exchange(state)
            else:
                over = do(state, actions[place], powers)
            if not over:
                finish(state, powers, chance)
            score(state, scores)
            for seat in range(4):
                sums[place] += rates[seat] * scores[seat]
    return sums
