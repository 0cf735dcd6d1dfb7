"""Suits among the letters of a text."""

import re
from typing import Final

AS_TEXT: Final = "\ufe0e"
"""Stands behind a sign that is to be drawn as text; without it phones draw some suits as emoji."""
_SUITS: Final = re.compile("([♠♥♦♣])(?![\ufe0e\ufe0f])")


def as_text(text: str) -> str:
    """Return a text on its way out, with suits that are drawn as text wherever it is read."""
    return _SUITS.sub(rf"\1{AS_TEXT}", text)
