"""The two sides as pictures mark them: ● and ◆, each with its colour."""

from typing import Final

from bot.locale import Words
from bot.pictures.decks.base import palette
from bot.pictures.parts.plates import MARKS, SIDE_COLOURS
from bot.pictures.sketch.names import Person
from bot.pictures.sketch.sketch import Icon

DARK: Final = (palette.GOLD_DARK, palette.STEEL_SHADE)
"""The darker colours of the sides: for the old part of a bar, and for marks on a light plate."""


def side_mark(side: int, x: int, y: int, size: int, *, dark: bool = False) -> Icon:
    """Return a side's mark, a disc of `size` or a diamond that weighs as much, with its middle at (x, y)."""
    wide = round((1.25, 1.33)[side] * size)
    return Icon(x - wide // 2, y - wide // 2, wide, MARKS[side], (DARK if dark else SIDE_COLOURS)[side])


def members(people: tuple[Person, ...], side: int) -> tuple[Person, ...]:
    """Return the members of a side: partners sit opposite, so every other person (C1, C2)."""
    return people[side::2]


def side_names(people: tuple[Person, ...], side: int, words: Words) -> str:
    """Return the names of a side for a description."""
    return words("alt.cicera.and").join(person.said for person in members(people, side))
