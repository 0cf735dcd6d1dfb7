"""The strip at the foot of the table: the latest event."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.games.cicera.picture.measures import CICERA_FELT, Measures
from bot.games.cicera.points import line_name
from bot.locale import Words
from bot.pictures.decks import Deck
from bot.pictures.decks.base import palette
from bot.pictures.parts.plates import dealer_chip, name_line, pill
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.names import Person
from bot.pictures.sketch.sketch import MIDDLE, RIGHT, WIDTH, Box, Icon, Item, Text, TileAt, right_of
from engine.game import Event, Line

_MARGIN: Final = 18
PILL: Final = 22
"""Size of a pill's text."""
_ARROW: Final = 18
_SIZES: Final = (26, 24, 22, 21)
"""Sizes of a name, tried in order."""


EACH, ONE, TIGHT, TWO_LINES = "each", "one", "tight", "lines"


class _Way(NamedTuple):
    """A way to set a capture: `took` or an arrow, overlap of tiles, kind of pills, shortest name."""

    arrow: bool
    closer: int
    pills: str
    least: int


WAYS: Final = (
    _Way(False, -3, EACH, 999),
    _Way(False, -3, ONE, 999),
    _Way(True, -3, ONE, 999),
    _Way(True, 2, ONE, 999),
    _Way(True, 2, TIGHT, 999),
    _Way(True, 2, TWO_LINES, 120),
    _Way(True, 6, TWO_LINES, 100),
    _Way(True, 14, TWO_LINES, 80),
)
"""Tried in this order until the strip holds it: the first says most, the last holds the largest capture.

A name keeps all its letters, or at least so many pixels.
"""


def last_play(
    event: Event, people: tuple[Person, ...], words: Words, deck: Deck, measures: Measures
) -> Iterator[Item]:
    """Yield the latest event: a deal, a card left or a capture."""
    assert event.seat is not None
    person = people[event.seat]
    if event.name == "capture":
        yield from _took(event, person, words, deck, measures)
        return
    middle, x = measures.strip.y + measures.strip.height // 2, _MARGIN
    if event.name == "deal":
        yield dealer_chip(x, middle - 16)
        x += 42
    named = _name(person, x, middle, 280)
    yield from named
    x = _end(named) + 12
    if event.name == "leave":
        yield TileAt(x, middle - measures.tile // 2, measures.tile, event.cards[0], deck)
        x += measures.tile + 14
    said = words(f"picture.cicera.{event.name}")
    text, size = fitted(said, Font.SEMI, (24, 22), WIDTH - _MARGIN - x)
    yield Text(x, middle + round(0.36 * size), text, Font.SEMI, size, CICERA_FELT.second)


def _took(event: Event, person: Person, words: Words, deck: Deck, measures: Measures) -> Iterator[Item]:
    played, *taken = event.cards
    tile, strip = measures.tile, measures.strip
    middle = strip.y + strip.height // 2
    took, size = fitted(words("picture.cicera.capture"), Font.SEMI, (measures.label,), 160)
    smallest = _SIZES[-1]
    whole = width(person.text, person.font, smallest)
    whole += smallest + 6 if person.computer else 0
    for way in WAYS:
        points = _pills(event.lines, words, way.pills, middle)
        between = 8 if way.arrow else 12
        sign = _ARROW if way.arrow else width(took, Font.SEMI, size)
        row = 9 + tile + between + sign + between + tile + (len(taken) - 1) * (tile - way.closer)
        room = _start(points) - 9 - row - _MARGIN
        if room >= min(whole, way.least):
            break
    named = _name(person, _MARGIN, middle, room)
    yield from named
    x = _end(named) + 9
    yield TileAt(x, middle - tile // 2, tile, played, deck)
    x += tile + between
    if way.arrow:
        yield Icon(x, middle - _ARROW // 2, _ARROW, "arrow", CICERA_FELT.second)
    else:
        yield Text(x, middle + round(0.36 * size), took, Font.SEMI, size, CICERA_FELT.second)
    x += sign + between
    for number, card in enumerate(taken):
        yield TileAt(x + number * (tile - way.closer), middle - tile // 2, tile, card, deck)
    yield from points


def _start(items: tuple[Item, ...]) -> int:
    """Return the left end of items that end at the right edge."""
    first = items[0]
    if isinstance(first, Text):
        return first.x - width(first.text, first.font, first.size)
    return min(item.x for item in items if isinstance(item, Box))


def _name(person: Person, x: int, middle: int, room: int) -> tuple[Item, ...]:
    return name_line(person, x, middle + round(0.36 * _SIZES[0]), min(room, 280), _SIZES, palette.WHITE)


def _end(named: tuple[Item, ...]) -> int:
    last = named[-1]
    assert isinstance(last, Text)
    return right_of(last)


def _pills(lines: tuple[Line, ...], words: Words, kind: str, middle: int) -> tuple[Item, ...]:
    """Return a pill for each point or one for all, in one line or two; without a point, a word."""
    right = WIDTH - 16
    if not lines:
        text = words("picture.cicera.no-point")
        text, size = fitted(text, Font.SEMI, (PILL + 2, PILL), 200)
        return (Text(right, middle + round(0.36 * size), text, Font.SEMI, size, CICERA_FELT.second, RIGHT),)
    if len(lines) == 1 or kind == EACH:
        items: list[Item] = []
        for line in reversed(lines):
            said = words("cicera.scores", name=line_name(line, words), n=line.points)
            made = pill(said, right, middle, size=PILL)
            items += made
            right = made[0].x - 8
        return tuple(items)
    names, total = [line_name(line, words) for line in lines], sum(line.points for line in lines)
    between = words("picture.cicera.between")
    half = len(names) // 2 if kind == TWO_LINES else len(names)
    rows = [words("picture.cicera.points", n=total, names=between.join(names[:half]))]
    if kind == ONE:
        return pill(rows[0], right, middle, size=PILL)
    if kind == TWO_LINES:
        rows.append(between.join(names[half:]))
    size = PILL - 1
    wide, high = max(width(text, Font.BOLD, size) for text in rows) + 24, (36, 52)[len(rows) - 1]
    first = middle + 7 - 12 * (len(rows) - 1)
    return (
        Box(right - wide, middle - high // 2, wide, high, min(high // 2, 16), palette.GOLD),
        *(
            Text(right - wide // 2, first + 24 * line, text, Font.BOLD, size, palette.INK, MIDDLE)
            for line, text in enumerate(rows)
        ),
    )
