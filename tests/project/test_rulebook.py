"""The rule book against everything that cites it, and against an engine without each of its rules."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from engine import GAMES
from tests.engine.switched_off import Off, afresh, all_of, fails, run

ROOT = Path(__file__).parents[2]
CITING = ("engine", "bot", "cogs", "sandbox", "tests", "bench", "docs")
NO_RULES = {
    ("tests/sandbox/lab.py", "V2"): "Discord's components, version 2",
    ("tests/sandbox/test_limits.py", "V2"): "Discord's components, version 2",
}
"""Texts that look like the number of a rule but are none."""
OUTLINES = "bot/pictures/decks/"
"""The outlines of cards are full of letters and numbers, and no rule is cited there."""


def rules(game: str) -> list[str]:
    """Return the numbers of a game's rules, in the order of its page."""
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    return re.findall(r"^- \*\*([A-Z]\d+)\.\*\* ", text, re.MULTILINE)


LETTERS = {game.partition("-")[0]: rules(game)[0][0] for game in GAMES}
"""The letter of a game's rules, by the part of a file's path that names the game."""
OF_ALL = "".join(LETTERS.values())
pytest.importorskip("numba", reason="the tests of kernels cite rules as well")
OFF = tuple(
    off
    for path in sorted((ROOT / "tests" / "engine").rglob("test_*.py"))
    for off in all_of(import_module(".".join(path.relative_to(ROOT).with_suffix("").parts)))
)


def book() -> list[str]:
    """Return the numbers of all rules, in the order of the pages."""
    return [number for game in GAMES for number in rules(game)]


@cache
def citations() -> tuple[tuple[str, str], ...]:
    """Return every number of a rule that is cited, with the file; names of tests cite in small letters."""
    return tuple(_citations())


def _citations() -> Iterator[tuple[str, str]]:
    for folder in CITING:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in (".py", ".md", ".po", ".js"):
                continue
            text, file = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
            if file.startswith(OUTLINES):
                continue
            named = re.findall(rf"def test((?:_[{OF_ALL.lower()}]\d+)+)_", text)
            # More than three digits, as in A2345, are ranks of cards.
            written = re.findall(rf"\b[{OF_ALL}][1-9]\d{{0,2}}\b", text)
            for number in [*written, *"".join(named).upper().split("_")]:
                if number and (file, number) not in NO_RULES:
                    yield number, file


def test_the_book_has_all_numbers_in_their_order() -> None:
    """A rule missing at the end is found below: every rule that is switched off has to be in the book."""
    found = Counter(number[0] for number in book())
    assert book() == [f"{letter}{number}" for letter in OF_ALL for number in range(1, found[letter] + 1)]


def test_every_number_cited_exists() -> None:
    cited, known = citations(), set(book())
    assert len(cited) > 500
    assert [(number, file) for number, file in cited if number not in known] == []


def test_what_is_about_one_game_cites_its_rules() -> None:
    strays = []
    for number, file in citations():
        letters = {letter for name, letter in LETTERS.items() if name in file}
        if len(letters) == 1 and number[0] not in letters:
            strays.append((number, file))
    assert strays == []


def test_what_is_no_rule_stands_there() -> None:
    for file, text in NO_RULES:
        assert re.search(rf"\b{text}\b", (ROOT / file).read_text(encoding="utf-8"))


def test_every_rule_is_switched_off() -> None:
    assert sorted({off.rule for off in OFF}) == sorted(book())


@pytest.mark.parametrize("off", OFF, ids=lambda off: f"{off.rule}-{off.test.rpartition('.')[2]}")
def test_without_a_rule_its_test_fails(off: Off) -> None:
    assert fails(off), f"{off.test} does not mind that {off.old!r} is {off.new!r}"


@pytest.mark.parametrize("letter", LETTERS.values(), ids=list(LETTERS))
def test_with_all_rules_these_tests_pass(letter: str) -> None:
    """Run as they are run above, so that a failure there is due to the rule alone."""
    tests = defaultdict(set)
    for off in OFF:
        if off.rule[0] == letter:
            tests[off.module].add(off.test)
    for module, names in tests.items():
        with afresh(module):
            for name in sorted(names):
                run(name)


DECK_IS_CUT = "cicera.test_play.test_c6_the_player_on_the_dealers_left_cuts"


def test_an_edit_that_no_test_minds_is_found_out() -> None:
    assert not fails(
        Off("C6", "cicera.rules", "LOW_WINS: Final = False", "LOW_WINS: Final = True", DECK_IS_CUT)
    )


def test_a_broken_edit_is_no_proof() -> None:
    with pytest.raises(NameError):
        fails(Off("C6", "cicera.rules", "LOW_WINS: Final = False", "LOW_WINS: Final = flase", DECK_IS_CUT))
    with pytest.raises(AssertionError, match="not once"):
        fails(Off("C6", "cicera.rules", "DECK", "", DECK_IS_CUT))
