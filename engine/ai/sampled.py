"""Decisions of any game, played out by its rules alone: what a game without kernels is searched with."""

import random
from collections.abc import Sequence
from typing import Any

from engine.game import DEALER, AnyGame, AnySeen


class Position:
    """One decision of a game; worlds come from `Game.sample`, and are played on with random legal actions."""

    def __init__(self, game: AnyGame, seen: AnySeen, rng: random.Random) -> None:
        """Take what the seat that is to act sees."""
        assert seen.viewer is not None
        self.actions = seen.legal
        self._game, self._seen, self._rng, self._viewer = game, seen, rng, seen.viewer
        sides = game.sides(seen.options)
        self._side = next(side for side, seats in enumerate(sides) if seen.viewer in seats)

    def play_out(self, candidates: Sequence[int], worlds: int) -> Sequence[float]:
        """Return what each candidate brings in so many new worlds, in sum."""
        sums = [0.0] * len(candidates)
        for _ in range(worlds):
            world, luck = self._game.sample(self._seen, self._rng), self._rng.getrandbits(64)
            for number, place in enumerate(candidates):
                # The same chance for every candidate, so that less of the difference is luck.
                after = self._game.apply(world, self._viewer, self.actions[place])
                sums[number] += self._played_on(after, random.Random(luck))
        return sums

    def _played_on(self, state: Any, rng: random.Random) -> float:
        """Return what a hand brings to the side of the viewer if everybody goes on at random."""
        game = self._game
        while (waits := game.to_act(state)) and waits != (DEALER,):
            seat = rng.choice(waits)
            state = game.apply(state, seat, rng.choice(game.legal(state, seat)))
        return self._worth(state)

    def _worth(self, state: Any) -> float:
        """Return the points that the side of the viewer has gained on the mean of all others."""
        totals, _ = self._game.standing(state)
        gained = [after - before for before, after in zip(self._seen.totals, totals, strict=True)]
        mine = gained.pop(self._side)
        more = mine - sum(gained) / len(gained)
        return -more if self._game.LOW_WINS else more
