"""Why an action is good, in the terms of its game: facts that anybody with the same view can check.

Each game lists the facts about an action, the most telling first: `Computers.reasons`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.ai.player import Judgement
from engine.cards import Card, Suit
from engine.game import AnySeen

Value = Card | Suit | int | str | tuple[Card, ...] | tuple[str, ...]
"""A card, a suit, a number (also a seat or a rank), the name of a line, or several cards or names."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One claim about an action: `key` names the text, `values` fill it in."""

    key: str
    values: tuple[tuple[str, Value], ...] = ()

    def __getitem__(self, name: str) -> Value:
        return dict(self.values)[name]


def reason(key: str, **values: Value) -> Reason:
    """Return a reason with these values."""
    return Reason(key, tuple(values.items()))


Reasons = Callable[[Any, Any, Any | None], Iterator[Reason]]
"""Yields reasons for an action in a view; the last argument is an action to compare it with."""


def no_reasons(seen: AnySeen, action: Any, other: Any | None) -> Iterator[Reason]:
    """Yield nothing: a game without reasons of its own has only those in `ALWAYS`."""
    return iter(())


ALWAYS: Final = ("only", "average")
"""The reasons that every game has: it is the only legal action, or it does best on average."""

CLEAR: Final = 0.2
"""The points by which an action is clearly worse, so that a reason should not hold for it as well."""


def reason_for(reasons: Reasons, seen: AnySeen, judgement: Judgement[Any]) -> Reason:
    """Return the first of a game's `reasons` for the best action that sets it apart from another.

    The other is the best action that is clearly worse or, if there is none, the second best.
    """
    if len(seen.legal) == 1:
        return reason("only")
    best, *others = [action for action, _ in judgement.values]
    worse = [action for action, value in judgement.values if judgement.value - value >= CLEAR]
    other = next(iter((*worse, *others)), None)
    theirs = tuple(reasons(seen, other, best)) if other is not None else ()
    telling = (one for one in reasons(seen, best, other) if one not in theirs)
    return next(telling, reason("average", n=judgement.worlds))
