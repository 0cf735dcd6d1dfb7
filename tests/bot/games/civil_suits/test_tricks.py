"""Tricks of Civil Suits in words, where Magic has set cards of them aside."""

from functools import lru_cache
from typing import Any

import pytest

from bot.games import LOOKS
from bot.locale import FRENCH, Catalogue
from bot.panels.shared import story
from bot.panels.shared.shows import sketch
from bot.pictures.sketch.style import Style
from bot.table.table import Table
from bot.table.viewing import view_of
from engine.civil_suits import Phase, State
from engine.civil_suits.trick import spoils
from tests.bot.pictures.scenes_tricks import phase

LANGUAGES = sorted(Catalogue.load().languages)


@lru_cache
def taken(*, empty: bool) -> Table:
    """Return a table whose last trick left cards to the next one; `empty` if it left all of them."""

    def wanted(state: State) -> bool:
        left = bool(state.tricks) and not state.trick.laid and bool(state.trick.waiting)
        return left and bool(spoils(state.tricks[-1])) is not empty

    return phase(Phase.PLAY, wanted)()


@pytest.mark.parametrize("aloud", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_trick_of_which_all_is_set_aside_is_told_without_cards(language: str, aloud: bool) -> None:
    words, view = Catalogue.load().words(language).naming(FRENCH, aloud=aloud), view_of(taken(empty=True))
    told = story.tell_entry(view.story[-1], view, words)
    made = sketch(view, words, Style())
    assert made is not None
    for text in (told, made.alt):
        assert text == text.strip()
        assert " ," not in text
        assert " ." not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_that_go_with_the_next_trick_are_heard_after_the_taker_of_the_last(language: str) -> None:
    words, view = Catalogue.load().words(language).naming(FRENCH, aloud=True), view_of(taken(empty=False))
    seen: Any = view.seen
    told, cards = LOOKS[view.game].lying(view, words).split("\n")[0], words.cards(seen.trick.waiting)
    assert told.endswith(words("civil-suits.waiting-next", cards=cards))
    assert words("civil-suits.waiting", cards=cards) not in told
