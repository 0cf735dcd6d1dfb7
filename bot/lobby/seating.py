"""The seating of a lobby: computers with their names, and all seats after a change of sides."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.errors import Refused
from bot.locale.names import clean
from bot.store import SeatRow

Sides = Sequence[Sequence[int]]
GENTLE: Final = "gentle"
"""The level of a beginner's opponents, which no menu offers."""
NAMES: Final = ("Lea", "Ugo", "Pia", "Tino", "Rita", "Nino", "Elsa", "Gino", "Mina", "Leo")
"""More names than two tables have seats, so that some are always free."""


def computer(seat: int, level: str) -> SeatRow:
    """Return a computer in a seat of its own, with its usual name there."""
    return SeatRow(seat, -1 - seat, NAMES[seat], entropy=0, level=level)


def opponents_first(sides: Sides, host: int) -> list[int]:
    """Return all seats but the host's, their own side's last, as a friend may still come."""
    others = sorted(sides, key=lambda seats: host in seats)
    return [seat for seats in others for seat in seats if seat != host]


def reseated(rows: Iterable[SeatRow], before: Sides, after: Sides) -> list[SeatRow]:
    """Return the rows of a lobby whose sides `before` become those `after`; Refused if people lack seats.

    Everybody keeps their seat, or else their side, if there is room. People come first: computers left
    without a seat are gone.
    """
    free = {seat for seats in after for seat in seats}
    every = list(rows)
    people = [row for row in every if row.person]
    if len(people) > len(free):
        raise Refused("refused.too-few-seats", n=len(free))
    seated = []
    for group in (people, [row for row in every if not row.person]):
        # Everybody who can keep their seat does, even if others need one.
        for row in sorted(group, key=lambda row: row.seat not in free):
            if free:
                seat = _seat_for(row.seat, before, after, free)
                free.remove(seat)
                seated.append(moved(row, seat))
    return seated


def _seat_for(seat: int, before: Sides, after: Sides, free: set[int]) -> int:
    """Return the free seat for the row at `seat`: the same one, or else one of its side, or any."""
    side = next(side for side, seats in enumerate(before) if seat in seats)
    same_side = after[side] if side < len(after) else ()
    return next(wanted for wanted in (seat, *same_side, *sorted(free)) if wanted in free)


def moved(row: SeatRow, seat: int) -> SeatRow:
    """Return a row moved to another seat; a computer gets the id of that seat."""
    if row.person or row.level is None or row.seat == seat:
        return replace(row, seat=seat)
    return computer(seat, row.level)


def with_names(rows: Iterable[SeatRow]) -> tuple[SeatRow, ...]:
    """Return these rows in seat order, each computer with a name that nobody else at the table has.

    A computer keeps its name unless another has it. A new one gets the first free name from its seat's on, so
    that people meet the same computers in the same seats.
    """
    seats = sorted(rows, key=lambda row: row.seat)
    taken = {_letters(row.name) for row in seats if row.person}
    found = []
    for row in seats:
        if not row.person:
            wished = (row.name, *NAMES[row.seat :], *NAMES)
            row = replace(row, name=next(name for name in wished if _letters(name) not in taken))
            taken.add(_letters(row.name))
        found.append(row)
    return tuple(found)


def _letters(name: str) -> str:
    """Return a name as people hear it: in plain letters, without case."""
    return clean(unicodedata.normalize("NFKC", name)).casefold()
