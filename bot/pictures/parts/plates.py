"""The building blocks of all games' pictures: plates, names, bars, dealer's chip, pills."""

from collections.abc import Sequence
from typing import Final

from bot.locale.names import ELLIPSIS
from bot.pictures.decks.base import palette
from bot.pictures.decks.base.palette import Felt
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.names import Person
from bot.pictures.sketch.sketch import LEFT, MIDDLE, RIGHT, Box, Icon, Item, Text

_EDGE: Final = 5
"""Pixels of the light plate's edge."""


def plate_ground(
    x: int,
    y: int,
    wide: int,
    high: int,
    felt: Felt,
    *,
    light: bool,
    radius: int = 14,
    edge: str = palette.GOLD,
) -> Box:
    """Return the ground of a plate; only that of the seat on turn is light, with an edge outside."""
    if not light:
        return Box(x, y, wide, high, radius, felt.strip)
    return Box(
        x - _EDGE,
        y - _EDGE,
        wide + 2 * _EDGE,
        high + 2 * _EDGE,
        radius + _EDGE,
        palette.LIGHT_PLATE,
        edge,
        _EDGE,
    )


def name_line(
    person: Person, x: int, y: int, room: int, sizes: tuple[int, ...], colour: str, at: str = LEFT
) -> tuple[Item, ...]:
    """Return a person's name with its baseline at y, after a mark where a computer plays.

    `x` is the left end, the middle or the right end of both together; `sizes` are tried in order.
    """
    mark = round(0.9 * sizes[-1]) if person.computer else 0
    gap = round(0.25 * sizes[-1]) if mark else 0
    room -= mark + gap
    text, size = fitted(person.text, person.font, sizes, room)
    wide = width(text, person.font, size)
    whole = wide + mark + gap
    left = x if at == LEFT else x - whole if at == RIGHT else x - whole // 2
    written = Text(left + whole - wide, y, text, person.font, size, colour, who=person.seat)
    if not mark:
        return (written,)
    return Icon(left, y - round(0.36 * size + mark / 2), mark, "computer", colour), written


def both(
    people: tuple[Person, ...],
    joint: str,
    x: int,
    y: int,
    room: int,
    sizes: tuple[int, ...],
    colour: str,
    at: str = LEFT,
) -> tuple[Text, ...]:
    """Return the names of a side in one line with `joint` between them; if too long, all are cut alike."""
    texts = [person.text for person in people]
    names = texts
    size = next((size for size in sizes if _line(texts, people, joint, size) <= room), sizes[-1])
    longest = max(map(len, texts))
    while longest > 1 and _line(texts, people, joint, size) > room:
        longest -= 1
        texts = [_cut(text, longest) for text in names]
    whole = _line(texts, people, joint, size)
    left = x if at == LEFT else x - whole if at == RIGHT else x - whole // 2
    items: list[Text] = []
    for number, (person, text) in enumerate(zip(people, texts, strict=True)):
        if number:
            items.append(Text(left, y, joint, Font.BOLD, size, colour))
            left += width(joint, Font.BOLD, size)
        items.append(Text(left, y, text, person.font, size, colour, who=person.seat))
        left += width(text, person.font, size)
    return tuple(items)


def _line(texts: list[str], people: tuple[Person, ...], joint: str, size: int) -> int:
    names = sum(width(text, person.font, size) for text, person in zip(texts, people, strict=True))
    return names + (len(texts) - 1) * width(joint, Font.BOLD, size)


def _cut(text: str, length: int) -> str:
    """Return a name cut to at most `length` letters, the ellipsis among them."""
    return text if len(text) <= length else text[: max(1, length - 1)].rstrip() + ELLIPSIS


def bar(
    x: int,
    y: int,
    width: int,
    parts: Sequence[tuple[float, str]],
    track: str,
    *,
    from_right: bool = False,
    thick: int = 8,
) -> tuple[Box, ...]:
    """Return a bar `thick` pixels high, filled by `parts` that lie one over the other.

    Each is a share of its width, 0 to 1, with a colour, the longest one first.
    """
    boxes = [Box(x, y, width, thick, thick // 2, track)]
    for share, colour in parts:
        filled = max(round(width * min(1.0, share)), thick) if share > 0 else 0
        left = x + width - filled if from_right else x
        boxes.append(Box(left, y, filled, thick, thick // 2, colour))
    return tuple(boxes)


def dealer_chip(x: int, y: int, size: int = 32) -> Icon:
    """Return the dealer's chip, `size` pixels wide."""
    return Icon(x, y, size, "dealer")


def first_chip(x: int, y: int, size: int = 32) -> Icon:
    """Return the chip of the hand's first player, `size` pixels wide."""
    return Icon(x, y, size, "first")


def leader_crown(x: int, y: int, size: int) -> Icon:
    """Return the leader's crown, `size` pixels wide."""
    return Icon(x, y, size, "crown")


def pill_width(text: str, size: int) -> int:
    """Return the width of a text's pill."""
    return width(text, Font.BOLD, size) + 32


def pill(text: str, right: int, middle: int, size: int) -> tuple[Item, ...]:
    """Return a text in a pill that ends at `right`, with its middle at the height `middle`."""
    wide, high = pill_width(text, size), max(36, round(1.5 * size))
    x = right - wide
    return (
        Box(x, middle - high // 2, wide, high, high // 2, palette.GOLD),
        Text(x + wide // 2, middle + round(0.36 * size), text, Font.BOLD, size, palette.INK, MIDDLE),
    )


def rank(place: int, middle: tuple[int, int], size: int, colour: str) -> tuple[Item, ...]:
    """Return a place in a ranking, the first three on a medal of `size`; `colour` is for the others."""
    x, y = middle
    medal = MEDALS[place - 1] if place <= len(MEDALS) else None
    number = max(21, round((0.5 if medal else 0.6) * size))
    text = Text(
        x,
        y + round(0.36 * number),
        str(place),
        Font.SLAB if medal is None else Font.BOLD,
        number,
        colour if medal is None else palette.INK,
        MIDDLE,
    )
    return (Icon(x - size // 2, y - size // 2, size, "medal", medal), text) if medal else (text,)


MEDALS: Final = (palette.DISC, palette.SILVER, palette.BRONZE)
"""Of the first, the second and the third."""
MARKS: Final = ("side_disc", "side_diamond")
"""The signs of the two sides."""
SIDE_COLOURS: Final = (palette.DISC, palette.DIAMOND)
