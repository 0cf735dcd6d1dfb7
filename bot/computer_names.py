"""The names of computers at a table: short, fit for every language, and nobody else's there."""

import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.locale.names import clean
from bot.store import SeatRow

NAMES: Final = ("Lea", "Ugo", "Pia", "Tino", "Rita", "Nino", "Elsa", "Gino", "Mina", "Leo")
"""More than any two tables have seats, so that some are always free."""


def named(rows: Iterable[SeatRow]) -> tuple[SeatRow, ...]:
    """Return these seats in their order, each computer with a name that nobody else at the table has.

    A computer keeps its name as long as that is so. A new one gets the first name that is free from its
    seat's on, so that people meet the same computers at the same seats.
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
    """Return a name as people hear it: in plain letters, whatever their case."""
    return clean(unicodedata.normalize("NFKC", name)).casefold()
