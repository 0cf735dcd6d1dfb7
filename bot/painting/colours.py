"""The 128 colours of a game's pictures: the named ones exactly, and the best others for its cards.

They are counted on a sheet of all cards and kept as pictures of 16 × 8, one for each game and deck:
`make palettes` counts them anew after a change to the drawings. Mapping a picture to them takes 1 ms.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image, ImageColor

from bot.painting.raster import Sprites
from bot.pictures.decks import Deck, face, own_deck, tile
from bot.pictures.decks.base import palette
from engine import GAMES

_FOLDER: Final = Path(__file__).parent / "palettes"
PALETTE_SIZE: Final = 128
_ROW: Final = 13
_CARD: Final = 60
"""Pixels of a card's width on the sheet that colours are counted on."""
EDGES: Final = 16
"""Pixels of height for the edges of texts."""


def colours(game: str, deck: Deck) -> Image.Image:
    """Return an image whose palette is that of a game with this deck."""
    with Image.open(_file(game, deck)) as file:
        file.load()
        return file.copy()


def _file(game: str, deck: Deck) -> Path:
    return _FOLDER / f"{game}-{deck}.png"


def pairs() -> Iterator[tuple[str, Deck]]:
    """Yield every game with each of its decks."""
    for game in palette.FELTS:
        if (own := own_deck(GAMES[game].DECK)) is not None:
            yield game, own
        else:
            yield from ((game, deck) for deck in (Deck.FRENCH, Deck.FOUR, Deck.ITALIAN))


def found(sprites: Sprites, game: str, deck: Deck) -> Image.Image:
    """Return the palette of a game with a deck, counted anew; it takes half a second."""
    exact = [ImageColor.getrgb(value)[:3] for value in _named(game)]
    more = _sheet(sprites, game, deck).quantize(
        PALETTE_SIZE - len(exact), Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE
    )
    chosen = [value for colour in exact for value in colour] + (more.getpalette() or [])
    made = Image.new("P", (16, PALETTE_SIZE // 16))
    made.putdata(range(PALETTE_SIZE))
    made.putpalette(chosen[: 3 * PALETTE_SIZE])
    return made


def _write(sprites: Sprites) -> None:
    """Write the palettes of all games anew."""
    for game, deck in pairs():
        found(sprites, game, deck).save(_file(game, deck), "PNG")


def _named(game: str) -> Iterator[str]:
    """Yield the named colours of a game's pictures, each once."""
    felt = palette.felt_of(game)
    named = [value for value in vars(palette).values() if isinstance(value, str) and value.startswith("#")]
    yield from dict.fromkeys(
        [felt.ground, felt.watermark, felt.track, felt.strip, felt.second, felt.accent, *named]
    )


def _sheet(sprites: Sprites, game: str, deck: Deck) -> Image.Image:
    """Return a game's cards on its felt, its tiles on a strip, and the soft edges of texts."""
    felt, cards = palette.felt_of(game), GAMES[game].DECK
    rows = -(-len(cards) // _ROW)
    sheet = Image.new("RGB", (_ROW * _CARD, rows * 3 * _CARD + EDGES), felt.ground)
    sheet.paste(felt.strip, (0, rows * 2 * _CARD, sheet.width, rows * 3 * _CARD))
    for number, card in enumerate(cards):
        column, row = number % _ROW, number // _ROW
        numbers = (5, 6, 7) if deck is Deck.CIVIL and card.text[0] in "AJQK" else None
        drawn = sprites.image(face(deck, card, numbers), _CARD - 6)
        sheet.paste(drawn, (column * _CARD, row * 2 * _CARD), drawn)
        small = sprites.image(tile(deck, card), _CARD - 18)
        sheet.paste(small, (column * _CARD, (2 * rows + row) * _CARD), small)
    for number, colour in enumerate(_edges(game)):
        x, y = 8 * number % sheet.width, rows * 3 * _CARD + 8 * (8 * number // sheet.width)
        sheet.paste(colour, (x, y, x + 8, y + 8))
    return sheet


def _edges(game: str) -> Iterator[tuple[int, ...]]:
    """Yield the mixtures of text colours and their grounds."""
    felt = palette.felt_of(game)
    light = (palette.WHITE, felt.second, palette.DISC, palette.DIAMOND, palette.NEAR, palette.LIGHT_PLATE)
    pairs = [(text, ground) for text in light for ground in (felt.ground, felt.strip, felt.track)]
    pairs += [(palette.INK, ground) for ground in (palette.LIGHT_PLATE, palette.DISC, palette.DIAMOND)]
    for text, ground in pairs:
        both = list(zip(ImageColor.getrgb(text), ImageColor.getrgb(ground), strict=True))
        for part in (1, 2, 3):
            yield tuple((one * part + other * (4 - part)) // 4 for one, other in both)


if __name__ == "__main__":
    _write(Sprites())
