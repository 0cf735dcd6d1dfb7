"""The last hand of a game while it is counted: its sheet in every message, and nothing of the end."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.blocks.blocks import Panel
from bot.blocks.people import score_text
from bot.messages.ledger import Opened
from bot.panels.shared.shows import scene_name, sketch
from bot.panels.table import board, hand
from bot.pictures.sketch.style import Style
from bot.store import Status
from bot.table.pauses import WHOLE
from bot.table.table import Table
from bot.table.viewing import view_of
from engine.ciapano.scoring import OUT
from tests.bot.panels.presses import WORDS
from tests.bot.panels.table.test_held import GAMES_PLAYED, PICTURED, ends, viewers, whole
from tests.bot.pictures.scenes_boards import over

END = {"rematch", "replay", "record", "check", "leave", "ready", "cut"}
"""Verbs of buttons that follow the winners, or a hand that is not the last."""


def counted(number: int) -> Iterator[Table]:
    """Yield the end of a game with each part of its last hand counted."""
    *_, (_, table) = ends(number)
    assert table.row.status is Status.FINISHED
    for part in range(1, WHOLE + 1):
        yield replace(table, counting=part)


def verbs(panel: Panel) -> list[str]:
    return [button.id.split(":")[3] for button in panel.buttons]


@pytest.mark.parametrize("number", range(len(GAMES_PLAYED)))
def test_every_message_has_the_sheet_and_nothing_of_the_end(number: int) -> None:
    for table in counted(number):
        seed, won = table.row.seed.hex(), WORDS("game.won", side="@").split("@")[0]
        for viewer in viewers(table):
            view = view_of(table, viewer)
            panel = board.public_panel(view, WORDS) if viewer is None else hand.panel(view, WORDS)
            told = whole(panel)
            assert board.last_sheet(view, WORDS) in told
            assert WORDS("counting.title") in told
            assert won not in told
            assert seed not in told
            assert not END & {*verbs(panel)}
            asked = [button for button in panel.buttons if button.id.endswith(":winners")]
            seated = viewer is None or view.viewer is not None
            assert [button.disabled for button in asked] == [view.counting != WHOLE] * seated
            # Whoever has lost sees the same picture as the winner.
            assert hand.asked(view) == (view.viewer is not None)


@pytest.mark.parametrize("number", range(len(GAMES_PLAYED)))
def test_the_pages_behind_more_have_nothing_of_the_end_either(number: int) -> None:
    for table in counted(number):
        for viewer in viewers(table)[1:]:
            view = view_of(table, viewer)
            for page in ("more", "last", "scores", "fairness"):
                panel = hand.panel(view, WORDS, Opened(0, page))
                assert not END & {*verbs(panel)}, page
                assert table.row.seed.hex() not in whole(panel)
                if view.counting < WHOLE:
                    assert score_text(view, WORDS) not in whole(panel)


@pytest.mark.parametrize("number", PICTURED)
def test_the_picture_is_the_sheet(number: int) -> None:
    for table in counted(number):
        view = view_of(table)
        assert scene_name(view) == "sheet"
        drawn = sketch(view, WORDS, Style())
        assert drawn is not None
        told = sketch(replace(view, counting=0), WORDS, Style())
        assert (drawn == told) == (view.counting == WHOLE)


def test_a_winner_who_is_past_the_limit_is_not_said_to_be_tied() -> None:
    view = replace(over("ciapano", players=4), status=Status.PLAYING, between_hands=True, counting=WHOLE)
    seen: Any = view.seen
    assert seen.totals[seen.winner] >= OUT
    drawn = sketch(view, WORDS, Style())
    assert drawn is not None
    assert WORDS("picture.ciapano.tied") not in [text.text for text in drawn.texts]
