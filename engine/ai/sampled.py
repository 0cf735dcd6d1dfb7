"""Playouts by the rules of any game, for search in games without kernels."""

import random
from collections.abc import Sequence
from typing import Any

from engine.game import DEALER, AnyGame, AnySeen


class Position:
    """A decision, ready for search; worlds come from `Game.sample`, playouts take random legal actions."""

    def __init__(self, game: AnyGame, seen: AnySeen, rng: random.Random) -> None:
        """Begin with the view of the seat to act."""
        assert seen.viewer is not None
        self.actions = seen.legal
        self._game, self._seen, self._rng, self._viewer = game, seen, rng, seen.viewer
        sides = game.sides(seen.options)
        self._side = next(side for side, seats in enumerate(sides) if seen.viewer in seats)

    def play_out(self, candidates: Sequence[int], worlds: int) -> Sequence[float]:
        """Return the sum of each candidate's values in `worlds` new worlds."""
        sums = [0.0] * len(candidates)
        for _ in range(worlds):
            world, luck = self._game.sample(self._seen, self._rng), self._rng.getrandbits(64)
            for number, index in enumerate(candidates):
                # The same random numbers for every candidate: luck makes less of a difference.
                after = self._game.apply(world, self._viewer, self.actions[index])
                sums[number] += self._played_on(after, random.Random(luck))
        return sums

    def _played_on(self, state: Any, rng: random.Random) -> float:
        """Return the value of a random playout of the hand for the viewer's side."""
        game = self._game
        while (waits := game.to_act(state)) and waits != (DEALER,):
            seat = rng.choice(waits)
            state = game.apply(state, seat, rng.choice(game.legal(state, seat)))
        return self._worth(state)

    def _worth(self, state: Any) -> float:
        """Return the points that the viewer's side has gained relative to the mean of the others."""
        totals, _ = self._game.standing(state)
        gained = [after - before for before, after in zip(self._seen.totals, totals, strict=True)]
        mine = gained.pop(self._side)
        more = mine - sum(gained) / len(gained)
        return -more if self._game.LOW_WINS else more
