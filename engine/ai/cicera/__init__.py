"""The computer players of Cicera by name: rules of thumb, and search with a small and a large budget."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from engine.ai.cicera.greedy import Casual, Greedy0, Greedy1
from engine.ai.player import Player
from engine.ai.search import Budget, Search

_HARD: Final = Budget(ms=9)


def _searching(own: Budget, **ways: Any) -> Callable[[Budget | None], Player]:
    """Return the maker of a player that searches; `ways` are those of `position.look`."""

    def make(budget: Budget | None) -> Player:
        from engine.ai.cicera.position import get_ready, look  # numba is loaded here

        get_ready()
        return Search(partial(look, **ways), budget or own)

    return make


PLAYERS: Final[Mapping[str, Callable[[Budget | None], Player]]] = MappingProxyType(
    {
        "greedy0": lambda budget: Greedy0(),
        "greedy1": lambda budget: Greedy1(),
        "greedy": lambda budget: Greedy1(),
        "easy": lambda budget: Casual(),
        "medium": _searching(Budget(ms=2)),
        "hard": _searching(_HARD),
        # The hard player without one of its pieces, for `match` to show what it is worth.
        "for-points": _searching(_HARD, points=1.0),
        "infers-nothing": _searching(_HARD, heed=0),
        "infers-captures": _searching(_HARD, heed=1),
        "infers-picada": _searching(_HARD, heed=2),
        "infers-trailed": _searching(_HARD, heed=4),
    }
)
