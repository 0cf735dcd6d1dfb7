"""Tricks of Civil Suits in words: their cost, and where Magic has set cards of them aside."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from bot.games import LOOKS
from bot.locale import FRENCH, Catalogue
from bot.panels.shared import story
from bot.panels.shared.shows import sketch
from bot.panels.table import hand
from bot.pictures.sketch.style import Style
from bot.table.table import Table
from bot.table.viewing import view_of
from engine.civil_suits import Phase, State
from engine.civil_suits.trick import spoils
from engine.game import Event
from tests.bot.pictures.scenes_tricks import phase, table
from tests.engine.civil_suits.moments import do, moment

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


def costing(*public: int) -> Table:
    """Return a table at which Cy, whose suit is diamonds, leads after he has taken a trick for 4 demerits."""
    state = do(moment("9S 2C", "4S 3C", "KC 4C", "3H 5C", suits="SHDC"), "0 9S, 1 4S, 2 KC, 3 3H")
    return replace(table("civil-suits"), state=state._replace(public=public), dealt=1)


def test_the_taker_of_a_trick_reads_its_cost_before_the_next_lead() -> None:
    made = costing()
    view = view_of(made, made.seats[2].user_id)
    seen: Any = view.seen
    trick = Event("trick", 2, 2, spoils(seen.tricks[-1]))
    words = Catalogue.load().words("en")
    assert "\n".join(hand.panel(view, words).texts).count(words.count("civil-suits.cost-you", 4)) == 1
    assert LOOKS[view.game].brief(trick, view, words) == ""
    heard = words.naming(FRENCH, aloud=True)
    assert "The trick cost you 4 demerits." in "\n".join(hand.panel(view, heard).texts)


@pytest.mark.parametrize(
    ("public", "cost"), [((), ", 1 to 6 demerits"), ((2,), ", 4 demerits")], ids=["secret", "public"]
)
def test_others_read_what_a_trick_can_cost_its_taker(public: tuple[int, ...], cost: str) -> None:
    """Spades would make it 6 demerits, hearts 5, diamonds 4, clubs 1."""
    made, words = costing(*public), Catalogue.load().words("en")
    for viewer in (None, made.seats[0].user_id):
        view = view_of(made, viewer)
        seen: Any = view.seen
        look, trick = LOOKS[view.game], Event("trick", 2, 2, spoils(seen.tricks[-1]))
        for said in (look.brief(trick, view, words), look.tell(trick, view, words)):
            assert said.endswith(cost)
        assert f"took it{cost}" in look.lying(view, words)
