"""The model of ratings: each part of a side, a member or a pair, has a mean and a variance of points a hand.

One hand is the exact posterior of normal distributions: the points of a side are the sum of its parts, a
level that the deal gives to all sides, of which nothing is known, and luck. Between hands covariances are
dropped.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.game import Scatter

A_YEAR: Final = 365.25 * 86_400
"""Seconds."""
_HANDS: Final = 5.5
"""The hands of a usual game of Cicera, by which the chance of winning is told."""


@dataclass(slots=True)
class Strength:
    """The mean and the variance of a member or of a pair, in points a hand."""

    mean: float
    variance: float


def prior(scatter: Scatter, *, pair: bool) -> float:
    """Return the variance of a part of which nothing is known."""
    return (scatter.pair if pair else scatter.skill) ** 2


def grown(variance: float, first: float, seconds: float) -> float:
    """Return a variance after so many idle seconds: a quarter of the `first` more a year, at most that."""
    return min(max(variance, first), variance + first / 4 * max(0.0, seconds) / A_YEAR)


def posterior(
    sides: Sequence[tuple[float, Sequence[Strength]]], luck_variance: float
) -> list[list[tuple[float, float]]]:
    """Return for each part of each side what a hand adds to its mean, and its variance then.

    A side is its points, more of which are better, and its parts.
    """
    weights, surplus = list[float](), list[float]()
    for points, parts in sides:
        mean = variance = 0.0
        for part in parts:
            mean += part.mean
            variance += part.variance
        weights.append(1 / (variance + luck_variance))
        surplus.append(points - mean)
    whole = sum(weights)
    level = sum([weight * more for weight, more in zip(weights, surplus, strict=True)]) / whole
    found = []
    for (_, parts), weight, more in zip(sides, weights, surplus, strict=True):
        pull = weight * (more - level)
        found.append(
            [
                (
                    part.variance * pull,
                    part.variance * (1 - part.variance * weight) + (part.variance * weight) ** 2 / whole,
                )
                for part in parts
            ]
        )
    return found


def chance(first: Sequence[Strength], second: Sequence[Strength], scatter: Scatter) -> float:
    """Return the chance that the first of two sides wins a game."""
    ahead = sum(part.mean for part in first) - sum(part.mean for part in second)
    variance = sum(part.variance for part in (*first, *second))
    # The luck of a hand's difference is that of two sides.
    spread = math.sqrt(_HANDS**2 * variance + _HANDS * 2 * scatter.luck**2)
    return (1 + math.erf(_HANDS * ahead / spread / math.sqrt(2))) / 2
