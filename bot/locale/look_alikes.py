"""Names that look alike: in other alphabets, in capitals, with accents, blanks or letters that nobody sees.

The letters that look alike are those of Unicode's technical standard 39. Some do so in capitals only, such as
Latin `BAT` and Cyrillic `ват`, some only in small letters, such as Latin `v` and Greek `ν`.
"""

import unicodedata
from functools import lru_cache
from typing import Final

from bot.locale.names import JOINER, NON_JOINER, VARIANTS

_MARKS: Final = range(0x300, 0x370)
"""Accents of Latin, Greek and Cyrillic; with marks of its own, a letter of other alphabets is another one."""
_UNSEEN: Final = frozenset((JOINER, NON_JOINER, *VARIANTS, " "))
_TURNS: Final = "\u200e"
"""The library keeps this sign of Unicode's table around letters written to the left."""


@lru_cache(4096)
def looks(name: str) -> frozenset[str]:
    """Return the looks of a clean name, as it is, in small letters and in capitals.

    Names that share one of them look alike.
    """
    return frozenset({_drawn(name).casefold(), _drawn(name.casefold()).casefold(), in_capitals(name)})


def make_ready() -> None:
    """Read Unicode's table, which takes a tenth of a second the first time."""
    _same()


def in_capitals(name: str) -> str:
    """Return how a clean name looks in capitals."""
    return _drawn(name.upper())


def _drawn(name: str) -> str:
    """Return a name with the same letter in place of all that look alike."""
    same = _same()
    return _bare("".join([same.get(letter, letter) for letter in _bare(name)]))


def _bare(name: str) -> str:
    """Return a name without accents, blanks and letters that nobody sees."""
    return "".join(
        [
            letter
            for letter in unicodedata.normalize("NFKD", name)
            if letter not in _UNSEEN and ord(letter) not in _MARKS
        ]
    )


@lru_cache(1)
def _same() -> dict[str, str]:
    """Return, for each letter that looks like others, what stands for all of them.

    The library lists one letter with all others that look like it, and each of those with that one.
    """
    # Only here: a start has no use for it.
    from confusable_homoglyphs.utils import load

    listed: dict[str, list[dict[str, str]]] = load("confusables.json")
    found = {}
    for signs, others in listed.items():
        letter, first = signs.strip(_TURNS), others[0]["c"]
        if len(letter) != 1 or len(others) > 1:
            continue
        pair = len(listed[first]) == 1 and len(first.strip(_TURNS)) == 1
        found[letter] = min(letter, first) if pair else first.strip(_TURNS)
    return found
