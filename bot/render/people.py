"""Names of people and sides, made safe for Discord's markdown."""

import re
from functools import lru_cache
from typing import Final

from bot.locale import Words
from bot.shown import AnyShown
from bot.store import SeatRow

ROOM: Final = 14
"""Characters that a name may take on a button."""

_MARKDOWN: Final = re.compile(r"([\\*_`~|>#\[\]()<@:-])")


@lru_cache(4096)
def plain(name: str) -> str:
    """Return a name that no markdown, mention or link can come out of."""
    return _MARKDOWN.sub(r"\\\1", name)


def name(row: SeatRow | None, words: Words) -> str:
    """Return the name of who sits there, marked where a computer plays, or the word for a free seat."""
    if row is None:
        return words("seat.free")
    if not row.person:
        return words("seat.computer", number=row.seat + 1)
    return plain(row.name) if row.present else words("seat.held", name=plain(row.name))


def seat_name(shown: AnyShown, seat: int, words: Words) -> str:
    """Return the name of who sits at `seat`."""
    return name(shown.at(seat), words)


def label_name(shown: AnyShown, seat: int, words: Words) -> str:
    """Return the name of who sits at `seat` as a button says it: short, and as it is, without markdown."""
    row = shown.at(seat)
    if row is None or not row.person:
        return name(row, words)
    return row.name if len(row.name) <= ROOM else words("name.short", start=row.name[: ROOM - 1].rstrip())


def side_name(shown: AnyShown, side: int, words: Words) -> str:
    """Return a side by the names of its people, in seat order."""
    return words("and").join(seat_name(shown, seat, words) for seat in shown.sides[side])


def score(shown: AnyShown, words: Words) -> str:
    """Return the score with the names of the sides, such as `Ann & Cy 23 : 19 Bo & Di`."""
    names = [side_name(shown, side, words) for side in range(len(shown.sides))]
    totals = shown.seen.totals
    if len(names) == 2:
        return words("score.two", first=names[0], second=names[1], mine=totals[0], others=totals[1])
    return " · ".join(words("score.one", name=name, n=n) for name, n in zip(names, totals, strict=True))
