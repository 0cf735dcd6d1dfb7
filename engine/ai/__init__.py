"""Computer players by name: policies and the levels that people choose from.

Every game has players that search by its rules alone. What a game adds to them lives in a package of its own,
which is loaded when one is first asked for; numba is loaded only with a player that needs kernels.
"""

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import Final

from engine import GAMES
from engine.ai.computers import Computers
from engine.ai.player import AnyPlayer, Judgement, Player, Uniform
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

UNCOMPILED: Final[Mapping[str, str]] = MappingProxyType(
    {"easy": "easy", "medium": "greedy", "hard": "greedy"}
)
"""Who plays each level, in a game with kernels, until they are compiled."""

ADDED: Final[dict[str, str]] = {
    "cicera": "engine.ai.cicera",
    "ciapano": "engine.ai.ciapano",
    "civil-suits": "engine.ai.civil_suits",
}
"""The modules that have `COMPUTERS`, what a game adds to the players of every game."""

BY_RULES: Final[Mapping[str, Budget]] = MappingProxyType(
    {"easy": Budget(worlds=1), "medium": Budget(ms=20), "hard": Budget(ms=50)}
)
"""How long the levels of a game without kernels think."""


def added(game: str) -> Computers:
    """Return what a game adds to the players of every game."""
    if game not in ADDED:
        return Computers()
    found: Computers = import_module(ADDED[game]).COMPUTERS
    return found


def _makers(game: str) -> Mapping[str, Maker]:
    """Return the makers of a game's players by name, the levels among them."""
    look = partial(Position, GAMES[game])
    plain = {level: partial(_searching, look, budget) for level, budget in BY_RULES.items()}
    makers: dict[str, Maker] = {"random": lambda budget: Uniform(), "by-rules": plain["medium"]}
    return {**makers, **plain, **added(game).players}


def _searching(look: partial[Position], own: Budget, budget: Budget | None) -> AnyPlayer:
    return Search(look, budget or own)


def names(game: str) -> tuple[str, ...]:
    """Return the names of all players of `game`."""
    return tuple(_makers(game))


def named(game: str, name: str, budget: Budget | None = None) -> AnyPlayer:
    """Return a player of `game`; ValueError if there is none of that name."""
    makers = _makers(game)
    if name not in makers:
        raise ValueError(f"{name} is none of {', '.join(makers)}")
    return makers[name](budget)
