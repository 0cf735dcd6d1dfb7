"""A decision of Cicera, packed into machine words and ready for search."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from engine import cicera
from engine.ai.bits import copy, source
from engine.ai.cicera.kernel import (
    CARD,
    EACH,
    FIELDS,
    HANDS,
    MOST_MOVES,
    NUMBER,
    OPTIONS,
    PLAYERS,
    POINTS,
    SCRATCH,
    TABLE,
    TAKER,
    TURN,
    bits,
    napoleone,
    play,
    word,
)
from engine.ai.cicera.policy import ODDS, play_on
from engine.ai.cicera.value import POINTS_PART, Gains, gains
from engine.ai.cicera.worlds import EVERYTHING, NOBODY, infer, shuffle, walk
from engine.ai.compiled import compiled
from engine.ai.options import options_word
from engine.cicera import Seen

_SLIPS: Final = 100
"""How often, in 1024, a playout makes a random move, so that it does not trust the policy too much."""
_BURN_IN: Final = 300
"""Steps of the walk before the first world, so that it does not matter where the walk began."""
_STEPS: Final = 24
"""Steps of the walk from one world to the next."""


@compiled
def _play_out(
    base: Any, moves: Any, worlds: Any, hidden: Any, owner: Any, order: Any, evidence: Any, odds: Any,
    gains: Any, rng: Any, scratch: Any, values: Any, start: Any, state: Any, later: Any, sums: Any,
) -> None:  # fmt: skip
    """Add each move's values in `worlds` new worlds to `sums`."""
    side = base[TURN] & 1
    for _ in range(worlds):
        walk(order, owner, evidence, _STEPS, rng)
        copy(base, start)
        later[:] = 0
        undealt = 0
        for index in range(len(order)):
            card = 1 << hidden[order[index]]
            if owner[index] == NOBODY:
                later[undealt // base[EACH]] |= card
                undealt += 1
            else:
                start[HANDS + owner[index]] |= card
        luck = rng[0]
        for number in range(len(moves)):
            rng[0] = luck  # the same random numbers for all moves
            copy(start, state)
            play(state, moves[number])
            play_on(state, later, odds, _SLIPS, rng, scratch, values)
            mine, theirs = state[POINTS + side], state[POINTS + 1 - side]
            most = len(gains) - 1
            winner = napoleone(state)
            if winner >= 0:
                mine, theirs = (most, 0) if winner == side else (0, most)
            sums[number] += gains[min(mine, most), min(theirs, most)]


class Position:
    """A decision, ready for search."""

    def __init__(
        self, seen: Seen, rng: random.Random, infer_from: int = EVERYTHING, points: float = POINTS_PART
    ) -> None:
        """Pack the view; `infer_from` has flags as in `EVERYTHING`, `points` is as `POINTS_PART`."""
        assert seen.viewer is not None
        assert seen.dealer is not None
        players = seen.options.players
        self.actions = seen.legal
        self._moves = np.array([word(play) for play in seen.legal], np.int64)
        self._rng = source(rng.getrandbits(64))
        self._scratch, self._values = np.empty(SCRATCH, np.int64), np.empty(MOST_MOVES)

        known = {NUMBER[c] for c in (*seen.opening, *seen.hand, *[play.card for play in seen.plays])}
        self._hidden = np.array([number for number in CARD if number not in known], np.int64)
        self._order = np.arange(len(self._hidden))
        owner = [seat for seat, held in enumerate(seen.counts) if seat != seen.viewer for _ in range(held)]
        self._owner = np.array(owner + [NOBODY] * (len(self._hidden) - len(owner)), np.int64)

        self._base = np.zeros(FIELDS, np.int64)
        self._base[TABLE] = bits(seen.opening)
        self._base[TAKER] = -1
        self._base[TURN] = (seen.dealer + 1) % players
        self._base[PLAYERS] = players
        self._base[EACH] = seen.options.deal
        self._base[OPTIONS] = options_word(cicera, seen.options)
        plays = np.array([word(play) for play in seen.plays], np.int64)
        evidence = np.empty((len(plays), len(self._hidden) + 2))
        count = infer(
            self._base, seen.viewer, plays, self._hidden, ODDS, infer_from, evidence, self._scratch,
            self._values
        )  # fmt: skip
        self._evidence = evidence[:count]
        self._base[HANDS + seen.viewer] = bits(seen.hand)
        shuffle(self._order, self._owner, self._evidence, self._rng)
        self.move_on(_BURN_IN if count else 0)
        self._gains = _gains(seen, points)
        self._start, self._state = np.empty((2, FIELDS), np.int64)
        self._later = np.empty(len(self._order), np.int64)

    def move_on(self, steps: int) -> None:
        """Move to another world, this number of `steps` further on the walk."""
        walk(self._order, self._owner, self._evidence, steps, self._rng)

    def holders(self) -> dict[int, int]:
        """Return the holder of each hidden card in this world, by number; `NOBODY` if it is not dealt yet."""
        return dict(zip(self._hidden[self._order].tolist(), self._owner.tolist(), strict=True))

    def play_out(self, candidates: Sequence[int], worlds: int) -> Sequence[float]:
        """Return the sum of each candidate's values in `worlds` new worlds."""
        sums = np.zeros(len(candidates))
        _play_out(
            self._base, self._moves[np.array(candidates)], worlds, self._hidden, self._owner, self._order,
            self._evidence, ODDS, self._gains, self._rng, self._scratch, self._values, self._start,
            self._state, self._later, sums,
        )  # fmt: skip
        found: list[float] = sums.tolist()
        return found


def _gains(seen: Seen, points: float) -> Gains:
    """Return the gains of this hand for the viewer; `points` is as `POINTS_PART`."""
    assert seen.viewer is not None
    target, side = seen.options.target, seen.viewer % 2
    need = [target - sum([sheet.score(side) for sheet in seen.sheets]) for side in (side, 1 - side)]
    return gains(seen.options.players, *need, points)


@cache
def get_ready() -> None:
    """Compile or load the kernels by using them once."""
    rng = random.Random(0)
    state = cicera.deal(cicera.start(cicera.options({})), 0, cicera.DECK)
    for _ in range(2):
        seen = cicera.observe(state, state.turn)
        Position(seen, rng).play_out([0], 1)
        state = cicera.apply(state, state.turn, seen.legal[0])
