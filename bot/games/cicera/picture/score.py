"""The band at the top: the two sides, their scores, and their way to the target."""

from collections.abc import Iterator

from bot.games.cicera.picture.measures import CICERA_FELT, Measures
from bot.games.cicera.picture.sides import members, side_mark
from bot.locale import Words
from bot.pictures.decks.base import palette
from bot.pictures.parts.plates import SIDE_COLOURS, bar, both
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.names import Person
from bot.pictures.sketch.sketch import LEFT, MIDDLE, RIGHT, WIDTH, Box, Item, Text
from engine.cicera import Seen

_MARGIN = 12
_CENTRE = WIDTH // 2
_MARK = 22
"""Pixels of a side's mark."""


def band(seen: Seen, people: tuple[Person, ...], words: Words, measures: Measures) -> Iterator[Item]:
    """Yield the score band; a side's bar grows from its own end and stays inside whatever the score."""
    yield Box(0, 0, WIDTH, measures.score, 0, CICERA_FELT.strip)
    target = words("picture.cicera.target", n=seen.options.target)
    target, size = fitted(target, Font.SEMI, (22,), 110)
    yield Text(_CENTRE, 37, target, Font.SEMI, size, CICERA_FELT.second, MIDDLE)
    apart = width(target, Font.SEMI, size) // 2 + 12
    joint = words("and")
    for side, total in enumerate(seen.totals):
        number = str(total)
        reach = apart + width(number, Font.SLAB, measures.total)
        outwards = (-1, 1)[side]
        at, outer = ((RIGHT, LEFT), (LEFT, RIGHT))[side]
        yield Text(_CENTRE + outwards * apart, 46, number, Font.SLAB, measures.total, SIDE_COLOURS[side], at)
        edge = _CENTRE + outwards * (_CENTRE - _MARGIN)
        yield side_mark(side, edge - outwards * (2 + _MARK // 2), 37 - round(0.36 * measures.names[0]), _MARK)
        start = edge - outwards * (_MARK + 12)
        room, sizes = abs(start - _CENTRE) - reach - 12, (*measures.names, 22, 21)
        yield from both(members(people, side), joint, start, 37, room, sizes, palette.WHITE, outer)
        long = _CENTRE - _MARGIN - 4
        x = _MARGIN if side == 0 else WIDTH - _MARGIN - long
        parts = ((total / seen.options.target, SIDE_COLOURS[side]),)
        yield from bar(x, 54, long, parts, CICERA_FELT.track, from_right=side == 1)
