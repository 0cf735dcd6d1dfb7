"""Advice: what the hard player would do in one's place, what else is worth how much, and one reason why.

All actions are played out in all worlds (one round of search), so that their values compare.
"""

import random
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.ai import Budget, Judgement, added, named
from engine.ai.reasons import Reason, reason_for
from engine.ai.search import Search
from engine.game import AnySeen

HINT: Final = Budget(ms=25)
"""How long one thinks before one gives advice."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do, by a judgement whose values compare, and why."""

    judgement: Judgement[Any]
    reason: Reason

    @property
    def action(self) -> Any:
        """Return what to do."""
        return self.judgement.action

    def others(self, most: int) -> tuple[tuple[Any, float], ...]:
        """Return the best other actions, with how many points each is worth less."""
        best, *others = self.judgement.values
        return tuple([(action, best[1] - value) for action, value in others[:most]])


def thorough(game: str, budget: Budget) -> Search[Any, Any]:
    """Return the hard player of a game as it plays every action out in every world."""
    player = named(game, "hard", budget)
    assert isinstance(player, Search)
    return replace(player, rounds=1)


def advise(game: str, seen: AnySeen, rng: random.Random, budget: Budget = HINT) -> Advice:
    """Return advice for the seat whose view is `seen`; it is to act."""
    judgement = thorough(game, budget).consider(seen, rng)
    return advice(game, seen, judgement)


def advice(game: str, seen: AnySeen, judgement: Judgement[Any]) -> Advice:
    """Return a judgement of what is seen as advice, with the reason for what it thinks best."""
    return Advice(judgement, reason_for(added(game).reasons, seen, judgement))
