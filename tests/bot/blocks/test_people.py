"""Names in a line: short, and different for every two seats."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.blocks.people import (
    NAME_WIDTH,
    ems,
    label_name,
    marked,
    own_score,
    plain,
    seat_name,
    short_names,
    side_name,
)
from bot.locale.names import END, ISOLATE, clean
from tests.bot.panels.presses import WORDS, to
from tests.bot.pictures.scenes_cicera import dealt, seated

NAMES = st.lists(
    st.one_of(
        st.text(st.sampled_from("WiAn 1()…2"), min_size=1, max_size=32),
        st.text(st.characters(categories=["L", "M", "N", "P", "S"]), min_size=1, max_size=32),
    ),
    min_size=1,
    max_size=5,
).map(tuple)


@given(NAMES)
@example(("W" * 32,) * 5)
@example(("Ann", "Ann", "Ann (1)", "Ann (2)", "Ann"))
@example(("Alexandria Smith", "Alexandria Jones", "Alexandri…ith", "Bo", "Bo (4)"))
def test_no_two_names_are_the_same_and_none_is_too_wide(names: tuple[str, ...]) -> None:
    short = short_names(names)
    assert len(set(short)) == len(names)
    assert all(ems(text) <= NAME_WIDTH for text in short)


@given(NAMES)
def test_a_name_with_room_that_nobody_else_has_stays_as_it_is(names: tuple[str, ...]) -> None:
    names = tuple(map(clean, names))
    for name, short in zip(names, short_names(names), strict=True):
        others = [cut for other, cut in zip(names, short_names(names), strict=True) if other != name]
        if ems(name) <= NAME_WIDTH and names.count(name) == 1 and not any(c.startswith(name) for c in others):
            assert short == name


def test_a_wide_letter_takes_more_room_than_a_narrow_one() -> None:
    wide, narrow = short_names(("W" * 32, "i" * 32))
    assert 2 * len(wide) < len(narrow) < 32


def test_what_sets_two_names_apart_is_kept() -> None:
    smith, jones = short_names(("Alexandria Smith", "Alexandria Jones"))
    assert smith.endswith("ith")
    assert jones.endswith("nes")


def test_a_panel_says_whose_side_it_is_and_its_score_first() -> None:
    table = seated(("Ann", "Bo_", "Cy", "W" * 32))
    assert side_name(to(table, 1), 0, WORDS) == "Ann & Cy"
    own = side_name(to(table, 1), 1, WORDS)
    assert own == f"you & {short_names(('Ann', 'Bo_', 'Cy', 'W' * 32))[3]}"
    told = own_score(to(dealt(seated(), "3S 7D KH 2C", (), totals=(23, 19), hand=2), 1), WORDS)
    assert re.findall(r"you|Ann|Bo|Cy|Di|\d+", told) == ["you", "Di", "19", "23"]


def test_markdown_is_escaped_after_a_name_is_cut() -> None:
    table = seated(("*" * 32, "Bo", "Cy", "Di"))
    short = short_names(("*" * 32, "Bo", "Cy", "Di"))[0]
    assert seat_name(to(table, 1), 0, WORDS) == plain(short)


def test_a_computer_is_marked_though_the_name_is_long() -> None:
    table = seated(("W" * 32, "Bo", "Cy", "Di"), computers=(0,))
    usual, held = seat_name(to(table, 1), 0, WORDS), marked(to(table, 1), 0, WORDS)
    assert held != usual
    assert usual in held


def test_what_nobody_sees_does_not_tell_two_names_apart() -> None:
    one, other = short_names(("Ann", "A\u200bnn"))
    assert (one, other) == ("Ann (1)", "Ann (2)")


def test_signs_that_are_drawn_as_one_take_the_room_of_one() -> None:
    farmer, family = "👩🏽\u200d🌾", "👨\u200d👩\u200d👧"
    assert ems(farmer) == ems(family) == ems("👩")
    assert short_names((f"Ann {farmer}", family)) == (f"Ann {farmer}", family)
    for room in range(20):
        (cut,) = short_names(("i" * room + farmer + "W" * 20,))
        assert cut.rstrip("W…").removesuffix(farmer).strip("i") == ""


def test_a_name_that_goes_from_right_to_left_turns_nothing_around() -> None:
    table = seated(("דוד", "Bo", "Cy", "Di"))
    assert label_name(to(table, 1), 0, WORDS) == seat_name(to(table, 1), 0, WORDS) == f"{ISOLATE}דוד{END}"


def test_a_seat_stands_for_a_name_of_which_nothing_is_seen() -> None:
    table = seated(("\u3164", "Bo", "\u202e", "Di"))
    assert side_name(to(table, 1), 0, WORDS) == "seat 1 & seat 3"
    assert label_name(to(table, 1), 2, WORDS) == "seat 3"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ann", "Ann"),
        ("Jean.Luc", "Jean.Luc"),
        ("1. Ann", "1\\. Ann"),
        ("-# Ann", "\\-\\# Ann"),
        ("<t:1:R>", "\\<t\\:1\\:R\\>"),
        ("https://x.io", "https\\://x.io"),
        ("\u202e@everyone", "\\@everyone"),
        ("*דוד*", f"{ISOLATE}\\*דוד\\*{END}"),
        ("\u200b", ""),
    ],
)
def test_a_name_stands_in_markdown_as_it_is_read(name: str, said: str) -> None:
    assert plain(name) == said
