"""Score sheets of the two trick games: a band a player with the new total, below it what brought points."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from bot.locale import Words
from bot.pictures import palette
from bot.pictures.alt import card_name, card_names
from bot.pictures.decks import Deck
from bot.pictures.fonts import Font, fitted, width
from bot.pictures.names import Person
from bot.pictures.palette import FELTS, Felt
from bot.pictures.plates import name
from bot.pictures.sketch import MIDDLE, RIGHT, WIDTH, Box, Icon, Item, Sketch, Text, flat
from bot.pictures.style import Style
from bot.pictures.tricks import gain, number, signed, tiles
from bot.render.panel import ALT
from engine.cards import Card, Suit

MOST: Final = 12
"""So many tiles stand in one row."""
FEW: Final = 3
"""So many tiles fit half a row, one where they are big."""


class Row(NamedTuple):
    """What brought points (None: what brought none), with the cards that did."""

    label: str
    points: int | None
    cards: tuple[Card, ...] = ()


class Part(NamedTuple):
    """What one player scored: the total before, what was added, and what stands after it, such as "out".

    `mark` is drawn before the name.
    """

    person: Person
    before: int
    gained: int
    after: str
    near: bool
    rows: tuple[Row, ...]
    mark: Icon | None = None


class Measures(NamedTuple):
    """Heights and sizes of a sheet: header and its two texts, band, name, total, labels, row, tile."""

    header: int
    title: int
    hint: int
    band: int
    names: tuple[int, ...]
    total: int
    label: int
    row: int
    tile: int


NORMAL: Final = Measures(88, 38, 22, 56, (26, 24, 22, 21), 38, 22, 48, 40)
BIG: Final = Measures(116, 50, 28, 76, (38, 36, 34), 52, 28, 62, 56)


def measures(style: Style) -> Measures:
    """Return the heights and sizes of a sheet."""
    return BIG if style.big else NORMAL


def sheet(
    game: str, title: str, hint: str, parts: Sequence[Part], foot: str, alt: str, style: Style
) -> Sketch:
    """Return a score sheet, as high as its rows; `foot` is a line at its end."""
    felt, size = FELTS[game], measures(style)
    text, high = fitted(hint, Font.MEDIUM, (size.hint, 21), WIDTH - 40)
    items: list[Item] = [
        Box(0, 0, WIDTH, size.header, 0, felt.strip),
        Text(20, round(0.34 * size.header + 0.36 * size.title), title, Font.SLAB, size.title, palette.WHITE),
        Text(20, size.header - 15, text, Font.MEDIUM, high, felt.second),
    ]
    y = size.header + 8
    for part in parts:
        items += _band(part, y, felt, size)
        y += size.band + 2
        rows, y = _rows(part, y, felt, size, style)
        items += rows
        y += 8
    if foot:
        base = y + round(0.9 * size.label)
        text, high = fitted(foot, Font.SEMI, (size.label, 21), WIDTH - 40)
        items.append(Text(20, base, text, Font.SEMI, high, felt.second))
        y = base + 14
    return Sketch(game, style.deck, tuple(items), alt, y)


def _band(part: Part, y: int, felt: Felt, size: Measures) -> tuple[Item, ...]:
    """Return a player's band: name, before + added, the new total, what follows from it."""
    middle = y + size.band // 2
    base = middle + round(0.36 * size.label)
    after_wide = width(part.after, Font.SEMI, size.label)
    column = WIDTH - 24 - max(after_wide, 3 * size.label) - 18 if part.after else WIDTH - 24
    total = number(part.before + part.gained)
    sign = "+" if part.gained >= 0 else "−"
    added = f"{number(part.before)} {sign} {abs(part.gained)}"
    left = 20 + (part.mark.size + 6 if part.mark is not None else 0)
    ends = column - max(width(total, Font.SLAB, size.total) + 14, round(1.9 * size.total))
    room = ends - width(added, Font.SEMI, size.label) - 16 - left
    return flat(
        Box(8, y, WIDTH - 16, size.band, 12, felt.strip),
        part.mark._replace(x=16, y=middle - part.mark.size // 2) if part.mark is not None else None,
        name(part.person, left, middle + round(0.36 * size.names[0]), room, size.names, palette.WHITE),
        Text(ends, base, added, Font.SEMI, size.label, felt.second, RIGHT),
        Text(
            column,
            middle + round(0.36 * size.total),
            total,
            Font.SLAB,
            size.total,
            palette.DISC,
            RIGHT,
        ),
        Text(
            WIDTH - 24,
            base,
            part.after,
            Font.SEMI,
            size.label,
            palette.NEAR if part.near else felt.second,
            RIGHT,
        )
        if part.after
        else None,
    )


def _rows(part: Part, y: int, felt: Felt, size: Measures, style: Style) -> tuple[tuple[Item, ...], int]:
    """Return a player's rows and where they end; two short ones stand side by side."""
    items: list[Item] = []
    half, rest = WIDTH // 2, list(part.rows)
    while rest:
        pair = rest[:2]
        if len(pair) == 2 and all(len(row.cards) <= (1 if style.big else FEW) for row in pair):
            items += _row(pair[0], 8, y, half - 12, felt, size, style.deck)
            items += _row(pair[1], half + 4, y, half - 12, felt, size, style.deck)
            y += size.row
        else:
            pair = pair[:1]
            items += _row(pair[0], 8, y, WIDTH - 16, felt, size, style.deck)
            y += size.row + (size.tile + 4) * (_lines(pair[0]) - 1)
        del rest[: len(pair)]
    return tuple(items), y


def _lines(row: Row) -> int:
    """Return in how many lines a row's tiles stand."""
    return max(1, -(-len(row.cards) // MOST))


def _row(row: Row, x: int, y: int, wide: int, felt: Felt, size: Measures, deck: Deck) -> tuple[Item, ...]:
    """Return the name of what counted, its tiles, and the points in a pill."""
    lines = _lines(row)
    middle = y + size.row // 2
    pill = round(3.1 * size.label)
    right = x + wide - 12 - pill - 8
    text, high = fitted(row.label, Font.SEMI, (size.label, 21), right - x - 12)
    begins = x + 12 + width(text, Font.SEMI, high) + 12
    each = -(-len(row.cards) // lines)
    shown = [
        tiles(
            row.cards[line * each : (line + 1) * each],
            right,
            middle - size.tile // 2 + line * (size.tile + 4),
            right - begins,
            size.tile,
            deck,
            RIGHT,
        )
        for line in range(lines)
    ]
    centre = x + wide - 12 - pill // 2
    return flat(
        Text(x + 12, middle + round(0.36 * size.label), text, Font.SEMI, high, palette.WHITE),
        *shown,
        gain(row.points, centre, middle, size.label)
        if row.points is not None
        else Text(centre, middle + 8, "·", Font.BOLD, size.label, felt.second, MIDDLE),
    )


# In words

Naming = Callable[[Sequence[Card], Deck, Words], str]


def told(title: str, parts: Sequence[Part], foot: str, style: Style, words: Words) -> str:
    """Return a sheet in words; where it would be too long, the cards of a suit are named together."""
    for names in (card_names, _by_suit):
        text = " ".join(
            filter(None, (title, *(_part(part, names, style.deck, words) for part in parts), foot))
        )
        if len(text) <= ALT:
            break
    return text if len(text) <= ALT else text[: ALT - 1] + "…"


def _part(part: Part, names: Naming, deck: Deck, words: Words) -> str:
    after = words("comma") + part.after if part.after else ""
    head = words(
        "alt.sheet.part",
        name=part.person.said,
        before=number(part.before),
        n=signed(part.gained),
        total=number(part.before + part.gained),
    )
    rows = [
        words("alt.sheet.row", label=row.label, n=number(row.points or 0))
        + (f" ({names(row.cards, deck, words)})" if row.cards else "")
        for row in part.rows
    ]
    return head + after + (": " + "; ".join(rows) if rows else "") + "."


def _by_suit(cards: Sequence[Card], deck: Deck, words: Words) -> str:
    """Return cards as one says them, those of a suit together: "2, 3, king of clubs"."""
    kind = "italian" if deck is Deck.ITALIAN else "french"
    told = []
    for suit in Suit:
        ranks = [words(f"alt.{kind}.rank.{card.text[0]}") for card in cards if card.suit is suit]
        if ranks:
            joined = words("comma").join(ranks)
            told.append(words("alt.card", rank=joined, suit=words(f"alt.{kind}.suit.{suit}")))
    told += [card_name(card, deck, words) for card in cards if card.suit is None]
    return words("comma").join(told)
