"""The computer players and reasons that a game adds to those of every game."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.ai.reasons import Reasons, no_reasons
from engine.ai.search import Maker


@dataclass(frozen=True, slots=True)
class Computers:
    """Players of a game by name, which can replace those of the levels, and the reasons that its hints give.

    `kernels` says whether the players need kernels, which are in the same package.
    """

    players: Mapping[str, Maker] = field(default_factory=dict)
    reasons: Reasons = no_reasons
    kernels: bool = False
