"""Hints in whole games between computers: the decisions of which a table asks, judged as for a hint."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from engine import GAMES
from engine.ai import Budget, Judgement, named
from engine.ai.advice import advise
from engine.ai.reasons import Reason
from engine.ai.review import decisions
from engine.simulate import play
from tests.engine.strategies import all_options

WORLDS: Final = Budget(worlds=24)
ONE_IN: Final = 6
"""Of this many decisions one is taken, so that they come from more games."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A view with its judgement, and the reason for the best action."""

    seen: Any
    judgement: Judgement[Any]
    reason: Reason

    def others(self) -> list[Any]:
        """Return the second best action and, if it is as good as the best, the best of the worse ones."""
        (_, value), *others = self.judgement.values
        worse = [action for action, worth in others if worth < value]
        return [action for action, _ in others[:1]] + worse[:1]


@cache
def hints(game: str, number: int) -> tuple[Hint, ...]:
    """Return this number of hints; every other game is played by one of its sets of options."""
    found: list[Hint] = []
    for seen in _asked(game):
        advice = advise(game, seen, random.Random(len(found)), WORLDS)
        found.append(Hint(seen, advice.judgement, advice.reason))
        if len(found) == number:
            break
    return tuple(found)


def _asked(game: str) -> Iterator[Any]:
    """Yield views of seats that have a choice, from hands between players by rules of thumb."""
    rules, rng, number = GAMES[game], random.Random(game), 0
    while True:
        number += 1
        options = rules.options(rng.choice(all_options(rules)) if number % 2 else {})
        seats = sum(map(len, rules.sides(options)))
        players = [named(game, rng.choice(("greedy", "greedy", "easy"))) for _ in range(seats)]
        record = play(rules, options, players, f"{number}", hands=3).record()
        for seat in range(seats):
            yield from (d.seen for d in decisions(record, seat, None) if not rng.randrange(ONE_IN))
