"""The height of a replay on a phone, estimated, so that the less needed gives way where there is no room."""

import math
from collections.abc import Iterable
from typing import Final

from bot.blocks.blocks import Block, ChannelSelect, Document, Panel, Picture, Section, Select
from bot.panels.shared import story
from bot.panels.table import aloud
from bot.pictures.sketch.sketch import WIDTH, Sketch

MOST_HIGH: Final = 760
"""The height that a message should have at most, in CSS pixels, as is all that follows.

Of a phone's height as much is left for what stands in the message itself, with all hands open.
"""
_AROUND_PRIVATE: Final = 126
"""The height of everything around the blocks of a private message."""
_AROUND_PUBLIC: Final = 72
_GAP: Final = 8
_CONTROL: Final = 44
_TEXT: Final = 22
_SMALL: Final = 18.5
_TYPE: Final = {_TEXT: 16, _SMALL: 13}
"""The size of the type in a line of this height."""
_ACROSS: Final = 290
"""The width of a picture, and of a line."""
_PICTURE: Final = 300
"""The most height of a picture."""


def first_with_room(panels: Iterable[Panel], most: int, *, private: bool) -> Panel:
    """Return the first of some panels that is at most so high, or else the last."""
    for panel in panels:
        if _around(private=private) + sum(_high(block) + _GAP for block in panel.blocks if block) <= most:
            break
    return panel


def _around(*, private: bool) -> int:
    return _AROUND_PRIVATE if private else _AROUND_PUBLIC


def _high(block: Block) -> float:
    match block:
        case str():
            return sum(map(_line, block.splitlines()))
        case Picture(data=Sketch(height=height)):
            return min(_PICTURE, height * _ACROSS / WIDTH)
        case Select() | ChannelSelect() | Section() | Picture() | Document():
            return _CONTROL
        case _:
            # A sign is narrower than the word that it stands for.
            shown = [button._replace(label=button.emoji or button.label) for button in block]
            return _CONTROL * len(list(aloud.in_lines(shown)))


def _line(line: str) -> float:
    """Return the height of one line of a text, which may take several on a phone."""
    tall = _SMALL if line.startswith("-#") else _TEXT
    return tall * math.ceil(story.wide(line.lstrip("-# ")) / (_ACROSS / _TYPE[tall]))
