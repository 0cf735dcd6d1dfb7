"""`python -m engine.ai.cicera.tabulate > engine/ai/cicera/chances.py`: the chance to win from any score.

The greedy policy plays hands on all seats. From how often each result occurs, the chances are computed score
by score, beginning with those closest to the end of the game.
"""

import sys
import textwrap
from typing import Any, Final

import numpy as np

from engine.ai.bits import below, source
from engine.ai.cicera.kernel import (
    CARDS,
    EACH,
    FIELDS,
    HANDS,
    MOST_MOVES,
    PLAYERS,
    POINTS,
    SCRATCH,
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
def deal(state: Any, deck: Any, later: Any, players: Any, each: Any, rng: Any) -> None:
    """Shuffle and deal; seat 0 plays first."""
    for index in range(len(deck) - 1, 0, -1):
        other = below(rng, index + 1)
        deck[index], deck[other] = deck[other], deck[index]
    state[:] = 0
    state[PLAYERS], state[EACH], state[TAKER] = players, each, -1
    for index in range(4):
        state[TABLE] |= 1 << deck[CARDS + index]
    later[:] = 0
    for index in range(CARDS):
        later[index // each] |= 1 << deck[index]
    for seat in range(players):
        state[HANDS + seat] = later[seat]
    for index in range(len(later) - players):
        later[index] = later[index + players]


@compiled
def _count(
    found: Any, hands: Any, players: Any, each: Any, slips: Any, odds: Any, rng: Any, state: Any, deck: Any,
    later: Any, scratch: Any, values: Any,
) -> None:  # fmt: skip
    """Add the number of `hands` that end with each pair of points to `found`."""
    for _ in range(hands):
        deal(state, deck, later, players, each, rng)
        play_on(state, later, odds, slips, rng, scratch, values)
        winner = napoleone(state)
        if winner < 0:
            found[state[POINTS], state[POINTS + 1]] += 1
        else:
            found[MOST * (1 - winner), MOST * winner] += 1


def results(hands: int, players: int, each: int, slips: int, odds: Any, rng: Any) -> Any:
    """Return how often hands end with each pair of points for side 0 (row) and side 1 (column)."""
    found = np.zeros((MOST + 1, MOST + 1))
    state, deck, later = np.zeros(FIELDS, np.int64), np.arange(52), np.zeros(CARDS, np.int64)
    scratch, values = np.empty(SCRATCH, np.int64), np.empty(MOST_MOVES)
    _count(found, hands, players, each, slips, odds, rng, state, deck, later, scratch, values)
    return found


def chances(found: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the chances to win, by the points that the own side needs (row) and the other (column)."""
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
                elif left != right:  # C28; equal totals lead to another hand, with even chances
                    total += share * (left < right)
                else:
                    total += share / 2
            chance[mine, theirs] = total / (1 - often[0, 0])
            chance[theirs, mine] = 1 - chance[mine, theirs]
    return chance


def main() -> None:
    """Write the module `chances` to standard output."""
    out = [
        '"""Made by `tabulate.py`: chances per mille of the side that needs fewer points, row by row."""\n'
    ]
    out.append("from typing import Final\n\nCHANCES: Final = {")
    for players in (4, 2):
        made = chances(results(HANDS_PLAYED, players, 12, 0, ODDS, source(1)))
        rows = (str(round(1000 * made[m, t])) for t in range(1, NEEDED + 1) for m in range(1, t + 1))
        out.append(f'    {players}: """\n{textwrap.fill(" ".join(rows), 108)}\n""",')
    out.append("}\n")
    sys.stdout.write("\n".join(out))


if __name__ == "__main__":
    main()
