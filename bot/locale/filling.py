"""Texts with placeholders: numbers as a language writes them, and cards with their articles."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from string import Formatter
from types import MappingProxyType
from typing import Final, Self

from babel.numbers import format_decimal

THE: Final = "the"
"""The format of a placeholder that takes cards with their articles: `{card:the}`."""
PATTERNS: Final = MappingProxyType({".1f": "#,##0.0", "+.1f": "+#,##0.0;−#,##0.0"})
"""Unicode's patterns for numbers, by Python's formats."""


class Named(str):
    """Cards as a text; `the` is the same with articles, if the cards are written in words."""

    the: str

    @classmethod
    def of(cls, text: str, the: str) -> Self:
        """Return cards as `text`, with articles `the`."""
        named = cls(text)
        named.the = the
        return named


def with_article(text: str) -> str:
    """Return cards with their articles, if they are written in words."""
    return text.the if isinstance(text, Named) else text


class Template:
    """A text with placeholders, parsed once."""

    def __init__(self, text: str, language: str) -> None:
        self._text = text
        self._language = language
        self._parts = [(before, name, spec or "") for before, name, spec, _ in Formatter().parse(text)]
        self._usual = not any(spec == THE or spec in PATTERNS for _, _, spec in self._parts)
        """Whether Python fills it as a language does."""

    def fill(self, values: Mapping[str, object]) -> str:
        """Return the text filled with `values`; KeyError if one is missing.

        A value such as "Dino P." ends a sentence: no second full stop follows it.
        """
        text = self._text.format_map(values) if self._usual else "".join(self._pieces(values))
        if ".." not in text:
            return text
        text = ""
        for piece in self._pieces(values):
            text += piece[1:] if piece.startswith(".") and text.endswith(".") else piece
        return text

    def _pieces(self, values: Mapping[str, object]) -> Iterator[str]:
        for before, name, spec in self._parts:
            yield before
            if name is not None:
                yield self._filled(values[name], spec)

    def _filled(self, value: object, spec: str) -> str:
        if spec == THE:
            return with_article(value if isinstance(value, str) else str(value))
        if isinstance(value, float):
            return formatted_number(value, PATTERNS[spec], self._language)
        return format(value, spec)


@lru_cache(maxsize=4096)
def formatted_number(value: float, pattern: str, language: str) -> str:
    """Return a number as a language writes it, by one of Unicode's patterns for numbers.

    The same few numbers are written in every message, and Babel reads the pattern each time.
    """
    return str(format_decimal(value, pattern, locale=language))


def whole(value: int, language: str) -> str:
    """Return a whole number as a language writes it."""
    return formatted_number(value, "#,##0", language)
