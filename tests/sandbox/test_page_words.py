"""The page's own few words: the same keys in every language, all in one file, and none beside it."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from sandbox.page import STATIC
from sandbox.page.curious import FAULTS

WORDS = json.loads((STATIC / "words.json").read_text("utf-8"))
SCRIPTS = {path.name: path.read_text("utf-8") for path in sorted(STATIC.glob("*.js"))}
HTML = (STATIC / "index.html").read_text("utf-8")
SERVER = "".join(path.read_text("utf-8") for path in STATIC.parent.glob("*.py"))

COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
LITERALS = re.compile(r'"((?:[^"\\\n]|\\.)*)"'), re.compile(r"`((?:[^`\\]|\\.)*)`")
FILLED = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
KEYS = {"ArrowDown", "ArrowUp", "Backspace", "End", "Enter", "Escape", "Home", "Tab"}
NAMED = re.compile(r'(?:words\(|told\("\w+", )(?:[^()"]*\? )?"([\w-]+)"(?: : "([\w-]+)")?')


def forms(text: str | dict[str, str]) -> dict[str, str]:
    """Return the forms of a text by number; one without forms stands for all of them."""
    return {"other": text} if isinstance(text, str) else text


def test_every_language_has_the_same_words() -> None:
    english = WORDS["en"]
    assert set(WORDS) >= {"en", "it"}
    for language, texts in WORDS.items():
        assert list(texts) == sorted(english), language
        for key, text in texts.items():
            mine, theirs = forms(text), forms(english[key])
            assert mine.keys() == theirs.keys(), (language, key)
            for form in mine:
                assert mine[form].strip(), (language, key)
                places = [sorted(re.findall(r"\{\w+\}", each[form])) for each in (mine, theirs)]
                assert places[0] == places[1], (language, key)


def test_every_word_is_used_and_there_is_one_for_every_use() -> None:
    scripts = "".join(SCRIPTS.values())
    used = {key for found in NAMED.findall(scripts) for key in found if key}
    used |= set(re.findall(r'data-(?:text|label|title)="([\w-]+)"', HTML))
    used |= set(re.findall(r'dataset\.label = "([\w-]+)"', scripts))
    assert len(used) > 60
    assert used <= WORDS["en"].keys()
    assert WORDS["en"].keys() <= set(re.findall(r'"([\w-]+)"', scripts + HTML + SERVER))


def test_every_fault_has_its_words() -> None:
    assert {f"fault-{kind}" for kind in FAULTS} <= WORDS["en"].keys()


class Texts(HTMLParser):
    """The texts of a document that a person could read or hear."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        read = ("aria-label", "title", "alt", "placeholder")
        self.found += [value for name, value in attrs if name in read and value]

    def handle_data(self, data: str) -> None:
        self.found += [data.strip()] if data.strip() else []


def test_no_text_stands_in_the_document() -> None:
    parser = Texts()
    parser.feed(HTML)
    assert parser.found == []


def sentences(script: str) -> list[str]:
    """Return the literals of a script that read like a sentence: a capital first, or several words."""
    code = COMMENT.sub("", script)
    found = []
    for match in (match for kind in LITERALS for match in kind.finditer(code)):
        literal = FILLED.sub("", match[1])
        attribute = re.search(r"(?:class|className)\b[^;{}]*$", code[: match.start()].rpartition("\n")[2])
        capital = re.match(r"[A-Z][a-z]", literal) and literal not in KEYS
        blank = re.search(r"[a-z.“”«»] +[a-z]", literal) and not attribute
        if capital or blank:
            found.append(literal)
    return found


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_text_stands_in_a_script(name: str) -> None:
    assert sentences(SCRIPTS[name]) == []


def test_a_text_in_a_script_is_found() -> None:
    said = 'el("p", { class: "failure quiet" }, "Nobody is here", `for ${name} it is`, "Escape", "main-part")'
    assert sentences(said) == ["Nobody is here", "for  it is"]
