"""The value of the points of a hand: a game is won by reaching the target first, not by points.

The chance to win from any score is tabulated (`tabulate.py`). It is scaled back to points, so that values are
easy to read: from a hand that goes badly to one that goes well, a point is worth a point on average.
"""

from functools import cache, lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.ai.cicera.chances import CHANCES

MOST: Final = 60
"""More than a side scores in a hand; taking all spades (C26) counts as this many points."""
_USUAL: Final = 9
"""The points of a side in a hand on average."""
_SWING: Final = 5
"""How much more it scores in a hand that goes well."""
POINTS_PART: Final = 0.5
"""The weight of points in a value; the rest is the chance to win the game."""
_FLAT: Final = 0.004
"""The least chance to win that a point counts as when chances are scaled to points."""

_KEPT: Final = 64
"""Gains that are kept, of 30 KB each: a hand needs those of two scores."""

Gains = NDArray[np.float64]
"""The value of a hand, by the points of the own side (row) and of the other (column)."""

_BY_POINTS: Final[Gains] = np.subtract.outer(np.arange(MOST + 1.0), np.arange(MOST + 1.0))
"""The gains if each point is worth a point."""


@cache
def _chances(players: int) -> Gains:
    """Return the chances to win, by the points that the own side needs (row) and the other (column)."""
    shares = [int(text) / 1000 for text in CHANCES[players].split()]
    most = round((2 * len(shares)) ** 0.5 - 0.5)
    found = np.full((most + 1, most + 1), 0.5)
    for theirs in range(1, most + 1):
        for mine in range(1, theirs + 1):
            found[mine, theirs] = shares.pop(0)
            found[theirs, mine] = 1 - found[mine, theirs]
    return found


@lru_cache(_KEPT)
def gains(players: int, mine: int, theirs: int, points: float = POINTS_PART) -> Gains:
    """Return the gains of a hand when the own side still needs `mine` points and the other `theirs`.

    Both may have enough: the game goes on as long as it is even (C28). `points` is as `POINTS_PART`.
    """
    found: Gains = np.empty((MOST + 1, MOST + 1))
    chances = _chances(players)
    left, right = np.ogrid[mine : mine - MOST - 1 : -1, theirs : theirs - MOST - 1 : -1]
    found[:] = np.where(left < right, 1.0, np.where(left > right, 0.0, 0.5))
    going_on: Any = (left > 0) & (right > 0)
    found[going_on] = chances[np.maximum(left, 0), np.maximum(right, 0)][going_on]
    found[MOST, 0], found[0, MOST] = 1.0, 0.0  # C26
    well, badly = _USUAL + _SWING, _USUAL - _SWING
    point = max(_FLAT, (found[well, badly] - found[badly, well]) / (4 * _SWING))
    return np.asarray((1 - points) * (found - found[_USUAL, _USUAL]) / point + points * _BY_POINTS)
