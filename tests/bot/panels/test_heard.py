"""Single moments for a member with cards in words: nothing is left out, nothing is a sign."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from bot.blocks.blocks import Press
from bot.games.ciapano.picture.worth import worth
from bot.games.civil_suits.asking import FEW
from bot.games.civil_suits.own import looked
from bot.locale import ITALIAN
from bot.messages.ledger import Opened
from bot.panels.table import hand
from bot.panels.table.rules import pages, rules
from bot.table.view import View
from bot.table.viewing import view_of
from engine import GAMES
from engine.ciapano.scoring import in_rank_order
from engine.civil_suits import CHALLENGERS
from engine.civil_suits.trick import banned
from tests.bot.panels.test_aloud import LANGUAGES, aloud, game, viewed, whole
from tests.bot.pictures.scenes_tricks import table

CICERA, CIAPANO, CIVIL_SUITS = range(3)
RANK: Final = re.compile(r"\b(?:[JQK]|A [JQK])\b")
"""A rank that is a letter."""
THIRD: Final = re.compile("[⅓⅔]")


def played(number: int) -> Iterator[View[Any]]:
    """Yield every moment of a hand of a random game, in each player's view."""
    return (view for view in viewed(number) if not (view.between_hands or view.undealt))


@pytest.mark.parametrize("number", range(3))
def test_each_card_in_hand_is_named_once_by_a_button_or_in_a_sentence(number: int) -> None:
    words = aloud("en")
    for view in played(number):
        if not view.seen.hand:
            continue
        panel, cards = hand.panel(view, words), view.seen.hand
        if view.game == "ciapano":
            cards = in_rank_order(cards)
        begins = [words.button_card(card) for card in cards]
        labels = [button.label for button in panel.buttons if button.label.startswith(tuple(begins))]
        pressed = [card for card in cards if any(b.startswith(words.button_card(card)) for b in labels)]
        assert len(labels) == len(pressed)
        assert all(map(str.startswith, labels, map(words.button_card, pressed)))
        assert not (pressed and not view.my_turn)
        held = words("panel.hold", cards="").rstrip(".")
        told = "".join(line for line in "\n".join(panel.texts).split("\n") if line.startswith(held))
        assert [card for card in cards if words.card(card) in told] == [
            card for card in cards if card not in pressed
        ]


def test_a_suit_that_is_banned_hides_no_number_and_no_civil_suit_that_one_knows() -> None:
    words, told = aloud("en"), 0
    for view in played(CIVIL_SUITS):
        if not (view.my_turn and banned(view.seen.trick)):
            continue
        few = len(view.seen.hand) <= FEW  # The numbers of more stand on the page of the powers.
        text = "\n".join(hand.panel(view, words, None if few else Opened(0, "powers")).texts)
        text += "\n".join(hand.panel(view, words).texts)
        known = [words("civil-suits.challenger", card=words.card(c), numbers="") for c in view.seen.hand]
        known = [one for one, c in zip(known, view.seen.hand, strict=True) if c in CHALLENGERS]
        assert all(one in text for one in (*known, *looked(view, words))), text
        told += bool(known)
    assert told


@pytest.mark.parametrize("language", LANGUAGES)
def test_thirds_are_told_in_words(language: str) -> None:
    words, told = aloud(language), 0
    for view in viewed(CIAPANO):
        text = whole(hand.panel(view, words))
        assert not THIRD.search(text), text
        told += worth(4, words) in text
    assert told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_rules_name_ranks_and_thirds_in_words(name: str, language: str) -> None:
    words = aloud(language)
    for page in range(1, pages(name, words) + 1):
        text = whole(rules(name, page, words))
        assert not RANK.search(text), text
        assert not THIRD.search(text), text


def test_ranks_are_named_as_the_deck_has_them() -> None:
    told = [whole(rules("ciapano", 1, words)) for words in (aloud("en"), aloud("en", ITALIAN))]
    assert "3 2 ace king queen jack 7 6 5 4" in told[0]
    assert "3 2 asso re cavallo fante 7 6 5 4" in told[1]
    words = aloud("en")
    every = range(1, pages("civil-suits", words) + 1)
    points = "".join(whole(rules("civil-suits", page, words)) for page in every)
    assert "an ace costs 3, a jack, queen or king 4" in points


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_sheet_has_no_letters_for_ranks(language: str) -> None:
    words = aloud(language)
    at = next(at for at in game(CIVIL_SUITS) if at.between_hands and at.seq > 1)
    text = whole(hand.panel(view_of(at, 1000), words))
    assert words("picture.civil-suits.sheet.court") in text
    assert not RANK.search(text), text


@pytest.mark.parametrize("name", ["cicera", "ciapano"])
def test_whoever_cuts_is_asked_that_first(name: str) -> None:
    words = aloud("en")
    first = table(name).with_row(id="0a1b2c3d", cutter=0)
    after = next(at for at in game((CICERA, CIAPANO)[name == "ciapano"]) if at.between_hands and at.seq > 1)
    for at in (first, after.with_row(cutter=0)):
        mine, other = (hand.panel(view_of(at, user_id), words) for user_id in (1000, 1001))
        assert mine.texts[0].startswith("### **You cut**, "), mine.texts
        assert "\n".join(mine.texts).count("You cut") == 1
        verbs = {press.verb for button in mine.buttons if (press := Press.parse(button.id))}
        assert "cut" in verbs
        assert not other.texts[0].startswith("###")
        assert "cuts" in "\n".join(other.texts)
