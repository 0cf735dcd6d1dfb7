"""A look back at a game: the decisions of one seat that cost most, by what it could know when it made them.

Every decision is weighed twice: all of them briefly, to find the few that may have cost something, and those
again at length with other worlds, so that what is told is no accident of the worlds that were imagined.
"""

import random
import time
from collections.abc import Container, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine import GAMES
from engine.ai import Budget
from engine.ai.advice import Advice, advice, thorough
from engine.ai.player import Judgement
from engine.game import DEALER, AnySeen
from engine.record import Record, advance

MS: Final = 1900.0
"""CPU milliseconds for a game."""
MOST: Final = 3
"""So many decisions are told."""
LEAST: Final = 0.3
"""Points; what cost less may be an accident, and is not worth a word."""

_SHORTLIST: Final = 2 * MOST
_BRIEFLY: Final = 0.5
"""The part of the time in which all decisions are weighed."""
_AT_ONCE: Final = 40.0
"""Milliseconds for one decision at most when all are weighed."""
_AT_LENGTH: Final = 300.0
"""The same when those that may have cost something are weighed again."""
_SMALLEST: Final = 0.5


@dataclass(frozen=True, slots=True)
class Finding:
    """A decision that cost something: `advice` is what was better.

    `place` is that of the action among the record's, `hand` the number of the hand, both from 1; `active`
    are the seats that were still in the game, `seen` is what this one saw when it made it, `loss` is in
    points, on average.
    """

    hand: int
    place: int
    active: tuple[int, ...]
    seen: AnySeen
    played: Any
    loss: float
    advice: Advice


@dataclass(frozen=True, slots=True)
class Decision:
    """What was played at a `place` of the record, and what the seat saw."""

    hand: int
    place: int
    active: tuple[int, ...]
    seen: AnySeen
    played: Any


class _Clock:
    """Adds up the CPU time of what is done in its `with` blocks, in milliseconds."""

    def __init__(self) -> None:
        self.used = 0.0
        self._began = 0.0

    def __enter__(self) -> None:
        self._began = time.thread_time()

    def __exit__(self, *error: object) -> None:
        self.used += 1000 * (time.thread_time() - self._began)


def review(
    record: Record,
    seat: int,
    own: Container[int] | None = None,
    *,
    seed: int = 0,
    ms: float = MS,
    worlds: int | None = None,
) -> tuple[Finding, ...]:
    """Return the decisions of `seat` that cost most, the dearest first; BadRecord if it cannot be replayed.

    `own` are the places of the actions that are looked at, None: of all. With `worlds` so many are laid out
    for every decision, instead of as many as there is time for.
    """
    looking = look_back(record, seat, own, seed=seed, ms=ms, worlds=worlds)
    while True:
        try:
            next(looking)
        except StopIteration as end:
            found: tuple[Finding, ...] = end.value
            return found


def look_back(
    record: Record,
    seat: int,
    own: Container[int] | None = None,
    *,
    seed: int = 0,
    ms: float = MS,
    worlds: int | None = None,
) -> Generator[None, None, tuple[Finding, ...]]:
    """Find what `review` returns in steps of a third of a second at most, each in whatever thread."""
    clock = _Clock()
    with clock:
        made = list(decisions(record, seat, own))
    yield

    def weigh(decision: Decision, share: float, chance: random.Random) -> Judgement[Any] | None:
        """Return what the hard player thinks of a decision, None where it cannot tell what it cost."""
        with clock:
            player = thorough(record.game, Budget(ms=max(share, _SMALLEST), worlds=worlds))
            judgement = player.weighing(decision.played).consider(decision.seen, chance)
        return judgement if decision.played in dict(judgement.values) else None

    suspects: list[tuple[float, Decision]] = []
    for number, decision in enumerate(made):
        left = _BRIEFLY * ms - clock.used
        share = min(_AT_ONCE, left / (len(made) - number))
        judgement = weigh(decision, share, random.Random(f"{seed} {decision.place}"))
        if judgement is not None:
            suspects.append((_loss(judgement, decision.played), decision))
        yield
    suspects.sort(key=lambda suspect: -suspect[0])
    shortlist = [decision for loss, decision in suspects[:_SHORTLIST] if loss > 0]

    found: list[Finding] = []
    for number, decision in enumerate(shortlist):
        share = min(_AT_LENGTH, (ms - clock.used) / (len(shortlist) - number))
        judgement = weigh(decision, share, random.Random(seed))
        assert judgement is not None
        loss = _loss(judgement, decision.played)
        if loss >= LEAST:
            found.append(
                Finding(
                    decision.hand,
                    decision.place,
                    decision.active,
                    decision.seen,
                    decision.played,
                    loss,
                    advice(record.game, decision.seen, judgement),
                )
            )
        yield
    found.sort(key=lambda finding: -finding.loss)
    return tuple(found[:MOST])


def _loss(judgement: Judgement[Any], played: Any) -> float:
    worth: float = dict(judgement.values)[played]
    return judgement.value - worth


def decisions(record: Record, seat: int, own: Container[int] | None) -> Iterator[Decision]:
    """Yield the decisions of a seat between several actions, as it saw them."""
    game = GAMES[record.game]
    state = game.start(game.options(record.options))
    hand = 0
    for place, entry in enumerate(record.actions, 1):
        if game.to_act(state) == (DEALER,) and hand < len(record.deals):
            state = advance(game, state, record.deals[hand])
            hand += 1
        text, _, action = entry.partition(" ")
        if text == str(seat) and seat in game.to_act(state) and (own is None or place in own):
            seen = game.observe(state, seat)
            if len(seen.legal) > 1:
                yield Decision(hand, place, game.active(state), seen, game.parse(action))
        state = advance(game, state, entry)
