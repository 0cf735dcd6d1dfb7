"""A message as plain data: texts, files, rows of buttons, selects.

`cogs/sending/layout.py` makes components of it.
The id of a button or select says which table it belongs to, the number of the state that it was drawn for,
what is wanted and, for an action, its notation: `t:<table>:<number>:<verb>[:<notation>]`. Where somebody
agrees to options, the number stands for those. It is 0 where the state does not matter: Discord refuses a
press whose id its message no longer has, and a press that comes just as its message is drawn again is to be
served all the same.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final, NamedTuple, Self

from bot.pictures.sketch.sketch import Sketch


class ButtonStyle(Enum):
    """How much weight a button has."""

    PLAIN = auto()
    MAIN = auto()
    GOOD = auto()
    DANGER = auto()


class Button(NamedTuple):
    """One button; `id` comes back when it is pressed.

    `label` says all of it in words. With an `emoji` (Discord's mark for one) that is shown instead, and
    `beside` it what the emoji does not say.

    Buttons and presses are named tuples: a play draws sixty, and a frozen dataclass takes twice as long.
    """

    label: str
    id: str
    style: ButtonStyle = ButtonStyle.PLAIN
    disabled: bool = False
    emoji: str = ""
    beside: str = ""


class Option(NamedTuple):
    """One entry of a select; `value` comes back when it is chosen. One that is `marked` is chosen already.

    An `emoji` stands before the label, which every entry has.
    """

    label: str
    value: str
    marked: bool = False
    emoji: str = ""


class Select(NamedTuple):
    """A list to choose `least` to `most` entries from; `id` comes back with what was chosen."""

    id: str
    options: tuple[Option, ...]
    hint: str
    least: int = 1
    most: int = 1


class Section(NamedTuple):
    """A text with one button beside it, such as what a card can take, and *Take*."""

    text: str
    button: Button


Answers = tuple[Button, ...] | Select | Section
"""A row of at most five buttons; a select, which fills a row; a text with its button."""


class Picture(NamedTuple):
    """An image among the texts; `alt`, of at most `ALT` characters, says what is seen on it.

    A message that has a picture of this name keeps it, so the name has to change with what is seen. It has
    only letters, digits and `-_.`: with other characters Discord would give it another name. `data` is the
    file, or the sketch that is painted where the message does not have it yet. `words` are what stands in
    its place where it cannot be shown.
    """

    name: str
    data: bytes | Sketch
    alt: str
    words: str = ""

    @classmethod
    def of(cls, sketch: Sketch) -> Self:
        """Return the picture of a sketch, which is painted when it is sent."""
        return cls(sketch.name, sketch, sketch.alt)


class Document(NamedTuple):
    """A file to be saved, with a name as that of a picture."""

    name: str
    data: bytes


File = Picture | Document
Block = str | Answers | File


@dataclass(frozen=True, slots=True)
class Panel:
    """A message: texts (Discord's markdown), files, rows of buttons and selects, from top to bottom."""

    blocks: tuple[Block, ...]
    accent: int

    @property
    def buttons(self) -> tuple[Button, ...]:
        """Return all buttons in reading order."""
        return tuple([button for block in self.blocks for button in _buttons(block)])

    @property
    def texts(self) -> tuple[str, ...]:
        """Return all texts in reading order."""
        return tuple([text for block in self.blocks if (text := _text(block))])

    @property
    def files(self) -> tuple[File, ...]:
        """Return all files in reading order."""
        return tuple([block for block in self.blocks if isinstance(block, FILES)])

    def without_pictures(self) -> Self:
        """Return the panel with words in the place of its pictures, itself if it has none."""
        if not any(isinstance(block, Picture) for block in self.blocks):
            return self
        worded = [block.words if isinstance(block, Picture) else block for block in self.blocks]
        return replace(self, blocks=tuple([block for block in worded if block]))

    def without_tiles(self) -> Self:
        """Return the panel with words alone on its buttons and in its lists, itself if they have no emoji."""
        blocks = tuple(map(_in_words, self.blocks))
        return self if blocks == self.blocks else replace(self, blocks=blocks)

    @property
    def selects(self) -> tuple[Select, ...]:
        """Return all selects in reading order."""
        return tuple(block for block in self.blocks if isinstance(block, Select))


def _text(block: Block) -> str:
    match block:
        case str():
            return block
        case Section(text=text) | Picture(words=text):
            return text
        case _:
            return ""


def _buttons(block: Block) -> tuple[Button, ...]:
    match block:
        case str() | Picture() | Document() | Select():
            return ()
        case Section(button=button):
            return (button,)
        case _:
            return block


def _in_words(block: Block) -> Block:
    match block:
        case str() | Picture() | Document():
            return block
        case Section(button=button):
            return block._replace(button=button._replace(emoji=""))
        case Select(options=options):
            return block._replace(options=tuple([option._replace(emoji="") for option in options]))
        case _:
            return tuple([button._replace(emoji="") for button in block])


FILES: Final = (Picture, Document)
ROW: Final = 5
"""Buttons in a row, at most."""
LABEL: Final = 80
"""Characters of a button's label, at most."""

FELT_ACCENT: Final = 0x2E7D4F
TURN_ACCENT: Final = 0xE0A526
OVER_ACCENT: Final = 0x5B6ABF
CLOSED_ACCENT: Final = 0x80848E


def in_rows(buttons: Iterable[Button], width: int = ROW) -> list[tuple[Button, ...]]:
    """Return `buttons` in rows of `width`."""
    every = tuple(buttons)
    return [every[start : start + width] for start in range(0, len(every), width)]


def lines(*parts: str) -> str:
    """Return the parts that are not empty as one text, a line each."""
    return "\n".join(part for part in parts if part)


def together(*blocks: Block) -> tuple[Block, ...]:
    """Return blocks with texts that follow each other as one: there is room between blocks."""
    joined: list[Block] = []
    for block in blocks:
        if isinstance(block, str) and joined and isinstance(joined[-1], str):
            joined[-1] = lines(joined[-1], block)
        else:
            joined.append(block)
    return tuple(joined)


_PRESS: Final = re.compile(r"t:([0-9a-f]{8}):([0-9]{1,9}):([a-z-]{1,16})(?::(.{0,60}))?")


class Press(NamedTuple):
    """What a button of a table asks for."""

    table: str
    number: int
    verb: str
    notation: str = ""

    def __str__(self) -> str:
        notation = f":{self.notation}" if self.notation else ""
        return f"t:{self.table}:{self.number}:{self.verb}{notation}"

    @classmethod
    def parse(cls, custom_id: str) -> Self | None:
        """Return the press that an id stands for, None if it is not of that form."""
        found = _PRESS.fullmatch(custom_id)
        if found is None:
            return None
        table, number, verb, notation = found.groups()
        return cls(table, int(number), verb, notation or "")
