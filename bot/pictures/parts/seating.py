"""The seating in pictures without a game under way: two sides, or a plate for each single player."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.pictures.decks.base import palette
from bot.pictures.decks.base.palette import Felt
from bot.pictures.parts.plates import MARKS, name_line
from bot.pictures.sketch.fonts import Font, fitted
from bot.pictures.sketch.names import Person
from bot.pictures.sketch.sketch import MIDDLE, WIDTH, Box, Icon, Item, Text

MARGIN: Final = 12
"""Pixels between plates and the edge of the picture, and inside a panel."""


class Seat(NamedTuple):
    """A seat's person, with a word below the name; a `quiet` plate is for a game that was stopped."""

    person: Person
    label: str = ""
    quiet: bool = False


class Type(NamedTuple):
    """Sizes of texts, plates and marks, in pixels; several are tried for names."""

    names: tuple[int, ...]
    label: int
    title: int
    under: int
    plate: int
    mark: int


PLAIN_TYPE: Final = Type(names=(28, 26, 24, 22), label=21, title=42, under=22, plate=76, mark=30)
BIG_TYPE: Final = Type(names=(40, 37, 34), label=28, title=60, under=30, plate=104, mark=44)


def plate(
    seat: Seat, x: int, y: int, width: int, felt: Felt, type: Type, ground: str | None = None
) -> tuple[Item, ...]:
    """Return the plate of a seat, `type.plate` high; a free one is `ground` in dashes."""
    person, height, middle = seat.person, type.plate, x + width // 2
    room = width - 16
    if person.free:
        dashes = Box(x, y, width, height, 20, ground, felt.second, 3, dashed=True)
        if seat.label:
            return dashes, *_labelled(seat, x, y, width, type, felt.second)
        text, size = fitted(person.text, person.font, type.names[1:], room)
        baseline = _centred(y, height, size)
        return (
            dashes,
            Text(middle, baseline, text, Font.MEDIUM, size, felt.second, MIDDLE, person.seat),
        )
    colour = felt.second if seat.quiet else palette.INK
    box = Box(x, y, width, height, 20, felt.strip if seat.quiet else palette.LIGHT_PLATE)
    if not seat.label:
        baseline = _centred(y, height, type.names[0])
        return box, *name_line(person, middle, baseline, room, type.names, colour, MIDDLE)
    return box, *_labelled(seat, x, y, width, type, colour)


def _labelled(seat: Seat, x: int, y: int, width: int, type: Type, colour: str) -> tuple[Item, ...]:
    """Return a name with its label below it."""
    first, middle, room = type.names[0], x + width // 2, width - 16
    text, size = fitted(seat.label, Font.SEMI, (type.label,), room)
    top = y + (type.plate - first - type.label) // 2
    label = Text(middle, top + first + round(0.92 * size), text, Font.SEMI, size, colour, MIDDLE)
    return *name_line(seat.person, middle, top + round(0.8 * first), room, type.names, colour, MIDDLE), label


def _centred(y: int, height: int, size: int) -> int:
    """Return the baseline of a text of `size` in the middle of a plate."""
    return y + (height + round(0.72 * size)) // 2


def sides(
    seats: Sequence[Sequence[Seat]], width: int, top: int, height: int, felt: Felt, type: Type
) -> tuple[Item, ...]:
    """Return a panel for each side, `width` wide, at both ends of a stretch of `height` from `top`."""
    items: list[Item] = []
    for side, group in enumerate(seats):
        above = type.mark + 2 * MARGIN
        high = above + len(group) * type.plate + (len(group) - 1) * 8 + MARGIN
        x = MARGIN if side == 0 else WIDTH - MARGIN - width
        y = top + (height - high) // 2
        items.append(Box(x, y, width, high, 20, felt.strip))
        colour = felt.second if all(seat.quiet for seat in group) else None
        items.append(Icon(x + (width - type.mark) // 2, y + MARGIN, type.mark, MARKS[side], colour))
        for number, seat in enumerate(group):
            below = y + above + number * (type.plate + 8)
            items += plate(seat, x + MARGIN, below, width - 2 * MARGIN, felt, type)
    return tuple(items)


def plate_rows(seats: Sequence[Seat], columns: int, top: int, felt: Felt, type: Type) -> tuple[Item, ...]:
    """Return the plates of single players from left to right, `columns` in a row."""
    width = (WIDTH - 2 * MARGIN - (columns - 1) * 10) // columns
    items: list[Item] = []
    for number, seat in enumerate(seats):
        row, column = divmod(number, columns)
        # The rest of the plates stands in the middle of the last row.
        missing = max(0, (row + 1) * columns - len(seats))
        x = MARGIN + column * (width + 10) + missing * (width + 10) // 2
        items += plate(seat, x, top + row * (type.plate + 10), width, felt, type, felt.ground)
    return tuple(items)


def caption(
    title: str, under: str, top: int, felt: Felt, type: Type, *, beside: int = 0, quiet: bool = False
) -> tuple[Item, ...]:
    """Return the strip below the seats: the name of the game, and one line about it.

    `beside` pixels at the right of the game's name belong to something else.
    """
    middle, room = WIDTH // 2, WIDTH - 4 * MARGIN
    sizes = (type.title, round(0.85 * type.title), round(0.7 * type.title))
    title, high = fitted(title, Font.SLAB, sizes, room - 2 * beside)
    text, size = fitted(under, Font.MEDIUM, (type.under, type.label), room)
    below = top + MARGIN - 3 + round(0.78 * type.title)
    return (
        Box(0, top, WIDTH, caption_height(type), 0, felt.strip),
        Text(middle, below, title, Font.SLAB, high, felt.second if quiet else palette.WHITE, MIDDLE),
        Text(middle, below + round(1.25 * size), text, Font.MEDIUM, size, felt.second, MIDDLE),
    )


def caption_height(type: Type) -> int:
    """Return the height of the strip below the seats."""
    return round(0.78 * type.title + 1.6 * type.under) + 2 * MARGIN - 12
