"""The hands that others may hold, as likely as what was played makes them, and hands played out in them.

A chain (Metropolis) starts at any hands that the rules allow. Each step exchanges a hidden card of one hand
with one of another, unless it has shown a void there, and is taken back the more surely the less the new
hands explain what the others have played and laid aside.
"""

from typing import Any, Final

import numpy as np

from engine.ai.bits import below, fraction, lowest, one_of
from engine.ai.ciapano.kernel import (
    ALL,
    DEALER,
    DISCARD,
    DISCARDING,
    FIELDS,
    HANDS,
    OPTIONS,
    PLAYERS,
    ROW,
    TURN,
    VOIDS,
    legal,
    play,
    score,
)
from engine.ai.ciapano.policy import cost, greedy, shoot
from engine.ai.ciapano.value import MOST, OUTLASTS, PLACE
from engine.ai.compiled import compiled

COOL: Final = 1.5
"""How surely others are taken to play the card of least cost: a third of a point makes exp(COOL)."""
BLIND: Final = 0.2
"""How often others are taken to play just anything."""
STEPS: Final = 5
"""Exchanges tried between two worlds."""


@compiled
def rewind(world: Any, plays: Any, state: Any) -> None:
    """Write into `state` the beginning of the hand that has led to `world` by `plays` (seat and card)."""
    players = world[PLAYERS]
    dealer = world[DEALER]
    state[:] = 0
    state[PLAYERS] = players
    state[DEALER] = dealer
    state[OPTIONS] = world[OPTIONS]
    state[ROW] = ALL
    state[DISCARDING] = players == 3
    state[TURN] = dealer if players == 3 else (dealer + 1) % players
    for seat in range(players):
        state[HANDS + seat] = world[HANDS + seat]
    for number in range(len(plays)):
        state[HANDS + plays[number, 0]] |= np.int64(1) << plays[number, 1]
    state[HANDS + dealer] |= world[DISCARD]


@compiled
def replay(world: Any, plays: Any, state: Any) -> None:
    """Write into `state` the moment to which `plays` have led, with the hands and the discard of `world`."""
    rewind(world, plays, state)
    if world[DISCARD]:
        play(state, lowest(world[DISCARD]))
    for number in range(len(plays)):
        play(state, plays[number, 1])


@compiled
def explains(world: Any, plays: Any, viewer: Any, state: Any) -> Any:
    """Return the logarithm of how likely the others do what they did with the hands of `world`."""
    rewind(world, plays, state)
    total = 0.0
    if world[DISCARD]:
        if world[DEALER] != viewer:
            total += _likely(state, lowest(world[DISCARD]))
        play(state, lowest(world[DISCARD]))
    for number in range(len(plays)):
        if plays[number, 0] != viewer:
            total += _likely(state, plays[number, 1])
        play(state, plays[number, 1])
    return total


@compiled
def _likely(state: Any, card: Any) -> Any:
    """Return the logarithm of how likely whoever's turn it is plays this card."""
    cards = legal(state)
    if cards & (cards - 1) == 0:
        return 0.0
    least = cost(state, card)
    total = 0.0
    number = 0
    while cards:
        total += np.exp(min(30.0, COOL * (least - cost(state, lowest(cards)))))
        cards &= cards - 1
        number += 1
    return np.log((1.0 - BLIND) / total + BLIND / number)


@compiled
def wander(world: Any, likely: Any, plays: Any, viewer: Any, heeding: Any, steps: Any, chance: Any) -> Any:
    """Move a world on by so many steps and return how likely it is now.

    Unless it is `heeding` what was played, all that the rules allow is alike.
    """
    players = world[PLAYERS]
    piles = players + 1 if world[DISCARD] and world[DEALER] != viewer else players
    state = np.empty(FIELDS, np.int64)
    for _ in range(steps):
        one = below(chance, piles)
        other = below(chance, piles)
        first = HANDS + one if one < players else DISCARD
        second = HANDS + other if other < players else DISCARD
        if one == other or viewer in (one, other) or not world[first] or not world[second]:
            continue
        given = np.int64(1) << one_of(chance, world[first])
        gained = np.int64(1) << one_of(chance, world[second])
        # The discard, the last pile, may be any card (P6).
        if one < players and world[VOIDS + one] & gained:
            continue
        if other < players and world[VOIDS + other] & given:
            continue
        world[first] ^= given | gained
        world[second] ^= given | gained
        if heeding:
            now = explains(world, plays, viewer, state)
            if now < likely and fraction(chance) >= np.exp(now - likely):
                world[first] ^= given | gained
                world[second] ^= given | gained
            else:
                likely = now
    return likely


@compiled
def worth(scores: Any, totals: Any, players: Any, seat: Any, match: Any) -> Any:
    """Return what the scores of a hand are worth to a seat, in points; `totals` are those before it.

    The part `match` of it is what they are worth in the match, the rest the points themselves.
    """
    mine = totals[seat] + scores[seat]
    outlasted = 0.0
    for other in range(players):
        if other != seat:
            outlasted += OUTLASTS[min(mine, MOST - 1), min(totals[other] + scores[other], MOST - 1)]
    return match * PLACE * (outlasted - (players - 1) / 2.0) - (1.0 - match) * scores[seat]


@compiled
def play_out(
    world: Any,
    likely: Any,
    plays: Any,
    totals: Any,
    viewer: Any,
    heeding: Any,
    match: Any,
    cards: Any,
    shooting: Any,
    worlds: Any,
    chance: Any,
) -> Any:
    """Return for each of `cards` the sum of its worth in so many worlds, and how likely the last one is.

    The viewer goes on greedily, or wants every trick if it is `shooting`; the others are greedy.
    """
    sums = np.zeros(len(cards))
    state = np.empty(FIELDS, np.int64)
    scores = np.zeros(5, np.int64)
    for _ in range(worlds):
        likely = wander(world, likely, plays, viewer, heeding, STEPS, chance)
        for place in range(len(cards)):
            state[:] = world
            over = play(state, cards[place])
            while not over:
                over = play(state, shoot(state) if shooting and state[TURN] == viewer else greedy(state))
            score(state, scores)
            sums[place] += worth(scores, totals, world[PLAYERS], viewer, match)
    return sums, likely
