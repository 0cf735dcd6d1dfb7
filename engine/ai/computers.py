"""What a game adds to the computer players that every game has."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.ai.reasons import Reasons, no_reasons
from engine.ai.search import Maker


@dataclass(frozen=True, slots=True)
class Computers:
    """Players of a game by name, stronger ones for the levels among them, and what its hints can say.

    `kernels` is whether they search with functions that have to be compiled, in the package that has this.
    """

    players: Mapping[str, Maker] = field(default_factory=dict)
    reasons: Reasons = no_reasons
    kernels: bool = False
