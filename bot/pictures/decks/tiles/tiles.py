"""The tiles: a card as a small square for buttons and text, where a whole face could not be read.

A tile is an index on 128 × 128 units: the rank at the upper left, the sign of the suit at the lower right.
"""

from collections.abc import Mapping
from typing import Final

from bot.pictures.decks.base import palette, signs
from bot.pictures.decks.base.deck import MINION_TINT, TILE_COLOURS, TINTS, Deck
from bot.pictures.decks.base.drawing import TILE, group, on_grid, path, rect, svg
from bot.pictures.decks.base.glyphs import SANS, centred, glyph_text
from bot.pictures.decks.french.french import rank_letters
from bot.pictures.decks.french.pips import PIPS
from bot.pictures.decks.italian.italian import RANK_LETTERS
from bot.pictures.decks.tiles.icons import icon
from bot.pictures.decks.tiles.naming import EMOJI_NAMES, SIGNS
from engine.cards import Card

_SIGN: Final = (89, 87, 62)
"""Middle and size of the suit's sign."""
HALO: Final = 11
"""The width of the line that parts the sign from the rank."""
WIDEST: Final = 66
TEN: Final = 58
"""The greatest width of a rank and of a ten: the nought stays closed beside the widest sign."""


def _square(tint: str, colour: str, *parts: str) -> str:
    width, height = TILE
    frame = rect(2, 2, width - 4, height - 4, "none", 22, stroke=colour, stroke_width=4)
    return svg(width, height, rect(2, 2, width - 4, height - 4, tint, 22), *parts, frame)


def _minion(card: Card) -> str:
    x, y, size = _SIGN
    number = str(card.order - 51)
    place = (SANS, number, x, y + size / 2, size)
    halo = {"stroke": MINION_TINT, "stroke-width": str(100 * HALO / size), "stroke-linejoin": "round"}
    return _square(
        MINION_TINT,
        palette.MINION_SHADE,
        glyph_text(SANS, "M", 13, 77, 65, palette.MINION_SHADE, most=WIDEST),
        group("", centred(*place, MINION_TINT), **halo),
        centred(*place, palette.MINION_SHADE),
    )


def tile(deck: Deck, card: Card) -> str:
    """Return the tile of `card` as an SVG of 128 × 128; the Minions look the same in every deck."""
    if card.suit is None:
        return _minion(card)
    colour, tint = TILE_COLOURS[deck][card.suit], TINTS[deck][card.suit]
    italian = deck is Deck.ITALIAN
    rank = RANK_LETTERS[card.rank] if italian else rank_letters(card.rank)
    d = (signs.SILHOUETTES if italian else PIPS)[card.suit]
    x, y, size = _SIGN
    halo = path(d, tint, stroke=tint, stroke_width=100 * HALO / size, stroke_linejoin="round")
    return _square(
        tint,
        colour,
        glyph_text(SANS, rank, 13, 77, 65, colour, most=TEN if rank == "10" else WIDEST),
        on_grid(x, y, size, halo, path(d, colour, fill_rule="evenodd" if italian else "nonzero")),
    )


def emoji_svgs() -> Mapping[str, str]:
    """Return the SVG of each emoji of the bot by name: the tiles of all decks, and six signs."""
    tiles = {name: tile(deck, card) for deck, names in EMOJI_NAMES.items() for card, name in names.items()}
    return tiles | {name: icon(name) for name in SIGNS}
