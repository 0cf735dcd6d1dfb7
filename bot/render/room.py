"""Whether a message has room for a panel with tiles: the mark of one is some forty characters long."""

from collections.abc import Callable
from typing import Final

from bot.locale import Words
from bot.locale.glyphs import as_text
from bot.render.panel import Panel

ROOM: Final = 4000
"""Characters that the texts of a message may have."""


def with_room(draw: Callable[[Words], Panel], words: Words) -> Panel:
    """Return the panel that `draw` makes with `words`, with cards written where tiles would be too long."""
    panel = draw(words)
    return panel if words is words.plain or letters(panel) <= ROOM else draw(words.plain)


def letters(panel: Panel) -> int:
    """Return how long the texts of a panel are as they are sent, counted as by JavaScript: never less than
    Discord does.
    """
    return sum(len(as_text(text).encode("utf-16-le")) // 2 for text in panel.texts)
