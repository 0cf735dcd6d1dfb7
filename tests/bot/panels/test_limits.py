"""Further questions in whole games fit Discord: in every language and deck, seen or heard."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

import pytest

from bot.blocks.blocks import LABEL, Panel, Press
from bot.blocks.fit import MOST_CHARACTERS, text_length
from bot.blocks.look import Question
from bot.games import LOOKS
from bot.games.cicera.asking import further
from bot.locale import FRENCH, ITALIAN, Catalogue, Words
from bot.locale.filling import with_article
from bot.locale.glyphs import as_text
from bot.table.view import AnyView, View
from bot.table.viewing import view_of
from engine.cards import card
from engine.cicera import Play
from tests.bot.games.cicera import test_asking
from tests.bot.panels.test_aloud import GAMES_PLAYED, LANGUAGES
from tests.bot.pictures import scenes_tricks

OPTION: Final = 100
"""Characters of an entry of a list, at most."""


@lru_cache
def turns(number: int) -> tuple[View[Any], ...]:
    """Return the views of a random game in which a member is asked something that asks further."""
    name, options = GAMES_PLAYED[number]
    if name == "cicera":  # so few captures that the table gets full
        return tuple(filter(asks_further, test_asking.turns(5, 38, takes=0.15)))
    made = scenes_tricks.table(name, options).with_row(id="0a1b2c3d")
    found = []
    for table in scenes_tricks.played(made, random.Random(20 + number)):
        view = next((s for row in table.seats if (s := view_of(table, row.user_id)).my_turn), None)
        found += [view] if view is not None else []
    return tuple(filter(asks_further, found[:250]))


def asks_further(view: AnyView) -> bool:
    return next(opened(view, Catalogue.load().words("en")), None) is not None


def opened(view: AnyView, words: Words) -> Iterator[Question]:
    """Yield the further questions that buttons open, and those behind them, some hundred at most."""
    look, known = LOOKS[view.game], set[str]()
    ahead = [look.question(view, words)]
    while ahead and len(known) < 100:
        for button in Panel(ahead.pop().answers, 0).buttons:
            press = Press.parse(button.id)
            if press is None or press.verb != "pick" or button.disabled or press.notation in known:
                continue
            known.add(press.notation)
            question = look.further(view, press.notation, words)
            if question is not None:  # without it, the press leads back
                yield question
                ahead.append(question)


def check(question: Question) -> None:
    panel = Panel((question.asked, question.line, *question.answers, question.state), 0)
    for button in panel.buttons:
        assert len(as_text(button.label)) <= LABEL, button.label
    for select in panel.selects:
        for option in select.options:
            assert len(as_text(option.label)) <= OPTION, option.label
    assert text_length(panel) <= MOST_CHARACTERS


@pytest.mark.parametrize("heard", [False, True])
@pytest.mark.parametrize("deck", [FRENCH, ITALIAN])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(len(GAMES_PLAYED)))
def test_what_is_asked_further_fits_discord(number: int, language: str, deck: str, heard: bool) -> None:
    words = Catalogue.load().words(language).naming(deck, aloud=heard)
    asked = turns(number)
    # If there are many, each of these eight ways has an eighth of them.
    first = LANGUAGES.index(language) + 2 * (deck == ITALIAN) + 4 * heard
    for view in asked[first::8] if len(asked) > 20 else asked:
        questions = list(opened(view, words))
        assert questions
        for question in questions:
            check(question)


@pytest.mark.parametrize("heard", [False, True])
@pytest.mark.parametrize("deck", [FRENCH, ITALIAN])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("several", [False, True])
def test_the_longest_captures_fit_their_buttons(language: str, deck: str, heard: bool, several: bool) -> None:
    words = Catalogue.load().words(language).naming(deck, aloud=heard)
    ten, table = card("TS"), tuple(map(card, ["AS", "AH", "AD", "AC", "2S", "2H", "2D", "2C"]))
    captures = [table[:-1], (*table[:-2], table[-1]), table[3:]] if several else [table[:-1]]
    legal = (Play(ten, ()), *(Play(ten, taken) for taken in captures))
    first = next(view for view in turns(0) if view.my_turn)
    view = replace(first, seen=first.seen._replace(hand=(ten,), table=table, legal=legal))
    question = further(view, str(ten), words)
    assert question is not None
    check(question)
    text = "\n".join([question.asked, question.line, *Panel(question.answers, 0).texts])
    named = map(words.card, table[:-1])
    assert all(name in text or with_article(name) in text for name in named)
    labels = [button.label for button in Panel(question.answers, 0).buttons]
    assert not heard or len(labels) == len(set(labels))
