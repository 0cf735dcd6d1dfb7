"""Worlds: hidden hands and civil suits, sampled uniformly, and playouts in these worlds.

A random walk starts at a world that the viewer cannot rule out. A step exchanges hidden cards of two hands or
changes a civil suit. The notes, passes and plays of others are not used as evidence: they say much about
greedy players and next to nothing about better ones (docs/computer-players.md).
"""

from typing import Any, Final

import numpy as np

from engine.ai.bits import below, copy, fraction, one_of
from engine.ai.civil_suits.kernel import (
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
    passing,
    score,
)
from engine.ai.civil_suits.policy import give, greedy, note
from engine.ai.civil_suits.trick import do
from engine.ai.compiled import compiled

SLIPS: Final = 0.1
"""How often a playout lays a random card."""
STEPS: Final = 40
"""Steps of the walk from one world to the next."""

FIXED, MAY, KNOWN = 0, 4, 8
"""Fields of the facts about each seat: cards it surely holds, cards it may hold, and if its suit is known."""
FACTS: Final = 12


@compiled
def walk(world: Any, facts: Any, viewer: Any, steps: Any, rng: Any) -> None:
    """Move a world on by this number of `steps`."""
    for _ in range(steps):
        one = (viewer + 1 + below(rng, 3)) % 4
        other = (viewer + 1 + below(rng, 3)) % 4
        if one == other:
            if not facts[KNOWN + one]:
                world[SUITS + one] = below(rng, 4)
            continue
        mine = world[HANDS + one] & ~facts[FIXED + one] & facts[MAY + other]
        theirs = world[HANDS + other] & ~facts[FIXED + other] & facts[MAY + one]
        if mine and theirs:
            pair = np.int64(1) << one_of(rng, mine) | np.int64(1) << one_of(rng, theirs)
            world[HANDS + one] ^= pair
            world[HANDS + other] ^= pair


@compiled
def open_round(state: Any, viewer: Any, rng: Any) -> None:
    """Let the others note suits and pass; in the phase of noting, the viewer passes greedily too."""
    for seat in range(4):
        if seat != viewer:
            state[SUITS + seat] = note(state[HANDS + seat])
            if below(rng, 4) == 0:
                state[SUITS + seat] = below(rng, 4)
    for seat in range(4):
        number, _ = passing(state, seat)
        if seat != viewer or state[PHASE] == NOTING:
            state[PASSES + seat] = give(state[HANDS + seat], state[SUITS + seat], number)


@compiled
def play_on(state: Any, powers: Any, rng: Any) -> None:
    """Play a round to its end by the greedy policy with slips."""
    over = False
    while not over:
        laying = state[PHASE] == PLAY or state[PHASE] == REPLAY
        if laying and fraction(rng) < SLIPS:
            over = do(state, one_of(rng, legal(state)), powers)
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
    rng: Any,
    others: Any,
    state: Any,
    scores: Any,
    sums: Any,
) -> None:
    """Add each action's values in `worlds` new worlds to `sums`: demerits times their `rates`."""
    opening = world[PHASE] == NOTING or world[PHASE] == PASSING
    for _ in range(worlds):
        walk(world, facts, viewer, STEPS, rng)
        copy(world, others)
        if opening:
            others[SUITS + viewer] = max(0, min(3, others[SUITS + viewer]))
            open_round(others, viewer, rng)
        for index in range(len(actions)):
            copy(others, state)
            over = False
            if world[PHASE] == NOTING:
                number, _ = passing(state, viewer)
                state[SUITS + viewer] = actions[index]
                state[PASSES + viewer] = give(state[HANDS + viewer], actions[index], number)
                exchange(state)
            elif world[PHASE] == PASSING:
                state[PASSES + viewer] = actions[index]
                exchange(state)
            else:
                over = do(state, actions[index], powers)
            if not over:
                play_on(state, powers, rng)
            score(state, scores)
            for seat in range(4):
                sums[index] += rates[seat] * scores[seat]
