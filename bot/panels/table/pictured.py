"""Panels with the picture of their table; without one, or if it fails, the words say it all."""

import logging
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from bot.blocks.blocks import Picture
from bot.blocks.people import plain
from bot.locale import FRENCH, Words
from bot.panels.shared.shows import scene_name, sketch
from bot.pictures.sketch.names import drawable, people
from bot.pictures.sketch.sketch import Sketch
from bot.pictures.sketch.style import Style
from bot.table.table import Table
from bot.table.view import AnyView
from bot.table.viewing import view_of

log = logging.getLogger(__name__)

MOMENTS: Final = 64
"""The number of sketches kept while messages are drawn: a table has one for each language and style."""


def scene(table: Table, words: Words, style: Style | None) -> tuple[Picture | str, ...]:
    """Return the picture of a table as everybody may see it, and below it the names it cannot show.

    It is in the language of `words`, and names cards by the deck of the `style`. Nothing is returned with the
    style None, or if it cannot be made.
    """
    return () if style is None else _scene(table, words.naming(FRENCH), style)


@lru_cache(MOMENTS)
def _scene(table: Table, words: Words, style: Style) -> tuple[Picture | str, ...]:
    """Return the picture of one snapshot of a table, and below it the names it cannot show."""
    view = view_of(table)
    drawn = attempted(lambda: sketch(view, words, style))
    drawn = tuple([one._replace(scene=f"{scene_name(view)}:{table.row.id}") for one in drawn])
    return (*drawn, *_undrawn(view, words)) if drawn else ()


def attempted(draw: Callable[[], Sketch | None]) -> tuple[Picture, ...]:
    """Return the picture that `draw` gives; nothing without one, or if that fails."""
    try:
        drawn = draw()
    except Exception:
        log.exception("a picture could not be made")
        return ()
    return () if drawn is None else (Picture.of(drawn),)


def _undrawn(view: AnyView, words: Words) -> tuple[str, ...]:
    """Return the names for which the picture has only the seat: messages know every script."""
    if all(drawable(row.name) for row in view.seats):
        return ()
    told = undrawn_line(
        (
            (person.text, plain(row.name))
            for person in people(view, words)
            if person.undrawn and (row := view.at(person.seat)) is not None and plain(row.name)
        ),
        words,
    )
    return (told,) if told else ()


def undrawn_line(named: Iterable[tuple[str, str]], words: Words) -> str:
    """Return the line of names that a picture cannot draw, each with the place where it would stand."""
    told = [words("picture.undrawn", place=place, name=name) for place, name in named]
    return "-# " + words("comma").join(told) if told else ""
