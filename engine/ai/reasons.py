"""Why an action is good, in the terms of its game: facts that anybody with the same view can check.

Each game lists the facts about an action, the most telling first: `Computers.reasons`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.ai.player import Judgement
from engine.game import AnySeen


@dataclass(frozen=True, slots=True)
class Reason:
    """One claim about an action: `key` names the text, `values` fill it in.

    A value is a card, a suit, a number (also a seat or a rank), the name of a line, several cards or names,
    or an action.
    """

    key: str
    values: tuple[tuple[str, Any], ...] = ()

    def __getitem__(self, name: str) -> Any:
        return dict(self.values)[name]


def reason(key: str, **values: Any) -> Reason:
    """Return a reason with these values."""
    return Reason(key, tuple(values.items()))


Reasons = Callable[[Any, Any, Any | None], Iterator[Reason]]
"""Yields reasons for an action in a view; the last argument is an action to compare it with."""


def no_reasons(seen: AnySeen, action: Any, other: Any | None) -> Iterator[Reason]:
    """Yield nothing: a game without reasons of its own has only those in `ALWAYS`."""
    return iter(())


ALWAYS: Final = ("only", "costs")
"""The reasons that every game has: it is the only legal action, or the second best would cost points."""


def reason_for(
    reasons: Reasons, seen: AnySeen, judgement: Judgement[Any], other: Any | None = None
) -> Reason:
    """Return the first of a game's `reasons` that holds for the best action, but not for the `other` one.

    The other is the second best unless it is given. A reason of the same key holds for both, whatever its
    values: a card that "stays under the king" is no better for it than another card that does so.
    """
    if len(seen.legal) == 1:
        return reason("only")
    best, worth = judgement.action, dict(judgement.values)
    # Where a rule of thumb leaves one action to weigh, any other is the worse one.
    if other is None:
        other = next(action for action in (*worth, *seen.legal) if action != best)
    given = tuple(reasons(seen, best, other))
    theirs = {one.key for one in reasons(seen, other, best)}
    telling = next((one for one in given if one.key not in theirs), None)
    if telling is None and other in worth:
        return reason("costs", action=other, points=judgement.value - worth[other])
    return telling or next(iter(given), reason("only"))
