"""The message catalogues: everything that a player reads, one gettext file a language, found by key.

A text missing in a language is taken from English. Values are filled in with `str.format`.
"""

import copy
import gettext
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Self

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from engine.cards import Card, Suit
from engine.game import IllegalAction

FALLBACK: Final = "en"


class Words:
    """The texts of one language; where they were made `with_tiles`, cards in them are tiles."""

    def __init__(self, language: str, texts: gettext.NullTranslations) -> None:
        self.language = language
        self.plain = self
        """The same without tiles."""
        self._texts = texts
        self._known: dict[str, str] = {}
        self._cards: dict[Card, str] = {}
        self._tiles: Mapping[Card, str] = {}
        self._signs: Mapping[str, str] = {}

    def with_tiles(self, tiles: Mapping[Card, str], signs: Mapping[str, str]) -> Self:
        """Return the same texts with these marks of Discord's for cards and signs, instead of any before."""
        dressed = copy.copy(self)
        dressed._tiles, dressed._signs = tiles, signs
        return dressed

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the text of `key`, filled with `values`; KeyError if no catalogue has it."""
        text = self._known.get(key)
        if text is None:
            text = self._texts.gettext(key)
            if text == key:
                raise KeyError(key)
            self._known[key] = text
        return text.format_map(values) if values else text

    def has(self, key: str) -> bool:
        """Return whether there is a text of `key`."""
        return self._texts.gettext(key) != key

    def count(self, key: str, number: int, /, **values: object) -> str:
        """Return the text of `key` in the plural form of `number`, which fills `{n}`."""
        text = self._texts.ngettext(key, key, number)
        if text == key:
            raise KeyError(key)
        return text.format(n=number, **values)

    def card(self, card: Card) -> str:
        """Return a card for a text: its tile, or as it is written where there is none."""
        return self._tiles.get(card) or self.label_card(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Return several cards for a text, separated by blanks."""
        return " ".join(map(self.card, cards))

    def tile(self, card: Card) -> str:
        """Return Discord's mark for a card's tile, empty where there is none."""
        return self._tiles.get(card, "")

    def sign(self, name: str) -> str:
        """Return a sign for a text, such as the eye of Intelligence: its tile, or an emoji for all."""
        return self._signs.get(name) or self(f"sign.{name}")

    def label_card(self, card: Card) -> str:
        """Return a card as it is written, such as `10♦`: on buttons and in lists Discord shows no marks."""
        known = self._cards.get(card)
        if known is None:
            known = self._cards[card] = self._written(card)
        return known

    def _written(self, card: Card) -> str:
        if card.suit is None:
            return self(f"card.{card.text}")
        return self("card", rank=self(f"rank.{card.text[0]}"), suit=self(f"suit.{card.suit}"))

    def permissions(self, names: Iterable[str]) -> str:
        """Return permissions as Discord's settings call them, separated by commas."""
        return self("comma").join(self(f"permission.{name}") for name in names)

    def illegal(self, error: IllegalAction) -> str:
        """Return why an action is against the rules: the rule in words, never by its number."""
        values = {name: self._read(value) for name, value in error.values.items()}
        return self(f"illegal.{error.name}", **values)

    def _read(self, value: object) -> object:
        """Return a value of an engine's error as players read it."""
        if isinstance(value, Card):
            return self.card(value)
        if isinstance(value, Suit):
            return self(f"suit.{value}")
        return self.cards(value) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All languages that there are."""

    languages: Mapping[str, Words]

    @classmethod
    def load(cls, folder: Path = Path(__file__).parent) -> Self:
        """Return the catalogue of every `LANGUAGE.po` in `folder`."""
        texts = {path.stem: _read(path) for path in sorted(folder.glob("*.po"))}
        for language, translations in texts.items():
            if language != FALLBACK:
                translations.add_fallback(texts[FALLBACK])
        return cls({language: Words(language, translations) for language, translations in texts.items()})

    def words(self, locale: str) -> Words:
        """Return the texts for a Discord locale such as `it` or `en-US`."""
        return self.languages.get(locale.partition("-")[0]) or self.languages[FALLBACK]


def own_name(language: str) -> str:
    """Return the name of a language in that language, such as `Italiano`."""
    name = Locale.parse(language).get_display_name(language) or language
    return name[:1].upper() + name[1:]


def _read(path: Path) -> gettext.GNUTranslations:
    return gettext.GNUTranslations(io.BytesIO(_compiled(path, path.stat().st_mtime_ns)))


@cache
def _compiled(path: Path, changed: int) -> bytes:
    """Return a catalogue as gettext reads it, made once while its file does not change."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    return compiled.getvalue()
