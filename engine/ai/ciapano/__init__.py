"""The computer players of Ciapano by name."""

from typing import Final

from engine.ai.ciapano.greedy import Greedy
from engine.ai.ciapano.reasons import reasons
from engine.ai.computers import Computers
from engine.ai.search import HARD, MEDIUM, searching

_SLIPS: Final = 2.0
"""The thirds by which a player who is easy to beat misjudges a card."""

_POSITION: Final = "engine.ai.ciapano.position"

COMPUTERS: Final = Computers(
    players={
        "greedy": lambda budget: Greedy(),
        "easy": lambda budget: Greedy(_SLIPS),
        "medium": searching(_POSITION, MEDIUM),
        "hard": searching(_POSITION, HARD),
        # The hard player without one of its pieces, for `match` to show what it is worth.
        "for-points": searching(_POSITION, HARD, match=0.0),
        "for-places": searching(_POSITION, HARD, match=1.0),
        "infers-nothing": searching(_POSITION, HARD, heeding=False),
    },
    reasons=reasons,
    kernels=True,
)
