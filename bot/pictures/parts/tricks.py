"""The shared parts of the two trick games' pictures: headers, outlines, rows of tiles, sentences."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.locale import Words
from bot.pictures.decks import SIZES, Deck
from bot.pictures.decks.base import palette
from bot.pictures.decks.base.palette import Felt
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.names import Person
from bot.pictures.sketch.sketch import LEFT, MIDDLE, RIGHT, WIDTH, Box, CardAt, Icon, Item, Text, TileAt
from engine.cards import Card

NAME: Final = "\0"
"""Stands for a name in a sentence until the name is set in its own font."""
_TILE_GAP: Final = 2
"""Pixels between the tiles of a score sheet."""
_MANY_GAP: Final = 6
"""Pixels between them and the number of cards."""
SIDE: Final = 16
"""Pixels between the picture's edge and a text."""


class Letters(NamedTuple):
    """Sizes of titles, names (the first that fits), scores, labels, tiles, header and crowns."""

    title: int
    names: tuple[int, ...]
    score: int
    label: int
    tile: int
    header: int
    crown: int


LETTERS: Final = Letters(title=24, names=(26, 24, 22, 21), score=36, label=22, tile=40, header=47, crown=30)


def number_text(n: int) -> str:
    """Return a number with a minus sign as wide as a plus."""
    return str(n) if n >= 0 else f"−{-n}"


def signed(n: int) -> str:
    """Return a number with its sign, 0 without one."""
    return f"+{n}" if n > 0 else number_text(n)


def card_width(height: int, deck: Deck) -> int:
    """Return the width of a card of this height."""
    wide, high = SIZES[deck]
    return round(height * wide / high)


def header(
    title: str, hints: Sequence[str], felt: Felt, size: Letters, taken: int = 0, sign: str = ""
) -> tuple[Item, ...]:
    """Return the strip along the top: a title at the left, and the first of `hints` that has room.

    `taken` pixels at the right belong to something else; `sign` is the icon that the hint explains.
    """
    base = round(size.header / 2 + 0.36 * size.title)
    text, high = fitted(title, Font.BOLD, (size.title, size.title - 4, 21), WIDTH - 2 * SIDE - taken)
    before = size.label + 4 if sign else 0
    room = WIDTH - 3 * SIDE - width(text, Font.BOLD, high) - taken - before
    items: list[Item] = [
        Box(0, 0, WIDTH, size.header, 0, felt.strip),
        Text(SIDE, base, text, Font.BOLD, high, palette.WHITE),
    ]
    hint = next((hint for hint in hints if width(hint, Font.MEDIUM, size.label) <= room), "")
    if hint:
        right = WIDTH - SIDE - taken
        items.append(Text(right, base, hint, Font.MEDIUM, size.label, felt.second, RIGHT))
        if sign:
            x, y = right - width(hint, Font.MEDIUM, size.label) - before, base - round(0.86 * size.label)
            items.append(Icon(x, y, size.label, sign, felt.second))
    return tuple(items)


def card_outline(x: int, y: int, wide: int, high: int, text: str, felt: Felt, size: int) -> tuple[Item, ...]:
    """Return the dashed place of a card that is still to be played, with `text` inside."""
    room = wide - 14
    whole = width(text, Font.BOLD, size) <= room or " " not in text
    rows = [text] if whole else text.split(" ", 1)
    middle = y + high // 2 - round(0.6 * size * (len(rows) - 1)) + round(0.36 * size)
    items: list[Item] = [Box(x, y, wide, high, 12, felt.ground, palette.GOLD, 4, dashed=True)]
    for place, row in enumerate(rows):
        fit, fine = fitted(row, Font.BOLD, (size, size - 2, size - 4, 21), room)
        base = middle + round(1.2 * size * place)
        items.append(Text(x + wide // 2, base, fit, Font.BOLD, fine, palette.DISC, MIDDLE))
    return tuple(items)


def just_laid(card: CardAt, text: str, felt: Felt, size: int) -> tuple[Item, ...]:
    """Return the label at the upper right corner of the latest card, or below its index if it is too long."""
    wide, high = width(text, Font.SEMI, size) + round(0.7 * size), round(1.3 * size)
    x = card.x + card.width + 10 - wide
    free = x >= card.x + card.width // 4
    y = card.y - (high - 24) if free else card.y + round(0.55 * card.width)
    base = y + high // 2 + round(0.36 * size)
    return (
        Box(x, y, wide, high, high // 2, felt.strip),
        Text(x + wide // 2, base, text, Font.SEMI, size, palette.WHITE, MIDDLE),
    )


def ahead(totals: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the fewest points, none where all have as many."""
    fewest = min((totals[seat] for seat in seats), default=0)
    found = tuple(seat for seat in seats if totals[seat] == fewest)
    return found if len(found) < len(seats) else ()


def gain(n: int, x: int, y: int, size: int) -> tuple[Item, ...]:
    """Return the points of a hand in a pill about (x, y): gold, pale for none."""
    text = signed(n)
    wide, high = width(text, Font.BOLD, size) + round(1.2 * size), round(1.4 * size)
    return (
        Box(x - wide // 2, y - high // 2, wide, high, high // 2, palette.DISC if n else palette.CREAM),
        Text(x, y + round(0.36 * size), text, Font.BOLD, size, palette.INK, MIDDLE),
    )


def tile_row(
    cards: Sequence[Card], x: int, y: int, room: int, size: int, deck: Deck, at: str = LEFT
) -> tuple[TileAt, ...]:
    """Return tiles in one row that begins at x, or ends there with RIGHT; they overlap if room is short."""
    step = float(size + 4)
    if len(cards) > 1:
        step = min(step, (room - size) / (len(cards) - 1))
    whole = size + round(step * (len(cards) - 1))
    left = x if at == LEFT else x - whole
    return tuple(TileAt(left + int(step * place), y, size, card, deck) for place, card in enumerate(cards))


class SomeTiles(NamedTuple):
    """Some tiles side by side and, where they are not all, the text with the number of cards after them.

    A tile is `size` pixels wide, and `label` is the size of the text.
    """

    cards: tuple[Card, ...]
    many: str
    size: int
    label: int

    @property
    def wide(self) -> int:
        """Return the width of it all."""
        tiles = max(0, len(self.cards) * (self.size + _TILE_GAP) - _TILE_GAP)
        if not self.many:
            return tiles
        return tiles + (_MANY_GAP if tiles else 0) + width(self.many, Font.SEMI, self.label)

    def items(self, x: int, middle: int, deck: Deck, colour: str) -> Iterator[Item]:
        """Yield the tiles from x on, about the height `middle`, and the text in this colour."""
        for place, card in enumerate(self.cards):
            left = x + place * (self.size + _TILE_GAP)
            yield TileAt(left, middle - self.size // 2, self.size, card, deck)
        if self.many:
            base = middle + round(0.36 * self.label)
            yield Text(x + self.wide, base, self.many, Font.SEMI, self.label, colour, RIGHT)


def some_tiles(
    cards: tuple[Card, ...], most: int, room: int, sizes: tuple[int, int], words: Words
) -> SomeTiles:
    """Return all cards as tiles, or if they are more than `most` or lack room, some and their number.

    `sizes` are those of a tile and of the number.
    """
    every = SomeTiles(cards, "", *sizes)
    if len(cards) <= most and every.wide <= room:
        return every
    many = words("sheet.times", n=len(cards))
    drafts = [SomeTiles(cards[:shown], many, *sizes) for shown in range(min(most, len(cards) - 1), -1, -1)]
    return next((draft for draft in drafts if draft.wide <= room), drafts[-1])


def sentence(
    text: str,
    person: Person | None,
    x: int,
    y: int,
    room: int,
    sizes: tuple[int, ...],
    colour: str,
    at: str = LEFT,
    font: Font = Font.SEMI,
) -> tuple[Text, ...]:
    """Return a sentence in one line, a person's name for its NAME; at the last of `sizes` the name is cut."""
    if person is None or NAME not in text:
        fit, size = fitted(text, font, sizes, room)
        return (Text(x, y, fit, font, size, colour, at),)
    before, after = text.split(NAME, 1)

    def around(size: int) -> int:
        return width(before, font, size) + width(after, font, size)

    size = next((s for s in sizes if around(s) + width(person.text, person.font, s) <= room), sizes[-1])
    name, _ = fitted(person.text, person.font, (size,), room - around(size))
    whole = around(size) + width(name, person.font, size)
    left = x if at == LEFT else x - whole if at == RIGHT else x - whole // 2
    items = []
    for part, kind, who in ((before, font, None), (name, person.font, person.seat), (after, font, None)):
        if part:
            items.append(Text(left, y, part, kind, size, colour, who=who))
            left += width(part, kind, size)
    return tuple(items)
