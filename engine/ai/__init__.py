"""Computer players by name: policies and the levels that people choose from.

A game's players live in a package of their own, which is loaded when one is first asked for; numba is loaded
only with a player that searches.
"""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final

from engine.ai.player import AnyPlayer, Judgement, Player, Uniform
from engine.ai.search import Budget, Maker

__all__ = [
    "LEVELS",
    "PACKAGES",
    "UNCOMPILED",
    "AnyPlayer",
    "Budget",
    "Judgement",
    "Player",
    "named",
    "names",
]

LEVELS: Final = ("easy", "medium", "hard")

UNCOMPILED: Final[Mapping[str, str]] = MappingProxyType(
    {"easy": "easy", "medium": "greedy", "hard": "greedy"}
)
"""Who plays each level, in any game, until the search is compiled."""

PACKAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cicera": "engine.ai.cicera",
        "ciapano": "engine.ai.ciapano",
        "civil-suits": "engine.ai.civil_suits",
    }
)


def _makers(game: str) -> Mapping[str, Maker]:
    """Return the makers of a game's players by name, the levels among them."""
    makers: Mapping[str, Maker] = import_module(PACKAGES[game]).PLAYERS
    return {"random": lambda budget: Uniform(), **makers}


def names(game: str) -> tuple[str, ...]:
    """Return the names of all players of `game`."""
    return tuple(_makers(game))


def named(game: str, name: str, budget: Budget | None = None) -> AnyPlayer:
    """Return a player of `game`; ValueError if there is none of that name."""
    makers = _makers(game)
    if name not in makers:
        raise ValueError(f"{name} is none of {', '.join(makers)}")
    return makers[name](budget)
