"""Search: actions are played out in the same sampled worlds, and the worse half is dropped each round.

A game provides a `Position`, which samples worlds from a seat's view and plays out actions in them. This
module divides the budget among the actions, in the same way for all games (sequential halving).
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import ceil, log2
from typing import Any, Final, Generic, Protocol, Self

from engine.ai import player
from engine.ai.loading import drop_compiler, giving_way, loaded
from engine.ai.player import AnyPlayer, Judgement, Player
from engine.game import Action, Seen


class Position(Protocol[player.Action]):
    """A decision, ready for search; every call of `play_out` samples new worlds."""

    @property
    def actions(self) -> Sequence[player.Action]:
        """Return the actions to weigh: the legal ones, or some of them."""

    def play_out(self, candidates: Sequence[int], worlds: int) -> Sequence[float]:
        """Return the sum of each candidate's values in `worlds` new worlds.

        Candidates are indices into `actions`. Values are in points for the seat to act, and all candidates
        are played out in the same worlds.
        """


PositionOf = Callable[[Seen, random.Random], Position[Action]]
"""Makes the position of a decision; its worlds depend only on the view and on `rng`."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: CPU milliseconds of the thread or, the same on any machine, a number of worlds."""

    ms: float = 0.0
    worlds: int | None = None


MEDIUM: Final = Budget(ms=2)
HARD: Final = Budget(ms=9)

Maker = Callable[[Budget | None], AnyPlayer]
"""Makes a player with a budget, or with its own for None; players that do not search ignore it."""

_PLAYOUTS_AT_ONCE: Final = 64
"""Playouts between two looks at the clock."""
_OVERHEAD: Final = 0.93
"""The part of the time after which no new worlds are begun, so that the last ones finish in time."""


@dataclass(frozen=True, slots=True)
class Search(Player[Seen, Action], Generic[Seen, Action]):
    """A player that takes the action with the best mean value in sampled worlds.

    `rounds` is the number of rounds, None for as many as leave two actions. With 1, all actions are played
    out in all worlds: their values are comparable, but the choice is worse.
    """

    position_of: PositionOf[Seen, Action]
    budget: Budget
    rounds: int | None = None

    def weighing(self, action: Action) -> Self:
        """Return a player that surely weighs `action`; this one weighs all legal actions anyway."""
        return self

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Action]:
        """Return the values of the actions, those dropped in earlier rounds after the others."""
        began = time.thread_time()
        position = self.position_of(seen, rng)
        count = len(position.actions)
        rounds = self.rounds or max(1, ceil(log2(count)))
        sums, played = [0.0] * count, [0] * count
        left, worlds = list(range(count)), 0
        dropped: list[int] = []
        for number in range(rounds):
            share = self._share(number, rounds, len(left) == 1)
            while (batch := self._batch(len(left), worlds, share, began)) > 0:
                for index, total in zip(left, position.play_out(left, batch), strict=True):
                    sums[index] += total
                    played[index] += batch
                worlds += batch
            left.sort(key=lambda index: -sums[index] / played[index])
            if number < rounds - 1:
                half = max(2, ceil(len(left) / 2))
                left, dropped = left[:half], left[half:] + dropped
        best_first = [*left, *dropped]
        return Judgement(
            tuple([(position.actions[index], sums[index] / played[index]) for index in best_first]), worlds
        )

    def _share(self, number: int, rounds: int, forced: bool) -> float:
        """Return the part of the budget that is used up after a round.

        Rounds take equally long: each plays out half as many actions as the one before in twice the worlds.
        """
        if self.budget.worlds is not None:
            return float((2 ** (number + 1) - 1) / (2**rounds - 1))
        return 0.0 if forced else (number + 1) / rounds

    def _batch(self, candidates: int, worlds: int, share: float, began: float) -> int:
        """Return the number of worlds to play out next; 0 when the round is over."""
        batch = max(1, _PLAYOUTS_AT_ONCE // candidates)
        if self.budget.worlds is not None:
            return min(batch, max(1, round(self.budget.worlds * share)) - worlds)
        used = 1000 * (time.thread_time() - began)
        return batch if not worlds or used < self.budget.ms * share * _OVERHEAD else 0


def searching(module: str, own: Budget, kind: type[Search[Any, Any]] = Search, **settings: Any) -> Maker:
    """Return a maker of players that search, with `own` as the default budget.

    `module` has the game's `Position` and loads numba, so it is imported only for the first player.
    `settings` are further arguments of that `Position`.
    """

    def make(budget: Budget | None) -> AnyPlayer:
        position = _loaded(module)
        return kind(partial(position.Position, **settings), budget or own)

    return make


@cache
def _loaded(module: str) -> Any:
    """Return the module, imported and with its kernels compiled or loaded; NoCompiler without numba."""
    with giving_way():
        position = loaded(module)
        position.get_ready()
    drop_compiler()
    return position
