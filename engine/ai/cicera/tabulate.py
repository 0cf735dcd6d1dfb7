"""`python -m engine.ai.cicera.tabulate > engine/ai/cicera/chances.py`: the chance to win from any score.

Hands are played by the greedy policy on all seats; from how often they end how, the chances follow score by
score, beginning with those where a hand or two decide.
"""

import sys
import textwrap
from typing import Any, Final

import numpy as np

from engine.ai.bits import below, source
from engine.ai.cicera.kernel import (
    CARDS,
    DESK,
    EACH,
    FIELDS,
    HANDS,
    MOST_MOVES,
    PLAYERS,
    POINTS,
    TABLE,
    TAKER,
    napoleone,
)
from engine.ai.cicera.policy import ODDS, play_on
from engine.ai.cicera.value import MOST
from engine.ai.compiled import compiled

HANDS_PLAYED: Final = 400_000
NEEDED: Final = 51


@compiled
def deal(state: Any, deck: Any, later: Any, players: Any, each: Any, chance: Any) -> None:
    """Shuffle and deal; seat 0 plays first."""
    for place in range(len(deck) - 1, 0, -1):
        other = below(chance, place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    state[:] = 0
    state[PLAYERS], state[EACH], state[TAKER] = players, each, -1
    for place in range(4):
        state[TABLE] |= 1 << deck[CARDS + place]
    later[:] = 0
    for place in range(CARDS):
        later[place // each] |= 1 << deck[place]
    for seat in range(players):
        state[HANDS + seat] = later[seat]
    for place in range(len(later) - players):
        later[place] = later[place + players]


@compiled
def results(hands: Any, players: Any, each: Any, noise: Any, odds: Any, chance: Any) -> Any:
    """Return how often hands end with so many points for side 0 and so many for side 1."""
    found = np.zeros((MOST + 1, MOST + 1))
    state, deck, later = np.zeros(FIELDS, np.int64), np.arange(52), np.zeros(CARDS, np.int64)
    desk, values = np.empty(DESK, np.int64), np.empty(MOST_MOVES)
    for _ in range(hands):
        deal(state, deck, later, players, each, chance)
        play_on(state, later, odds, noise, chance, desk, values)
        winner = napoleone(state)
        if winner < 0:
            found[state[POINTS], state[POINTS + 1]] += 1
        else:
            found[MOST * (1 - winner), MOST * winner] += 1
    return found


def chances(found: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the chance to win of who needs so many points (row) against one who needs so many."""
    often = (found + found.T) / (2 * found.sum())  # either side may be the dealer's
    scored = [(x, y, often[x, y]) for x, y in zip(*np.nonzero(often), strict=True) if x or y]
    chance = np.full((NEEDED + 1, NEEDED + 1), 0.5)
    for needed in range(2, 2 * NEEDED + 1):
        for mine in range(max(1, needed - NEEDED), needed // 2 + 1):
            theirs = needed - mine
            total = 0.0
            for x, y, share in scored:
                left, right = mine - x, theirs - y
                if left > 0 and right > 0:
                    total += share * chance[left, right]
                elif left != right:  # C28; equal totals above the target: another hand, an even one
                    total += share * (left < right)
                else:
                    total += share / 2
            chance[mine, theirs] = total / (1 - often[0, 0])
            chance[theirs, mine] = 1 - chance[mine, theirs]
    return chance


def main() -> None:
    """Write the module `chances`."""
    out = ['"""Made by `tabulate.py`: per mille, the chance of who needs fewer points, row by row."""\n']
    out.append("from typing import Final\n\nCHANCES: Final = {")
    for players in (4, 2):
        made = chances(results(HANDS_PLAYED, players, 12, 0, ODDS, source(1)))
        rows = (str(round(1000 * made[m, t])) for t in range(1, NEEDED + 1) for m in range(1, t + 1))
        out.append(f'    {players}: """\n{textwrap.fill(" ".join(rows), 108)}\n""",')
    out.append("}\n")
    sys.stdout.write("\n".join(out))


if __name__ == "__main__":
    main()
