"""A clip as plain data: pictures of one game that follow each other, of which `bot/painting/` makes a GIF."""

import hashlib
from dataclasses import replace
from typing import NamedTuple

from bot.pictures.sketch.sketch import Sketch


class Clip(NamedTuple):
    """The pictures of a clip in order, of one game and deck; `alt` describes all of them as `Sketch` does."""

    frames: tuple[Sketch, ...]
    alt: str

    @property
    def name(self) -> str:
        """Return the name of the clip's file: a hash of everything drawn."""
        drawn = " ".join(frame.name for frame in self.frames)
        return hashlib.sha256(drawn.encode()).hexdigest()[:24] + ".gif"

    @property
    def even(self) -> tuple[Sketch, ...]:
        """Return the pictures with the height of the tallest, as all of a GIF's have one size."""
        height = max(frame.height for frame in self.frames)
        return tuple(replace(frame, height=height) for frame in self.frames)
