"""The pictures of the examples of the rules: they show the cards that their words name, and are low."""

import re

import pytest

from bot.games import PICTURES
from bot.locale import Catalogue
from bot.pictures.decks import SIZES, Deck
from bot.pictures.parts.examples import Example, example_sentence, picture
from bot.pictures.sketch.alt import ALT
from bot.pictures.sketch.sketch import WIDTH, CardAt, TileAt
from bot.pictures.sketch.style import Style
from engine import GAMES
from tests.bot.games.cicera.checks import check_places

CATALOGUE = Catalogue.load()
LANGUAGES = sorted(CATALOGUE.languages)
STYLES = [Style(deck, big) for big in (False, True) for deck in (Deck.FRENCH, Deck.FOUR, Deck.ITALIAN)]
HIGHEST = 300
"""The most pixels of a picture beside a page of the rules."""


def examples(game: str) -> dict[str, Example]:
    return {example.name: example for example in PICTURES[game].examples(GAMES[game].options({}))}


EVERY = [(game, name) for game in PICTURES for name in examples(game)]


@pytest.mark.parametrize(("game", "name"), EVERY)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_shows_the_cards_that_its_words_name(game: str, name: str, language: str) -> None:
    words, example = CATALOGUE.words(language), examples(game)[name]
    told = example_sentence(example, words)
    for card in {*example.cards, *(card for cards in example.groups.values() for card in cards)}:
        assert words.card(card) in told
    assert not re.search(r"[{}*]", told)
    for style in STYLES:
        sketch = picture(example, words, style)
        assert sketch.cards == example.cards
        assert 0 < len(sketch.alt) <= ALT
        assert all(mark not in sketch.alt for mark in "♠♥♦♣{}*")


@pytest.mark.parametrize(("game", "name"), EVERY)
@pytest.mark.parametrize("style", STYLES, ids=str)
def test_a_picture_is_low_and_all_of_it_is_inside(game: str, name: str, style: Style) -> None:
    example = examples(game)[name]
    sketch = picture(example, CATALOGUE.words("en"), style)
    check_places(sketch)
    assert sketch.height <= HIGHEST
    ends: list[int] = []
    for item in sketch.items:
        if isinstance(item, CardAt | TileAt):
            wide = item.width if isinstance(item, CardAt) else item.size
            across, up = SIZES[item.deck] if isinstance(item, CardAt) else (1, 1)
            assert item.x >= 16
            assert item.x + wide <= WIDTH - 16
            assert item.y + wide * up / across < sketch.height
            assert not ends or item.x > ends[-1]
            ends.append(item.x + wide)
    # The row is at about the middle of the picture.
    lefts = [item.x for item in sketch.items if isinstance(item, CardAt | TileAt)]
    if all(example.of(part) for part in example.row):
        assert abs(min(lefts) - (WIDTH - max(ends))) <= 1
    ringed = [item.card for item in sketch.items if isinstance(item, CardAt) and item.ring]
    assert ringed == list(example.groups.get(example.ring, ()))
