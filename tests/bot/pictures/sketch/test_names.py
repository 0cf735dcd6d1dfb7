"""Names in pictures: letters that the fonts have, never a box for a missing one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.locale import Catalogue
from bot.locale.names import clean
from bot.pictures.sketch.fonts import Font, draws, width
from bot.pictures.sketch.names import NAME_LETTERS, SAID_LETTERS, drawable, member, name_aloud, people
from tests.bot.pictures.scenes_boards import lobby, person

WORDS = Catalogue.load().words("en")


@pytest.mark.parametrize(
    ("name", "text", "font"),
    [
        ("Ann", "Ann", Font.BOLD),
        ("  Ann \n\t Maria ", "Ann Maria", Font.BOLD),
        ("Łukasz", "Łukasz", Font.BOLD),
        ("Giò", "Giò", Font.BOLD),
        ("Gio\u0300", "Giò", Font.BOLD),
        ("Ελένη", "Ελένη", Font.BOLD),
        ("Дмитрий", "Дмитрий", Font.BOLD),
        ("آنا", "آنا", Font.SCRIPTS),
        ("דוד", "דוד", Font.SCRIPTS),
        ("𝓐𝓷𝓷", "Ann", Font.BOLD),
        ("Ⓑⓞ", "Bo", Font.BOLD),
        ("Ａｎｎ", "Ann", Font.BOLD),
        ("🔥 Ann 🔥", "Ann", Font.BOLD),
        ("Ann 🏴󠁧󠁢󠁥󠁮󠁧󠁿👩\u200d🌾", "Ann", Font.BOLD),
        ("Ann 田中", "Ann", Font.BOLD),
        ("\u202eAnn\u202c\u2066", "Ann", Font.BOLD),
        ("A\u200bn\u00adn\ufeff", "Ann", Font.BOLD),
        ("Z̷̡a̶l̵g̸o̴" + "\u0336" * 99, "Zalgo", Font.BOLD),
        ("^_^", "^_^", Font.BOLD),
        ("!?", "!?", Font.BOLD),
        ("W" * 200, "W" * 13 + "…", Font.BOLD),
        ("Anna Maria Luisa Beatrice", "Anna Maria Lu…", Font.BOLD),
    ],
)
def test_a_name_is_drawn_with_the_letters_that_a_font_has(name: str, text: str, font: Font) -> None:
    assert drawable(name) == (text, font)


@pytest.mark.parametrize(
    "name",
    ["", "  ", "\u200b", "\u3164", "\u115f\u1160", "\u2800", "\u202e", "\u0301\u0301", "\ud800", "\ue000"],
)
def test_a_name_that_nobody_can_see_is_neither_drawn_nor_said(name: str) -> None:
    assert drawable(name) is None
    assert name_aloud(name).strip("\u0301") == ""


@pytest.mark.parametrize(
    "name", ["田中", "김민수", "🔥🔥🔥", "ไทย", "हिन्दी", "田中さん!", "An 田中さん", "ᚠᚢᚦ"]
)
def test_a_name_of_which_less_than_half_is_left_is_not_drawn_but_said(name: str) -> None:
    assert drawable(name) is None
    assert name_aloud(name) == name


@given(st.text(max_size=40))
def test_no_name_is_drawn_with_a_letter_that_its_font_has_not(name: str) -> None:
    drawn = drawable(name)
    if drawn is None:
        return
    assert 0 < len(drawn.text) <= NAME_LETTERS
    assert drawn.text == " ".join(drawn.text.split())
    assert all(letter == " " or draws(drawn.font, letter) for letter in drawn.text)
    assert width(drawn.text, drawn.font, 28) > 0
    assert not any(letter in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068" for letter in drawn.text)


@given(st.text(max_size=99))
def test_what_is_said_is_one_short_line_without_direction_overrides(name: str) -> None:
    said = name_aloud(name)
    assert len(clean(said)) <= SAID_LETTERS
    assert said == " ".join(said.split())
    assert not any(letter in "\u202a\u202b\u202d\u202e\u2066\u2067\u200b" for letter in said)


def test_a_seat_stands_for_a_name_that_cannot_be_drawn() -> None:
    shown = lobby("cicera", person(0, "Ann"), person(1, "田中"), person(2, "\u3164"))
    ann, tanaka, blank, nobody = people(shown, WORDS)
    assert (ann.text, ann.said, ann.undrawn) == ("Ann", "Ann", False)
    assert (tanaka.text, tanaka.said, tanaka.undrawn) == ("seat 2", "seat 2 (田中)", True)
    assert (blank.text, blank.said, blank.undrawn) == ("seat 3", "seat 3", True)
    assert (nobody.text, nobody.free) == ("free", True)


def test_whose_seat_a_computer_plays_is_said() -> None:
    shown = lobby("cicera", person(0, "Ann", level="medium"), person(1, "田中", level="medium"))
    ann, tanaka, *_ = people(shown, WORDS)
    assert (ann.text, ann.said, ann.computer) == ("Ann", "Ann (computer)", True)
    assert (tanaka.text, tanaka.said, tanaka.computer) == ("seat 2", "seat 2 (田中) (computer)", True)


def test_a_member_whose_name_is_not_known_or_not_drawn_is_a_member() -> None:
    someone = 1_100_000_000_000_000_000
    assert member(someone, "Ann", WORDS)[:4] == (someone, "Ann", Font.BOLD, "Ann")
    assert member(someone, "", WORDS)[:4] == (someone, "member", Font.BOLD, "member")
    assert member(someone, "田中", WORDS)[:4] == (someone, "member", Font.BOLD, "田中")
    # The ids of members who were forgotten are those of no account.
    assert member(7, "", WORDS).text == "a former member"


def test_two_of_the_same_name_are_told_apart_by_their_seats() -> None:
    two = person(0, "Marco"), person(1, "𝓜arco")
    told = [one.said for one in people(lobby("cicera", *two), WORDS)]
    assert told[:2] == ["Marco (1)", "Marco (2)"]
