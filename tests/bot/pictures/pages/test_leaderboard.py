"""The picture of a leaderboard: its lines in order, and the reader's own."""

import re
from dataclasses import replace

import pytest

from bot.locale import Catalogue
from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.pages.leaderboard import PAGE_ROWS, elsewhere, leaderboard_picture
from bot.pictures.parts.plates import MEDALS
from bot.pictures.sketch.alt import ALT
from bot.pictures.sketch.sketch import WIDTH, Box, Icon, Sketch
from bot.pictures.sketch.style import Style
from tests.bot.pictures.scenes_boards import ALONE, FULL, LONG, TEAMS, light, standing
from tests.bot.pictures.shown import PHONE

WORDS = Catalogue.load().words("en")
ITALIAN = Catalogue.load().words("it")


def row_of(sketch: Sketch, text: str) -> Box:
    """Return the plate behind a text."""
    y = next(item.y for item in sketch.texts if item.text == text)
    plates = [item for item in sketch.items if isinstance(item, Box) and item.y < y < item.y + item.height]
    return plates[-1]


def height(sketch: Sketch, text: str) -> int:
    """Return the baseline of a text."""
    return next(item.y for item in sketch.texts if item.text == text)


def test_a_leaderboard_has_its_lines_in_order_and_the_readers_is_light() -> None:
    sketch = leaderboard_picture("cicera", "Cicera · pairs", TEAMS, TEAMS[1:2], 0, WORDS, Style())
    texts = [text for text in sketch.texts if text.who is not None]
    assert [text.text for text in texts[:5]] == ["Le Rondinelle", "Ann", "Cy", "Bo", "Di"]
    assert list(dict.fromkeys(text.who for text in texts)) == [
        member for row in TEAMS for member in row.members if member not in (1, 2, 4) or row in TEAMS[:2]
    ]
    assert light(sketch) == 1
    assert row_of(sketch, "24 of 43").fill == palette.LIGHT_PLATE
    medals = [item.colour for item in sketch.items if isinstance(item, Icon) and item.name == "medal"]
    assert medals == [*MEDALS, MEDALS[2]]
    assert sketch.alt.startswith(
        "Cicera · pairs. In points a hand. 1: Le Rondinelle (Ann and Cy), ace, +4.3 ± 0.7, 31 won of 43, "
        "5 in a row. You: 2: Bo and Di, king, +2.0 ± 0.7, 24 won of 43. 3: Quèi del Carmine"
    )
    # Nothing has no minus, though it is a little less.
    assert "5: Ann and Bo, eight, +0.0 ± 0.7, 9 won of 19." in sketch.alt
    assert sketch.alt.endswith("No rank yet: Di and member, two, −2.6 ± 1.9, 0 won of 3.")


def test_a_badge_is_a_card_of_the_readers_deck() -> None:
    for game, style, deck in (
        ("cicera", Style(Deck.FOUR), Deck.FOUR),
        ("cicera", Style(Deck.ITALIAN), Deck.ITALIAN),
        ("civil-suits", Style(Deck.ITALIAN), Deck.CIVIL),
    ):
        sketch = leaderboard_picture(game, "", TEAMS, (), 0, WORDS, style)
        assert sketch.deck is deck
        assert [card.text for card in sketch.cards] == ["AH", "KH", "JH", "JH", "8H", "6H", "2H"]
    assert (
        ": Bo e Di, re, +2,0 ± 0,7, vinte 24 su 43."
        in leaderboard_picture("cicera", "", TEAMS, (), 0, ITALIAN, Style(Deck.ITALIAN)).alt
    )


def test_a_streak_is_a_flame_from_three_on() -> None:
    lines = [standing(n, (n,), 0, 5, 9, 9, streak=n) for n in range(1, 6)]
    sketch = leaderboard_picture("ciapano", "", lines, (), 0, WORDS, Style())
    flames = [item for item in sketch.items if isinstance(item, Icon) and item.name == "flame"]
    assert len(flames) == 3
    assert [f"{n} in a row" in sketch.alt for n in range(1, 6)] == [False, False, True, True, True]


def test_rows_without_a_rank_stand_below_words_that_say_so() -> None:
    sketch = leaderboard_picture("cicera", "", ALONE, (), 0, WORDS, Style())
    texts = [text.text for text in sketch.texts]
    assert texts.count("no rank yet") == 1
    assert texts.count("–") == 3
    assert height(sketch, "Fausto") < height(sketch, "no rank yet") < height(sketch, "Valentina")
    assert texts.count("same partner") == 1
    assert "No rank, same partner: 田中, ten, +1.1 ± 0.7, 13 won of 24, 12 in a row." in sketch.alt
    assert "No rank yet: Valentina, eight, +0.2 ± 1.2, 2 won of 4." in sketch.alt
    ranked = leaderboard_picture("cicera", "", FULL, (), 0, WORDS, Style())
    assert "no rank yet" not in [text.text for text in ranked.texts]


def test_a_readers_lines_of_other_pages_stand_below() -> None:
    own = (standing(12, (1, 5), -0.31, 3, 3, 1), standing(40, (1, 6), -9.2, 0, 1, 0))
    sketch = leaderboard_picture("cicera", "Cicera", TEAMS, own, 1, WORDS, Style())
    assert light(sketch) == 2
    assert row_of(sketch, "1 of 3").fill == palette.LIGHT_PLATE
    assert sketch.alt.startswith("Cicera, page 2. In points a hand. 1:")
    assert sketch.alt.endswith(
        "You: 12: Ann and Fausto, five, −0.3 ± 0.7, 1 won of 3. "
        "You: 40: Ann and Giò, two, −9.2 ± 0.7, 0 won of 1."
    )
    assert "page 2" in [text.text for text in sketch.texts]
    assert elsewhere(TEAMS, (TEAMS[0], *own, *own)) == (*own, own[0])


@pytest.mark.parametrize("months", [False, True])
def test_a_leaderboard_of_nobody_says_so(months: bool) -> None:
    sketch = leaderboard_picture("ciapano", "Ciapano", (), (), 0, WORDS, Style(), months=months)
    said = "No game was finished in this month." if months else "Nobody has finished a game yet."
    assert sketch.alt == f"Ciapano. In points a hand. {said}"
    assert said in [text.text for text in sketch.texts]


def test_a_full_page_with_the_readers_line_is_as_wide_as_a_phone_shows_it() -> None:
    own = (replace(FULL[0], members=(5, 9)),)
    sketch = leaderboard_picture("cicera", "", FULL, own, 0, WORDS, Style())
    assert len(FULL) == PAGE_ROWS
    assert light(sketch) == 1
    assert PHONE.scale(sketch.height) == PHONE.width / WIDTH


@pytest.mark.parametrize("language", ["en", "it"])
def test_where_there_is_no_room_names_give_way_and_no_line(language: str) -> None:
    words = Catalogue.load().words(language)
    alt = leaderboard_picture("cicera", "C" * 60, LONG, LONG[:1], 11, words, Style()).alt
    assert len(alt) <= ALT
    assert len(re.findall(r", (?:vinte )?999", alt)) == len(LONG)
    assert alt.endswith(".")
