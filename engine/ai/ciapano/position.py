"""A decision of Ciapano, packed into machine words and ready to be played out by `Search`."""

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
from engine.ai.ciapano.worlds import explains, play_out, replay, wander
from engine.ai.options import options_word
from engine.ciapano import DECK, Options, Seen, deal, observe, sample, start
from engine.ciapano.rules import playing
from engine.ciapano.scoring import OUT

_SETTLING: Final = 30
"""Steps of the chain before the first world."""
MATCH: Final = 0.5
"""How far the match counts rather than the points of the hand."""
_TRIAL: Final = 60
"""Worlds in which it is found whether to shoot the cappotto."""


class Position:
    """One decision; the seats are those still in the game, numbered anew.

    `world` is one way in which the cards may lie, in the words of the kernel.
    """

    def __init__(self, seen: Seen, rng: random.Random, heeding: bool = True, match: float = MATCH) -> None:
        """Lay out the first world from what is seen; `heeding` what was played, `match` as in `worth`."""
        self._heeding, self._match = heeding, match
        seats = playing(seen.out)
        place = {seat: number for number, seat in enumerate(seats)}
        first = sample(seen, rng)
        dealt = np.zeros(FIELDS, np.int64)
        dealt[PLAYERS] = len(seats)
        dealt[DEALER] = place[first.dealer if first.dealer is not None else seats[0]]
        dealt[OPTIONS] = options_word(ciapano, seen.options)
        dealt[DISCARD] = bits((first.discard,)) if first.discard else 0
        for seat in seats:
            dealt[HANDS + place[seat]] = bits(first.hands[seat])
        plays = [(place[s], NUMBER[c]) for trick in first.tricks for s, c in trick.plays]
        plays += [(place[seat], NUMBER[c]) for seat, c in seen.table]
        self.actions = seen.legal
        self._plays = np.array(plays, np.int64).reshape(-1, 2)
        self.world = np.empty(FIELDS, np.int64)
        replay(dealt, self._plays, self.world)
        self._viewer = place[seen.to_act[0]]
        beyond = max(0, min([seen.totals[seat] for seat in seats]) - OUT + 1)  # P14: they play on from a tie
        self._totals = np.array([min(seen.totals[s] - beyond, MOST) for s in seats], np.int64)
        self._cards = np.array([NUMBER[action.card] for action in seen.legal], np.int64)
        self._chance = source(rng.getrandbits(62) | 1)
        self._likely = explains(self.world, self._plays, self._viewer, np.empty(FIELDS, np.int64))
        self.move_on(_SETTLING)
        self._shooting = self._can_shoot() and self._should_shoot()

    def move_on(self, steps: int) -> None:
        """Go on to another world, so many steps of the chain from this one."""
        self._likely = wander(
            self.world, self._likely, self._plays, self._viewer, self._heeding, steps, self._chance
        )

    def _can_shoot(self) -> bool:
        """Return whether nobody else has taken a whole point yet (P11)."""
        others = [seat for seat in range(len(self._totals)) if seat != self._viewer]
        return len(self.actions) > 1 and max([thirds(self.world[TAKEN + s]) for s in others]) < 3

    def _should_shoot(self) -> bool:
        """Return whether trying for every trick brings more than avoiding them."""
        avoiding = self._sums(np.array([greedy(self.world)]), False, _TRIAL)
        return bool(self._sums(np.array([shoot(self.world)]), True, _TRIAL)[0] > avoiding[0])

    def play_out(self, candidates: Sequence[int], worlds: int) -> Sequence[float]:
        """Return the sum of what each candidate is worth in so many new worlds."""
        sums: Sequence[float] = self._sums(self._cards[list(candidates)], self._shooting, worlds).tolist()
        return sums

    def _sums(self, cards: Any, shooting: bool, worlds: int) -> Any:
        """Return for each card the sum of its worth in so many new worlds."""
        sums, self._likely = play_out(
            self.world,
            self._likely,
            self._plays,
            self._totals,
            self._viewer,
            self._heeding,
            self._match,
            cards,
            shooting,
            worlds,
            self._chance,
        )
        return sums


@cache
def get_ready() -> None:
    """Load or compile all that a decision needs, which takes seconds the first time."""
    state = deal(start(Options()), 0, DECK)
    Position(observe(state, state.turn), random.Random(0)).play_out([0], 1)
