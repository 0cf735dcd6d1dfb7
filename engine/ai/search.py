"""Search: every action is played out in the same sampled worlds, and the worse half is dropped in turns.

A game gives a `Position`, which lays out worlds from what a seat sees and plays in them; which action gets
how much of the budget is decided here, for all games alike (sequential halving).
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from math import ceil, log2
from typing import Any, Final, Generic, Protocol, Self

from engine.ai import player
from engine.ai.loading import giving_way
from engine.ai.player import AnyPlayer, Judgement, Player
from engine.game import Action, Seen


class Position(Protocol[player.Action]):
    """One decision, ready to be played out; it goes on where it stopped, with new worlds at every call."""

    @property
    def actions(self) -> Sequence[player.Action]:
        """Return what is weighed: legal actions, not always all of them."""

    def play_out(self, candidates: Sequence[int], worlds: int) -> Sequence[float]:
        """Lay out so many new worlds and play every candidate (a place in `actions`) in each of them.

        Returns for each candidate the sum of what the worlds brought, in points for the seat to act.
        """


Look = Callable[[Seen, random.Random], Position[Action]]
"""Makes the position of a decision from what is seen; worlds depend on nothing else but `rng`."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: CPU milliseconds of the thread, or so many worlds, alike on any machine."""

    ms: float = 0.0
    worlds: int | None = None


MEDIUM: Final = Budget(ms=2)
HARD: Final = Budget(ms=9)

Maker = Callable[[Budget | None], AnyPlayer]
"""Makes a player; the budget, None for its own, is for those that search and is otherwise ignored."""

_PLAYOUTS_AT_ONCE: Final = 64
"""Playouts between two looks at the clock."""
_OVERHEAD: Final = 0.93
"""The part of the time after which no new worlds are begun, so that the last ones end in time."""


@dataclass(frozen=True, slots=True)
class Search(Player[Seen, Action], Generic[Seen, Action]):
    """A player that does what does best in the worlds that it can imagine.

    `rounds` is how often the better half goes on, None: until two are left. With 1 all actions are played
    out in all worlds, which compares them better and chooses worse.
    """

    look: Look[Seen, Action]
    budget: Budget
    rounds: int | None = None

    def weighing(self, action: Action) -> Self:
        """Return this player as it weighs `action` in any case; as a rule it weighs all that are legal."""
        return self

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Action]:
        """Return the values of the actions weighed, those that were dropped early after the others."""
        began = time.thread_time()
        position = self.look(seen, rng)
        count = len(position.actions)
        rounds = self.rounds or max(1, ceil(log2(count)))
        sums, played = [0.0] * count, [0] * count
        left, worlds = list(range(count)), 0
        dropped: list[int] = []
        for number in range(rounds):
            share = self._share(number, rounds, len(left) == 1)
            while (batch := self._batch(len(left), worlds, share, began)) > 0:
                for place, total in zip(left, position.play_out(left, batch), strict=True):
                    sums[place] += total
                    played[place] += batch
                worlds += batch
            left.sort(key=lambda place: -sums[place] / played[place])
            if number < rounds - 1:
                half = max(2, ceil(len(left) / 2))
                left, dropped = left[:half], left[half:] + dropped
        best_first = [*left, *dropped]
        return Judgement(
            tuple([(position.actions[place], sums[place] / played[place]) for place in best_first]), worlds
        )

    def _share(self, number: int, rounds: int, forced: bool) -> float:
        """Return the part of the budget that is used up after a round.

        Rounds take equally long; as each plays half as many actions it has room for twice the worlds.
        """
        if self.budget.worlds is not None:
            return float((2 ** (number + 1) - 1) / (2**rounds - 1))
        return 0.0 if forced else (number + 1) / rounds

    def _batch(self, candidates: int, worlds: int, share: float, began: float) -> int:
        """Return how many worlds come next; 0 when the round is over."""
        batch = max(1, _PLAYOUTS_AT_ONCE // candidates)
        if self.budget.worlds is not None:
            return min(batch, max(1, round(self.budget.worlds * share)) - worlds)
        used = 1000 * (time.thread_time() - began)
        return batch if not worlds or used < self.budget.ms * share * _OVERHEAD else 0


def searching(module: str, own: Budget, kind: type[Search[Any, Any]] = Search, **ways: Any) -> Maker:
    """Return the maker of a player that searches, with a budget of its `own` where it is given no other.

    `module` has the game's `Position` and loads numba, so it is imported for the first player; `ways` are
    arguments of that `Position`.
    """

    def make(budget: Budget | None) -> AnyPlayer:
        position = _loaded(module)
        return kind(partial(position.Position, **ways), budget or own)

    return make


@cache
def _loaded(module: str) -> Any:
    """Return a module that loads numba, with all that is compiled for it."""
    with giving_way():
        position = import_module(module)
        position.get_ready()
    return position
