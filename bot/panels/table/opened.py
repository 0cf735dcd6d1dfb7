"""The page or question that stands open on a private panel.

A further question has the number that it was asked under; a page stands under number 0, and follows the game.
"""

from typing import Final

from bot.blocks.blocks import OVER_ACCENT, TURN_ACCENT, ButtonStyle, Panel, lines, together
from bot.blocks.fit import with_room
from bot.blocks.look import Question, back_button
from bot.games import LOOKS
from bot.locale import Words
from bot.messages.ledger import Opened
from bot.panels.lobby import pages
from bot.panels.shared import absence
from bot.panels.shared.lacking import lacking
from bot.panels.table import advice, aloud, board
from bot.panels.table.board import Scene
from bot.panels.table.lookup import lookup_page
from bot.pictures.sketch.style import Style
from bot.store import Status
from bot.table.view import AnyView

OF_PLAYERS: Final = frozenset({"leave", "absent"})
"""The pages of viewers who play their seat themselves."""


def opened_panel(
    view: AnyView, words: Words, opened: Opened, scene: Scene, style: Style | None
) -> Panel | None:
    """Return the panel with the page or question that stands open on it, None if that is out of date."""
    if opened.verb in pages.LOBBY_PAGES and not pages.may_open(view, opened.verb):
        return None
    if opened.verb in OF_PLAYERS and (view.viewer is None or not view.viewer.present):
        return None
    if opened.verb == "places" and not view.my_cut:
        return None
    if opened.verb != "pick":
        return with_room(lambda words: _page(view, words, opened, style), words)
    if not view.my_turn or view.asked != opened.number:
        return None
    question = LOOKS[view.game].further(view, opened.notation, words)
    return (
        None if question is None else _question(view, advice.with_advice(view, question, words), words, scene)
    )


def _question(view: AnyView, question: Question, words: Words, scene: Scene) -> Panel:
    """Return the panel of a further question, with the table that it is about."""
    told = lines(*lacking(view, words), view.notice, question.line)
    return Panel(
        together(
            words("turn.mine", asked=question.asked),
            absence.countdown(view, words),
            *(board.table_or_scene(view, words, scene, told) if question.table else (told,)),
            *aloud.answers(question, words),
            question.state,
        ),
        TURN_ACCENT,
    )


def _meanwhile(view: AnyView, words: Words) -> str:
    """Return that it is the viewer's turn, with the time in the same line where that is read, not heard."""
    turn = words("turn.meanwhile")
    timed = "" if words.aloud else absence.timed(view, turn, words)
    return timed or lines(turn, absence.countdown(view, words))


def _page(view: AnyView, words: Words, opened: Opened, style: Style | None) -> Panel:
    """Return the panel of a page, with the way back; it says if it is the viewer's turn."""
    turn = _meanwhile(view, words) if view.my_turn else ""
    way_back = back_button(view, words, ButtonStyle.MAIN if view.my_turn else ButtonStyle.PLAIN)
    *told, last = lookup_page(view, words, opened, way_back, style=style)
    lacks = lacking(view, words) if view.status is Status.PLAYING else ()
    return Panel((turn, *told, *lacks, view.notice, last), TURN_ACCENT if view.my_turn else OVER_ACCENT)
