"""Why an action is good, in the terms of the game: facts that anybody with the same view can check.

A game's reasons live in a module of their own; each yields what can truly be said for an action, the most
telling first. They stand apart from the players' packages, whose kernels are compiled anew at every edit.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

from engine.ai.player import Judgement
from engine.ai.reasons.reason import Reason, reason
from engine.game import AnySeen

__all__ = ["ALWAYS", "MODULES", "Reason", "reason", "reason_for"]

Reasons = Callable[[Any, Any, Any | None], Iterator[Reason]]
"""Yields what speaks for an action; the last argument is the one to compare it with, if there is any."""

MODULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cicera": "engine.ai.reasons.cicera",
        "ciapano": "engine.ai.reasons.ciapano",
        "civil-suits": "engine.ai.reasons.civil_suits",
    }
)

ALWAYS: Final = ("only", "average")
"""The reasons that every game has: there is nothing else to do, or it does best on average."""


CLEAR: Final = 0.2
"""Points by which an action is clearly worse, so that a reason must not hold for it as well."""


def reason_for(game: str, seen: AnySeen, judgement: Judgement[Any]) -> Reason:
    """Return the best reason for what a judgement thinks best.

    It is the first that does not hold as well for the best action that is clearly worse, or else for the
    next best.
    """
    if len(seen.legal) == 1:
        return reason("only")
    reasons: Reasons = import_module(MODULES[game]).reasons
    best, *others = [action for action, _ in judgement.values]
    worse = [action for action, value in judgement.values if judgement.value - value >= CLEAR]
    other = next(iter((*worse, *others)), None)
    theirs = tuple(reasons(seen, other, best)) if other is not None else ()
    telling = (one for one in reasons(seen, best, other) if one not in theirs)
    return next(telling, reason("average", n=judgement.worlds))
