"""A message as plain data: texts, files, rows of buttons, selects.

The id of a button or select names its table, the number of the state it was drawn for, its verb and, for an
action, the notation: `t:<table>:<number>:<verb>[:<notation>]`. The number is the length of the log when the
question was asked, so that no press from an older state can play; where options are agreed to it stands for
those. It is 0 where the state does not matter: Discord refuses a press whose id its message no
longer has, and a press that comes just as its message is drawn again is to be served all the same.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final, NamedTuple, Self

from bot.pictures.sketch.sketch import Sketch


class ButtonStyle(Enum):
    """The weight of a button."""

    PLAIN = auto()
    MAIN = auto()
    GOOD = auto()
    DANGER = auto()


class Button(NamedTuple):
    """One button; `id` comes back when it is pressed.

    `label` says all of it in words. An `emoji` (Discord's mark for one) is shown in its place, with the words
    `beside` it that the emoji does not say.

    Buttons and presses are named tuples: a play draws sixty, and a frozen dataclass takes twice as long.
    """

    label: str
    id: str
    style: ButtonStyle = ButtonStyle.PLAIN
    disabled: bool = False
    emoji: str = ""
    beside: str = ""


class Option(NamedTuple):
    """One entry of a select; `value` comes back when it is chosen. A `marked` entry is chosen already.

    An `emoji` stands before the label, which every entry has.
    """

    label: str
    value: str
    marked: bool = False
    emoji: str = ""


class Select(NamedTuple):
    """A list to choose `least` to `most` entries from; `id` comes back with the values chosen."""

    id: str
    options: tuple[Option, ...]
    hint: str
    least: int = 1
    most: int = 1


class ChannelSelect(NamedTuple):
    """A list of the server's channels for texts and of its threads; `id` comes back with the one chosen.

    `chosen` is the channel chosen already, None without one.
    """

    id: str
    hint: str
    chosen: int | None = None


class Section(NamedTuple):
    """A text with one button beside it, such as the captures of a card, and *Take*."""

    text: str
    button: Button


class Form(NamedTuple):
    """A dialog with one line to fill in, of at most `most` characters; `id` comes back with it."""

    id: str
    title: str
    label: str
    hint: str
    most: int


Answers = tuple[Button, ...] | Select | Section
"""A row of at most five buttons; a select, which fills a row; or a text with its button."""


class Picture(NamedTuple):
    """An image among the texts; `alt` describes it in at most `ALT` characters.

    A message that has a picture of this name keeps it, so the name must change with the image. It has only
    letters, digits and `-_.`: with other characters Discord would give it another name. `data` is the file,
    or the sketch, which is painted if the message does not have it yet. `words` take its place where it
    cannot be shown. `scene` names the thing that it shows, if an older picture of that may stand in for it.
    """

    name: str
    data: bytes | Sketch
    alt: str
    words: str = ""
    scene: str = ""

    @classmethod
    def of(cls, sketch: Sketch) -> Self:
        """Return the picture of a sketch, which is painted when it is sent."""
        return cls(sketch.name, sketch, sketch.alt)


class Document(NamedTuple):
    """A file to be saved, with a name like a picture's."""

    name: str
    data: bytes


File = Picture | Document
Block = str | Answers | ChannelSelect | File


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
        """Return the panel with words in place of its pictures, or itself without any."""
        if not any(isinstance(block, Picture) for block in self.blocks):
            return self
        worded = [block.words if isinstance(block, Picture) else block for block in self.blocks]
        return replace(self, blocks=tuple([block for block in worded if block]))

    def without_tiles(self) -> Self:
        """Return the panel with words alone on buttons and in lists, or itself if they have no emoji."""
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
        case str() | Picture() | Document() | Select() | ChannelSelect():
            return ()
        case Section(button=button):
            return (button,)
        case _:
            return block


def _in_words(block: Block) -> Block:
    match block:
        case str() | Picture() | Document() | ChannelSelect():
            return block
        case Section(button=button):
            return block._replace(button=button._replace(emoji=""))
        case Select(options=options):
            return block._replace(options=tuple([option._replace(emoji="") for option in options]))
        case _:
            return tuple([button._replace(emoji="") for button in block])


FILES: Final = (Picture, Document)
ROW: Final = 5
"""The most buttons of a row."""
LABEL: Final = 80
"""The most characters of a button's label."""

FELT_ACCENT: Final = 0x2E7D4F
TURN_ACCENT: Final = 0xE0A526
OVER_ACCENT: Final = 0x5B6ABF
CLOSED_ACCENT: Final = 0x80848E


def in_rows(buttons: Iterable[Button], width: int = ROW) -> list[tuple[Button, ...]]:
    """Return `buttons` in rows of `width`."""
    every = tuple(buttons)
    return [every[start : start + width] for start in range(0, len(every), width)]


def lines(*parts: str) -> str:
    """Return the parts that are not empty as one text, each on a line."""
    return "\n".join(part for part in parts if part)


def together(*blocks: Block) -> tuple[Block, ...]:
    """Return blocks with adjacent texts joined, as Discord leaves a gap between blocks."""
    joined: list[Block] = []
    for block in blocks:
        if isinstance(block, str) and joined and isinstance(joined[-1], str):
            joined[-1] = lines(joined[-1], block)
        else:
            joined.append(block)
    return tuple(joined)


_PRESS: Final = re.compile(r"t:([0-9a-f]{8}):([0-9]{1,9}):([a-z-]{1,16})(?::(.{0,60}))?")


class Press(NamedTuple):
    """The request of a button of a table, as its id has it."""

    table: str
    number: int
    verb: str
    notation: str = ""

    def __str__(self) -> str:
        notation = f":{self.notation}" if self.notation else ""
        return f"t:{self.table}:{self.number}:{self.verb}{notation}"

    @classmethod
    def parse(cls, custom_id: str) -> Self | None:
        """Return the press of an id, None if it does not have that form."""
        found = _PRESS.fullmatch(custom_id)
        if found is None:
            return None
        table, number, verb, notation = found.groups()
        return cls(table, int(number), verb, notation or "")
