"""Advice in words: a hint for the private panel, and the look back at a game."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bot.blocks.blocks import (
    OVER_ACCENT,
    Answers,
    Button,
    ButtonStyle,
    Panel,
    Press,
    Section,
    Select,
    lines,
)
from bot.blocks.fit import turning, with_room
from bot.blocks.look import Question
from bot.blocks.people import seat_name
from bot.games import LOOKS
from bot.locale import Words
from bot.table.view import AnyView
from engine.ai.advice import Advice
from engine.ai.reasons import ALWAYS, Reason
from engine.ai.review import Finding
from engine.cards import Card, Suit

OTHERS: Final = 5
"""The most other actions on the page of a hint, each with its loss."""
_POINTS: Final = re.compile(r", \+\d+$")
SAME: Final = 0.05
"""Losses below this are none once they are rounded."""


def can_advise(view: AnyView) -> bool:
    """Return whether the viewer has a choice to advise on."""
    return view.my_turn and len(view.seen.legal) > 1


def hint(view: AnyView, advice: Advice, words: Words) -> str:
    """Return the advised action with its reason, which *How?* has alone once the time runs out."""
    doing = LOOKS[view.game].doing(advice.action, view, words)
    reason = "" if view.warned else why(advice.reason, view, words)
    return words("hint.line", doing=doing, why=reason).rstrip()


def how(view: AnyView, words: Words) -> tuple[str, ...]:
    """Return the hint, the deals that it was found in, and the loss of others; empty without one."""
    if view.hint is None:
        return ()
    look, told = LOOKS[view.game], []
    for action, less in view.hint.others(OTHERS):
        key = f"hint.{view.game}.other" if less >= SAME else "hint.same"
        told.append(words(key, doing=look.doing(action, view, words), n=less))
    found = words.count("hint.how", view.hint.judgement.worlds)
    return hint(replace(view, warned=False), view.hint, words), lines(found, *told)


def with_advice(view: AnyView, question: Question, words: Words) -> Question:
    """Return a question with a mark on the buttons that play the advised action, or lead to it."""
    if view.hint is None:
        return question
    wanted = _parts(str(view.hint.action))

    def advised(button: Button) -> Button:
        press = Press.parse(button.id)
        if press is None or button.disabled or press.verb not in ("play", "pick"):
            return button
        parts = _parts(press.notation)
        if parts != wanted if press.verb == "play" else not parts <= wanted:
            return button
        # Aloud, there is room for one mark.
        label = words("hint.marked", card=_POINTS.sub("", button.label) if words.aloud else button.label)
        beside = words("hint.marked", card=button.beside).strip()
        return button._replace(label=label, beside=beside, style=ButtonStyle.GOOD)

    def marked(button: Button) -> Button:
        """Return a button with its mark; where the hint itself is played, no other play is green."""
        found = advised(button)
        other = found is button and here and button.style is ButtonStyle.GOOD
        return found._replace(style=ButtonStyle.MAIN) if other else found

    every = Panel(question.answers, 0).buttons
    here = any(advised(button) is not button and ":play:" in button.id for button in every)
    answers: list[Answers] = []
    for answer in question.answers:
        if isinstance(answer, Section):
            answers.append(answer._replace(button=marked(answer.button)))
        elif isinstance(answer, Select):
            answers.append(answer)
        else:
            answers.append(tuple(map(marked, answer)))
    return replace(question, answers=tuple(answers))


def _parts(notation: str) -> frozenset[str]:
    """Return the words of a notation: cards are chosen one by one, in any order."""
    return frozenset(re.findall(r"\w+", notation))


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


def review(
    view: AnyView,
    findings: Sequence[Finding],
    words: Words,
    number: int = 1,
    *last: Button,
    id_of: Callable[[int], str] | None = None,
) -> Panel:
    """Return one of the decisions that cost the viewer most, counted from 1, with the `last` buttons.

    `id_of` gives the ids of the buttons to the others; without it they are those of the table.
    """
    turn = id_of or (lambda to: str(Press(view.id, 0, "review", str(to))))
    return with_room(lambda words: _review(view, findings, words, number, last, turn), words)


def _review(
    view: AnyView,
    findings: Sequence[Finding],
    words: Words,
    number: int,
    last: tuple[Button, ...],
    id_of: Callable[[int], str],
) -> Panel:
    if not findings:
        return Panel((words("review.none"), words("review.how"), last), OVER_ACCENT)
    number = min(max(number, 1), len(findings))
    turns = turning(number, 1, len(findings), words, id_of)
    title = words("review.title", number=number, findings=len(findings))
    told = told_of(findings[number - 1], view, words)
    return Panel((title, told, words("review.how"), (*turns, *last)), OVER_ACCENT)


def told_of(finding: Finding, view: AnyView, words: Words) -> str:
    """Return a finding in words: the table, the action played, the better one, and why it is better."""
    look, then = LOOKS[view.game], _then(finding, view)
    reason = finding.advice.reason
    told = words(
        f"review.{view.game}.finding",
        scene=_lay(finding, then, words),
        played=look.doing(finding.played, then, words),
        best=look.doing(finding.advice.action, then, words),
        n=finding.loss,
        why="" if reason.key == "costs" else why(reason, then, words),
    )
    return told.rstrip()


def agreed_with(finding: Finding, view: AnyView, words: Words) -> str:
    """Return in words that the action played was as good as any: the table then, and the action."""
    then = _then(finding, view)
    played = LOOKS[view.game].doing(finding.played, then, words)
    return words("replay.same", scene=_lay(finding, then, words), played=played)


def _then(finding: Finding, view: AnyView) -> AnyView:
    """Return the view of a seat as it was when it played."""
    return replace(view, seen=finding.seen, active=finding.active)


def _lay(finding: Finding, then: AnyView, words: Words) -> str:
    """Return the number of the hand, and the cards that lay on the table."""
    hand = words(f"review.{then.game}.hand", number=finding.hand)
    return lines(hand, LOOKS[then.game].lying(then, words))
