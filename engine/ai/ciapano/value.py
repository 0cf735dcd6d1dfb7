"""The value of totals in a game of Ciapano: the expected place, counted in points.

The expected place is one more than the expected number of players who outlast the seat. The chance that one
player outlasts another depends on both totals; the curve was fitted to 6,000 simulated games.
"""

from math import exp, sqrt
from typing import Final

import numpy as np

from engine.ciapano.scoring import OUT

MOST: Final = OUT + 11
"""More than any total after a hand."""

PLACE: Final = 10.0
"""The value of a place in points, at the start of a game of four."""

_SPREAD: Final = 3.0


def _outlasts(mine: int, theirs: int) -> float:
    """Return the chance that total `mine` outlasts `theirs`, both after a hand (P12, P15)."""
    if mine >= OUT or theirs >= OUT:
        return 0.5 if mine == theirs else float(mine < theirs)
    left, of_them = OUT - mine, OUT - theirs
    return 1.0 / (1.0 + exp((of_them - left) / sqrt(left + of_them + _SPREAD)))


OUTLASTS: Final = np.array([[_outlasts(mine, theirs) for theirs in range(MOST)] for mine in range(MOST)])
"""The chance that a player with the first total outlasts one with the second."""
