"""The plays of a game that swung most: a blunder, or the only good action, whoever played it.

The swing of a play is the difference between its value and that of the best other action, by the view of its
seat at the time.
"""

from collections.abc import Container, Generator
from typing import Any, Final

from engine.ai.player import Judgement
from engine.ai.review import decisions, weighed
from engine.record import Record

SWINGS_MS: Final = 2900.0
"""The CPU milliseconds for a game."""
MOST_SWINGS: Final = 12
"""The most plays that are returned."""
LEAST_SWING: Final = 3.0
"""The least swing, in points, of a play. It is six times the usual error of a figure."""

_SHORTLIST: Final = 2 * MOST_SWINGS


def largest_swings(
    record: Record,
    own: Container[int] | None = None,
    *,
    seed: int = 0,
    ms: float = SWINGS_MS,
    worlds: int | None = None,
) -> Generator[None, None, tuple[int, ...]]:
    """Return the plays that swung most, in order, by their numbers from 1 among all actions.

    It goes in steps as `look_back` does, with its arguments, and raises BadRecord if replaying fails.
    """
    made = decisions(record, None, own)
    found = yield from weighed(record.game, made, swing_of, _SHORTLIST, seed=seed, ms=ms, worlds=worlds)
    largest = [one.decision.number for one in found[:MOST_SWINGS] if one.amount >= LEAST_SWING]
    return tuple(sorted(largest))


def swing_of(judgement: Judgement[Any], played: Any) -> float:
    """Return how many points an action is better or worse than the best other; 0 if no other was weighed."""
    worth: dict[Any, float] = dict(judgement.values)
    value = worth.pop(played)
    return abs(value - max(worth.values(), default=value))
