"""Hints say why: the reason for the best action is true of it, and not of the second best."""

from collections import Counter

import pytest

from engine.ai.reasons import reason
from tests.engine.ai.claims import with_any_values
from tests.engine.ai.hints import Hint, hints
from tests.engine.ai.test_reasons import CLAIMS

pytestmark = pytest.mark.searches

NUMBER = 500
"""The decisions of each game."""
COSTS = 5.0
"""The most hints, in percent, that can only say what the second best would cost."""
ONE = 25.0
"""The most hints, in percent, that give one and the same reason."""


def disproved(game: str, hint: Hint) -> bool:
    """Return whether the reason of a hint is true of the best action, and false of one that is weighed."""
    claim, best, seen = CLAIMS[game][hint.reason.key], hint.judgement.action, hint.seen
    if not hint.others():
        return claim(seen, best, hint.reason, None)
    return any(
        # Another card of the same merit does not count as another claim.
        claim(seen, best, hint.reason, other) and not claim(seen, other, with_any_values(hint.reason), best)
        for other in hint.others()
    )


@pytest.mark.parametrize("game", CLAIMS)
def test_hints_say_what_sets_the_best_apart_from_the_second_best(game: str) -> None:
    given = Counter[str]()
    for hint in hints(game, NUMBER):
        given[hint.reason.key] += 1
        if hint.reason.key == "costs":
            (_, value), (second, worth), *_ = hint.judgement.values
            assert hint.reason == reason("costs", action=second, points=value - worth)
        elif hint.reason.key == "only":
            assert len(hint.seen.legal) == 1
        else:
            assert disproved(game, hint), (hint.reason, hint.judgement, hint.seen)
    share = {key: 100 * times / NUMBER for key, times in given.items()}
    assert share.pop("costs", 0.0) <= COSTS
    assert max(share.values()) <= ONE, share
