"""Names that people choose for themselves, made safe for a text: one line, seen as it is read.

Invisible letters are left out, and so are those that turn a text around. A name with letters written from
right to left is isolated, so that it does not turn its neighbours, such as a score.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

ELLIPSIS: Final = "…"
JOINER: Final = "\u200d"
NON_JOINER: Final = "\u200c"
VARIANTS: Final = "\ufe0e\ufe0f"
"""After a sign these decide whether it is drawn as text or as an emoji."""
ISOLATE: Final = "\u2068"
END: Final = "\u2069"
"""A text between these two turns nothing around it."""

_HIDDEN: Final = ("Cc", "Cf", "Co", "Cs")
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufff0-\ufff8\ufffc\U000e0000-\U000e0fff]"
)
"""Letters and marks, for Unicode, that are drawn as nothing; some people have names made of them."""
_KEYS: Final = tuple("0123456789#*")
_CALLS: Final = re.compile(r"@|<(?:a?:|[#/])|//|\bwww\.|\w\.\w+/")
_RIGHT_TO_LEFT: Final = ("R", "AL", "AN")
_VIRAMA: Final = 9
_MARKS: Final = 4
"""The most marks of a letter; more would cover the lines above and below."""


@lru_cache(4096)
def clean(name: str) -> str:
    """Return the visible part of a name, in one line; empty without any."""
    found, marks = "", _MARKS
    seen = [letter for letter in " ".join(name.split()) if _may_stay(letter)]
    for letter, after in zip(seen, [*seen[1:], ""], strict=False):
        if not _stays(letter, found[-1:], after):
            continue
        # Without a letter before it, a mark would join the text before the name.
        marks = marks + 1 if _is_mark(letter) else _MARKS if letter == " " else 0
        if marks <= _MARKS:
            found += letter
    if not any(unicodedata.category(letter)[0] not in "MZ" for letter in found):
        return ""
    return " ".join(found.split())


def _may_stay(letter: str) -> bool:
    """Return whether a letter is visible, or can join others that are."""
    if letter in (JOINER, NON_JOINER):
        return True
    return unicodedata.category(letter) not in _HIDDEN and not _BLANK.match(letter)


def _stays(letter: str, before: str, after: str) -> bool:
    """Return whether a letter has a use between two others; all have but joiners and variants.

    Joiners stay in emoji, and between letters by the rule for joiners in the names of hosts (RFC 5892).
    """
    if letter in VARIANTS:
        return _is_sign(before) or before in _KEYS
    if letter not in (JOINER, NON_JOINER):
        return True
    if not before or not after:
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return True
    if letter == NON_JOINER:
        return unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    return (_is_sign(before) or before in VARIANTS) and _is_sign(after)


def _is_mark(letter: str) -> bool:
    """Return whether a letter is drawn over, under or around the one before it."""
    return unicodedata.combining(letter) > 0 or unicodedata.category(letter) == "Me"


def _is_sign(letter: str) -> bool:
    """Return whether emoji can be made of a letter; `Cn` has the newer ones, unknown to Unicode here."""
    return letter != "" and unicodedata.category(letter) in ("So", "Sk", "Sm", "Cn")


@lru_cache(4096)
def isolated(name: str) -> str:
    """Return a clean name that turns nothing around: isolated if it has letters written to the left."""
    turns = any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in name)
    return f"{ISOLATE}{name}{END}" if turns else name


def calls(name: str) -> bool:
    """Return whether a name has, or reads like, a mention, an emoji of a server, or a link."""
    return _CALLS.search(unicodedata.normalize("NFKC", name).casefold()) is not None


def shortened(text: str, most: int) -> str:
    """Return a text of at most so many letters, cut with an ellipsis; no isolated name in it stays open."""
    if len(text) <= most:
        return text
    for room in (most - 1, most - 2):
        kept = text[:room].rstrip()
        if kept.count(ISOLATE) == kept.count(END):
            return kept + ELLIPSIS
    return kept + ELLIPSIS + END
