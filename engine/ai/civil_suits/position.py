"""A decision of Civil Suits, packed into machine words and ready for search."""

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final

import numpy as np

from engine.ai.bits import source
from engine.ai.civil_suits import kernel
from engine.ai.civil_suits.greedy import liability_of, look_at
from engine.ai.civil_suits.kernel import ALL, HANDS, bits, row
from engine.ai.civil_suits.words import NUMBER, powers, word
from engine.ai.civil_suits.worlds import (
    FACTS,
    FIXED,
    KNOWN,
    MAY,
    play_out,
    walk,
)
from engine.cards import MINIONS, Card
from engine.civil_suits import DECK, Action, Options, Phase, Seen, State, deal, observe, sample, start
from engine.civil_suits.actions import (
    MIGHTS,
    NO_MAGIC,
    NO_MIGHT,
    PLAYS,
    SCORE,
    Expose,
    Magic,
    Might,
    Pass,
    Passes,
)
from engine.civil_suits.scoring import MAGIC
from engine.civil_suits.state import SEATS, passing
from engine.civil_suits.trick import banned, taker

_BURN_IN: Final = 100
"""Steps of the walk before the first world."""
RIVALRY: Final = 0.4
"""The total value of a demerit of each other seat; seats near the own total count more."""
_PASSES: Final = 16
"""How many ways to pass are weighed."""
_BEYOND: Final = 3
"""How many cards are considered for passing besides those of most liability."""


class Position:
    """A decision, ready for search; `world` is the current world as a state of the kernel."""

    def __init__(
        self,
        seen: Seen,
        rng: random.Random,
        rivalry: float = RIVALRY,
        also: Action | None = None,
    ) -> None:
        """Make the first world; `rivalry` is as `RIVALRY`, `also` is an action to weigh in any case."""
        assert seen.viewer is not None
        self._viewer = seen.viewer
        self._powers = powers(seen.options)
        self.actions = candidates(seen)
        if also is not None and also not in self.actions:
            self.actions = [*self.actions, also]
        self._actions = np.array([word(action) for action in self.actions], np.int64)
        self.world = packed(sample(seen, rng))
        self._facts = facts_of(seen)
        self._rates = rates_of(seen, rivalry)
        self._rng = source(rng.getrandbits(62) | 1)
        self._others, self._state = np.empty((2, kernel.FIELDS), np.int64)
        self._scores = np.empty(SEATS, np.int64)
        if seen.phase in (Phase.SUIT, Phase.PASS):
            self._facts[KNOWN : KNOWN + SEATS] = 1  # others note and pass in every world
        self.move_on(_BURN_IN)

    def move_on(self, steps: int) -> None:
        """Move to another world, this number of `steps` further on the walk."""
        walk(self.world, self._facts, self._viewer, steps, self._rng)

    def play_out(self, candidates: Sequence[int], worlds: int) -> Sequence[float]:
        """Return the sum of each candidate's values in `worlds` new worlds."""
        sums = np.zeros(len(candidates))
        play_out(
            self.world,
            self._facts,
            self._viewer,
            self._actions[list(candidates)],
            worlds,
            self._rates,
            self._powers,
            self._rng,
            self._others,
            self._state,
            self._scores,
            sums,
        )
        found: list[float] = sums.tolist()
        return found


def candidates(seen: Seen) -> Sequence[Action]:
    """Return the actions to weigh.

    They leave out many sets of cards, the second of two Minions, trumps that do not change the taker, and all
    looks but one, because the value of knowing a suit does not show in playouts.
    """
    legal = seen.legal
    if isinstance(legal, Passes):
        return _passes(seen, legal.number)
    asked = [action for action in legal if not isinstance(action, Expose)]
    if len(asked) > 2 and PLAYS[MINIONS[0]] in asked and PLAYS[MINIONS[1]] in asked:
        asked.remove(PLAYS[MINIONS[1]])  # it does the same as the other Minion
    if seen.phase is Phase.INTELLIGENCE:
        return [look_at(seen)]
    if seen.phase is Phase.MAGIC:
        return _magic(seen, asked)
    if seen.phase is Phase.MIGHT:
        return _mights(seen)
    return asked


def _passes(seen: Seen, number: int) -> list[Action]:
    """Return the ways to pass with most liability, the greedy one first."""
    assert seen.viewer is not None
    own = seen.suits[seen.viewer]
    dearest = sorted(seen.hand, key=lambda c: -liability_of(c, own))[: number + _BEYOND]
    ways = [way for way in combinations(dearest, number) if not _second(way, dearest)]
    ways.sort(key=lambda way: -sum([liability_of(c, own) for c in way]))
    return [Pass(tuple(sorted(way))) for way in ways[:_PASSES]]


def _second(way: Sequence[Card], cards: Sequence[Card]) -> bool:
    """Return whether a way has the second Minion without the first, which would do the same."""
    return MINIONS[1] in way and MINIONS[0] in cards and MINIONS[0] not in way


def _magic(seen: Seen, asked: Sequence[Action]) -> list[Action]:
    """Return Magic for a demerit, for each card, all costly, the highest or all cards, and no Magic."""
    laid = sorted(c for _, c in seen.trick.laid)
    top = max([c.rank for c in laid])
    dear = [c for c in laid if c.rank == 1 or c.rank > 10]
    sets = {(c,) for c in laid} | {tuple(laid), tuple(dear), tuple(c for c in laid if c.rank == top)}
    return [SCORE, *(a for a in asked if isinstance(a, Magic) and a.aside in sets and a.aside), NO_MAGIC]


def _mights(seen: Seen) -> list[Might]:
    """Return no Might, and for each other taker the first trump suit that makes it take the trick."""
    ways: dict[int, Might] = {}
    for might in (NO_MIGHT, *MIGHTS):
        ways.setdefault(taker(seen.trick._replace(trump=might.suit)), might)
    return list(ways.values())


def packed(state: State) -> Any:
    """Return a state of the rules as a state of the kernel."""
    assert state.dealer is not None
    taker = -1 if state.taker is None else state.taker
    words = kernel.begin(len(state.sheets) + 1, state.dealer, taker, map(bits, state.hands))
    trick = state.trick
    words[kernel.PHASE] = kernel.PHASES.index(state.phase)
    words[kernel.TURN] = max(state.turn, 0)
    words[kernel.EARLY] = not state.sheets and not state.tricks
    words[kernel.LAID] = len(trick.laid)
    words[kernel.LEADER] = trick.laid[0][0] if trick.laid else 0
    words[kernel.BANNED] = sum([row(NUMBER[suit]) for suit in set(banned(trick))])
    words[kernel.MINION] = trick.bans[-1][0] if trick.bans else -1
    words[kernel.WAITING] = bits(trick.waiting)
    words[kernel.ASIDE] = bits(trick.aside)
    words[kernel.PLAYED] = ALL & ~int(np.bitwise_or.reduce(words[HANDS : HANDS + SEATS]))
    for seat in range(SEATS):
        suit = state.suits[seat]
        words[kernel.SUITS + seat] = kernel.NONE if suit is None else NUMBER[suit]
        words[kernel.TAKEN + seat] = bits(state.taken[seat])
        words[kernel.PASSES + seat] = bits(state.passes[seat])
        words[kernel.SAVED + seat] = sum([line.side == seat and line.name == MAGIC for line in state.lines])
    for index, (seat, c) in enumerate(trick.laid):
        words[kernel.WHO + index] = seat
        words[kernel.WHAT + index] = c.order
    for index, champion in enumerate(trick.champions):
        words[kernel.CHAMPIONS + index] = -1 if champion is None else champion
    return words


def facts_of(seen: Seen) -> Any:
    """Return the facts that the viewer knows about each seat, with the fields of `worlds.FACTS`."""
    facts = np.zeros(FACTS, np.int64)
    laid = {c for trick in (*seen.tricks, seen.trick) for _, c in trick.laid}
    for seat in range(SEATS):
        confined = seen.confined[seat]
        facts[MAY + seat] = ALL if confined is None else sum([row(NUMBER[suit]) for suit in confined])
        facts[KNOWN + seat] = seen.suits[seat] is not None
    for trick in (*seen.tricks, seen.trick):
        for seat, c in trick.back:
            if c not in laid:
                facts[FIXED + seat] |= bits((c,))
    if seen.passed and seen.phase is not Phase.PASS:
        assert seen.dealer is not None
        assert seen.viewer is not None
        to = passing(len(seen.sheets) + 1, seen.dealer)[seen.viewer]
        assert to is not None
        facts[FIXED + to[0]] |= bits([c for c in seen.passed if c not in laid])
    return facts


def rates_of(seen: Seen, rivalry: float) -> Any:
    """Return the value of a demerit of each seat to the viewer: -1 for its own."""
    assert seen.viewer is not None
    mine = seen.totals[seen.viewer]
    near = [1 / (10 + abs(total - mine)) for total in seen.totals]
    near[seen.viewer] = 0
    rates = np.array([rivalry * share / sum(near) for share in near])
    rates[seen.viewer] = -1.0
    return rates


@cache
def get_ready() -> None:
    """Compile or load the kernels by using them once."""
    Position(observe(deal(start(Options()), 0, DECK), 0), random.Random(0)).play_out([0], 1)
