"""Sheets of all decks, to look at after a change: `python -m bot.painting.sheets FOLDER` draws them."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from bot.painting.predrawn import CACHE
from bot.painting.raster import Sprites
from bot.pictures.decks import ICONS, Deck, deck_back, emoji_svgs, face, icon, tile
from bot.pictures.decks.base import palette
from bot.pictures.decks.base.drawing import rect, svg
from bot.pictures.decks.base.ornaments import emblem
from bot.pictures.decks.tiles.naming import cards_of
from bot.pictures.sketch.fonts import _FOLDER
from engine.cards import FRENCH_DECK, MINIONS, Suit, card

BUTTONS: Final[Mapping[str, tuple[str, Sequence[str]]]] = MappingProxyType(
    {
        "dark": ("#313338", ("#5865f2", "#248046", "#4e5058")),
        "light": ("#ffffff", ("#5865f2", "#248046", "#d9d9dc")),
    }
)
"""Ground and buttons (blue, green, grey) of Discord's dark and light clients."""

_FELT: Final = palette.FELTS["cicera"].ground
SAMPLE: Final = tuple(card(text) for text in ("7S", "TH", "QD", "KC", "AS", "JH", "2D", "9C"))
SUIT_PAIRS: Final = tuple(card(f"{rank}{suit}") for rank in "7KA" for suit in "SCHD")

SIGHTS: Final[Mapping[str, NDArray[np.float64]]] = MappingProxyType(
    {
        "full colour": np.eye(3),
        "deuteranopia": np.array(
            (
                (0.367322, 0.860646, -0.227968),
                (0.280085, 0.672501, 0.047413),
                (-0.011820, 0.042940, 0.968881),
            )
        ),
        "protanopia": np.array(
            (
                (0.152286, 1.052583, -0.204868),
                (0.114503, 0.786281, 0.099216),
                (-0.003882, -0.048116, 1.051998),
            )
        ),
        "tritanopia": np.array(
            (
                (1.255528, -0.076749, -0.178779),
                (-0.078411, 0.930809, 0.147602),
                (0.004733, 0.691367, 0.303900),
            )
        ),
        "grey": np.array(((0.2126, 0.7152, 0.0722),) * 3),
    }
)
"""By name, from linear RGB to linear RGB: as seen with colour blindness, severity 1.0, or in Rec. 709 grey.

The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of
Color Vision Deficiency" (IEEE TVCG 15, 2009).
"""

_Row = Sequence[Image.Image]
_sprites: Final = Sprites(CACHE)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FOLDER / "Inter-SemiBold.otf", size)


def _stack(rows: Sequence[_Row], ground: str, gap: int) -> Image.Image:
    width = max(sum(image.width + gap for image in row) for row in rows) + gap
    sheet = Image.new("RGB", (width, sum(row[0].height + gap for row in rows) + gap), ground)
    y = gap
    for row in rows:
        x = gap
        for image in row:
            sheet.paste(image, (x, y), image if image.mode == "RGBA" else None)
            x += image.width + gap
        y += row[0].height + gap
    return sheet


def _label(text: str, ground: str) -> Image.Image:
    colour = palette.INK if ground == palette.WHITE else palette.WHITE
    label = Image.new("RGB", (int(_font(18).getlength(text)) + 8, 26), ground)
    ImageDraw.Draw(label).text((2, 2), text, colour, _font(18))
    return label


def _button(picture: Image.Image, colour: str, height: int) -> Image.Image:
    button = Image.new("RGBA", (round(height * 1.75), height))
    ImageDraw.Draw(button).rounded_rectangle((0, 0, button.width - 1, height - 1), height // 4, colour)
    place = ((button.width - picture.width) // 2, (height - picture.height) // 2)
    button.alpha_composite(picture, place)
    return button


def _faces(deck: Deck, width: int = 240) -> Image.Image:
    """Return every card of `deck` and its back, each `width` pixels wide."""
    by_suit = [[c for c in FRENCH_DECK if c.suit is suit] for suit in Suit]
    rows = [[_sprites.image(face(deck, c), width) for c in row] for row in by_suit]
    rows[0].append(_sprites.image(deck_back(deck), width))
    if deck is Deck.CIVIL:
        rows[1:3] = [
            [*row, _sprites.image(face(deck, c), width)] for row, c in zip(rows[1:3], MINIONS, strict=True)
        ]
    return _stack(rows, _FELT, max(4, width // 20))


def small_faces() -> Image.Image:
    """Return every card of every deck 44 pixels wide."""
    rows = [
        [_sprites.image(face(deck, c), 44) for c in half]
        for deck in Deck
        for half in (cards_of(deck)[:26], cards_of(deck)[26:])
    ]
    return _stack(rows, _FELT, 4)


def sizes() -> Image.Image:
    """Return some cards of every deck at the widths that pictures use."""
    shown = [card(text) for text in ("KS", "QH", "TD", "AC")]
    rows = [
        [_sprites.image(face(deck, c), width) for width in (240, 132, 102, 84, 44) for c in shown]
        for deck in Deck
    ]
    return _stack(rows, _FELT, 8)


def tile_sheet() -> Image.Image:
    """Return every emoji at 40 pixels, then tiles on the buttons of both clients at 20 and 40 pixels."""
    ground = BUTTONS["dark"][0]
    every = [_sprites.image(svg, 40) for svg in emoji_svgs().values()]
    sheet = [_stack([every[i : i + 26] for i in range(0, len(every), 26)], ground, 5)]
    for client, (ground, colours) in BUTTONS.items():
        rows: list[_Row] = [[_label(f"{client} client: 20 px, and as a phone shows it", ground)]]
        for deck in Deck:
            for size, height, shown in ((20, 32, SAMPLE[:6]), (40, 64, SAMPLE[:3])):
                pictures = [_sprites.image(tile(deck, c), size) for c in shown]
                rows.append([_button(picture, colour, height) for colour in colours for picture in pictures])
        sheet.append(_stack(rows, ground, 6))
    return _stack([[part] for part in sheet], BUTTONS["dark"][0], 0)


def sights() -> Image.Image:
    """Return tiles of every deck as seen with each kind of colour blindness, and in grey."""
    ground = BUTTONS["dark"][0]
    rows: list[_Row] = []
    for deck in Deck:
        large = [_sprites.image(tile(deck, c), 40) for c in SUIT_PAIRS]
        small = [_sprites.image(tile(deck, c), 20) for c in SUIT_PAIRS]
        rows.append([*large, *small])
    plain = _stack(rows, ground, 6)
    return _stack(
        [[part] for name in SIGHTS for part in (_label(name, ground), seen(plain, name))], ground, 6
    )


def seen(image: Image.Image, sight: str) -> Image.Image:
    """Return `image`, which is RGB, as seen with one of `SIGHTS`."""
    value = np.asarray(image, dtype=np.float64) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    changed = np.clip(linear @ SIGHTS[sight].T, 0, 1)
    back = np.where(changed <= 0.0031308, changed * 12.92, 1.055 * changed ** (1 / 2.4) - 0.055)
    return Image.fromarray((back * 255 + 0.5).astype(np.uint8))


def signs() -> Image.Image:
    """Return every sign of `ICONS` at 96, 48 and 24 pixels."""
    return _stack(
        [[_sprites.image(icon(name), size) for name in ICONS] for size in (96, 48, 24)],
        palette.FELTS["civil-suits"].strip,
        10,
    )


def avatar() -> Image.Image:
    """Return the emblem as the bot's avatar in Discord, which cuts a circle out of it."""
    drawing = svg(100, 100, rect(0, 0, 100, 100, palette.NIGHT) + emblem(50, 50, 48))
    return _sprites.image(drawing, 512)


SHEETS: Final[Mapping[str, Callable[[], Image.Image]]] = MappingProxyType(
    {
        **{deck.value: partial(_faces, deck) for deck in Deck},
        "44-px": small_faces,
        "sizes": sizes,
        "tiles": tile_sheet,
        "sights": sights,
        "signs": signs,
        "avatar": avatar,
    }
)
"""Sheets by file name, without its ending."""


def _write(folder: Path) -> Iterator[Path]:
    """Draw all sheets into `folder` and yield the path of each; OSError if it cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, sheet in SHEETS.items():
        path = folder / f"{name}.png"
        sheet().save(path)
        yield path


def main(arguments: list[str]) -> int:
    """Return 0 when the sheets are written, 2 when no folder is named."""
    if len(arguments) != 1:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    for path in _write(Path(arguments[0])):
        sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
