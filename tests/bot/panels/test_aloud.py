"""Cards in words: every state of whole games for members who cannot see."""

import random
import re
from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest

from bot.blocks.blocks import Panel, Press
from bot.blocks.people import score_text
from bot.games import LOOKS
from bot.games.civil_suits.faces import face_text, face_texts
from bot.games.civil_suits.picture import examples
from bot.locale import FRENCH, ITALIAN, Catalogue, Words
from bot.messages.ledger import Opened
from bot.panels.table import board, hand
from bot.panels.table.rules import pages, rules
from bot.pictures.parts.examples import picture
from bot.pictures.sketch.style import Style
from bot.store import Status
from bot.table.table import Table
from bot.table.view import View
from bot.table.viewing import view_of
from bot.table.votes import CONCEDE, STOP
from engine import GAMES
from engine.cards import Suit, card
from engine.civil_suits import Options, Phase
from tests.bot.pictures import scenes_tricks

LANGUAGES: Final = sorted(Catalogue.load().languages)
GAMES_PLAYED: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("cicera", {"players": 4}),
    ("ciapano", {"players": 3}),
    ("civil-suits", {}),
)
SIGNS: Final = re.compile("[♠♥♦♣①Ⓓ▶⏳🤖👁🔨⭐✓✗•·→×]|<:")
"""Signs that a screen reader reads badly or not at all."""
WRITTEN: Final = re.compile(r"\b(?:[2-9AJQK]|10)[♠♥♦♣]")


def aloud(language: str, deck: str = FRENCH) -> Words:
    return Catalogue.load().words(language).naming(deck, aloud=True)


@cache
def game(number: int) -> tuple[Table, ...]:
    """Return every moment of a random game."""
    name, options = GAMES_PLAYED[number]
    made = scenes_tricks.table(name, options).with_row(id="0a1b2c3d")
    return tuple(scenes_tricks.played(made, random.Random(number)))[:150]


@cache
def viewed(number: int) -> tuple[View[Any], ...]:
    """Return two in five moments of a random game in each player's view, so that every seat has its turns."""
    moments = [table for place, table in enumerate(game(number)) if place % 5 in (0, 2)]
    return tuple(view_of(table, row.user_id) for table in moments for row in table.seats)


@cache
def heard(number: int, language: str) -> tuple[tuple[View[Any], Panel], ...]:
    """Return all these views with their panels in words."""
    words = aloud(language)
    return tuple((view, hand.panel(view, words)) for view in viewed(number))


def whole(panel: Panel) -> str:
    """Return all text of a panel, read or heard."""
    lists = [f"{select.hint} {option.label}" for select in panel.selects for option in select.options]
    return "\n".join([*panel.texts, *(button.label for button in panel.buttons), *lists])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(len(GAMES_PLAYED)))
def test_no_sign_stands_in_any_panel(number: int, language: str) -> None:
    words = aloud(language)
    for _, panel in heard(number, language):
        assert not SIGNS.search(whole(panel)), whole(panel)
        assert all(not button.emoji for button in panel.buttons)
    for table in game(number)[::10]:
        assert not SIGNS.search(whole(board.public_panel(view_of(table), words)))


@pytest.mark.parametrize("number", range(len(GAMES_PLAYED)))
def test_a_panel_on_turn_says_first_what_is_asked_then_the_table_then_the_cards(number: int) -> None:
    words, turns = aloud("en"), 0
    for view, panel in heard(number, "en"):
        if not view.my_turn:
            continue
        turns += 1
        first = panel.blocks[0]
        assert isinstance(first, str)
        assert first.startswith("### ")
        assert LOOKS[view.game].lying(view, words) in first
    assert turns > 20


@pytest.mark.parametrize("number", range(len(GAMES_PLAYED)))
def test_every_choice_can_be_heard(number: int) -> None:
    """Each button's label is unique on the panel, and further questions are in words."""
    words = aloud("en")
    for view, panel in heard(number, "en"):
        labels = [button.label for button in panel.buttons]
        assert len(labels) == len(set(labels)), labels
        for button in panel.buttons:
            press = Press.parse(button.id)
            if press is not None and press.verb == "pick":
                question = LOOKS[view.game].further(view, press.notation, words)
                assert question is not None
                opened = Panel((question.asked, question.line, *question.answers), 0)
                assert not SIGNS.search(whole(opened))
                labels = [button.label for button in opened.buttons]
                assert len(labels) == len(set(labels)), labels


@pytest.mark.parametrize("number", range(len(GAMES_PLAYED)))
def test_what_a_picture_would_show_of_the_game_is_told_once(number: int) -> None:
    words = aloud("en")
    for view, panel in heard(number, "en"):
        if view.between_hands or view.undealt or view.status is not Status.PLAYING:
            continue
        look, text = LOOKS[view.game], "\n".join(panel.texts)
        if view.my_turn or look.heading(view, words) not in text:
            # A phone has no room for it beside a question.
            text = "\n".join(hand.panel(view, words, Opened(0, "last")).texts)
        assert text.count(look.heading(view, words)) == 1
        assert text.count(look.counts(view, words)) == 1
        assert text.count(score_text(view, words)) == 1


def test_a_trick_that_lies_in_words_is_not_told_again() -> None:
    words, tricks = aloud("en"), 0
    for view, panel in heard(1, "en"):
        if not view.my_turn or len(view.seen.table) != 2:
            continue
        tricks += 1
        text = "\n".join(panel.texts)
        assert all(text.count(words.card(laid)) == 1 for _, laid in view.seen.table), text
    assert tricks


def test_cards_chosen_are_heard() -> None:
    words = aloud("en")
    view = next(s for s in viewed(2) if s.my_turn and s.seen.phase is Phase.PASS)
    first, second = view.seen.hand[:2]
    question = LOOKS["civil-suits"].further(view, f"pass {first} {second}", words)
    assert question is not None
    labels = [button.label for button in Panel(question.answers, 0).buttons]
    assert labels[:2] == [f"{words.button_card(card)}, chosen" for card in (first, second)]
    assert labels[2] == words.button_card(view.seen.hand[2])
    assert words("panel.chosen", cards=words.cards((first, second))) in question.line


@pytest.mark.parametrize("number", range(len(GAMES_PLAYED)))
def test_a_vote_under_way_is_told_with_its_buttons(number: int) -> None:
    words = aloud("en")
    for table in game(number)[::20]:
        if table.row.status is not Status.PLAYING:
            continue
        first, second, *_ = table.seats
        voted = replace(table, seats=(replace(first, votes=((STOP, 0.0),)), *table.seats[1:]))
        panel = hand.panel(view_of(voted, second.user_id), words)
        assert words("vote.stop") in "\n".join(panel.texts)
        verbs = [press.verb for button in panel.buttons if (press := Press.parse(button.id))]
        assert {"vote", "against"} <= set(verbs)
        ids = [button.id for button in panel.buttons]
        assert len(ids) == len(set(ids))
        seen = hand.panel(view_of(voted, second.user_id), Catalogue.load().words("en"))
        assert words("vote.stop") not in "\n".join(seen.texts)


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Should you & Cy give up?"), ("it", "tu e Cy: ci si arrende?")]
)
def test_whoever_is_asked_to_give_up_hears_their_own_side_as_one_says_it(language: str, told: str) -> None:
    table = game(0)[0]
    cy = table.seats[2]
    seats = (*table.seats[:2], replace(cy, votes=((f"{CONCEDE}-0", 0.0),)), *table.seats[3:])
    panel = hand.panel(view_of(replace(table, seats=seats), table.seats[0].user_id), aloud(language))
    assert f"**{told}**" in "\n".join(panel.texts)


def test_off_turn_the_cards_of_civil_suits_are_told_in_a_sentence() -> None:
    words, told = aloud("en"), 0
    for view, panel in heard(2, "en"):
        if view.my_turn or view.between_hands or not view.seen.hand:
            continue
        told += 1
        text = "\n".join(panel.texts)
        assert words("panel.hold", cards=words.cards(view.seen.hand)) in text.split("\n")
    assert told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_ends_with_a_full_stop_ends_its_sentence(language: str) -> None:
    told = [whole(panel) for _, panel in heard(2, language)]
    assert any("Dino P." in text for text in told)
    assert not any(".." in text for text in told)


def test_champions_in_the_rules_are_described_without_signs() -> None:
    example = next(e for e in examples(Options()) if e.spelled)
    alt = picture(example, Catalogue.load().words("en"), Style()).alt
    assert "Intelligence" in alt
    assert not SIGNS.search(alt)


def test_a_button_says_what_its_card_takes_now() -> None:
    labels = [button.label for view, panel in heard(0, "en") if view.my_turn for button in panel.buttons]
    assert any(re.fullmatch(r"\d+ of [a-z]+, \+1", label) for label in labels)
    assert any(re.fullmatch(r"[a-z]+ of [a-z]+, \+0", label) for label in labels)
    assert not any("can capture" in text for _, panel in heard(0, "en") for text in panel.texts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_rules_are_in_words(name: str, language: str) -> None:
    words = aloud(language)
    for page in range(1, pages(name, words) + 1):
        panel = rules(name, page, words)
        assert not WRITTEN.search(whole(panel))
        assert all(button.label == button.label.strip() for button in panel.buttons)


def test_examples_of_the_rules_have_articles() -> None:
    told = "".join(whole(rules("cicera", page, aloud("it"))) for page in range(1, 9))
    assert "Con il nove di quadri prendi il nove di picche, oppure il due di cuori, il tre di quadri" in told


def test_cards_are_named_by_the_suits_of_the_deck() -> None:
    seven, queen = card("7S"), card("QH")
    words = Catalogue.load().words("en")
    assert (words.label_card(seven), words.cards((seven, queen))) == ("7♠", "7♠ Q♥")
    italian = words.naming(ITALIAN)
    assert (italian.label_card(seven), italian.cards((seven, queen))) == ("7 spade", "7 spade, cavallo coppe")
    assert (italian.suit(Suit.HEARTS), italian.suit_name(Suit.HEARTS)) == ("coppe", "coppe")
    assert aloud("en").cards((seven, queen)) == "seven of spades and queen of hearts"
    assert aloud("en", ITALIAN).label_card(queen) == "cavallo of coppe"
    assert words("cicera.told.leave", name="Bo", card=italian.label_card(queen)).endswith(
        "the cavallo of coppe"
    )
    assert italian.naming(FRENCH) is words
    assert words.naming(ITALIAN) is italian


def test_articles_stand_where_a_sentence_has_them() -> None:
    words = aloud("en")
    assert (
        words("choice.asked", card=words.card(card("7S")), n=3)
        == "What does the seven of spades take? 3 ways"
    )
    signs = Catalogue.load().words("en")
    assert signs("choice.asked", card=signs.card(card("7S")), n=3) == "What does 7♠ take? · 3 ways"


def test_challengers_have_articles_beside_their_numbers() -> None:
    words, options = aloud("it"), Options()
    queen = face_text(card("QS"), options, words)
    assert queen == "donna di picche 5, 6, 7"
    assert words("civil-suits.told.lead", name="Ann", card=queen) == f"Ann ha aperto con la {queen}"
    several = face_texts((card("QS"), card("8H"), card("M1")), options, words)
    received = words("civil-suits.received", cards=several)
    assert received == f"Hai ricevuto la {queen}; l’otto di cuori; il Minion 1"
    assert face_texts((card("8H"), card("M1")), options, Catalogue.load().words("it")) == "8♥  Minion 1"


def test_suits_in_words_are_separated_by_commas() -> None:
    words, suits = Catalogue.load().words("en"), (Suit.HEARTS, Suit.CLUBS)
    assert words.suits(suits) == "♥ ♣"
    assert words.naming(ITALIAN).suits(suits) == "coppe, bastoni"
    assert aloud("en").suits(suits) == "hearts, clubs"
    told = aloud("en")("civil-suits.asked.banned", suits=aloud("en").suits(suits))
    assert told == "Any but hearts, clubs"


@pytest.mark.parametrize("language", LANGUAGES)
def test_powers_are_named_once(language: str) -> None:
    words = aloud(language)
    told = "\n".join(whole(rules("civil-suits", page, words)) for page in range(1, 20))
    for power in ("intelligence", "magic", "might"):
        assert f"### {words.sign(power)}\n" in told
        assert f"{words.sign(power)} {words.sign(power)}" not in told
