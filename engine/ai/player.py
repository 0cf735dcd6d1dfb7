"""What a computer player is: it sees what its seat sees, and chooses.

Players keep nothing between two decisions, so one player can sit in any number of seats and threads.
"""

import random
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.game import AnySeen

# A player only takes in what can be seen, and only gives out actions.
Seen = TypeVar("Seen", bound=AnySeen, contravariant=True)
Action = TypeVar("Action", covariant=True)


@dataclass(frozen=True, slots=True)
class Judgement(Generic[Action]):
    """What a player thinks of a decision; `values` has the actions that it weighed, the best first.

    A value is in points for the seat that is to act, more is better; `worlds` is in how many ways the hidden
    cards were laid out to find it, 0 for a rule of thumb.
    """

    values: tuple[tuple[Action, float], ...]
    worlds: int = 0

    @property
    def action(self) -> Action:
        """Return the best action."""
        return self.values[0][0]

    @property
    def value(self) -> float:
        """Return what the best action is worth."""
        return self.values[0][1]


class Player(Protocol[Seen, Action]):
    """A computer player; all its chance is `rng`, so the same seed gives the same decision."""

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Action]:
        """Return what it thinks of the legal actions of what is `seen`; there is at least one."""

    def choose(self, seen: Seen, rng: random.Random) -> Action:
        """Return the action that it does: the best by `consider`."""
        return self.consider(seen, rng).action


AnyPlayer = Player[Any, Any]
"""A player of a game that was looked up by its name."""


class Uniform(Player[AnySeen, Any]):
    """The random player: any legal action, each as likely as the others."""

    def consider(self, seen: AnySeen, rng: random.Random) -> Judgement[Any]:
        """Return the legal actions in any order, all worth nothing."""
        return Judgement(tuple([(action, 0.0) for action in rng.sample(seen.legal, len(seen.legal))]))

    def choose(self, seen: AnySeen, rng: random.Random) -> Any:
        """Return one of the legal actions."""
        return rng.choice(seen.legal)
