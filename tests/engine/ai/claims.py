"""The claim of each reason, checked against its view by simple code that shares nothing with it.

A claim about plays of others is tried in worlds that the rules allow.
"""

import random
from collections.abc import Callable
from typing import Any, Final

from engine import GAMES

WORLDS: Final = 3

Claim = Callable[[Any, Any, Any, Any], bool]
"""Whether a reason holds for an action, as against another, in a view."""


def worlds(game: str, seen: Any, action: Any) -> list[tuple[Any, Any]]:
    """Return states that look like the view, before and after an action."""
    rules = GAMES[game]
    found = []
    for seed in range(WORLDS):
        before = rules.sample(seen, random.Random(seed))
        found.append((before, rules.apply(before, seen.viewer, action)))
    return found
