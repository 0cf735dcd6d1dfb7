"""The computer players of Ciapano by name."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from engine.ai.ciapano.greedy import Greedy
from engine.ai.player import Player
from engine.ai.search import Budget, Search

_SLIPS: Final = 2.0
"""The thirds by which a player who is easy to beat misjudges a card."""


_MEDIUM: Final = Budget(ms=2)
_HARD: Final = Budget(ms=9)


def _searching(own: Budget, **ways: Any) -> Callable[[Budget | None], Player]:
    """Return the maker of a player that searches; `ways` are those of `Position`."""

    def make(budget: Budget | None) -> Player:
        from engine.ai.ciapano import position  # numba is loaded here

        position.get_ready()
        return Search(partial(position.Position, **ways), budget or own)

    return make


PLAYERS: Final[Mapping[str, Callable[[Budget | None], Player]]] = MappingProxyType(
    {
        "greedy": lambda budget: Greedy(),
        "easy": lambda budget: Greedy(_SLIPS),
        "medium": _searching(_MEDIUM),
        "hard": _searching(_HARD),
        # The hard player without one of its pieces, for `match` to show what it is worth.
        "for-points": _searching(_HARD, match=0.0),
        "for-places": _searching(_HARD, match=1.0),
        "infers-nothing": _searching(_HARD, heeding=False),
    }
)
