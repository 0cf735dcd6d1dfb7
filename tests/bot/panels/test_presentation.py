"""The deck with which a member plays, and their setting for pictures."""

import re
from itertools import chain

import pytest

from bot.blocks.blocks import Picture
from bot.locale import Catalogue
from bot.panels.presentation import deck_of, style_of
from bot.panels.table.pictured import scene
from bot.pictures.decks import Deck
from bot.pictures.decks.tiles.naming import EMOJI_NAMES, SIGNS, cards_of, emoji_name
from bot.pictures.sketch.style import Style
from bot.preferences.declared import values_of
from bot.store import Scope
from engine import GAMES
from engine.cards import card
from tests.bot.pictures.scenes_boards import people, table

SERVER, MEMBER = values_of(Scope.SERVER, {}, ()), values_of(Scope.MEMBER, {}, ())
ITALIAN, FRENCH, FOUR, TWO = (
    {"deck": "italian"},
    {"deck": "french"},
    {"four-colours": "on"},
    {"four-colours": "off"},
)


@pytest.mark.parametrize(
    ("server", "member", "public", "own"),
    [
        ({}, {}, Deck.FRENCH, Deck.FRENCH),
        (ITALIAN, {}, Deck.ITALIAN, Deck.ITALIAN),
        (FOUR, {}, Deck.FOUR, Deck.FOUR),
        (ITALIAN | FOUR, {}, Deck.ITALIAN, Deck.ITALIAN),
        ({}, ITALIAN, Deck.FRENCH, Deck.ITALIAN),
        (ITALIAN, FRENCH, Deck.ITALIAN, Deck.FRENCH),
        (ITALIAN | FOUR, FRENCH, Deck.ITALIAN, Deck.FOUR),
        (FOUR, TWO, Deck.FOUR, Deck.FRENCH),
        ({}, FOUR, Deck.FRENCH, Deck.FOUR),
        (FOUR, ITALIAN, Deck.FOUR, Deck.ITALIAN),
    ],
)
def test_a_member_may_choose_another_deck_than_the_server(
    server: dict[str, str], member: dict[str, str], public: Deck, own: Deck
) -> None:
    for game in GAMES:
        found = deck_of(game, {**SERVER, **server}), deck_of(game, {**SERVER, **server}, {**MEMBER, **member})
        assert found == ((Deck.CIVIL, Deck.CIVIL) if game == "civil-suits" else (public, own))


@pytest.mark.parametrize(
    ("server", "member", "public", "own"),
    [
        ({}, {}, True, True),
        ({"pictures": "off"}, {}, False, False),
        ({}, {"pictures": "off"}, True, False),
        ({"pictures": "off"}, {"pictures": "on"}, False, True),
    ],
)
def test_pictures_can_be_done_without(
    server: dict[str, str], member: dict[str, str], public: bool, own: bool
) -> None:
    all_of, own_of = {**SERVER, **server}, {**MEMBER, **member}
    found = style_of("cicera", all_of), style_of("cicera", all_of, own_of)
    assert [style is not None for style in found] == [public, own]


def test_big_text_is_a_members_own() -> None:
    styles = [style_of("cicera", SERVER, {**MEMBER, "big-text": value}) for value in ("off", "on")]
    assert [style is not None and style.big for style in styles] == [False, True]
    assert style_of("cicera", SERVER) == styles[0]


def test_names_that_no_picture_can_draw_stand_in_one_small_line_below_it() -> None:
    seats = people("cicera", ("Ann", "田中", "Cy", "김민수"))
    picture, line = scene(table("cicera", seats), Catalogue.load().words("en"), Style())
    assert isinstance(picture, Picture)
    assert line == "-# seat 2 · 田中, seat 4 · 김민수"


def test_no_two_tiles_share_a_name_and_discord_takes_each() -> None:
    names = [*chain(*(names.values() for names in EMOJI_NAMES.values())), *SIGNS]
    assert len(set(names)) == len(names) == 4 * 52 + 2 + 6
    # While it is replaced, a tile has a longer name.
    assert all(re.fullmatch(r"[a-z0-9_]{2,27}", name) for name in names)


@pytest.mark.parametrize(
    ("deck", "text", "name"),
    [
        (Deck.FRENCH, "7S", "spades_7"),
        (Deck.FRENCH, "TD", "diamonds_10"),
        (Deck.FRENCH, "JH", "hearts_jack"),
        (Deck.FOUR, "AC", "clubs_ace_four"),
        (Deck.CIVIL, "QS", "spades_queen_civil"),
        (Deck.CIVIL, "M1", "minion_1"),
        (Deck.ITALIAN, "7S", "spade_7"),
        (Deck.ITALIAN, "JH", "coppe_fante"),
        (Deck.ITALIAN, "QD", "denari_cavallo"),
        (Deck.ITALIAN, "KC", "bastoni_re"),
        (Deck.ITALIAN, "AS", "spade_asso"),
    ],
)
def test_a_name_says_the_card(deck: Deck, text: str, name: str) -> None:
    assert emoji_name(deck, card(text)) == name
    assert card(text) in cards_of(deck)
