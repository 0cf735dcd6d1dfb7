"""Members whose true order is known, for tests of how soon ratings find it."""

import math
import statistics
from collections.abc import Sequence
from typing import Final

from bot.store.ratings.folding import Rating, Ratings
from bot.store.ratings.model import prior
from engine import GAMES

MEMBERS: Final = range(1, 17)


def values(ratings: Ratings, game: str) -> list[float]:
    """Return the value of each member by which leaderboards are ordered."""
    unknown = Rating(0.0, prior(GAMES[game].SCATTER, pair=False))
    found = [ratings.get((member, 0), unknown) for member in MEMBERS]
    return [rating.guarded - math.sqrt(rating.variance) for rating in found]


def agreement(found: Sequence[float], true: Sequence[float]) -> float:
    """Return the rank correlation of two orders."""
    return statistics.correlation(_ranks(found), _ranks(true))


def _ranks(order: Sequence[float]) -> list[int]:
    in_order = sorted(order)
    return [in_order.index(value) for value in order]
