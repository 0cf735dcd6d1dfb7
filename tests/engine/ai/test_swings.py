"""The plays of a game that swung most: a blunder, or the only good action."""

import random
import time
from collections.abc import Container
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from engine import GAMES
from engine.ai import Budget, Judgement, named
from engine.ai.advice import thorough
from engine.ai.review import decisions
from engine.ai.swings import LEAST_SWING, MOST_SWINGS, SWINGS_MS, largest_swings, swing_of
from engine.record import Record
from engine.simulate import simulate
from tests.engine.ai.test_advice import SHORT, whole

pytestmark = pytest.mark.searches


def swung(record: Record, own: Container[int] | None = None, **arguments: Any) -> tuple[int, ...]:
    """Return the plays that swung most, once all steps are taken."""
    looking = largest_swings(record, own, **arguments)
    while True:
        try:
            next(looking)
        except StopIteration as end:
            found: tuple[int, ...] = end.value
            return found


@pytest.mark.parametrize("game", GAMES)
def test_the_plays_that_swung_most_are_told_in_order(game: str) -> None:
    record = whole(game).record
    found = swung(record, worlds=12)
    assert found == swung(record, worlds=12)
    assert 5 <= len(found) <= MOST_SWINGS
    assert list(found) == sorted(set(found))
    assert len({record.actions[number - 1][0] for number in found}) > 1
    player = thorough(game, Budget(worlds=12))
    for decision in decisions(record, None, found):
        judgement = player.weighing(decision.played).consider(decision.seen, random.Random(0))
        assert swing_of(judgement, decision.played) >= LEAST_SWING
    assert swung(record, found[1:3], worlds=12) == found[1:3]


@pytest.mark.parametrize("game", GAMES)
def test_a_blunder_is_among_them(game: str) -> None:
    rules = GAMES[game]
    options = rules.options(SHORT.get(game, {}))
    seats = sum(map(len, rules.sides(options)))
    (good,) = simulate(rules, options, [named(game, "greedy")] * seats, 1, 4)
    record, player = good.record(), thorough(game, Budget(worlds=30))
    for decision in decisions(record, None, None):
        *_, (worst, value) = (judgement := player.consider(decision.seen, random.Random(1))).values
        if judgement.value - value > 2 * LEAST_SWING:
            blunder = f"{record.actions[decision.number - 1][0]} {worst}"
            break
    before = record.actions[: decision.number - 1]
    assert decision.number in swung(replace(record, actions=(*before, blunder)), worlds=30)


def test_a_good_only_action_swings_as_a_blunder_does() -> None:
    judgement = Judgement((("good", 4.0), ("bad", -1.0), ("worse", -2.0)))
    assert [swing_of(judgement, played) for played in ("good", "bad", "worse")] == [5.0, 5.0, 6.0]
    assert swing_of(Judgement((("only", 4.0),)), "only") == 0


def test_the_largest_swings_keep_their_time() -> None:
    assert SWINGS_MS < 3000
    for game in GAMES:
        record = whole(game).record
        swung(record, worlds=1)
        looking, took = largest_swings(record, ms=300), [0.0]
        began = time.thread_time()
        for _ in looking:
            took.append(1000 * (time.thread_time() - began))
        assert took[-1] < 400
        assert max(after - now for now, after in pairwise(took)) < 1000 / 3
