"""A panel with the picture of its table; where that fails, or is not wanted, the words say it all."""

import logging
from collections.abc import Callable

from bot.locale import Words
from bot.pictures.names import people
from bot.pictures.shows import sketch
from bot.pictures.sketch import Sketch
from bot.pictures.style import Style
from bot.render.panel import Panel, Picture
from bot.render.people import plain
from bot.shown import AnyShown

log = logging.getLogger(__name__)


def pictured(panel: Panel, shown: AnyShown, words: Words, style: Style | None) -> Panel:
    """Return `panel` with the picture of a table, as everybody may see it, below its first text.

    `words` are those of the table. With the style None it stays as it is.
    """
    if style is None:
        return panel
    return with_picture(panel, lambda: sketch(shown, words, style), *_undrawn(shown, words))


def with_picture(panel: Panel, draw: Callable[[], Sketch | None], *below: str) -> Panel:
    """Return `panel` with what `draw` gives below its first text; without it where that fails."""
    try:
        drawn = draw()
    except Exception:
        log.exception("a picture could not be made")
        return panel
    if drawn is None:
        return panel
    first, *more = panel.blocks
    return Panel((first, Picture.of(drawn), *below, *more), panel.accent)


def _undrawn(shown: AnyShown, words: Words) -> tuple[str, ...]:
    """Return who sits where the picture can only say the seat: messages know every script."""
    told = [
        words("picture.undrawn", seat=person.text, name=plain(row.name))
        for person in people(shown, words)
        if person.undrawn and (row := shown.at(person.seat)) is not None
    ]
    return (" · ".join(told),) if told else ()
