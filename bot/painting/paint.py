"""From a sketch to a PNG: felt, cards, tiles, texts and boxes pasted one over the other.

Everything that is pasted is made once and kept: cards and signs as sprites, boxes and texts as stamps for any
colour. A picture has the 128 colours of its game's palette, which keeps it near 35 KB.
"""

import io
import zlib
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from bot.caches import Cache
from bot.painting.colours import colours
from bot.painting.felt import felt
from bot.painting.raster import Sprites
from bot.pictures.decks import SIZES, Deck, face, icon, tile
from bot.pictures.decks.base import palette
from bot.pictures.sketch.fonts import Font, loaded
from bot.pictures.sketch.sketch import (
    LEFT,
    RIGHT,
    WIDTH,
    Box,
    CardAt,
    Icon,
    Item,
    Sketch,
    Stroke,
    Text,
    TileAt,
)

_DECK: Final = 450_000
"""Bytes of the cards of a deck in one width, packed."""
_WIDTHS: Final = 24
"""Widths in use at most: of four decks in three games, where few cards lie and where many do."""
_CARDS: Final = _DECK * _WIDTHS
"""Bytes of cards and tiles that are kept; they fill it only where every deck is in use."""
SPRITES: Final = 4_000_000
"""Bytes of signs that are kept; the rays behind an end take 2,300,000."""
STAMPS: Final = 2_000_000
"""Bytes of boxes and texts that are kept."""
_FELTS: Final = 5_000_000
"""Bytes of felts that are kept; a table's takes 380,000, and low ones of all games 3,000,000."""
SHADOW: Final = (3, 4)
"""Pixels by which a card's shadow falls to the right and down."""
RING: Final = 6
"""Pixels of the gold ring."""
COMPRESSION: Final = 5
"""The level of PNG's compression: a higher one takes twice the time for a tenth of the size."""
FINE: Final = 4
"""The factor by which boxes are drawn larger, for smooth corners."""
_TURNED: Final = 2
"""The factor by which cards are larger while they are turned, for smooth edges."""
_Area = tuple[int, int, int, int]
"""Left, top, right, bottom."""
NOWHERE: Final[_Area] = (0, 0, 0, 0)


class Stamp:
    """A shape that puts an image or a colour on a picture; `mask` is white where it shows.

    Its solid part goes on as it is, and only the rest through a mask, which takes ten times as long. The
    image is kept packed, in a tenth of the memory: to unpack it takes a tenth of the time of cutting it anew.
    """

    def __init__(self, mask: Image.Image, image: Image.Image | None = None) -> None:
        self.width, self.height = mask.size
        self._packed = b"" if image is None else zlib.compress(image.tobytes())
        self._solid = _solid(mask)
        self._soft = [(area, mask.crop(area)) for area in _beside(self._solid, mask.getbbox() or NOWHERE)]

    @classmethod
    def of(cls, image: Image.Image) -> "Stamp":
        """Return the stamp of an RGBA image."""
        return cls(image.getchannel("A"), image.convert("RGB"))

    @property
    def bytes(self) -> int:
        """Return its bytes of memory."""
        masks = sum(mask.width * mask.height for _, mask in self._soft)
        return masks + len(self._packed)

    def put(self, picture: Image.Image, x: int, y: int, colour: str = "") -> None:
        """Put the stamp's image on a picture, or its shape in a `colour`."""
        image = None if colour else self._image()
        left, top, right, bottom = self._solid
        if right > left and bottom > top:
            solid = (x + left, y + top, x + right, y + bottom)
            picture.paste(colour if image is None else image.crop(self._solid), solid)
        for area, mask in self._soft:
            at = (x + area[0], y + area[1])
            picture.paste(colour if image is None else image.crop(area), at, mask)

    def _image(self) -> Image.Image:
        pixels = zlib.decompress(self._packed, bufsize=3 * self.width * self.height)
        return Image.frombytes("RGB", (self.width, self.height), pixels)


def _solid(mask: Image.Image) -> _Area:
    """Return the largest area from edge to edge in which a mask is white."""
    columns, rows = ImageChops.invert(mask).getprojection()
    (left, right), (top, bottom) = _longest(columns), _longest(rows)
    if (bottom - top) * mask.width >= (right - left) * mask.height:
        return 0, top, mask.width, bottom
    return left, 0, right, mask.height


def _longest(marks: Sequence[int]) -> tuple[int, int]:
    """Return the begin and the end of the longest run of zeros."""
    best, begins = (0, 0), 0
    for place, mark in enumerate((*marks, 1)):
        if mark:
            best = max(best, (begins, place), key=lambda run: run[1] - run[0])
            begins = place + 1
    return best


def _beside(solid: _Area, whole: _Area) -> list[_Area]:
    """Return the areas of `whole` above and below, or left and right of its `solid` part."""
    left, top, right, bottom = solid
    if right <= left or bottom <= top:
        parts = [whole]
    elif left > whole[0] or right < whole[2]:
        parts = [(whole[0], whole[1], left, whole[3]), (right, whole[1], whole[2], whole[3])]
    else:
        parts = [(whole[0], whole[1], whole[2], top), (whole[0], bottom, whole[2], whole[3])]
    return [part for part in parts if part[2] > part[0] and part[3] > part[1]]


def _bytes(image: Image.Image | Stamp) -> int:
    """Return the bytes of memory of a stamp, or of an image in a palette's or in all colours."""
    return image.bytes if isinstance(image, Stamp) else len(image.getbands()) * image.width * image.height


class Painter:
    """Paints sketches one at a time; two threads must not use it at once."""

    def __init__(self, sprites: Sprites) -> None:
        self.sprites = sprites
        self._sprites: Cache[Image.Image] = Cache(SPRITES, _bytes)
        self._cards: Cache[Stamp] = Cache(_CARDS, _bytes)
        self._stamps: Cache[Stamp] = Cache(STAMPS, _bytes)
        self._felts: Cache[Image.Image] = Cache(_FELTS, _bytes)
        self._colours: dict[tuple[str, Deck], Image.Image] = {}

    def png(self, sketch: Sketch) -> bytes:
        """Return the picture of a sketch."""
        made = io.BytesIO()
        self.coloured(sketch).save(made, "PNG", compress_level=COMPRESSION)
        return made.getvalue()

    def coloured(self, sketch: Sketch) -> Image.Image:
        """Return the picture of a sketch in the palette of its game."""
        known = self._colours.get((sketch.game, sketch.deck))
        if known is None:
            known = self._colours[sketch.game, sketch.deck] = colours(sketch.game, sketch.deck)
        return self.drawn(sketch).quantize(palette=known, dither=Image.Dither.NONE)

    def drawn(self, sketch: Sketch) -> Image.Image:
        """Return the picture of a sketch in true colours."""
        size = (sketch.game, WIDTH, sketch.height)
        key = (*size, sketch.calm)
        # The few colours of a felt fit a palette, which takes a quarter of the memory.
        ground = self._felts.made(key, lambda: felt(self.sprites, *size, calm=sketch.calm).quantize())
        picture = ground.convert("RGB")
        shadow = palette.felt_of(sketch.game).track
        for item in sketch.items:
            self._paste(picture, item, shadow)
        return picture

    def _paste(self, picture: Image.Image, item: Item, shadow: str) -> None:
        match item:
            case CardAt():
                self._card(picture, item, shadow)
            case TileAt():
                key = ("tile", item.deck, item.card, item.size)
                small = self._cards.made(
                    key, lambda: Stamp.of(self.sprites.image(tile(item.deck, item.card), item.size))
                )
                small.put(picture, item.x, item.y)
            case Icon():
                sign = ("icon", item.name, item.colour, item.suit, item.size)
                sprite = self._sprites.made(sign, lambda: self.sprites.image(_sign(item), item.size))
                picture.paste(sprite, (item.x, item.y), sprite)
            case Text():
                self._text(picture, item)
            case Box():
                self._box(picture, item)
            case Stroke():
                picture.paste(item.colour, (item.x - item.thick, item.y - item.thick), _stroke(item))

    def _card(self, picture: Image.Image, item: CardAt, shadow: str) -> None:
        wide, high = SIZES[item.deck]
        height, radius = round(item.width * high / wide), round(item.width * 18 / 240)
        right, down = SHADOW
        if item.ring:
            ring = self._rounded(item.width + 2 * RING, height + 2 * RING, radius + RING)
            ring.put(picture, item.x - RING + right, item.y - RING + down, shadow)
            ring.put(picture, item.x - RING, item.y - RING, palette.GOLD)
        key = ("card", item.deck, item.card, item.numbers, item.width, item.turn)
        stamp = self._cards.made(key, lambda: Stamp.of(self._face(item)))
        # A turned card is larger than the card, and stands about the same middle.
        x, y = item.x - (stamp.width - item.width) // 2, item.y - (stamp.height - height) // 2
        if not item.ring:
            stamp.put(picture, x + right, y + down, shadow)
        stamp.put(picture, x, y)

    def _face(self, item: CardAt) -> Image.Image:
        svg = face(item.deck, item.card, item.numbers)
        if not item.turn:
            return self.sprites.image(svg, item.width)
        # Turning takes 5 ms; such cards are few, and stay where they are for a whole game.
        large = self.sprites.image(svg, item.width * _TURNED)
        return large.rotate(item.turn, Image.Resampling.BICUBIC, expand=True).reduce(_TURNED)

    def _text(self, picture: Image.Image, item: Text) -> None:
        if not item.text:
            return
        key = ("text", item.text, item.font, item.size)
        stamp = self._stamps.made(key, lambda: Stamp(_written(item.text, item.font, item.size)))
        wide = stamp.width - 2 * item.size
        x = item.x if item.at == LEFT else item.x - wide if item.at == RIGHT else item.x - wide // 2
        stamp.put(picture, x - item.size, item.y - round(1.5 * item.size), item.colour)

    def _box(self, picture: Image.Image, item: Box) -> None:
        x, y, wide, high, line = item.x, item.y, item.width, item.height, item.line
        if wide <= 0 or high <= 0:
            return
        if item.dashed and item.outline:
            svg = _dashes(wide, high, item.radius, line, item.outline)
            sprite = self._sprites.made(("dashed", svg), lambda: self.sprites.exact(svg, wide))
            if item.fill is not None:
                self._rounded(wide, high, item.radius).put(picture, x, y, item.fill)
            picture.paste(sprite, (x, y), sprite)
        elif item.outline is not None and line and item.fill is None:
            key = ("frame", wide, high, item.radius, line)
            frame = self._stamps.made(key, lambda: Stamp(_frame(wide, high, item.radius, line)))
            frame.put(picture, x, y, item.outline)
        elif item.outline is not None and line and item.fill is not None:
            self._rounded(wide, high, item.radius).put(picture, x, y, item.outline)
            inner = self._rounded(wide - 2 * line, high - 2 * line, max(0, item.radius - line))
            inner.put(picture, x + line, y + line, item.fill)
        elif item.fill is not None:
            self._rounded(wide, high, item.radius).put(picture, x, y, item.fill)

    def _rounded(self, width: int, height: int, radius: int) -> Stamp:
        key = ("box", width, height, radius)
        return self._stamps.made(key, lambda: Stamp(_rounded(width, height, radius)))


def _sign(item: Icon) -> str:
    options = {"colour": item.colour, "suit": item.suit}
    return icon(item.name, **{name: value for name, value in options.items() if value is not None})


def _rounded(width: int, height: int, radius: int, inset: int = 0) -> Image.Image:
    """Return the mask of a rectangle with round corners, smaller by `inset` on each side."""
    mask = Image.new("L", (width * FINE, height * FINE))
    box = (inset * FINE, inset * FINE, (width - inset) * FINE - 1, (height - inset) * FINE - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, max(0, radius - inset) * FINE, fill=255)
    return mask.reduce(FINE)


def _stroke(item: Stroke) -> Image.Image:
    """Return the mask of a line, with its thickness of room above and on the left."""
    wide, high = (max(values) + 2 * item.thick for values in zip(*item.points, strict=True))
    mask = Image.new("L", (wide * FINE, high * FINE))
    drawn, radius = ImageDraw.Draw(mask), FINE * item.thick / 2
    places = [((x + item.thick) * FINE, (y + item.thick) * FINE) for x, y in item.points]
    drawn.line(places, 255, FINE * item.thick)
    for x, y in places:
        drawn.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
    return mask.reduce(FINE)


def _frame(width: int, height: int, radius: int, line: int) -> Image.Image:
    """Return the mask of a rectangle's outline."""
    mask = _rounded(width, height, radius)
    mask.paste(0, (0, 0), _rounded(width, height, radius, line))
    return mask


def _dashes(width: int, height: int, radius: int, line: int, colour: str) -> str:
    half = line / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect x="{half}" y="{half}" width="{width - line}" height="{height - line}" rx="{radius}" '
        f'fill="none" stroke="{colour}" stroke-width="{line}" stroke-dasharray="{4 * line} {3 * line}"/>'
        "</svg>"
    )


def _written(text: str, font: Font, size: int) -> Image.Image:
    """Return the mask of a text with its baseline at 1.5 sizes, and one size of room at each side."""
    face = loaded(font, size)
    mask = Image.new("L", (round(face.getlength(text)) + 2 * size, 2 * size))
    ImageDraw.Draw(mask).text((size, round(1.5 * size)), text, 255, face, anchor="ls")
    return mask
