"""Advice: the choice of the hard player, how much worse the other actions are, and a reason.

All actions are played out in all worlds (one round of search), so that their values are comparable.
"""

import random
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.ai import Budget, Judgement, added, named
from engine.ai.reasons import Reason, reason_for
from engine.ai.search import Search
from engine.game import AnySeen

HINT: Final = Budget(ms=25)
"""The budget of a hint."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The judgement of a decision, with comparable values, and the reason for its best action."""

    judgement: Judgement[Any]
    reason: Reason

    @property
    def action(self) -> Any:
        """Return the best action."""
        return self.judgement.action

    def others(self, most: int) -> tuple[tuple[Any, float], ...]:
        """Return the `most` best other actions, each with how many points worse it is."""
        best, *others = self.judgement.values
        return tuple([(action, best[1] - value) for action, value in others[:most]])


def thorough(game: str, budget: Budget) -> Search[Any, Any]:
    """Return a variant of the hard player that plays every action out in every world."""
    player = named(game, "hard", budget)
    assert isinstance(player, Search)
    return replace(player, rounds=1)


def advise(game: str, seen: AnySeen, rng: random.Random, budget: Budget = HINT) -> Advice:
    """Return advice for the seat that sees `seen` and is to act.

    Of actions that come out equally well it names one that has a reason against the next of them; if none
    has, it gives the reason against the best action that comes out worse.
    """
    judgement = thorough(game, budget).consider(seen, rng)
    values = judgement.values
    equal = [pair for pair in values if pair[1] == judgement.value]
    found = [
        advice(game, seen, replace(judgement, values=(best, *(pair for pair in values if pair is not best))))
        for best in equal
    ]
    if 1 < len(equal) < len(values):
        found.append(advice(game, seen, judgement, values[len(equal)][0]))
    return next((one for one in found if one.reason.key != "costs"), found[0])


def advice(game: str, seen: AnySeen, judgement: Judgement[Any], other: Any | None = None) -> Advice:
    """Return a judgement as advice, with a reason for its best action and against the `other` one.

    The other is the second best unless it is given.
    """
    return Advice(judgement, reason_for(added(game).reasons, seen, judgement, other))
