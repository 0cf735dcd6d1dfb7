"""The computer players of Cicera by name: rules of thumb, and search with a small and a large budget."""

from typing import Final

from engine.ai.cicera.greedy import Casual, Greedy0, Greedy1
from engine.ai.cicera.marks import Marks
from engine.ai.cicera.reasons import reasons
from engine.ai.computers import Computers
from engine.ai.search import HARD, MEDIUM, searching

_POSITION: Final = "engine.ai.cicera.position"

COMPUTERS: Final = Computers(
    players={
        "greedy0": lambda budget: Greedy0(),
        "greedy1": lambda budget: Greedy1(),
        "greedy": lambda budget: Greedy1(),
        "gentle": lambda budget: Casual(overlooks=1.0),
        "marks": lambda budget: Marks(),
        "easy": lambda budget: Casual(),
        "medium": searching(_POSITION, MEDIUM),
        "hard": searching(_POSITION, HARD),
        # The hard player without one of its parts, so that `match` can measure the part's value.
        "for-points": searching(_POSITION, HARD, points=1.0),
        "infers-nothing": searching(_POSITION, HARD, infer_from=0),
        "infers-captures": searching(_POSITION, HARD, infer_from=1),
        "infers-picada": searching(_POSITION, HARD, infer_from=2),
        "infers-trailed": searching(_POSITION, HARD, infer_from=4),
    },
    reasons=reasons,
    kernels=True,
)
