"""The tiles of cards that Discord has for this application, and the drawings they are made from.

A deck is shown with tiles once all of its cards are there; until then, and for an application without any,
cards are written.
"""

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.locale import Words
from bot.painting.raster import png
from bot.pictures.decks import EMOJI_NAMES, SIGNS, Deck, emoji_svgs
from engine.cards import Card

SIZE: Final = 128
"""Pixels of a tile, in width and height."""

_NONE: Final[Mapping[Card, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Art:
    """The art of tiles: the SVG of each by its name, and the PNG of an SVG, `SIZE` pixels wide.

    Both are called in a thread.
    """

    drawings: Callable[[], Mapping[str, str]] = emoji_svgs
    png: Callable[[str], bytes] = lambda svg: png(svg, SIZE)


ART: Final = Art()
"""The art of the bot's own tiles."""


def drawing_digest(svg: str) -> str:
    """Return a digest of the picture of an SVG, 64 letters and digits that no other has."""
    return hashlib.sha256(f"{SIZE} {svg}".encode()).hexdigest()


def _mark(name: str, emoji_id: int) -> str:
    """Return the mark of an emoji in a message."""
    return f"<:{name}:{emoji_id}>"


class Tiles:
    """The tiles that can be used, and the words with them."""

    def __init__(self) -> None:
        self.doubted = asyncio.Event()
        """Set after Discord has refused a message for a tile, until the tiles are looked up again."""
        self.ids: Mapping[str, int] = MappingProxyType({})
        """The ids of the application's emoji, by name."""
        self._decks: dict[Deck, Mapping[Card, str]] = {}
        self._dressed: dict[tuple[Words, Deck], Words] = {}

    def know(self, ids: Mapping[str, int]) -> None:
        """Set the ids of the application's emoji, by name."""
        if ids != self.ids:
            self.ids = MappingProxyType(dict(ids))
            self._decks.clear()
            self._dressed.clear()

    def doubt(self) -> None:
        """Use no tiles until they are looked up again: Discord has refused one."""
        self.know({})
        self.doubted.set()

    def of(self, deck: Deck) -> Mapping[Card, str]:
        """Return the marks of a deck's cards, none unless Discord has all of them."""
        found = self._decks.get(deck)
        if found is None:
            names = EMOJI_NAMES[deck]
            whole = self.ids.keys() >= set(names.values())
            found = {card: _mark(name, self.ids[name]) for card, name in names.items()} if whole else _NONE
            self._decks[deck] = found
        return found

    def icon(self, name: str) -> str:
        """Return the mark of a tile that is no card, empty without one."""
        return _mark(name, self.ids[name]) if name in self.ids else ""

    def _signs(self) -> Mapping[str, str]:
        """Return the marks of the tiles that are no cards, by name."""
        return {name: self.icon(name) for name in SIGNS if name in self.ids}

    def words(self, words: Words, deck: Deck) -> Words:
        """Return `words` with the tiles of a deck, or `words` without any if it has none."""
        tiles = self.of(deck)
        if not tiles:
            return words.plain
        key = (words.plain, deck)
        dressed = self._dressed.get(key)
        if dressed is None:
            dressed = self._dressed[key] = words.plain.with_tiles(tiles, self._signs())
        return dressed
