"""Languages that nobody speaks: a catalogue with its letters and signs changed for others that look alike.

One made of English takes the place of Italian. Text sent to people that has not been changed is not from the
catalogue.
"""

import gettext
import io
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import bot.locale
from bot.locale import Catalogue, Words
from tests.e2e.support.house import House

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ&+•♠♥♦♣▶◀⚠🏆·"
OTHER = "áƀçđéƒǧĥíĵķĺɱñóþɋřšťúṽŵẋýžÁɃÇĐÉƑǦĤÍĴĶĹⱮÑÓÞɊŘŠŤÚṼŴẊÝŽ＆＋◦♤♡♢♧▷◁△♕∙"
CHANGED = str.maketrans(PLAIN, OTHER)
LOCALE = "it"


def changed(text: str, table: Mapping[int, int] = CHANGED) -> str:
    """Return a text with its letters changed, except for values, commands and Discord's own marks."""
    parts = re.split(r"(`/[^`]*`|\{[^}]*\}|<[^>]*>)", text)
    return "".join(part if index % 2 else part.translate(table) for index, part in enumerate(parts))


class Heard(Words):
    """Words that know all their `keys`, and remember the ones asked for."""

    def __init__(self, texts: gettext.NullTranslations, keys: set[str]) -> None:
        super().__init__(LOCALE, texts)
        self.keys = keys
        self.asked: set[str] = set()

    def __call__(self, key: str, /, **values: object) -> str:
        self.asked.add(key)
        return super().__call__(key, **values)

    def count(self, key: str, number: int, /, **values: object) -> str:
        self.asked.add(key)
        return super().count(key, number, **values)


@cache
def disguised(language: str, change: Callable[[str], str]) -> tuple[gettext.GNUTranslations, set[str]]:
    """Return the texts of a language, each of them changed, and their keys."""
    source = Path(bot.locale.__file__).with_name(f"{language}.po")
    with source.open("rb") as file:
        texts = read_po(file, locale=language)
    for message in texts:
        if message.id:
            if isinstance(message.string, tuple):
                message.string = tuple(change(str(text)) for text in message.string)
            else:
                message.string = change(str(message.string))
    compiled = io.BytesIO()
    write_mo(compiled, texts)
    compiled.seek(0)
    keys = {message.id if isinstance(message.id, str) else message.id[0] for message in texts if message.id}
    return gettext.GNUTranslations(compiled), keys


def pseudo() -> tuple[Catalogue, Heard]:
    """Return the catalogue with English and, as Italian, English changed."""
    heard = Heard(*disguised("en", changed))
    return Catalogue({**Catalogue.load().languages, LOCALE: heard}), heard


def longer(text: str) -> str:
    """Return a text changed and 40 % longer."""
    return changed(lengthened(text))


def lengthened(text: str) -> str:
    """Return a text 40 % longer: vowels are doubled, and as many added as are still missing."""
    missing = math.ceil(0.4 * len(re.sub(r"\{[^}]*\}|<[^>]*>", "", text)))
    parts = re.split(r"(\{[^}]*\}|<[^>]*>|`[^`]*`)", text)
    for index, part in enumerate(parts):
        if index % 2 == 0:
            doubled = re.sub("[aeiouy]", lambda found: 2 * found[0], part, count=missing)
            missing -= len(doubled) - len(part)
            parts[index] = doubled
    last = re.search("[A-Za-z](?=[^A-Za-z]*$)", parts[-1])
    if last and missing > 0:
        parts[-1] = parts[-1][: last.end()] + missing * "o" + parts[-1][last.end() :]
    return "".join(parts)


def texts(value: Any, key: str = "") -> Iterator[str]:
    """Yield the texts for people in a request's body."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from texts(item, name)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item, key)
    elif isinstance(value, str) and key in {
        "content",
        "label",
        "placeholder",
        "description",
        "title",
        "name",
    }:
        yield value


NOT_WORDS = re.compile(
    r"<@\d+>|<t:\d+:[RtTdDfF]>"  # mentions and times, which Discord writes out
    r"|`[0-9a-f]{8}(?:[0-9a-f]{56})?`"  # the fingerprint, in short too, and the number of the shuffle
    r"|`[0-9a-f]{8}-\d+-\d+`"  # the code of a moment
    r"|`/[^`]*`"  # commands, the same in every language
    r"|\b(?:Ann|Bo|Cy|Di|Ed)\b"  # people
    r"|\b[CPV]\d+(?=\))|[+-]\d+"  # the numbers of the rules, and points with their sign
    r"|(?<= )[AB](?= |\*|$)"  # the letters of the teams
    r"| · "  # between the items of a line
)


def plain_words(text: str, but: Iterable[str] = ()) -> str:
    """Return the rest of a text that no catalogue has changed, without these names."""
    for name in but:
        text = text.replace(name, "")
    return "".join(re.findall(f"[{re.escape(PLAIN)}]", NOT_WORDS.sub("", text)))


def untranslated(made: House, least: int = 100, but: Iterable[str] = ()) -> dict[str, str]:
    """Return every text sent to people with its part that is not from the catalogue, if any.

    There are more than `least` texts, and `but` are names that nobody translates.
    """
    sent = {
        text
        for request in made.sandbox.requests
        if not request.path.endswith("/commands")
        for text in texts(request.json)
    }
    assert len(sent) > least
    return {text: left for text in sent if (left := plain_words(text, but))}
