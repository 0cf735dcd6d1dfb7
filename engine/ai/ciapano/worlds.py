"""Worlds: hidden hands sampled by how likely the plays make them, and playouts in these worlds.

A random walk (Metropolis) starts at hands that the viewer cannot rule out. Each step exchanges hidden cards
of two hands, unless one has shown a void in the suit that it would get. The step is undone with a probability
that depends on how much better the old hands explain the cards that others have played and laid aside.
"""

from typing import Any, Final

import numpy as np

from engine.ai.bits import below, copy, fraction, lowest, one_of
from engine.ai.ciapano.kernel import (
    ALL,
    DEALER,
    DISCARD,
    DISCARDING,
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

SHARPNESS: Final = 1.5
"""How sharply others are assumed to prefer low costs: one third less is exp(SHARPNESS) times as likely."""
SLIPS: Final = 0.2
"""How often others are assumed to play a random card."""
STEPS: Final = 5
"""Steps of the walk from one world to the next."""


@compiled
def rewind(world: Any, plays: Any, state: Any) -> None:
    """Write to `state` the beginning of the hand that led to `world` by `plays` (seat and card)."""
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
    """Write to `state` the moment after `plays`, with the hands and the discard of `world`."""
    rewind(world, plays, state)
    if world[DISCARD]:
        play(state, lowest(world[DISCARD]))
    for number in range(len(plays)):
        play(state, plays[number, 1])


@compiled
def explains(world: Any, plays: Any, viewer: Any, state: Any) -> Any:
    """Return the log-likelihood of the actions of the others, given the hands of `world`."""
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
    """Return the log-likelihood that the seat to act plays this card."""
    cards = legal(state)
    if cards & (cards - 1) == 0:
        return 0.0
    least = cost(state, card)
    total = 0.0
    number = 0
    while cards:
        total += np.exp(min(30.0, SHARPNESS * (least - cost(state, lowest(cards)))))
        cards &= cards - 1
        number += 1
    return np.log((1.0 - SLIPS) / total + SLIPS / number)


@compiled
def walk(
    world: Any, likely: Any, plays: Any, viewer: Any, inferring: Any, steps: Any, rng: Any, state: Any
) -> Any:
    """Move a world on by this number of `steps` and return its log-likelihood.

    Without `inferring` from plays, all worlds are equally likely. `state` is room to work in.
    """
    players = world[PLAYERS]
    piles = players + 1 if world[DISCARD] and world[DEALER] != viewer else players
    for _ in range(steps):
        one = below(rng, piles)
        other = below(rng, piles)
        first = HANDS + one if one < players else DISCARD
        second = HANDS + other if other < players else DISCARD
        if one == other or viewer in (one, other) or not world[first] or not world[second]:
            continue
        given = np.int64(1) << one_of(rng, world[first])
        gained = np.int64(1) << one_of(rng, world[second])
        # The discard, the last pile, may be any card (P6).
        if one < players and world[VOIDS + one] & gained:
            continue
        if other < players and world[VOIDS + other] & given:
            continue
        world[first] ^= given | gained
        world[second] ^= given | gained
        if inferring:
            now = explains(world, plays, viewer, state)
            if now < likely and fraction(rng) >= np.exp(now - likely):
                world[first] ^= given | gained
                world[second] ^= given | gained
            else:
                likely = now
    return likely


@compiled
def worth(scores: Any, totals: Any, players: Any, seat: Any, points: Any) -> Any:
    """Return the value of a hand's scores to a seat, in points; `totals` are those before the hand.

    `points` is the weight of the points themselves, the rest that of the expected place in the game.
    """
    mine = totals[seat] + scores[seat]
    outlasted = 0.0
    for other in range(players):
        if other != seat:
            outlasted += OUTLASTS[min(mine, MOST - 1), min(totals[other] + scores[other], MOST - 1)]
    return (1.0 - points) * PLACE * (outlasted - (players - 1) / 2.0) - points * scores[seat]


@compiled
def play_out(
    world: Any,
    likely: Any,
    plays: Any,
    totals: Any,
    viewer: Any,
    inferring: Any,
    points: Any,
    cards: Any,
    shooting: Any,
    worlds: Any,
    rng: Any,
    state: Any,
    scores: Any,
    sums: Any,
) -> Any:
    """Add each card's values in `worlds` new worlds to `sums` and return the last log-likelihood.

    Everybody plays on greedily, except that the viewer tries for every trick if `shooting`.
    """
    for _ in range(worlds):
        likely = walk(world, likely, plays, viewer, inferring, STEPS, rng, state)
        for index in range(len(cards)):
            copy(world, state)
            over = play(state, cards[index])
            while not over:
                over = play(state, shoot(state) if shooting and state[TURN] == viewer else greedy(state))
            score(state, scores)
            sums[index] += worth(scores, totals, world[PLAYERS], viewer, points)
    return likely
