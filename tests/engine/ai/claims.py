"""The claim of each reason, checked against its view by simple code that shares nothing with it.

A claim about plays of others is tried in worlds that the rules allow.
"""

import random
from collections.abc import Callable
from typing import Any, Final

from engine import GAMES
from engine.ai.reasons import Reason

WORLDS: Final = 3

Claim = Callable[[Any, Any, Any, Any], bool]
"""Whether a reason holds for an action, as against another, in a view."""


class Anything:
    """A value of a reason that compares with others as any claim wants it, as do its attributes."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True

    __lt__ = __le__ = __gt__ = __ge__ = __eq__

    def __getattr__(self, name: str) -> "Anything":
        return self


def with_any_values(told: Reason) -> Reason:
    """Return a reason whose claim holds wherever it holds with some values."""
    return Reason(told.key, tuple((name, Anything()) for name, _ in told.values))


def worlds(game: str, seen: Any, action: Any) -> list[tuple[Any, Any]]:
    """Return states that look like the view, before and after an action."""
    rules = GAMES[game]
    found = []
    for seed in range(WORLDS):
        before = rules.sample(seen, random.Random(seed))
        found.append((before, rules.apply(before, seen.viewer, action)))
    return found
