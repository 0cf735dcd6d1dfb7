"""The hard player's judgement inside a replay: its reader's choices that cost most, and a single one."""

from collections.abc import Sequence

from bot.blocks.blocks import OVER_ACCENT, Button, ButtonStyle, Panel
from bot.blocks.fit import with_room
from bot.locale import Words
from bot.panels.replays.state import ReplayState
from bot.panels.table import advice
from bot.table.view import AnyView
from bot.tables.replays.replay import Moment
from engine.ai.review import Finding


def review_page(
    view: AnyView,
    findings: Sequence[Finding],
    moments: Sequence[Moment],
    state: ReplayState,
    words: Words,
    number: int,
) -> Panel:
    """Return one of the viewer's choices that cost most, counted from 1, with a way to its moment.

    `moments` are those of all findings.
    """
    last = [_back(state, words)]
    if findings:
        number = min(max(number, 1), len(findings))
        # The moment may be the one to which *Back* leads; each id stands in a message once.
        there = state._replace(moment=moments[number - 1]).id("show", "there")
        last.insert(0, Button(words("replay.moment"), there, ButtonStyle.MAIN))
    return advice.review(view, findings, words, number, *last, id_of=lambda to: state.id("review", str(to)))


def choice_page(view: AnyView, finding: Finding, state: ReplayState, words: Words) -> Panel:
    """Return the hard player's judgement of one play of the viewer."""
    return with_room(lambda words: _choice(view, finding, state, words), words)


def _choice(view: AnyView, finding: Finding, state: ReplayState, words: Words) -> Panel:
    told = advice.told_of(finding, view, words)
    if finding.loss < advice.SAME:
        told = advice.agreed_with(finding, view, words)
    last = (_back(state, words),)
    return Panel((words("replay.hard-title"), told, words("review.how"), last), OVER_ACCENT)


def _back(state: ReplayState, words: Words) -> Button:
    return Button(words("button.back"), state.id("show"))
