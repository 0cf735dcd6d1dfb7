"""A look back at a game: the decisions of one seat that cost most, judged by its view at the time.

All decisions are weighed briefly, to find the few that may have cost points. These are weighed again at
length with other worlds, so that a finding does not depend on which worlds were sampled.
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
"""The CPU milliseconds for a game."""
MOST: Final = 3
"""The most findings that are returned."""
LEAST: Final = 0.3
"""The least loss, in points, of a finding; a smaller one may be chance."""

_SHORTLIST: Final = 2 * MOST
_BRIEFLY: Final = 0.5
"""The part of the time in which all decisions are weighed."""
_AT_ONCE: Final = 40.0
"""The most milliseconds for one decision when all are weighed."""
_AT_LENGTH: Final = 300.0
"""The same when decisions are weighed again."""
_SMALLEST: Final = 0.5
"""The fewest milliseconds for one decision, even if the time is up."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A decision that cost points, with `advice` for a better one.

    `hand` and `number` are the numbers of the hand and of the action in the record, from 1; `active` are the
    seats that were still in the game, `seen` is the seat's view, `loss` is the mean loss in points.
    """

    hand: int
    number: int
    active: tuple[int, ...]
    seen: AnySeen
    played: Any
    loss: float
    advice: Advice


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of the seat, with the fields of a `Finding`."""

    hand: int
    number: int
    active: tuple[int, ...]
    seen: AnySeen
    played: Any


class _Clock:
    """Adds up the CPU time spent in its `with` blocks, in milliseconds."""

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
    """Return the decisions of `seat` that cost most, the costliest first; BadRecord if replaying fails.

    `own` has the numbers of the actions to look at, None for all. With `worlds`, every decision is played out
    in this number of worlds instead of as many as there is time for.
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
    """Return the same as `review`, in steps of at most a third of a second that may run in any thread."""
    clock = _Clock()
    with clock:
        made = list(decisions(record, seat, own))
    yield

    def weigh(decision: Decision, share: float, rng: random.Random) -> Judgement[Any] | None:
        """Return the hard player's judgement of a decision, None if it does not value the action played."""
        with clock:
            player = thorough(record.game, Budget(ms=max(share, _SMALLEST), worlds=worlds))
            judgement = player.weighing(decision.played).consider(decision.seen, rng)
        return judgement if decision.played in dict(judgement.values) else None

    suspects: list[tuple[float, Decision]] = []
    for number, decision in enumerate(made):
        left = _BRIEFLY * ms - clock.used
        share = min(_AT_ONCE, left / (len(made) - number))
        judgement = weigh(decision, share, random.Random(f"{seed} {decision.number}"))
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
                    decision.number,
                    decision.active,
                    decision.seen,
                    decision.played,
                    loss,
                    advice(record.game, decision.seen, judgement, decision.played),
                )
            )
        yield
    found.sort(key=lambda finding: -finding.loss)
    return tuple(found[:MOST])


def _loss(judgement: Judgement[Any], played: Any) -> float:
    worth: float = dict(judgement.values)[played]
    return judgement.value - worth


def decisions(record: Record, seat: int, own: Container[int] | None) -> Iterator[Decision]:
    """Yield the decisions of a seat in which it had more than one legal action."""
    game = GAMES[record.game]
    state = game.start(game.options(record.options))
    hand = 0
    for number, entry in enumerate(record.actions, 1):
        if game.to_act(state) == (DEALER,) and hand < len(record.deals):
            state = advance(game, state, record.deals[hand])
            hand += 1
        text, _, action = entry.partition(" ")
        if text == str(seat) and seat in game.to_act(state) and (own is None or number in own):
            seen = game.observe(state, seat)
            if len(seen.legal) > 1:
                yield Decision(hand, number, game.active(state), seen, game.parse(action))
        state = advance(game, state, entry)
