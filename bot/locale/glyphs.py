"""Suits in a text, kept from being drawn as emoji."""

import re
from functools import lru_cache
from typing import Final

AS_TEXT: Final = "\ufe0e"
"""Follows a sign that must be drawn as text; without it phones draw some suits as emoji."""
_SUITS: Final = re.compile("([♠♥♦♣])(?![\ufe0e\ufe0f])")


@lru_cache(1024)
def as_text(text: str) -> str:
    """Return a text on its way out, with suits that every device draws as text."""
    return _SUITS.sub(rf"\1{AS_TEXT}", text)
