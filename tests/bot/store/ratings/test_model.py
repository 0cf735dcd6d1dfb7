"""The model of ratings against a linear solve: one hand is the exact posterior of normal distributions."""

import math
import statistics
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bot.store.ratings.model import A_YEAR, Strength, chance, grown, posterior, prior
from engine import GAMES
from engine.game import Scatter

Side = tuple[float, Sequence[Strength]]

parts = st.builds(Strength, st.floats(-10, 10), st.floats(0.01, 100))
points = st.floats(-50, 50)
of_pairs = st.lists(st.tuples(points, st.lists(parts, min_size=3, max_size=3)), min_size=2, max_size=2)
alone = st.lists(st.tuples(points, st.lists(parts, min_size=1, max_size=1)), min_size=2, max_size=5)


def solved(sides: Sequence[Side], luck: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the means and variances of all parts after a hand, by one solve of the whole joint distribution.

    The level of the deal is unknown: only differences to the first side tell anything.
    """
    every = [part for _, of_side in sides for part in of_side]
    belongs = np.zeros((len(sides), len(every)))
    place = 0
    for side, (_, of_side) in enumerate(sides):
        belongs[side, place : place + len(of_side)] = 1
        place += len(of_side)
    to_first = np.hstack([-np.ones((len(sides) - 1, 1)), np.eye(len(sides) - 1)])
    seen = to_first @ belongs
    mean = np.array([part.mean for part in every])
    covariance = np.diag([part.variance for part in every])
    off = to_first @ np.array([own for own, _ in sides]) - seen @ mean
    spread = seen @ covariance @ seen.T + luck * to_first @ to_first.T
    gain = np.linalg.solve(spread, seen @ covariance).T
    return mean + gain @ off, np.diag(covariance - gain @ seen @ covariance)


@given(of_pairs | alone, st.floats(0.5, 200))
def test_a_hand_is_the_exact_posterior(sides: list[Side], luck: float) -> None:
    means, variances = solved(sides, luck)
    every = [part for _, of_side in sides for part in of_side]
    found = [of_part for of_side in posterior(sides, luck) for of_part in of_side]
    after = [part.mean + change for part, (change, _) in zip(every, found, strict=True)]
    assert after == pytest.approx(means, rel=1e-6, abs=1e-6)
    assert [variance for _, variance in found] == pytest.approx(variances, rel=1e-6, abs=1e-9)


@given(of_pairs | alone, st.floats(-100, 100))
def test_what_the_deal_gives_to_all_changes_nothing(sides: list[Side], level: float) -> None:
    raised = [(own + level, of_side) for own, of_side in sides]
    for one, other in zip(posterior(sides, 9.0), posterior(raised, 9.0), strict=True):
        assert [change for change, _ in one] == pytest.approx([change for change, _ in other], abs=1e-6)
        assert [variance for _, variance in one] == [variance for _, variance in other]


def test_doubt_grows_while_nobody_plays_up_to_what_it_was_at_first() -> None:
    first = 1.5**2
    assert grown(0.5, first, 0) == grown(0.5, first, -A_YEAR) == 0.5
    assert grown(0.5, first, A_YEAR) == pytest.approx(0.5 + (1.5 / 2) ** 2)
    assert grown(0.5, first, A_YEAR / 2) == pytest.approx(0.5 + (1.5 / 2) ** 2 / 2)
    assert grown(0.5, first, 10 * A_YEAR) == grown(first, first, A_YEAR) == first


@pytest.mark.parametrize("game", GAMES)
def test_at_first_members_differ_by_skill_and_pairs_by_less(game: str) -> None:
    scatter = GAMES[game].SCATTER
    assert prior(scatter, pair=False) == scatter.skill**2
    assert prior(scatter, pair=True) == scatter.pair**2 < scatter.skill**2 < scatter.luck**2


@given(st.lists(parts, min_size=1, max_size=3), st.lists(parts, min_size=1, max_size=3))
def test_the_chance_of_winning_is_told_for_a_usual_game(
    first: list[Strength], second: list[Strength]
) -> None:
    ahead = sum(part.mean for part in first) - sum(part.mean for part in second)
    variance = sum(part.variance for part in (*first, *second))
    spread = math.sqrt(5.5**2 * variance + 5.5 * 7.5**2)
    found = chance(first, second, Scatter(luck=7.5 / math.sqrt(2), skill=1.5))
    assert found == pytest.approx(statistics.NormalDist().cdf(5.5 * ahead / spread), abs=1e-9)
    assert found + chance(second, first, Scatter(luck=7.5 / math.sqrt(2), skill=1.5)) == pytest.approx(1)


def test_the_luck_of_cicera_is_that_of_a_difference_of_seven_and_a_half() -> None:
    assert GAMES["cicera"].SCATTER.luck * math.sqrt(2) == pytest.approx(7.5, abs=0.05)
    unknown = Strength(0.0, 1.5**2)
    assert chance([unknown, unknown], [unknown, unknown], GAMES["cicera"].SCATTER) == 0.5
