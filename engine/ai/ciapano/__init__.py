"""The computer players of Ciapano by name."""

from types import MappingProxyType
from typing import Final

from engine.ai.ciapano.gentle import Saving
from engine.ai.ciapano.greedy import Greedy
from engine.ai.ciapano.reasons import reasons
from engine.ai.computers import Computers
from engine.ai.player import Mixed
from engine.ai.search import HARD, MEDIUM, searching

_BLUR: Final = 2.0
"""How far the easy player misjudges cards: the standard deviation, in thirds."""

_SENSE: Final = MappingProxyType({3: 0.5, 4: 0.15, 5: 0.0})
"""The part of its decisions that the gentle player takes as the easy one does, by how many begin the game."""

_POSITION: Final = "engine.ai.ciapano.position"

COMPUTERS: Final = Computers(
    players={
        "greedy": lambda budget: Greedy(),
        "gentle": lambda budget: Mixed(Saving(), Greedy(_BLUR), _SENSE),
        "easy": lambda budget: Greedy(_BLUR),
        "medium": searching(_POSITION, MEDIUM),
        "hard": searching(_POSITION, HARD),
        # The hard player without one of its parts, so that `match` can measure the part's value.
        "for-points": searching(_POSITION, HARD, points=1.0),
        "for-places": searching(_POSITION, HARD, points=0.0),
        "infers-nothing": searching(_POSITION, HARD, inferring=False),
    },
    reasons=reasons,
    kernels=True,
)
