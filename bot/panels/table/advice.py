"""Advice in words: a hint for the private panel, and the look back at a game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.blocks.blocks import OVER, Button, Panel, Press, lines
from bot.blocks.fit import turning, with_room
from bot.blocks.people import seat_name
from bot.games import LOOKS
from bot.locale import Words
from bot.panels.shared.story import LINE, wide
from bot.table.view import AnyShown
from engine.ai.advice import Advice
from engine.ai.reasons import ALWAYS, Reason
from engine.ai.review import Finding
from engine.cards import Card, Suit

OTHERS: Final = 3
"""So many other actions are told with what they are worth less."""
SAME: Final = 0.05
"""Points that are none when they are rounded."""


def offered(shown: AnyShown) -> bool:
    """Return whether the viewer has a choice that advice can be given for."""
    return shown.my_turn and len(shown.seen.legal) > 1


def hint(shown: AnyShown, advice: Advice, words: Words) -> str:
    """Return what to do, why, and how much worse other actions are, as far as two small lines have room."""
    look = LOOKS[shown.game]
    told = words(
        "hint.line",
        doing=look.doing(advice.action, shown, words),
        why=why(advice.reason, shown, words),
    )
    for action, less in advice.others(OTHERS):
        key = f"hint.{shown.game}.other" if less >= SAME else "hint.same"
        longer = f"{told} {words(key, doing=look.doing(action, shown, words), n=less)}"
        if wide(longer) > 2 * LINE:
            break
        told = longer
    return told


def why(reason: Reason, shown: AnyShown, words: Words) -> str:
    """Return a reason in words."""
    values = {name: _said(name, value, shown, words) for name, value in reason.values}
    for given, said in (("seat", "name"), ("rank", "ranks")):
        if given in values:
            values[said] = values.pop(given)
    key = f"hint.{reason.key}" if reason.key in ALWAYS else f"hint.{shown.game}.why.{reason.key}"
    number = values.pop("n", None)
    return words.count(key, number, **values) if isinstance(number, int) else words(key, **values)


def _said(name: str, value: object, shown: AnyShown, words: Words) -> object:
    """Return a value of a reason as people read it."""
    own = LOOKS[shown.game].VALUES
    if name in own:
        return own[name](value, words)
    match value:
        case Card():
            return words.card(value)
        case Suit():
            return words.suit_name(value)
        case int() if name == "seat":
            return seat_name(shown, value, words)
        case int() if name == "rank":
            return words.ranks(value)
        case tuple() if name == "lines":
            return words.listed(words(f"{shown.game}.line.{line}") for line in value)
        case tuple():
            return words.cards(value)
        case _:
            return value


def review(
    shown: AnyShown, findings: Sequence[Finding], words: Words, number: int = 1, *last: Button
) -> Panel:
    """Return one of the decisions that cost the viewer most, counted from 1, with the `last` buttons."""
    return with_room(lambda words: _review(shown, findings, words, number, last), words)


def _review(
    shown: AnyShown, findings: Sequence[Finding], words: Words, number: int, last: tuple[Button, ...]
) -> Panel:
    if not findings:
        return Panel((words("review.none"), words("review.how"), last), OVER)
    number = min(max(number, 1), len(findings))
    turns = turning(number, 1, len(findings), words, lambda to: str(Press(shown.id, 0, "review", str(to))))
    title = words("review.title", number=number, findings=len(findings))
    told = told_of(findings[number - 1], shown, words)
    return Panel((title, told, words("review.how"), (*turns, *last)), OVER)


def told_of(finding: Finding, shown: AnyShown, words: Words) -> str:
    """Return what lay there, what was played and what was better."""
    look = LOOKS[shown.game]
    then = replace(shown, seen=finding.seen, active=finding.active)
    return words(
        f"review.{shown.game}.finding",
        scene=lines(words(f"review.{shown.game}.hand", number=finding.hand), look.lying(then, words)),
        played=look.doing(finding.played, then, words),
        best=look.doing(finding.advice.action, then, words),
        n=finding.loss,
        why=why(finding.advice.reason, then, words),
    )
