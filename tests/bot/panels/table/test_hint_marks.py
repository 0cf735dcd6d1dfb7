"""The mark of a hint on buttons, and the page that says how it was found."""

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.blocks.blocks import ButtonStyle, Panel, Press
from bot.locale import Catalogue
from bot.messages.ledger import Opened
from bot.panels.table import hand
from bot.panels.table.advice import hint
from bot.table.view import View
from engine.ai import Judgement
from engine.ai.advice import Advice
from engine.ai.reasons import Reason
from tests.bot.panels.test_aloud import LANGUAGES, aloud, viewed

CATALOGUE = Catalogue.load()
WORDS = CATALOGUE.words("en")


def hinted(number: int) -> list[View[Any]]:
    """Return turns of a random game, each with a hint for one of its actions."""
    rng, found = random.Random(number), list[View[Any]]()
    for view in viewed(number):
        if view.my_turn and len(view.seen.legal) > 1:
            best, *others = rng.sample(list(view.seen.legal), 2)
            judgement = Judgement(((best, 2.0), *((other, 0.5) for other in others)), 40)
            found.append(replace(view, hint=Advice(judgement, Reason("only", ()))))
    return found


def advised(panel: Panel, mark: str) -> list[Press]:
    presses = [Press.parse(button.id) for button in panel.buttons if button.label.endswith(mark)]
    return [press for press in presses if press is not None]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("spoken", [False, True])
@pytest.mark.parametrize("number", range(3))
def test_the_advised_card_is_marked_and_so_is_what_it_leads_to(
    number: int, spoken: bool, language: str
) -> None:
    words = aloud(language) if spoken else CATALOGUE.words(language)
    mark, led = words("hint.marked", card=""), 0
    for view in hinted(number):
        assert view.hint is not None
        action = str(view.hint.action)
        panel = hand.panel(view, words)
        for press in advised(panel, mark):
            if press.verb == "play":
                assert press.notation == action
                continue
            led += 1
            further = hand.panel(view, words, Opened(press.number, "pick", press.notation))
            assert all(p.notation == action for p in advised(further, mark) if p.verb == "play")
        marked = [button for button in panel.buttons if button.label.endswith(mark)]
        assert all(button.style is ButtonStyle.GOOD for button in marked)
        plays = {play.notation for b in panel.buttons if (play := Press.parse(b.id)) and play.verb == "play"}
        assert marked or action not in plays
        assert not advised(hand.panel(replace(view, hint=None), words), mark)
    assert led or number == 1


@pytest.mark.parametrize("number", range(3))
def test_how_a_hint_was_found_stands_behind_its_button_alone(number: int) -> None:
    view = hinted(number)[0]
    assert view.hint is not None
    panel, page = hand.panel(view, WORDS), hand.panel(view, WORDS, Opened(0, "hint-how"))
    (button,) = (button for button in panel.buttons if button.label == WORDS("button.hint-how"))
    assert button.id == str(Press(view.id, 0, "hint-how"))
    assert WORDS("hint.button") not in [button.label for button in panel.buttons]
    told, found = "\n".join(panel.texts), "\n".join(page.texts)
    for said in (WORDS.count("hint.how", 40), "1.5"):
        assert said in found
        assert said not in told
    assert hint(view, view.hint, WORDS) in found
    without = hand.panel(replace(view, hint=None), WORDS)
    assert WORDS("button.hint-how") not in [button.label for button in without.buttons]
