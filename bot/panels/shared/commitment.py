"""The commitment to the shuffle, as it stands wherever members are asked to sit down."""

from typing import Final

from bot.locale import Words
from bot.table.view import AnyView

DIGITS: Final = 8
"""The digits of the commitment that everybody sees; the others are looked up."""


def fingerprint(view: AnyView, words: Words) -> str:
    """Return the first digits of the commitment to the shuffle in words."""
    return words("lobby.commitment", commitment=view.commitment[:DIGITS])
