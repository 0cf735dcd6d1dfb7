"""The tricks of Civil Suits on machine words: laying cards, bans, challengers, powers."""

from typing import Any

import numpy as np

from engine.ai.civil_suits.kernel import (
    ASIDE,
    BAN,
    BANNED,
    CHALLENGE,
    CHALLENGERS,
    CHAMPIONS,
    DEALER,
    EARLY,
    HANDS,
    INTELLIGENCE,
    LAID,
    LEADER,
    MAGIC,
    MINION,
    NONE,
    NOTHING,
    OFFER,
    OVER,
    PHASE,
    PLAY,
    PLAYED,
    REPLAY,
    SAVED,
    SCORE,
    TAKEN,
    TAKER,
    TRUMP,
    TURN,
    WAITING,
    WHAT,
    WHO,
    rank,
    row,
)
from engine.ai.compiled import compiled


@compiled
def taker_of(state: Any) -> Any:
    """Return the seat that takes the trick as it is now (V13, V16, V20, V21)."""
    if state[MINION] >= 0:
        return state[MINION]
    best, power = -1, -1
    for index in range(state[LAID]):
        card = state[WHAT + index]
        bit = np.int64(1) << card
        strength = rank(card)
        if state[ASIDE] & bit:
            strength -= 100
        elif state[TRUMP] < NONE and bit & row(state[TRUMP]):
            strength += 100
        if best < 0 or strength >= power:
            best, power = index, strength
    return state[WHO + best]


@compiled
def _take(state: Any) -> Any:
    """Give the trick to its taker; return whether the round is over (V10, V12)."""
    taker = taker_of(state)
    cards = state[WAITING]
    for index in range(state[LAID]):
        cards |= np.int64(1) << state[WHAT + index]
    state[TAKEN + taker] |= cards & ~state[ASIDE]
    state[WAITING] = state[ASIDE]
    state[ASIDE] = 0
    state[LAID] = 0
    state[BANNED] = 0
    state[MINION] = -1
    state[TRUMP] = NONE
    state[EARLY] = 0
    state[TAKER] = taker
    holders, first = 0, -1
    for step in range(4):
        seat = (taker + step) % 4
        if state[HANDS + seat]:
            holders += 1
            if first < 0:
                first = seat
    if holders > 1:
        state[PHASE] = PLAY
        state[TURN] = first
        return False
    if holders:
        state[TAKEN + first] |= state[HANDS + first] | state[WAITING]
        state[HANDS + first] = 0
        state[WAITING] = 0
        state[TAKER] = first
    state[PHASE] = OVER
    return True


@compiled
def _ask_champion(state: Any, power: Any) -> Any:
    """Ask the champion of the next power from `power` on, or give the trick to its taker (V17).

    This and the other functions that go on to the next question return whether the round is over.
    """
    while power < 3:
        if state[CHAMPIONS + power] >= 0:
            state[PHASE] = INTELLIGENCE + power
            state[TURN] = state[CHAMPIONS + power]
            return False
        power += 1
    return _take(state)


@compiled
def _contest(state: Any, powers: Any) -> Any:
    """Find the champions (V17); `powers` has a row for each card: Intelligence, Magic, Might."""
    challengers = 0
    for index in range(state[LAID]):
        challengers += np.int64(CHALLENGERS) >> state[WHAT + index] & 1
    for power in range(3):
        best, top = -1, -1
        if challengers > 1:
            for index in range(state[LAID]):
                card = state[WHAT + index]
                if np.int64(CHALLENGERS) >> card & 1:
                    number = powers[card, power]
                    if number > top:
                        best, top = state[WHO + index], number
                    elif number == top:
                        best = -1
        state[CHAMPIONS + power] = best
    return _ask_champion(state, 0)


@compiled
def _ask_to_challenge(state: Any, step: Any, powers: Any) -> Any:
    """Ask the next seat with cards for a challenger, from `step` seats after the leader on (V15)."""
    while step < 4:
        seat = (state[LEADER] + step) % 4
        if state[HANDS + seat]:
            state[PHASE] = CHALLENGE
            state[TURN] = seat
            return False
        step += 1
    return _contest(state, powers)


@compiled
def _next_to_lay(state: Any, powers: Any) -> Any:
    """Ask for the next card: a replay (V13, V14) or a play (V10); go on if the trick is full."""
    laid = 0
    banned = 0
    top, ties = 0, 0
    for index in range(state[LAID]):
        seat = state[WHO + index]
        card = state[WHAT + index]
        laid |= 1 << seat
        if state[BANNED] >> card & 1:
            banned |= 1 << seat
        if rank(card) > top:
            top, ties = rank(card), 1
        elif rank(card) == top:
            ties += 1
    if banned:
        for step in range(4):
            seat = (state[MINION] + step) % 4
            if banned >> seat & 1 and state[HANDS + seat] & ~state[BANNED]:
                state[PHASE] = REPLAY
                state[TURN] = seat
                return False
    for step in range(4):
        seat = (state[LEADER] + step) % 4
        if state[HANDS + seat] and not laid >> seat & 1:
            state[PHASE] = PLAY
            state[TURN] = seat
            return False
    if state[MINION] >= 0:
        return _take(state)
    return _ask_to_challenge(state, 0, powers) if ties > 1 else _contest(state, powers)


@compiled
def _lay(state: Any, card: Any, powers: Any) -> Any:
    """Lay a card, or replace a banned one (V13)."""
    seat = state[TURN]
    bit = np.int64(1) << card
    state[HANDS + seat] ^= bit
    state[PLAYED] |= bit
    index = state[LAID]
    if state[PHASE] == REPLAY:
        index = 0
        while state[WHO + index] != seat:
            index += 1
        back = np.int64(1) << state[WHAT + index]
        state[HANDS + seat] |= back
        state[PLAYED] ^= back
    else:
        if index == 0:
            state[LEADER] = seat
        state[LAID] += 1
    state[WHO + index] = seat
    state[WHAT + index] = card
    if card >= 52:
        state[PHASE] = BAN
        return False
    return _next_to_lay(state, powers)


@compiled
def do(state: Any, action: Any, powers: Any) -> Any:
    """Take the action that the state waits for and return whether the round is over.

    Noting and passing are not among these actions.
    """
    phase = state[PHASE]
    seat = state[TURN]
    if phase in (PLAY, REPLAY):
        return _lay(state, action, powers)
    if phase == OFFER:
        if action != NOTHING:
            return _lay(state, action, powers)
        state[TURN] = (seat + 1) % 4
        if state[TURN] == state[DEALER]:
            state[PHASE] = PLAY
            state[TURN] = (state[DEALER] + 1) % 4
        return False
    if phase == BAN:
        state[MINION] = seat
        if action < NONE:
            state[BANNED] |= row(action)
        return _next_to_lay(state, powers)
    if phase == CHALLENGE:
        if action != NOTHING:
            bit = np.int64(1) << action
            state[HANDS + seat] ^= bit
            state[PLAYED] |= bit
            state[WHO + state[LAID]] = seat
            state[WHAT + state[LAID]] = action
            state[LAID] += 1
        return _ask_to_challenge(state, (seat - state[LEADER]) % 4 + 1, powers)
    if phase == INTELLIGENCE:
        return _ask_champion(state, 1)
    if phase == MAGIC:
        if action == SCORE:
            state[SAVED + seat] += 1
        elif action:
            state[ASIDE] = action
        return _ask_champion(state, 2)
    state[TRUMP] = action
    return _take(state)
