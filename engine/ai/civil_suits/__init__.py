"""The computer players of Civil Suits by name."""

import random
from dataclasses import replace
from functools import partial
from typing import Any, Final, Self

from engine.ai.civil_suits.greedy import Greedy, should_expose
from engine.ai.civil_suits.reasons import reasons
from engine.ai.computers import Computers
from engine.ai.player import Judgement
from engine.ai.search import HARD, MEDIUM, Search, searching
from engine.civil_suits import Action, Seen
from engine.civil_suits.actions import EXPOSE

_SLIPS: Final = 1.5
"""The demerits by which a player who is easy to beat misjudges an action."""


class Searching(Search[Seen, Action]):
    """Makes a civil suit public as the greedy player does, and searches for all else."""

    __slots__ = ()

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Action]:
        """Return the values of the actions weighed."""
        return Judgement(((EXPOSE, 0.0),)) if should_expose(seen) else super().consider(seen, rng)

    def weighing(self, action: Action) -> Self:
        """Return this player as it weighs `action` beside its candidates; `expose` it never weighs."""
        look: Any = self.look
        return self if action == EXPOSE else replace(self, look=partial(look, also=action))


_POSITION: Final = "engine.ai.civil_suits.position"

COMPUTERS: Final = Computers(
    players={
        "greedy": lambda budget: Greedy(),
        "easy": lambda budget: Greedy(_SLIPS),
        "medium": searching(_POSITION, MEDIUM, Searching),
        "hard": searching(_POSITION, HARD, Searching),
        # The hard player without one of its pieces, for `match` to show what it is worth.
        "alone": searching(_POSITION, HARD, Searching, rivalry=0.0),
    },
    reasons=reasons,
    kernels=True,
)
