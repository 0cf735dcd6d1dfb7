"""Advice in words: a hint for the private panel, and the look back at a game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.blocks.blocks import OVER_ACCENT, Button, Panel, Press, lines
from bot.blocks.fit import turning, with_room
from bot.blocks.people import seat_name
from bot.games import LOOKS
from bot.locale import Words
from bot.panels.shared.story import LINE, wide
from bot.table.view import AnyView
from engine.ai.advice import Advice
from engine.ai.reasons import ALWAYS, Reason
from engine.ai.review import Finding
from engine.cards import Card, Suit

OTHERS: Final = 3
"""The most other actions that a hint names, each with its loss."""
SAME: Final = 0.05
"""Losses below this are none once they are rounded."""


def can_advise(view: AnyView) -> bool:
    """Return whether the viewer has a choice to advise on."""
    return view.my_turn and len(view.seen.legal) > 1


def hint(view: AnyView, advice: Advice, words: Words) -> str:
    """Return the advised action, its reason, and the loss of others, as far as two small lines allow."""
    look = LOOKS[view.game]
    told = words(
        "hint.line",
        doing=look.doing(advice.action, view, words),
        why=why(advice.reason, view, words),
    )
    # The reason may be the loss of the second best.
    others = advice.others(OTHERS)[advice.reason.key == "costs" :]
    for action, less in others:
        key = f"hint.{view.game}.other" if less >= SAME else "hint.same"
        longer = f"{told} {words(key, doing=look.doing(action, view, words), n=less)}"
        if wide(longer) > 2 * LINE:
            break
        told = longer
    return told


def why(reason: Reason, view: AnyView, words: Words) -> str:
    """Return a reason in words."""
    values = {name: _said(name, value, view, words) for name, value in reason.values}
    for given, said in (("seat", "name"), ("rank", "ranks"), ("action", "doing")):
        if given in values:
            values[said] = values.pop(given)
    if reason.key == "costs" and reason["points"] < SAME:
        return words("hint.same", doing=values["doing"])
    key = f"hint.{reason.key}" if reason.key in ALWAYS else f"hint.{view.game}.why.{reason.key}"
    number = values.pop("n", None)
    return words.count(key, number, **values) if isinstance(number, int) else words(key, **values)


def _said(name: str, value: object, view: AnyView, words: Words) -> object:
    """Return a value of a reason in words."""
    look = LOOKS[view.game]
    if name in look.VALUES:
        return look.VALUES[name](value, words)
    if name == "action":
        return look.doing(value, view, words)
    match value:
        case Card():
            return words.card(value)
        case Suit():
            return words.suit_name(value)
        case int() if name == "seat":
            return seat_name(view, value, words)
        case int() if name == "rank":
            return words.ranks(value)
        case tuple() if name == "lines":
            return words.listed(words(f"{view.game}.line.{line}") for line in value)
        case tuple():
            return words.cards(value)
        case _:
            return value


def review(view: AnyView, findings: Sequence[Finding], words: Words, number: int = 1, *last: Button) -> Panel:
    """Return one of the decisions that cost the viewer most, counted from 1, with the `last` buttons."""
    return with_room(lambda words: _review(view, findings, words, number, last), words)


def _review(
    view: AnyView, findings: Sequence[Finding], words: Words, number: int, last: tuple[Button, ...]
) -> Panel:
    if not findings:
        return Panel((words("review.none"), words("review.how"), last), OVER_ACCENT)
    number = min(max(number, 1), len(findings))
    turns = turning(number, 1, len(findings), words, lambda to: str(Press(view.id, 0, "review", str(to))))
    title = words("review.title", number=number, findings=len(findings))
    told = told_of(findings[number - 1], view, words)
    return Panel((title, told, words("review.how"), (*turns, *last)), OVER_ACCENT)


def told_of(finding: Finding, view: AnyView, words: Words) -> str:
    """Return a finding in words: the table, the action played, the better one, and why it is better."""
    look = LOOKS[view.game]
    then = replace(view, seen=finding.seen, active=finding.active)
    reason = finding.advice.reason
    told = words(
        f"review.{view.game}.finding",
        scene=lines(words(f"review.{view.game}.hand", number=finding.hand), look.lying(then, words)),
        played=look.doing(finding.played, then, words),
        best=look.doing(finding.advice.action, then, words),
        n=finding.loss,
        why="" if reason.key == "costs" else why(reason, then, words),
    )
    return told.rstrip()
