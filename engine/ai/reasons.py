"""Why an action is good, in the terms of its game: facts that anybody with the same view can check.

What can truly be said for an action, the most telling first, is the game's own: `Computers.reasons`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.ai.player import Judgement
from engine.cards import Card, Suit
from engine.game import AnySeen

Value = Card | Suit | int | str | tuple[Card, ...] | tuple[str, ...]
"""A card, a suit, a number (of `seat` that of a seat, of `rank` a rank), the name of a line, or several."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One claim about an action; `key` says which, `values` what it is about."""

    key: str
    values: tuple[tuple[str, Value], ...] = ()

    def __getitem__(self, name: str) -> Value:
        return dict(self.values)[name]


def reason(key: str, **values: Value) -> Reason:
    """Return a reason."""
    return Reason(key, tuple(values.items()))


Reasons = Callable[[Any, Any, Any | None], Iterator[Reason]]
"""Yields what speaks for an action in what is seen; the last argument is one to compare it with."""


def no_reasons(seen: AnySeen, action: Any, other: Any | None) -> Iterator[Reason]:
    """Yield nothing: a game without reasons of its own has those in `ALWAYS`."""
    return iter(())


ALWAYS: Final = ("only", "average")
"""The reasons that every game has: there is nothing else to do, or it does best on average."""

CLEAR: Final = 0.2
"""Points by which an action is clearly worse, so that a reason must not hold for it as well."""


def reason_for(reasons: Reasons, seen: AnySeen, judgement: Judgement[Any]) -> Reason:
    """Return the best of a game's `reasons` for what a judgement thinks best.

    It is the first that does not hold as well for the best action that is clearly worse, or else for the
    next best.
    """
    if len(seen.legal) == 1:
        return reason("only")
    best, *others = [action for action, _ in judgement.values]
    worse = [action for action, value in judgement.values if judgement.value - value >= CLEAR]
    other = next(iter((*worse, *others)), None)
    theirs = tuple(reasons(seen, other, best)) if other is not None else ()
    telling = (one for one in reasons(seen, best, other) if one not in theirs)
    return next(telling, reason("average", n=judgement.worlds))
