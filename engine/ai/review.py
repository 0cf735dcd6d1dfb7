"""A look back at a game: the decisions of one seat that cost most, judged by its view at the time.

All decisions are weighed briefly, to find the few that may have cost points. These are weighed again at
length with other worlds, so that a finding does not depend on which worlds were sampled (`weighed`).
"""

import random
import time
from collections.abc import Callable, Container, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
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
AT_LENGTH: Final = 300.0
"""The same when decisions are weighed again."""
_SMALLEST: Final = 0.5
"""The fewest milliseconds for one decision, even if the time is up."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A decision with the points that it cost, which may be none, and `advice` for it.

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
    """A decision of a seat, with the fields of a `Finding`."""

    hand: int
    number: int
    active: tuple[int, ...]
    seen: AnySeen
    played: Any


@dataclass(frozen=True, slots=True)
class Weighed:
    """A decision with its judgement, and what that comes to by the measure that was asked for."""

    decision: Decision
    judgement: Judgement[Any]
    amount: float


Measure = Callable[[Judgement[Any], Any], float]
"""Returns an amount in points for a judgement and the action that was played."""


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
    made = decisions(record, seat, own)
    costly = yield from weighed(record.game, made, _loss, _SHORTLIST, seed=seed, ms=ms, worlds=worlds)
    found = [_finding(record.game, one) for one in costly[:MOST] if one.amount >= LEAST]
    return tuple(found)


def judged(
    record: Record, number: int, *, seed: int = 0, ms: float = AT_LENGTH, worlds: int | None = None
) -> Finding | None:
    """Return the hard player's judgement of an action, by its number in the record from 1.

    None if there was no choice, or if the hard player does not value the action. Its advice is the action
    itself wherever nothing else comes out better.
    """
    decision = next(decisions(record, None, (number,)), None)
    if decision is None:
        return None
    judgement = _weigh(record.game, decision, random.Random(seed), Budget(ms, worlds))
    if judgement is None:
        return None
    return _finding(record.game, Weighed(decision, judgement, _loss(judgement, decision.played)))


def weighed(
    game: str,
    made: Iterable[Decision],
    measure: Measure,
    shortlist: int,
    *,
    seed: int,
    ms: float,
    worlds: int | None,
) -> Generator[None, None, list[Weighed]]:
    """Return the decisions with the largest amounts, which were weighed at length, the largest first.

    All are weighed briefly to find so many for the `shortlist`; an amount of 0 is none. Steps take at most a
    third of a second, and may run in any thread.
    """
    clock = _Clock()
    with clock:
        every = list(made)
    yield

    def weigh(decision: Decision, share: float, rng: random.Random) -> Weighed | None:
        with clock:
            judgement = _weigh(game, decision, rng, Budget(max(share, _SMALLEST), worlds))
        if judgement is None:
            return None
        return Weighed(decision, judgement, measure(judgement, decision.played))

    def largest(found: Iterable[Weighed | None]) -> list[Weighed]:
        return sorted([one for one in found if one and one.amount > 0], key=lambda one: -one.amount)

    briefly = list[Weighed | None]()
    for number, decision in enumerate(every):
        share = min(_AT_ONCE, (_BRIEFLY * ms - clock.used) / (len(every) - number))
        briefly.append(weigh(decision, share, random.Random(f"{seed} {decision.number}")))
        yield
    again = [one.decision for one in largest(briefly)[:shortlist]]
    at_length = list[Weighed | None]()
    for number, decision in enumerate(again):
        share = min(AT_LENGTH, (ms - clock.used) / (len(again) - number))
        at_length.append(weigh(decision, share, random.Random(seed)))
        yield
    return largest(at_length)


def _weigh(game: str, decision: Decision, rng: random.Random, budget: Budget) -> Judgement[Any] | None:
    """Return the hard player's judgement of a decision, None if it does not value the action played."""
    judgement = thorough(game, budget).weighing(decision.played).consider(decision.seen, rng)
    return judgement if decision.played in dict(judgement.values) else None


def _loss(judgement: Judgement[Any], played: Any) -> float:
    """Return the points that the action played cost."""
    worth: float = dict(judgement.values)[played]
    return judgement.value - worth


def _finding(game: str, one: Weighed) -> Finding:
    """Return a decision that was weighed as a finding, its amount as the loss."""
    made, judgement, other = one.decision, one.judgement, one.decision.played
    if not one.amount:
        # Of actions that come out equally well the one that was played is the best.
        values = sorted(judgement.values, key=lambda pair: (-pair[1], pair[0] != made.played))
        judgement, other = replace(judgement, values=tuple(values)), None
    told = advice(game, made.seen, judgement, other)
    return Finding(made.hand, made.number, made.active, made.seen, made.played, one.amount, told)


def decisions(record: Record, seat: int | None, own: Container[int] | None) -> Iterator[Decision]:
    """Yield the decisions of a seat, None for all of them, in which it had more than one legal action."""
    game = GAMES[record.game]
    state = game.start(game.options(record.options))
    hand = 0
    for number, entry in enumerate(record.actions, 1):
        if game.to_act(state) == (DEALER,) and hand < len(record.deals):
            state = advance(game, state, record.deals[hand])
            hand += 1
        text, _, action = entry.partition(" ")
        asked = {str(other): other for other in game.to_act(state) if seat in (None, other)}
        actor = asked.get(text)
        if actor is not None and (own is None or number in own):
            seen = game.observe(state, actor)
            if len(seen.legal) > 1:
                yield Decision(hand, number, game.active(state), seen, game.parse(action))
        state = advance(game, state, entry)
