"""A decision of Cicera as search sees it: what is seen in machine words, and moves played out in worlds."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from engine import cicera
from engine.ai.bits import source
from engine.ai.cicera.kernel import (
    CARD,
    DESK,
    EACH,
    FIELDS,
    HANDS,
    MOST_MOVES,
    NUMBER,
    OPTIONS,
    PLAYERS,
    POINTS,
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

_NOISE: Final = 100
"""In 1024: how often a playout does just anything, lest it trust the policy too much."""
_SETTLE: Final = 300
"""Steps before the first world, so that it does not matter where the walk began."""
_STEPS: Final = 24
"""Steps from one world to the next."""


@compiled
def _play_out(
    base: Any, moves: Any, worlds: Any, hidden: Any, owner: Any, order: Any, evidence: Any, odds: Any,
    gains: Any, chance: Any, desk: Any, values: Any,
) -> Any:  # fmt: skip
    """Return for each move the sum of what it gains in so many new worlds."""
    state, start = np.empty_like(base), np.empty_like(base)
    later = np.zeros(len(order), np.int64)
    outcome = np.zeros(len(moves))
    side = base[TURN] & 1
    for _ in range(worlds):
        walk(order, owner, evidence, _STEPS, chance)
        start[:] = base
        later[:] = 0
        undealt = 0
        for place in range(len(order)):
            card = 1 << hidden[order[place]]
            if owner[place] == NOBODY:
                later[undealt // base[EACH]] |= card
                undealt += 1
            else:
                start[HANDS + owner[place]] |= card
        luck = chance[0]
        for number in range(len(moves)):
            chance[0] = luck  # the same for all moves
            state[:] = start
            play(state, moves[number])
            play_on(state, later, odds, _NOISE, chance, desk, values)
            mine, theirs = state[POINTS + side], state[POINTS + 1 - side]
            most = len(gains) - 1
            winner = napoleone(state)
            if winner >= 0:
                mine, theirs = (most, 0) if winner == side else (0, most)
            outcome[number] += gains[min(mine, most), min(theirs, most)]
    return outcome


class Position:
    """A decision of the seat whose view is `seen`."""

    def __init__(
        self, seen: Seen, rng: random.Random, heed: int = EVERYTHING, points: float = POINTS_PART
    ) -> None:
        """Lay out what is seen; `heed` is what is inferred from, `points` as in `POINTS_PART`."""
        assert seen.viewer is not None
        assert seen.dealer is not None
        players = seen.options.players
        self.actions = seen.legal
        self._moves = np.array([word(play) for play in seen.legal], np.int64)
        self._chance = source(rng.getrandbits(64))
        self._desk, self._values = np.empty(DESK, np.int64), np.empty(MOST_MOVES)

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
            self._base, seen.viewer, plays, self._hidden, ODDS, heed, evidence, self._desk, self._values
        )  # fmt: skip
        self._evidence = evidence[:count]
        self._base[HANDS + seen.viewer] = bits(seen.hand)
        shuffle(self._order, self._owner, self._evidence, self._chance)
        self.move_on(_SETTLE if count else 0)
        self._gains = _gains(seen, points)

    def move_on(self, steps: int) -> None:
        """Go on to another world, so many steps of the walk from this one."""
        walk(self._order, self._owner, self._evidence, steps, self._chance)

    def holders(self) -> dict[int, int]:
        """Return who has each hidden card in this world, by its number; `NOBODY` if it is not dealt yet."""
        return dict(zip(self._hidden[self._order].tolist(), self._owner.tolist(), strict=True))

    def play_out(self, candidates: Sequence[int], worlds: int) -> Sequence[float]:
        """Return what each candidate gains in so many new worlds, in sum."""
        found: list[float] = _play_out(
            self._base, self._moves[np.array(candidates)], worlds, self._hidden, self._owner, self._order,
            self._evidence, ODDS, self._gains, self._chance, self._desk, self._values,
        ).tolist()  # fmt: skip
        return found


def _gains(seen: Seen, points: float) -> Gains:
    """Return what the points of this hand are worth to the viewer; `points` as in `POINTS_PART`."""
    assert seen.viewer is not None
    target, side = seen.options.target, seen.viewer % 2
    need = [target - sum([sheet.score(side) for sheet in seen.sheets]) for side in (side, 1 - side)]
    return gains(seen.options.players, *need, points)


@cache
def get_ready() -> None:
    """Have the kernels compiled, or loaded, once."""
    rng = random.Random(0)
    state = cicera.deal(cicera.start(cicera.options({})), 0, cicera.DECK)
    for _ in range(2):
        seen = cicera.observe(state, state.turn)
        Position(seen, rng).play_out([0], 1)
        state = cicera.apply(state, state.turn, seen.legal[0])
