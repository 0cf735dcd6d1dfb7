"""The entries of a log that take plays back, and the log without them."""

import re
from collections.abc import Iterable
from typing import Final

from bot.store.model.rows import LogRow

UNDO: Final = "undo"
"""The entry of a log with which a seat takes a play back, and the name of that event in the story.

A number behind it counts the plays that it removes, those made since among them; without one it is one.
"""
_UNDO: Final = re.compile(rf"{UNDO}(?: ([1-9][0-9]{{0,2}}))?")


def undo_text(removes: int) -> str:
    """Return the entry of a log that takes back so many plays."""
    return UNDO if removes == 1 else f"{UNDO} {removes}"


def removed_by(action: str) -> int:
    """Return how many plays an entry of a log takes back, 0 for a play; ValueError if it does not say."""
    if not action.startswith(UNDO):
        return 0
    found = _UNDO.fullmatch(action)
    if found is None:
        raise ValueError("no number of plays")
    return int(found[1] or 1)


def standing(log: Iterable[LogRow]) -> list[LogRow]:
    """Return the deals and the plays of a log that stand, without plays that were taken back."""
    kept: list[LogRow] = []
    for entry in log:
        removed = removed_by(entry.action) if entry.seat is not None else 0
        if removed:
            del kept[-removed:]
        else:
            kept.append(entry)
    return kept
