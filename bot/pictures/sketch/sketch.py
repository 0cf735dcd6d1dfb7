"""A picture as plain data: its items, from back to front, of which `bot/painting/paint.py` makes pixels.

Places are pixels from the upper left corner. Everybody who gets the picture sees all of a sketch, so it is
made from public state; its name is a hash of it, and its description says the same in words.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from bot.pictures.decks import Deck
from bot.pictures.sketch.fonts import Font
from bot.pictures.sketch.fonts import width as width_of
from engine.cards import Card, Suit

WIDTH: Final = 680
"""Pixels; a phone shows a picture at about half of that."""
HEIGHT: Final = 560
"""Pixels of a table; sheets are as high as their rows."""
LEFT, MIDDLE, RIGHT = "l", "m", "r"


class CardAt(NamedTuple):
    """A card with its upper left corner at (x, y); `ring` puts the gold ring round it.

    `turn` is in degrees anticlockwise, about its middle. `numbers` stand on it besides its rank.
    """

    x: int
    y: int
    width: int
    card: Card
    deck: Deck
    ring: bool = False
    turn: int = 0
    numbers: tuple[int, int, int] | None = None


class TileAt(NamedTuple):
    """A card as a small square tile with its upper left corner at (x, y)."""

    x: int
    y: int
    size: int
    card: Card
    deck: Deck


class Text(NamedTuple):
    """A text with its baseline at y; `x` is its left end, middle or right end.

    `who` is the seat that it names; on a leaderboard it is the member's id.
    """

    x: int
    y: int
    text: str
    font: Font
    size: int
    colour: str
    at: str = LEFT
    who: int | None = None


class Box(NamedTuple):
    """A rectangle with round corners; an outline of `line` pixels lies inside, dashed or solid."""

    x: int
    y: int
    width: int
    height: int
    radius: int
    fill: str | None
    outline: str | None = None
    line: int = 0
    dashed: bool = False


class Icon(NamedTuple):
    """A sign from `decks/tiles/icons.py` by name, `size` pixels wide, upper left corner at (x, y).

    Without a `colour` it has its own; `suit` is for signs that show one.
    """

    x: int
    y: int
    size: int
    name: str
    colour: str | None = None
    suit: Suit | None = None


class Stroke(NamedTuple):
    """A line through `points`, counted from (x, y), some pixels thick, with round corners."""

    x: int
    y: int
    points: tuple[tuple[int, int], ...]
    thick: int
    colour: str


Item = CardAt | TileAt | Text | Box | Icon | Stroke


@lru_cache(4096, typed=True)
def _as_text(item: Item) -> str:
    """Return an item as a text: the next picture of a table has nearly all items of the one before."""
    return repr(item)


@dataclass(frozen=True)
class Sketch:
    """A picture on the felt of a game; `alt` is its description, at most 1024 characters.

    A `calm` felt has no lioness: behind big text she would only be in the way.
    """

    game: str
    deck: Deck
    items: tuple[Item, ...]
    alt: str
    height: int = HEIGHT
    calm: bool = False

    @cached_property
    def name(self) -> str:
        """Return the name of the picture's file: a hash of everything drawn."""
        items = ", ".join(map(_as_text, self.items))
        drawn = f"({self.game!r}, {self.deck!r}, {WIDTH}, {self.height}, {self.calm}, ({items}))"
        return hashlib.sha256(drawn.encode()).hexdigest()[:24] + ".png"

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return all cards in sight, as faces or tiles, in the order in which they are drawn."""
        return tuple(item.card for item in self.items if isinstance(item, CardAt | TileAt))

    @property
    def texts(self) -> tuple[Text, ...]:
        """Return all texts, in the order in which they are drawn."""
        return tuple(item for item in self.items if isinstance(item, Text))


def right_of(text: Text) -> int:
    """Return the right end of a text that begins at its `x`."""
    return text.x + width_of(text.text, text.font, text.size)


def flat(*parts: Item | Iterable[Item] | None) -> tuple[Item, ...]:
    """Return items and groups of items as one row, without None."""
    found: list[Item] = []
    for part in parts:
        if part is None:
            continue
        if isinstance(part, CardAt | TileAt | Text | Box | Icon | Stroke):
            found.append(part)
        else:
            found.extend(part)
    return tuple(found)
