"""The interface of computer players: a player gets the view of its seat, and chooses an action.

Players keep nothing between two decisions, so one player can sit in any number of seats and threads.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.game import AnyGame, AnySeen

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


@dataclass(frozen=True, slots=True)
class Naive(Player[AnySeen, Any]):
    """The naive player: the action that scores most points at once, the first legal one among equals.

    It stands for a stranger who knows nothing but points, and else presses the first card. Points are those
    of `Game.preview`, or their negative where fewer are better. In Cicera it therefore leaves its first card
    where no capture scores, and where nothing scores during play it always takes the first legal action.
    """

    game: AnyGame

    def consider(self, seen: AnySeen, rng: random.Random) -> Judgement[Any]:
        """Return the legal actions with the points that each scores at once."""
        sign = -1.0 if self.game.LOW_WINS else 1.0
        points = [
            (action, sign * sum([line.points for line in self.game.preview(seen, action)]))
            for action in seen.legal
        ]
        return Judgement(tuple(sorted(points, key=lambda pair: -pair[1])))


@dataclass(frozen=True, slots=True)
class Mixed(Player[Seen, Action], Generic[Seen, Action]):
    """A player that mostly decides as `often` does; `share` is its chance, by seats, to ask `sometimes`."""

    often: Player[Seen, Action]
    sometimes: Player[Seen, Action]
    share: Mapping[int, float]

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Action]:
        """Return the judgement of one of the two."""
        asked = self.sometimes if rng.random() < self.share[len(seen.counts)] else self.often
        return asked.consider(seen, rng)
