"""Panels that must fit a message: cards with tiles, whose marks are long, or page by page."""

from collections.abc import Callable
from typing import Final

from bot.blocks.blocks import Button, Panel
from bot.locale import Words
from bot.locale.glyphs import as_text

MOST_CHARACTERS: Final = 4000
"""The most characters of all texts of a message."""


def with_room(draw: Callable[[Words], Panel], words: Words) -> Panel:
    """Return the panel that `draw` makes with `words`, its cards written if tiles would be too long."""
    panel = draw(words)
    # As they are sent, no letter counts more than twice.
    fits = words is words.plain or 2 * sum(map(len, panel.texts)) <= MOST_CHARACTERS
    return panel if fits or text_length(panel) <= MOST_CHARACTERS else draw(words.plain)


def text_length(panel: Panel) -> int:
    """Return the length of a panel's texts as they are sent, counted as JavaScript does.

    That is never less than Discord counts.
    """
    return sum(len(as_text(text).encode("utf-16-le")) // 2 for text in panel.texts)


def turning(
    page: int, first: int, last: int, words: Words, id_of: Callable[[int], str]
) -> tuple[Button, ...]:
    """Return the buttons to the page before and the page after, if any; `id_of` gives their ids."""
    return tuple(
        Button(words(key), id_of(to))
        for key, to in (("button.back-page", page - 1), ("button.next-page", page + 1))
        if first <= to <= last
    )
