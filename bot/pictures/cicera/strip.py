"""The strip at the foot of the table: what has just happened."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.locale import Words
from bot.pictures import palette
from bot.pictures.cicera.measures import Measures
from bot.pictures.decks import Deck
from bot.pictures.fonts import Font, fitted, width
from bot.pictures.names import Person
from bot.pictures.plates import dealer, name, pill
from bot.pictures.sketch import MIDDLE, RIGHT, WIDTH, Box, Icon, Item, Text, TileAt
from bot.render.cicera import line_name
from engine.game import Event, Line

FELT: Final = palette.FELTS["cicera"]
MARGIN: Final = 18
PILL: Final = 22
"""Size of what a pill says."""


class _Way(NamedTuple):
    """One way to set a capture: how much of the name, `took` or an arrow, how close the tiles, which pills."""

    room: int
    arrow: bool
    closer: int
    pills: str


EACH, ONE, TWO_LINES = "each", "one", "lines"
WAYS: Final = (
    _Way(170, False, -3, EACH),
    _Way(170, False, -3, ONE),
    _Way(170, True, -3, ONE),
    _Way(140, True, 2, ONE),
    _Way(140, True, 2, TWO_LINES),
    _Way(110, True, 6, TWO_LINES),
    _Way(90, True, 14, TWO_LINES),
)
"""Tried in this order until the strip holds it: the first says most, the last holds the largest capture."""


def last_play(
    event: Event, people: tuple[Person, ...], words: Words, deck: Deck, measures: Measures
) -> Iterator[Item]:
    """Yield what has just happened: a deal, a card left or a capture."""
    assert event.seat is not None
    person = people[event.seat]
    if event.name == "capture":
        yield from _took(event, person, words, deck, measures)
        return
    middle, x = measures.strip.y + measures.strip.height // 2, MARGIN
    if event.name == "deal":
        yield dealer(x, middle - 16)
        x += 42
    named = _name(person, x, middle, 280, measures)
    yield from named
    x = _end(named) + 12
    if event.name == "leave":
        yield TileAt(x, middle - measures.tile // 2, measures.tile, event.cards[0], deck)
        x += measures.tile + 14
    said = words(f"picture.cicera.{event.name}")
    text, size = fitted(said, Font.SEMI, (measures.label, measures.label - 2), WIDTH - MARGIN - x)
    yield Text(x, middle + round(0.36 * size), text, Font.SEMI, size, FELT.second)


def _took(
    event: Event, person: Person, words: Words, deck: Deck, measures: Measures
) -> Iterator[Item]:
    played, *taken = event.cards
    tile = measures.tile
    two_rows = measures.strip.height > 100
    row = 58 if two_rows else measures.strip.height
    middle = measures.strip.y + row // 2 + (5 if two_rows else 0)
    took, took_size = fitted(words("picture.cicera.capture"), Font.SEMI, (measures.label,), 160)
    took_wide = width(took, Font.SEMI, took_size)

    def left(way: _Way) -> tuple[tuple[Item, ...], int]:
        """Return the name, and where the tiles of a capture would end."""
        named = _name(person, MARGIN, middle, way.room, measures)
        sign = 20 if way.arrow else took_wide
        return named, _end(named) + 12 + tile + 12 + sign + 12 + tile + (len(taken) - 1) * (tile - way.closer)

    def right(way: _Way) -> tuple[Item, ...]:
        if two_rows:
            return _pills(event.lines, words, ONE, measures.strip.y + 91, 30)
        return _pills(event.lines, words, way.pills, middle, PILL)

    for way in WAYS:
        named, end = left(way)
        points = right(way)
        if end + 14 <= (WIDTH - MARGIN if two_rows else min(item.x for item in points if isinstance(item, Box | Text))):
            break
    yield from named
    x = _end(named) + 12
    yield TileAt(x, middle - tile // 2, tile, played, deck)
    x += tile + 12
    if way.arrow:
        yield Icon(x, middle - 9, 18, "arrow", FELT.second)
        x += 20 + 12
    else:
        yield Text(x, middle + round(0.36 * took_size), took, Font.SEMI, took_size, FELT.second)
        x += took_wide + 12
    for number, card in enumerate(taken):
        yield TileAt(x + number * (tile - way.closer), middle - tile // 2, tile, card, deck)
    yield from points


def _name(person: Person, x: int, middle: int, room: int, measures: Measures) -> tuple[Item, ...]:
    sizes = (26, 24, 22) if measures.strip.height < 100 else measures.names[1:]
    return name(person, x, middle + 10, room, sizes, palette.WHITE)


def _end(named: tuple[Item, ...]) -> int:
    last = named[-1]
    assert isinstance(last, Text)
    return last.x + width(last.text, last.font, last.size)


def _pills(lines: tuple[Line, ...], words: Words, kind: str, middle: int, size: int) -> tuple[Item, ...]:
    """Return a pill for each point or one for all, in one line or two; without a point, a word."""
    right = WIDTH - 16
    if not lines:
        text = words("picture.cicera.no-point")
        text, size = fitted(text, Font.SEMI, (size + 2, size), 200)
        return (Text(right, middle + round(0.36 * size), text, Font.SEMI, size, FELT.second, RIGHT),)
    if len(lines) == 1 or kind == EACH:
        items: list[Item] = []
        for line in reversed(lines):
            said = words("cicera.scores", name=line_name(line, words), n=line.points)
            made = pill(said, right, middle, size=size)
            items += made
            right = made[0].x - 8
        return tuple(items)
    names, total = [line_name(line, words) for line in lines], sum(line.points for line in lines)
    between = words("picture.cicera.between")
    if kind == ONE:
        return pill(
            words("picture.cicera.points", n=total, names=between.join(names)), right, middle, size=size
        )
    half = len(names) // 2
    upper = words("picture.cicera.points", n=total, names=between.join(names[:half]))
    lower = between.join(names[half:])
    wide = max(width(text, Font.BOLD, size) for text in (upper, lower)) + 28
    centre = right - wide // 2
    return (
        Box(right - wide, middle - 26, wide, 52, 14, palette.GOLD),
        Text(centre, middle - 5, upper, Font.BOLD, size, palette.INK, MIDDLE),
        Text(centre, middle + 19, lower, Font.BOLD, size, palette.INK, MIDDLE),
    )
