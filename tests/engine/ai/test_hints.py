"""Hints say why: the reason for the best action is true of it, and not of the second best."""

from collections import Counter

import pytest

from engine.ai.reasons import ALWAYS
from tests.engine.ai.claims import with_any_values
from tests.engine.ai.hints import Hint, hints
from tests.engine.ai.test_reasons import CLAIMS

pytestmark = pytest.mark.searches

COSTS: dict[str, float] = {}
"""The most hints, in percent, that can only say what the second best would cost."""
ONE: dict[str, float] = {}
"""The most hints, in percent, that give one and the same reason."""


def disproved(game: str, hint: Hint) -> bool:
    """Check the reason of a hint for the best action; return whether it is false of the second best."""
    claim, best, second = CLAIMS[game][hint.reason.key], hint.judgement.action, hint.second
    assert claim(hint.seen, best, hint.reason, second), (hint.reason, best, second, hint.seen)
    # Another card of the same merit does not count as another claim.
    return second is None or not claim(hint.seen, second, with_any_values(hint.reason), best)


def check(game: str, number: int) -> None:
    """Check hints in so many decisions: their claims, and how often each reason is given."""
    given = Counter[str]()
    for hint in hints(game, number):
        given[hint.reason.key] += 1
        if hint.reason.key == "costs":
            assert hint.reason["action"] == hint.second
            assert hint.reason["points"] == hint.judgement.value - dict(hint.judgement.values)[hint.second]
        elif hint.reason.key not in ALWAYS:
            assert disproved(game, hint), (hint.reason, hint.judgement, hint.seen)
    share = {key: 100 * times / number for key, times in given.items()}
    assert share.pop("costs", 0.0) <= COSTS[game]
    assert max(share.values()) <= ONE[game], share


@pytest.mark.parametrize("game", COSTS)
def test_hints_say_what_sets_the_best_apart_from_the_second_best(game: str) -> None:
    check(game, 150)


@pytest.mark.slow
@pytest.mark.parametrize("game", COSTS)
def test_few_hints_say_no_more_than_what_the_second_best_would_cost(game: str) -> None:
    check(game, 500)
