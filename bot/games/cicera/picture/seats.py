"""The seats of a table of Cicera, with the number of cards in hands and piles."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from bot.games.cicera.picture.measures import CICERA_FELT, Measures, Rectangle
from bot.games.cicera.picture.sides import side_mark
from bot.locale import Words
from bot.pictures.decks.base import palette
from bot.pictures.parts.plates import SIDE_COLOURS, dealer_chip, first_chip, name_line, plate_ground
from bot.pictures.sketch.fonts import Font, fitted, width
from bot.pictures.sketch.names import Person
from bot.pictures.sketch.sketch import LEFT, MIDDLE, RIGHT, WIDTH, Box, Icon, Item, Text
from bot.table.view import View
from engine.cicera import Seen, begins

CHIP: Final = 32
BACK: Final = 36
"""Pixels of a small back's height; it is three quarters as wide, in the middle of a square."""
_LINE: Final = 62
"""Pixels of height of the highest plate whose content is one line."""
_RADIUS: Final = 18
"""Pixels of the round corners of higher ones."""
_NARROW: Final = 216
"""Pixels of width of a plate that has room for little besides a name."""


class _Line(NamedTuple):
    """Where the parts of a plate's one line stand, from its left edge or its right `end`, and their sizes."""

    mark: int
    sign: int
    name: int
    chip: int
    back: int
    apart: int
    """Pixels between the back and the number of cards."""
    end: int


_USUAL: Final = _Line(26, 20, 46, CHIP, BACK, 3, 16)
_SNUG: Final = _Line(18, 20, 32, 28, 32, -1, 10)


class _Seat(NamedTuple):
    person: Person
    side: int
    cards: int
    turn: bool
    deals: bool
    begins: bool

    @property
    def colour(self) -> str:
        return palette.INK if self.turn else palette.WHITE


def plates(view: View[Seen], people: tuple[Person, ...], measures: Measures) -> Iterator[Item]:
    """Yield everybody's plate: the next player sits to the right, a partner opposite (C1)."""
    seen = view.seen
    spots = measures.plates if len(people) == 4 else measures.plates[::2]
    for person, place in zip(people, spots, strict=True):
        number = person.seat
        seat = _Seat(
            person,
            number % 2,
            seen.counts[number],
            number in view.waits_for,
            number == seen.dealer,
            number == begins(seen),
        )
        yield _ground(place, seat)
        yield from _content(place)(place, seat, measures)


def _content(place: Rectangle) -> Callable[[Rectangle, _Seat, Measures], Iterator[Item]]:
    """Return the function that draws the content of a plate of this shape."""
    if place.height > place.width:
        return _standing
    return _lying if place.height <= _LINE else _of_two_lines


def _ground(place: Rectangle, seat: _Seat) -> Box:
    """Return an empty plate; the edge of a light one has the colour of its side."""
    x, y, wide, high = place
    radius = high // 2 if high <= _LINE else _RADIUS
    return plate_ground(
        x, y, wide, high, CICERA_FELT, light=seat.turn, radius=radius, edge=SIDE_COLOURS[seat.side]
    )


def _mark(seat: _Seat, x: int, y: int, size: int) -> Iterator[Icon]:
    """Yield the mark of a seat's side; on a light plate it has a dark edge."""
    if seat.turn:
        yield side_mark(seat.side, x, y, size + 4, dark=True)
    yield side_mark(seat.side, x, y, size)


def _chip(seat: _Seat, x: int, y: int, size: int) -> Icon:
    """Return the chip of the dealer or of the first player, who are never the same (C10)."""
    return (dealer_chip if seat.deals else first_chip)(x, y, size)


def _lying(place: Rectangle, seat: _Seat, measures: Measures) -> Iterator[Item]:
    """Yield the content of a plate above or below the cards."""
    x, y, wide, high = place
    line = _SNUG if wide <= _NARROW else _USUAL
    middle, size = y + high // 2, measures.number
    right, number = x + wide - line.end, str(seat.cards)
    yield Text(right, middle + round(0.37 * size), number, Font.BOLD, size, seat.colour, RIGHT)
    right -= width(number, Font.BOLD, size) + line.apart + line.back
    yield Icon(right, middle - line.back // 2, line.back, "back")
    if seat.deals or seat.begins:
        right -= line.chip
        yield _chip(seat, right, middle - line.chip // 2, line.chip)
    yield from _mark(seat, x + line.mark, middle, line.sign)
    start, sizes = x + line.name, measures.names
    baseline = middle + round(0.37 * sizes[0])
    if line is _USUAL and not measures.low:
        sizes = (*sizes, 22)
    yield from name_line(seat.person, start, baseline, right - 6 - start, sizes, seat.colour)


def _of_two_lines(place: Rectangle, seat: _Seat, measures: Measures) -> Iterator[Item]:
    """Yield the content of a narrow plate in big text: below the name the mark, a chip and the cards."""
    x, y, wide, high = place
    pad, size, number = 14, measures.number, str(seat.cards)
    middle, right = y + high - 21, x + wide - pad
    base = y + 8 + round(0.73 * measures.names[0])
    yield from name_line(seat.person, x + pad, base, wide - 2 * pad, measures.names, seat.colour)
    yield from _mark(seat, x + pad + 11, middle, 22)
    yield Text(right, middle + round(0.37 * size), number, Font.BOLD, size, seat.colour, RIGHT)
    right -= width(number, Font.BOLD, size) + CHIP
    yield Icon(right, middle - CHIP // 2, CHIP, "back")
    if seat.deals or seat.begins:
        yield _chip(seat, right - CHIP - 2, middle - CHIP // 2, CHIP)


def _standing(place: Rectangle, seat: _Seat, measures: Measures) -> Iterator[Item]:
    """Yield the content of a plate at the side of the cards."""
    x, y, wide, _ = place
    centre = x + wide // 2
    if seat.deals or seat.begins:
        yield from _mark(seat, centre - 19, y + 24, 20)
        yield _chip(seat, centre + 4, y + 24 - CHIP // 2, CHIP)
    else:
        yield from _mark(seat, centre, y + 24, 20)
    yield from name_line(seat.person, centre, y + 72, wide - 8, measures.side_names, seat.colour, MIDDLE)
    number, size = str(seat.cards), measures.number
    whole = BACK + 2 + width(number, Font.BOLD, size)
    left = centre - whole // 2 - 2
    yield Icon(left, y + 84, BACK, "back")
    yield Text(left + BACK + 2, y + 112, number, Font.BOLD, size, seat.colour)


def piles(seen: Seen, measures: Measures) -> Iterator[Item]:
    """Yield the cards taken by each side: left the pile of ●, right that of ◆, an outline while empty."""
    below, size = measures.plates[0], measures.pile
    middle, big = below.y + below.height // 2 - 3, size > 30
    wide = 44
    for side, pile in enumerate(seen.taken):
        at = LEFT if side == 0 else RIGHT
        outwards = (-1, 1)[side]
        edge = 15 if side == 0 else WIDTH - 15
        x = edge if side == 0 else edge - wide
        if pile:
            yield Icon(x - 4, middle - 26, 52, "pile")
        else:
            yield _no_pile(x + 6, middle - 21)
        inner, apart = edge - outwards * (wide + (20 if big else 18)), 20 if big else 15
        yield side_mark(side, inner, middle, 24 if big else 16)
        yield Text(
            inner - outwards * apart,
            middle + round(0.37 * size),
            str(len(pile)),
            Font.SLAB,
            size,
            palette.WHITE,
            at,
        )


def _no_pile(x: int, y: int) -> Box:
    return Box(x, y, 30, 42, 5, None, CICERA_FELT.second, 2, dashed=True)


def stock(seen: Seen, words: Words, measures: Measures) -> Iterator[Item]:
    """Yield the cards still to be dealt: with two players in place of a plate (C2), else as a text."""
    place = measures.plates[3]
    if seen.options.players == 2:
        yield Box(*place, place.height // 2 if place.height <= _LINE else _RADIUS, CICERA_FELT.strip)
        yield from (_lying_stock if measures.low else _standing_stock)(seen, words, measures)
    elif seen.stock:
        yield from (_stock_below if measures.low else _stock_above)(seen, words, measures)


def _standing_stock(seen: Seen, words: Words, measures: Measures) -> Iterator[Item]:
    x, y, wide, _ = measures.plates[3]
    centre = x + wide // 2
    yield Icon(centre - 25, y + 10, 52, "pile") if seen.stock else _no_pile(centre - 15, y + 14)
    yield Text(centre, y + 93, str(seen.stock), Font.BOLD, measures.number, palette.WHITE, MIDDLE)
    label, size = fitted(words("picture.cicera.stock-label"), Font.SEMI, (22, 21), wide - 8)
    yield Text(centre, y + 121, label, Font.SEMI, size, CICERA_FELT.second, MIDDLE)


def _lying_stock(seen: Seen, words: Words, measures: Measures) -> Iterator[Item]:
    x, y, wide, high = measures.plates[3]
    middle, left = y + high // 2, x + 16
    yield Icon(left, middle - BACK // 2, BACK, "back")
    text = words("picture.cicera.stock", n=seen.stock)
    text, size = fitted(text, Font.SEMI, (measures.label, measures.label - 2), wide - BACK - 32)
    yield Text(left + BACK + 6, middle + round(0.37 * size), text, Font.SEMI, size, CICERA_FELT.second)


def _stock_below(seen: Seen, words: Words, measures: Measures) -> Iterator[Item]:
    """Yield the stock in two lines, in the room that the lower plate has left to it."""
    below = measures.plates[0]
    left, middle = below.x + below.width + 8, below.y + below.height // 2
    label, size = fitted(
        words("picture.cicera.stock-label"), Font.SEMI, (measures.label, measures.label - 2, 21), 104
    )
    yield Text(left + 52, middle - 2, str(seen.stock), Font.BOLD, measures.number, palette.WHITE, MIDDLE)
    yield Text(left + 52, middle + size - 2, label, Font.SEMI, size, CICERA_FELT.second, MIDDLE)


def _stock_above(seen: Seen, words: Words, measures: Measures) -> Iterator[Item]:
    above = measures.plates[2]
    text = words("picture.cicera.stock", n=seen.stock)
    room = WIDTH - above.x - above.width - 23
    text, size = fitted(text, Font.SEMI, (measures.label, max(21, measures.label - 4)), room)
    yield Text(WIDTH - 16, above.y + above.height // 2 + 5, text, Font.SEMI, size, CICERA_FELT.second, RIGHT)


def hand(number: int, words: Words, measures: Measures, *, raised: bool = False) -> Text:
    """Return the number of the hand, in the free corner; `raised` where a line stands below it."""
    above = measures.plates[2]
    text, size = fitted(words("picture.cicera.hand", n=number), Font.SEMI, (measures.label,), above.x - 26)
    baseline = above.y + above.height // 2 + (-3 if raised else 5)
    return Text(16, baseline, text, Font.SEMI, size, CICERA_FELT.second)
