"""Hands and civil suits that others may have, all equally likely, and rounds played out in them.

A chain starts at a world that the viewer cannot rule out. A step exchanges hidden cards of two hands or gives
somebody another civil suit. What others noted, passed and laid is not weighed: it says much about players of
the greedy policy and next to nothing about better ones (docs/computer-players.md).
"""

from typing import Any, Final

import numpy as np

from engine.ai.bits import below, fraction, one_of
from engine.ai.civil_suits.kernel import (
    FIELDS,
    HANDS,
    NOTING,
    PASSES,
    PASSING,
    PHASE,
    PLAY,
    REPLAY,
    SUITS,
    exchange,
    legal,
    passed,
    score,
)
from engine.ai.civil_suits.policy import give, greedy, note
from engine.ai.civil_suits.trick import do
from engine.ai.compiled import compiled

SLIPS: Final = 0.1
"""How often anybody lays just any card when a round is played out."""
STEPS: Final = 40
"""Steps of the chain between two worlds."""

FIXED, MAY, KNOWN = 0, 4, 8
"""What is known of each seat: cards that it surely holds, all that it may hold, whether its suit is known."""
FACTS: Final = 12


@compiled
def wander(world: Any, facts: Any, viewer: Any, steps: Any, chance: Any) -> None:
    """Move a world on by so many steps."""
    for _ in range(steps):
        one = (viewer + 1 + below(chance, 3)) % 4
        other = (viewer + 1 + below(chance, 3)) % 4
        if one == other:
            if not facts[KNOWN + one]:
                world[SUITS + one] = below(chance, 4)
            continue
        mine = world[HANDS + one] & ~facts[FIXED + one] & facts[MAY + other]
        theirs = world[HANDS + other] & ~facts[FIXED + other] & facts[MAY + one]
        if mine and theirs:
            pair = np.int64(1) << one_of(chance, mine) | np.int64(1) << one_of(chance, theirs)
            world[HANDS + one] ^= pair
            world[HANDS + other] ^= pair


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
    facts: Any,
    viewer: Any,
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
        wander(world, facts, viewer, STEPS, chance)
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
