"""The interface of computer players: a player gets the view of its seat, and chooses an action.

Players keep nothing between two decisions, so one player can sit in any number of seats and threads.
"""

import random
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.game import AnySeen

# A view is only a parameter of a player's methods, and actions are only returned.
Seen = TypeVar("Seen", bound=AnySeen, contravariant=True)
Action = TypeVar("Action", covariant=True)


@dataclass(frozen=True, slots=True)
class Judgement(Generic[Action]):
    """A player's judgement of a decision; `values` has the actions that it weighed, the best first.

    A value is in points for the seat to act, and higher is better; `worlds` is how many worlds were played
    out to find it, 0 for a rule of thumb.
    """

    values: tuple[tuple[Action, float], ...]
    worlds: int = 0

    @property
    def action(self) -> Action:
        """Return the best action."""
        return self.values[0][0]

    @property
    def value(self) -> float:
        """Return the value of the best action."""
        return self.values[0][1]


class Player(Protocol[Seen, Action]):
    """A computer player; it is deterministic given `rng`, so the same seed gives the same decision."""

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Action]:
        """Return its judgement of the legal actions in `seen`, of which there is at least one."""

    def choose(self, seen: Seen, rng: random.Random) -> Action:
        """Return the action that it takes: the best by `consider`."""
        return self.consider(seen, rng).action


AnyPlayer = Player[Any, Any]
"""A player of a game that was looked up by its name."""


class Uniform(Player[AnySeen, Any]):
    """The random player: legal actions, uniformly at random."""

    def consider(self, seen: AnySeen, rng: random.Random) -> Judgement[Any]:
        """Return the legal actions in random order, all with value 0."""
        return Judgement(tuple([(action, 0.0) for action in rng.sample(seen.legal, len(seen.legal))]))

    def choose(self, seen: AnySeen, rng: random.Random) -> Any:
        """Return a random legal action."""
        return rng.choice(seen.legal)
