"""The seats of a table of Cicera, with the number of cards in hands and piles."""

from collections.abc import Iterator
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
        yield from (_lying if place.width > place.height else _standing)(place, seat, measures)


def _ground(place: Rectangle, seat: _Seat) -> Box:
    """Return an empty plate; the edge of a light one has the colour of its side."""
    x, y, wide, high = place
    radius = min(wide, high) // 2 if wide > high else 18
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
    middle, size = y + high // 2, measures.number
    big = high > 60
    back = 44 if big else BACK
    baseline = middle + round(0.37 * size)
    right, number = x + wide - 16, str(seat.cards)
    yield Text(right, baseline, number, Font.BOLD, size, seat.colour, RIGHT)
    right -= width(number, Font.BOLD, size) + 3 + back
    yield Icon(right, middle - back // 2, back, "back")
    if seat.deals or seat.begins:
        chip = 36 if big else CHIP
        right -= chip
        yield _chip(seat, right, middle - chip // 2, chip)
    yield from _mark(seat, x + (29 if big else 26), middle, 26 if big else 20)
    start = x + (54 if big else 46)
    baseline = middle + round(0.37 * measures.names[0])
    sizes = measures.names if big else (*measures.names, 22)
    yield from name_line(seat.person, start, baseline, right - 6 - start, sizes, seat.colour)


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
    below = measures.plates[0]
    middle, big = below.y + below.height // 2 - 3, below.height > 60
    wide, size = 44, 36 if big else 30
    for side, pile in enumerate(seen.taken):
        at = LEFT if side == 0 else RIGHT
        outwards = (-1, 1)[side]
        edge = 15 if side == 0 else WIDTH - 15
        x = edge if side == 0 else edge - wide
        if pile:
            yield Icon(x - 4, middle - 26, 52, "pile")
        else:
            yield Box(x + 6, middle - 21, 30, 42, 5, None, CICERA_FELT.second, 2, dashed=True)
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


def stock(seen: Seen, words: Words, measures: Measures, *, big: bool) -> Iterator[Item]:
    """Yield the cards still to be dealt: with two players in place of a plate (C2), else as a text."""
    if seen.options.players == 2 and not big:
        x, y, wide, high = measures.plates[3]
        centre = x + wide // 2
        yield Box(x, y, wide, high, 18, CICERA_FELT.strip)
        if seen.stock:
            yield Icon(centre - 25, y + 10, 52, "pile")
        else:
            yield Box(centre - 15, y + 14, 30, 42, 5, None, CICERA_FELT.second, 2, dashed=True)
        yield Text(centre, y + 93, str(seen.stock), Font.BOLD, measures.number, palette.WHITE, MIDDLE)
        label, size = fitted(words("picture.cicera.stock-label"), Font.SEMI, (22, 21), wide - 8)
        yield Text(centre, y + 121, label, Font.SEMI, size, CICERA_FELT.second, MIDDLE)
    elif seen.stock:
        above = measures.plates[2]
        text = words("picture.cicera.stock", n=seen.stock)
        room = WIDTH - above.x - above.width - 23
        text, size = fitted(text, Font.SEMI, (measures.label, max(21, measures.label - 4)), room)
        yield Text(
            WIDTH - 16, above.y + above.height // 2 + 5, text, Font.SEMI, size, CICERA_FELT.second, RIGHT
        )


def hand(number: int, words: Words, measures: Measures, *, raised: bool = False) -> Text:
    """Return the number of the hand, in the free corner; `raised` where a line stands below it."""
    above = measures.plates[2]
    text, size = fitted(words("picture.cicera.hand", n=number), Font.SEMI, (measures.label,), above.x - 26)
    baseline = above.y + above.height // 2 + (-3 if raised else 5)
    return Text(16, baseline, text, Font.SEMI, size, CICERA_FELT.second)
