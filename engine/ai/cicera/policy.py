"""The greedy policy of Cicera on machine words, fast enough for thousands of playouts.

It is the same as `Greedy1` in `greedy.py`; the tests check that both agree.
"""

from math import comb
from typing import Any, Final

import numpy as np

from engine.ai.bits import below, lowest, size
from engine.ai.cicera.greedy import LEFT_BEHIND, WORTH
from engine.ai.cicera.kernel import (
    ALL,
    BY_RANK,
    CARD,
    CARDS,
    EACH,
    FOUND,
    HANDS,
    LEFT,
    MOVES,
    OPTIONS,
    PICADA,
    PILES,
    PLAYERS,
    PLAYS,
    SUMS,
    TABLE,
    TURN,
    VALUED,
    legal,
    next_seat,
    play,
    play_points,
    score,
    sets,
)
from engine.ai.compiled import compiled
from engine.ai.options import MASK

_WORTH: Final = np.array([WORTH[CARD[number]] for number in range(52)])
_MOST_ALIKE: Final = 41


def _odds(unseen: int, held: int, alike: int) -> float:
    if not 0 < held <= unseen >= alike:
        return 0.0
    return 1 - comb(unseen - alike, held) / comb(unseen, held)


ODDS: Final = np.array(
    [
        [[_odds(unseen, held, alike) for alike in range(_MOST_ALIKE)] for held in range(13)]
        for unseen in range(53)
    ],
    np.float32,
)
"""The chance that a hand has a wanted card, by how many are unseen, held, and wanted among the unseen."""


@compiled
def worth(cards: Any) -> Any:
    """Return the worth of cards in a pile."""
    total = 0.0
    while cards:
        total += _WORTH[lowest(cards)]
        cards &= cards - 1
    return total


@compiled
def alike(cards: Any, rank: Any) -> Any:
    """Return how many of the cards are of a rank."""
    return size(cards >> 4 * (rank - 1) & 15)


@compiled
def weigh(
    hand: Any, table: Any, left: Any, unseen: Any, odds: Any, options: Any, scratch: Any, values: Any
) -> Any:
    """Return how many moves a hand has, and write their values by the greedy policy to `values`.

    The moves are written to `scratch`; `odds` is the row of `ODDS` for the next player.
    """
    total, reached, lying = 0, 1, 0.0
    rest = table
    while rest:
        number = lowest(rest)
        rest &= rest - 1
        lying += _WORTH[number]
        if number < 40:
            rank = (number >> 2) + 1
            total += rank
            reached = (reached | reached << rank) & 0x7FF
    faces = table & ~VALUED
    count = 0
    highest = 0
    rest = hand
    while rest:
        number = lowest(rest)
        rest &= rest - 1
        rank = (number >> 2) + 1
        card = _WORTH[number]
        alone = alike(unseen, rank)
        sweepers, takers = 0, alone
        if number < 40:
            highest = rank
            if not faces and total + rank <= 10:
                sweepers = alike(unseen, total + rank)
            if options >> PICADA & MASK != BY_RANK:
                takers = 0
                ranks = reached << rank & 0x7FE
                while ranks:
                    takers += alike(unseen, lowest(ranks))
                    ranks &= ranks - 1
            elif total:
                takers += sweepers
        else:
            if not table:
                sweepers = alone
            same = faces & 15 << (number & 60)
            while same:
                taken = same & -same
                same ^= taken
                scratch[MOVES + count] = number << 52 | taken
                values[count] = _capture(number, taken, table, left, options, unseen, odds)
                count += 1
        sweep = odds[sweepers]
        scratch[MOVES + count] = number << 52
        values[count] = -LEFT_BEHIND * card - sweep * (2 + lying + card) - (odds[takers] - sweep) * (1 + card)
        count += 1
    for index in range(sets(table, highest, scratch)):
        first = 4 * (scratch[SUMS + index] - 1)
        rest = hand >> first & 15
        if rest:
            taken = scratch[FOUND + index]
            gained = worth(taken)
            remaining = total - scratch[SUMS + index]
            sweepers = 0
            if not faces:
                if 0 < remaining <= 10:
                    sweepers = alike(unseen, remaining)
            elif not remaining and not faces & (faces - 1):
                sweepers = alike(unseen, (lowest(faces) >> 2) + 1)
            if sweepers:
                gained -= odds[sweepers] * (1 + lying - gained)
            while rest:
                number = first + lowest(rest)
                rest &= rest - 1
                scratch[MOVES + count] = number << 52 | taken
                values[count] = gained + _WORTH[number] + play_points(number, taken, table, left, options)
                count += 1
    return count


@compiled
def _capture(number: Any, taken: Any, table: Any, left: Any, options: Any, unseen: Any, odds: Any) -> Any:
    """Return the value of a capture by a face card."""
    after = table ^ taken
    gained = worth(taken | 1 << number) + play_points(number, taken, table, left, options)
    rank = 0
    if after and not after & (after - 1):
        rank = (lowest(after) >> 2) + 1
    elif after and not after & ~VALUED:
        rest = after
        while rest:
            rank += (lowest(rest) >> 2) + 1
            rest &= rest - 1
        if rank > 10:
            rank = 0
    if rank:
        gained -= odds[alike(unseen, rank)] * (1 + worth(after))
    return gained


@compiled
def held_next(state: Any) -> Any:
    """Return how many cards the next player will hold: those dealt if a new round begins then (C9)."""
    held = size(state[HANDS + next_seat(state[TURN], state)])
    return state[EACH] if not held and state[PLAYS] < CARDS - 1 else held


@compiled
def greedy(state: Any, odds: Any, slips: Any, rng: Any, scratch: Any, values: Any) -> Any:
    """Return the move of the greedy policy or, with a chance of `slips` in 1024, a random move."""
    hand, table = state[HANDS + state[TURN]], state[TABLE]
    if slips and below(rng, 1024) < slips:
        return scratch[MOVES + below(rng, legal(hand, table, scratch))]
    unseen = ALL & ~(hand | table | state[PILES] | state[PILES + 1])
    row = odds[size(unseen), held_next(state)]
    count = weigh(hand, table, state[LEFT], unseen, row, state[OPTIONS], scratch, values)
    most = 0
    for index in range(1, count):
        if values[index] > values[most]:
            most = index
    return scratch[MOVES + most]


@compiled
def play_on(state: Any, later: Any, odds: Any, slips: Any, rng: Any, scratch: Any, values: Any) -> None:
    """Play a hand to its end and score it; `later` has the hands of later rounds, the next one first."""
    coming = 0
    while state[PLAYS] < CARDS:
        if not state[HANDS + state[TURN]]:
            for seat in range(state[PLAYERS]):
                state[HANDS + seat] = later[coming]
                coming += 1
        play(state, greedy(state, odds, slips, rng, scratch, values))
    score(state)
