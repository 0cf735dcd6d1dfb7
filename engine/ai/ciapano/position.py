"""A decision of Ciapano, packed into machine words and ready for search."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from engine import ciapano
from engine.ai.bits import source
from engine.ai.ciapano.kernel import (
    DEALER,
    DISCARD,
    FIELDS,
    HANDS,
    NUMBER,
    OPTIONS,
    PLAYERS,
    TAKEN,
    bits,
    thirds,
)
from engine.ai.ciapano.policy import greedy, shoot
from engine.ai.ciapano.value import MOST
from engine.ai.ciapano.worlds import explains, play_out, replay, walk
from engine.ai.options import options_word
from engine.ciapano import DECK, Options, Seen, deal, observe, sample, start
from engine.ciapano.rules import playing
from engine.ciapano.scoring import OUT

_BURN_IN: Final = 30
"""Steps of the walk before the first world."""
POINTS_PART: Final = 0.5
"""The weight of the points of the hand in a value; the rest is the place in the game."""
_TRIAL: Final = 60
"""Worlds that are played out to decide whether to try for a cappotto."""


class Position:
    """A decision, ready for search; `world` is the current world as a state of the kernel.

    Seats are those still in the game, renumbered.
    """

    def __init__(
        self, seen: Seen, rng: random.Random, inferring: bool = True, points: float = POINTS_PART
    ) -> None:
        """Make the first world; `inferring` is whether plays are evidence, `points` is as `POINTS_PART`."""
        self._inferring, self._points = inferring, points
        seats = playing(seen.out)
        number_of = {seat: number for number, seat in enumerate(seats)}
        first = sample(seen, rng)
        dealt = np.zeros(FIELDS, np.int64)
        dealt[PLAYERS] = len(seats)
        dealt[DEALER] = number_of[first.dealer if first.dealer is not None else seats[0]]
        dealt[OPTIONS] = options_word(ciapano, seen.options)
        dealt[DISCARD] = bits((first.discard,)) if first.discard else 0
        for seat in seats:
            dealt[HANDS + number_of[seat]] = bits(first.hands[seat])
        plays = [(number_of[s], NUMBER[c]) for trick in first.tricks for s, c in trick.plays]
        plays += [(number_of[seat], NUMBER[c]) for seat, c in seen.table]
        self.actions = seen.legal
        self._plays = np.array(plays, np.int64).reshape(-1, 2)
        self.world = np.empty(FIELDS, np.int64)
        replay(dealt, self._plays, self.world)
        self._viewer = number_of[seen.to_act[0]]
        # After a tie, everybody still in the game may have more than the table of chances covers (P14).
        beyond = max(0, min([seen.totals[seat] for seat in seats]) - OUT + 1)
        self._totals = np.array([min(seen.totals[s] - beyond, MOST) for s in seats], np.int64)
        self._cards = np.array([NUMBER[action.card] for action in seen.legal], np.int64)
        self._rng = source(rng.getrandbits(62) | 1)
        self._state, self._scores = np.empty(FIELDS, np.int64), np.empty(len(seats), np.int64)
        self._likely = explains(self.world, self._plays, self._viewer, self._state)
        self.move_on(_BURN_IN)
        self._shooting = self._can_shoot() and self._should_shoot()

    def move_on(self, steps: int) -> None:
        """Move to another world, this number of `steps` further on the walk."""
        self._likely = walk(
            self.world, self._likely, self._plays, self._viewer, self._inferring, steps, self._rng,
            self._state,
        )  # fmt: skip

    def _can_shoot(self) -> bool:
        """Return whether a cappotto is possible: nobody else has taken a whole point (P11)."""
        others = [seat for seat in range(len(self._totals)) if seat != self._viewer]
        return len(self.actions) > 1 and max([thirds(self.world[TAKEN + s]) for s in others]) < 3

    def _should_shoot(self) -> bool:
        """Return whether trying for every trick is worth more than avoiding tricks."""
        avoiding = self._sums(np.array([greedy(self.world)]), False, _TRIAL)
        return bool(self._sums(np.array([shoot(self.world)]), True, _TRIAL)[0] > avoiding[0])

    def play_out(self, candidates: Sequence[int], worlds: int) -> Sequence[float]:
        """Return the sum of each candidate's values in `worlds` new worlds."""
        sums: Sequence[float] = self._sums(self._cards[list(candidates)], self._shooting, worlds).tolist()
        return sums

    def _sums(self, cards: Any, shooting: bool, worlds: int) -> Any:
        """Return the sum of each card's values in `worlds` new worlds."""
        sums = np.zeros(len(cards))
        self._likely = play_out(
            self.world,
            self._likely,
            self._plays,
            self._totals,
            self._viewer,
            self._inferring,
            self._points,
            cards,
            shooting,
            worlds,
            self._rng,
            self._state,
            self._scores,
            sums,
        )
        return sums


@cache
def get_ready() -> None:
    """Compile or load the kernels by using them once."""
    state = deal(start(Options()), 0, DECK)
    Position(observe(state, state.turn), random.Random(0)).play_out([0], 1)
