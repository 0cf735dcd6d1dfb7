"""Computer players by name: policies and the levels that people choose from.

Every game has players that search with nothing but its rules. A game can add others in a package of its own,
which is loaded when one is first needed; numba is loaded only with a player that needs kernels.
"""

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import Final

from engine import GAMES
from engine.ai.computers import Computers
from engine.ai.player import AnyPlayer, Judgement, Naive, Player, Uniform
from engine.ai.sampled import Position
from engine.ai.search import Budget, Maker, Search

__all__ = [
    "ADDED",
    "LEVELS",
    "UNCOMPILED",
    "AnyPlayer",
    "Budget",
    "Computers",
    "Judgement",
    "Player",
    "added",
    "named",
    "names",
]

LEVELS: Final = ("easy", "medium", "hard")
"""The levels that people choose from; `gentle`, for a beginner's opponents, is on no menu."""

UNCOMPILED: Final[Mapping[str, str]] = MappingProxyType(
    {"gentle": "gentle", "easy": "easy", "medium": "greedy", "hard": "greedy"}
)
"""The player for each level, `gentle` too, in a game with kernels that are not compiled or cannot be."""

ADDED: Final[dict[str, str]] = {
    "cicera": "engine.ai.cicera",
    "ciapano": "engine.ai.ciapano",
    "civil-suits": "engine.ai.civil_suits",
}
"""The modules whose `COMPUTERS` adds a game's own players to those of every game."""

BY_RULES: Final[Mapping[str, Budget]] = MappingProxyType(
    {"easy": Budget(worlds=1), "medium": Budget(ms=20), "hard": Budget(ms=50)}
)
"""The budgets of the levels in a game without kernels."""


def added(game: str) -> Computers:
    """Return the players and reasons that a game adds to those of every game."""
    if game not in ADDED:
        return Computers()
    found: Computers = import_module(ADDED[game]).COMPUTERS
    return found


def _makers(game: str) -> Mapping[str, Maker]:
    """Return the makers of a game's players by name, the levels among them."""
    position_of = partial(Position, GAMES[game])
    plain = {level: partial(_searching, position_of, budget) for level, budget in BY_RULES.items()}
    makers: dict[str, Maker] = {
        "random": lambda budget: Uniform(),
        "naive": lambda budget: Naive(GAMES[game]),
        "by-rules": plain["medium"],
        "gentle": plain["easy"],
    }
    return {**makers, **plain, **added(game).players}


def _searching(position_of: partial[Position], own: Budget, budget: Budget | None) -> AnyPlayer:
    return Search(position_of, budget or own)


def names(game: str) -> tuple[str, ...]:
    """Return the names of all players of `game`."""
    return tuple(_makers(game))


def named(game: str, name: str, budget: Budget | None = None) -> AnyPlayer:
    """Return the player of `game` with this name; ValueError if there is none, NoCompiler without numba."""
    makers = _makers(game)
    if name not in makers:
        raise ValueError(f"{name} is none of {', '.join(makers)}")
    return makers[name](budget)
