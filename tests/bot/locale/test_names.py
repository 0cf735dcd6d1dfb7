"""Names that people choose: visible characters stay, and invisible ones go."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.locale.names import ELLIPSIS, END, ISOLATE, clean, isolated, shortened

OVERRIDES = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
JOINING = "\u200c\u200d\ufe0e\ufe0f"
UNSEEN = "\u200b\u2060\u2061\u2064\ufeff\u00ad\u180e\u034f\u3164\u115f\u2800\U000e0061\x00\x1b"
LETTERS = "\n\r\t \u2028\u2029\u00a0AnnBo1דודآنا👩🌾❤田#*\u0301\u0336\u0489\u094d"
NASTY = st.text(st.sampled_from(OVERRIDES + JOINING + UNSEEN + LETTERS), max_size=40)


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("Ann", "Ann"),
        ("  Ann \n\t Maria\u2028", "Ann Maria"),
        ("Ann\r\n# Big", "Ann # Big"),
        ("\u202eAnn\u202c\u2066", "Ann"),
        ("\u200fAnn\u061c", "Ann"),
        ("A\u200bn\u00adn\ufeff\u2060", "Ann"),
        ("An\u200d\u200cn\ufe0f", "Ann"),
        ("Ann\x00\x1b[31m", "Ann[31m"),
        ("\u3164Bo\u2800", "Bo"),
        ("Bo\ud800\ue000", "Bo"),
        ("👩\u200d🌾 Ann ❤\ufe0f", "👩\u200d🌾 Ann ❤\ufe0f"),
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
        ("🏳\ufe0f\u200d🌈\u200d", "🏳\ufe0f\u200d🌈"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("ශ්\u200dරී", "ශ්\u200dරී"),
        ("Zoe\u0308", "Zoe\u0308"),
        ("\u0336Ann", "Ann"),
        ("\x1b \u0301Ann", "Ann"),
        ("Tie\u0302\u0301n", "Tie\u0302\u0301n"),
        ("မြှို့", "မြှို့"),
        ("שׁ\u05b8\u05bc\u0591לוֹם", "שׁ\u05b8\u05bc\u0591לוֹם"),
        ("Z" + "\u0301\u0336" * 30 + "oe", "Z" + "\u0301\u0336" * 2 + "oe"),
        ("Z" + "\u0301\u200d" * 30, "Z" + "\u0301" * 4),
        ("A" + "\u0489" * 30, "A" + "\u0489" * 4),
        ("田中", "田中"),
        ("!\u200d!\ufe0f", "!!"),
    ],
)
def test_what_is_seen_of_a_name_stays(name: str, seen: str) -> None:
    assert clean(name) == seen


@pytest.mark.parametrize(
    "name", ["", " \n", "\u200b", "\u3164", "\u202e", "\u0301\u0301", "\u200d\ufe0f", "\ud800"]
)
def test_of_a_name_that_nobody_sees_nothing_is_left(name: str) -> None:
    assert clean(name) == ""


@given(st.one_of(NASTY, st.text(max_size=40)))
def test_a_clean_name_is_one_line_without_anything_unseen(name: str) -> None:
    seen = clean(name)
    assert seen == " ".join(seen.split())
    assert not any(letter in OVERRIDES for letter in seen)
    kept = {letter for letter in seen if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert kept <= {"\u200c", "\u200d"}
    assert clean(seen) == seen


@given(NASTY)
def test_no_letter_of_a_clean_name_is_piled_up(name: str) -> None:
    assert not re.search("[\u0301\u0336\u0489]{5}", clean(name))


@pytest.mark.parametrize("name", ["דוד", "Ann דוד", "آنا", "٣ Ann"])
def test_a_name_that_goes_from_right_to_left_is_isolated(name: str) -> None:
    assert isolated(name) == f"{ISOLATE}{name}{END}"


@pytest.mark.parametrize("name", ["", "Ann", "田中", "👩\u200d🌾", "Дмитрий 3"])
def test_all_others_stay_as_they_are(name: str) -> None:
    assert isolated(name) == name


@given(st.lists(NASTY.map(clean).map(isolated), max_size=5).map(" 23 : 19 ".join), st.integers(2, 60))
def test_nothing_stays_open_in_a_text_that_is_cut(text: str, most: int) -> None:
    kept = shortened(text, most)
    assert len(kept) <= most
    assert kept.count(ISOLATE) == kept.count(END)
    assert kept == text or kept.removesuffix(END).endswith(ELLIPSIS)
    assert (kept == text) == (len(text) <= most)
