"""Decorations for the end of a game: rays, confetti, and a ribbon with the winners' names."""

from typing import Final

from bot.pictures.decks.base import palette
from bot.pictures.decks.base.ornaments import RAYS
from bot.pictures.decks.base.palette import Felt
from bot.pictures.parts.plates import both
from bot.pictures.sketch.fonts import Font, draws
from bot.pictures.sketch.names import Person
from bot.pictures.sketch.sketch import MIDDLE, WIDTH, Box, Icon, Item, right_of

PIECES: Final = (
    ("piece_lozenge", palette.DISC, 20),
    ("piece_curl", palette.DIAMOND, 24),
    ("piece_strip", palette.LIGHT_RED, 16),
    ("piece_lozenge", palette.CREAM, 15),
    ("piece_curl", palette.DISC, 26),
    ("piece_strip", palette.DIAMOND, 17),
    ("piece_strip", palette.CREAM, 15),
    ("piece_lozenge", palette.LIGHT_RED, 18),
    ("piece_strip", palette.DISC, 18),
)
"""Signs, colours and sizes of confetti, in turn; no blue lozenge, which is the sign of a side."""
_STEPS: Final = (0.7548777, 0.5698403)
"""Steps from one piece to the next, as shares of width and height: pieces spread evenly, never in rows."""
APART: Final = 60
"""Pixels kept free at each side of a ribbon, for its ends; a fifth of that above and below it."""
FOLD: Final = 20
"""Pixels by which a ribbon's ends lie behind it."""


def rays(middle: int, emblem: int, felt: Felt) -> tuple[Icon, ...]:
    """Return faint rays all over the picture, and strong ones around an emblem `emblem` pixels wide."""
    strong = round(1.62 * emblem)
    return tuple(
        Icon(WIDTH // 2 - size // 2, middle - size // 2, size, name, colour)
        for size, name, colour in ((RAYS, "rays", felt.watermark), (strong, "corona", felt.accent))
    )


def confetti(height: int, count: int, over: tuple[Item, ...]) -> tuple[Icon, ...]:
    """Return confetti on the upper `height` pixels; no piece that `over` would hide in part."""
    boxes = [item for item in over if isinstance(item, Box)]
    across, down = _STEPS
    pieces = []
    for number in range(count):
        name, colour, size = PIECES[number % len(PIECES)]
        x = round((0.5 + number * across) % 1 * (WIDTH - size))
        y = round((0.5 + number * down) % 1 * (height - size))
        if not any(
            -APART < x - box.x + size < box.width + size + APART
            and -APART < 5 * (y - box.y + size) < 5 * (box.height + size) + APART
            for box in boxes
        ):
            pieces.append(Icon(x, y, size, name, colour))
    return tuple(pieces)


def ribbon(people: tuple[Person, ...], joint: str, baseline: int, sizes: tuple[int, ...]) -> tuple[Item, ...]:
    """Return a gold ribbon in the middle with the people's names on it."""
    high = round(1.45 * sizes[0])
    end = high + 2
    centre = WIDTH // 2
    people = tuple(map(_in_slab, people))
    names = both(people, joint, centre, baseline, WIDTH - 2 * end - 24, sizes, palette.INK, MIDDLE)
    wide = max(220, right_of(names[-1]) - names[0].x + 56)
    left, top = centre - wide // 2, baseline - round(0.36 * names[0].size) - high // 2
    return (
        Icon(left + FOLD - end, top + 9, end, "ribbon_left"),
        Icon(left + wide - FOLD, top + 9, end, "ribbon_right"),
        Box(left, top, wide, high, 3, palette.DISC),
        *names,
    )


def _in_slab(person: Person) -> Person:
    """Return a person with the name in the titles' font, if that has all its letters."""
    slab = person.font is Font.BOLD and all(
        letter == " " or draws(Font.SLAB, letter) for letter in person.text
    )
    return person._replace(font=Font.SLAB) if slab else person
