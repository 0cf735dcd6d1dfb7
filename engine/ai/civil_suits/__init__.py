"""The computer players of Civil Suits by name."""

import random
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final, Self

from engine.ai.civil_suits.gentle import Saving
from engine.ai.civil_suits.greedy import Greedy, should_expose
from engine.ai.civil_suits.reasons import reasons
from engine.ai.computers import Computers
from engine.ai.player import Judgement, Mixed
from engine.ai.search import HARD, MEDIUM, Search, searching
from engine.civil_suits import Action, Seen
from engine.civil_suits.actions import EXPOSE

_BLUR: Final = 1.5
"""How far the easy player misjudges actions: the standard deviation, in demerits."""

_SENSE: Final = MappingProxyType({4: 0.05})
"""The part of its decisions that the gentle player takes as the easy one does, by seats."""


class Searching(Search[Seen, Action]):
    """Exposes civil suits as the greedy player does, and searches for every other action."""

    __slots__ = ()

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Action]:
        """Return the values of the actions weighed."""
        return Judgement(((EXPOSE, 0.0),)) if should_expose(seen) else super().consider(seen, rng)

    def weighing(self, action: Action) -> Self:
        """Return a player that weighs `action` besides its candidates, unless it is `expose`."""
        position_of: Any = self.position_of
        return self if action == EXPOSE else replace(self, position_of=partial(position_of, also=action))


_POSITION: Final = "engine.ai.civil_suits.position"

COMPUTERS: Final = Computers(
    players={
        "greedy": lambda budget: Greedy(),
        "gentle": lambda budget: Mixed(Saving(), Greedy(_BLUR), _SENSE),
        "easy": lambda budget: Greedy(_BLUR),
        "medium": searching(_POSITION, MEDIUM, Searching),
        "hard": searching(_POSITION, HARD, Searching),
        # The hard player without one of its parts, so that `match` can measure the part's value.
        "alone": searching(_POSITION, HARD, Searching, rivalry=0.0),
    },
    reasons=reasons,
    kernels=True,
)
