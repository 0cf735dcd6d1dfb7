"""Lessons for newcomers in a panel, and texts that are more urgent."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.panels.table.hand import panel
from bot.table.view import View
from engine import GAMES
from engine.ai import Judgement
from engine.ai.advice import Advice
from engine.ai.reasons import Reason
from tests.bot.panels.presses import WORDS, asked, to
from tests.bot.pictures import scenes_tricks

NOTICE = "You may not play this."


@cache
def taught(game: str) -> View[Any] | None:
    """Return the first turn of a random game with a lesson, in the view of its player.

    A game need not teach anything.
    """
    turns = scenes_tricks.played(scenes_tricks.table(game), random.Random(5))
    view = (to(table, seat) for table in turns for seat in table.waits_for())
    return next((one for one in view if asked(one).lesson), None)


def texts(view: View[Any]) -> str:
    return "\n".join(panel(view, WORDS).texts)


def test_these_games_teach_newcomers_something() -> None:
    assert all(taught(game) for game in ("cicera", "ciapano", "civil-suits"))


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_a_refusal_and_the_offer_to_settle_take_the_place_of_a_lesson(game: str) -> None:
    view = taught(game)
    if view is None:
        pytest.skip(f"{game} teaches nothing")
    lesson, line = asked(view).lesson, asked(view).line
    best = view.seen.legal[0]
    given = Advice(Judgement(((best, 1.0),), 7), Reason("only"))
    refused = replace(view, notice=NOTICE)
    assert lesson in texts(view)
    for urgent in (replace(view, hint=given), refused, replace(view, agreeing=3)):
        assert lesson not in texts(urgent)
    assert NOTICE in texts(refused)
    assert line in texts(refused)
