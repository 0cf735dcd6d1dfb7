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


def band(
    seen: Seen, people: tuple[Person, ...], words: Words, measures: Measures, *, big: bool
) -> Iterator[Item]:
    """Yield the score band; a side's bar grows from its own end and stays inside whatever the score."""
    yield Box(0, 0, WIDTH, measures.score, 0, CICERA_FELT.strip)
    target = words("picture.cicera.target", n=seen.options.target)
    target, size = fitted(target, Font.SEMI, (measures.label if big else 22,), 110)
    # Big names take a line of their own; the scores stand below them, the bars beside the scores.
    line, below, mark_size = (45, 112, 30) if big else (37, 46, 22)
    yield Text(
        _CENTRE, below - round(0.2 * measures.total), target, Font.SEMI, size, CICERA_FELT.second, MIDDLE
    )
    apart = width(target, Font.SEMI, size) // 2 + (18 if big else 12)
    joint = words("and")
    for side, total in enumerate(seen.totals):
        number = str(total)
        reach = apart + width(number, Font.SLAB, measures.total)
        outwards = (-1, 1)[side]
        at, outer = ((RIGHT, LEFT), (LEFT, RIGHT))[side]
        yield Text(
            _CENTRE + outwards * apart, below, number, Font.SLAB, measures.total, SIDE_COLOURS[side], at
        )
        edge = _CENTRE + outwards * (_CENTRE - _MARGIN)
        yield side_mark(
            side, edge - outwards * (2 + mark_size // 2), line - round(0.36 * measures.names[0]), mark_size
        )
        start = edge - outwards * (mark_size + 12)
        room = abs(start - _CENTRE) - (8 if big else reach + 12)
        sizes = measures.names if big else (*measures.names, 22, 21)
        yield from both(members(people, side), joint, start, line, room, sizes, palette.WHITE, outer)
        long = _CENTRE - _MARGIN - (reach + 18 if big else 4)
        x = _MARGIN if side == 0 else WIDTH - _MARGIN - long
        part, top, thick = total / seen.options.target, below - 32 if big else 54, 16 if big else 8
        yield from bar(
            x, top, long, ((part, SIDE_COLOURS[side]),), CICERA_FELT.track, from_right=side == 1, thick=thick
        )
