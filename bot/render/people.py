"""Names of people and sides, made safe for Discord's markdown."""

import re
from functools import lru_cache
from typing import Final

from bot.locale import Words
from bot.store import SeatRow
from bot.table import Shown

_MARKDOWN: Final = re.compile(r"([\\*_`~|>#\[\]()<@:-])")


@lru_cache(4096)
def plain(name: str) -> str:
    """Return a name that no markdown, mention or link can come out of."""
    return _MARKDOWN.sub(r"\\\1", name)


def name(row: SeatRow | None, words: Words) -> str:
    """Return the name of who sits there, or the word for a free seat."""
    return plain(row.name) if row else words("seat.free")


def seat_name(shown: Shown, seat: int, words: Words) -> str:
    """Return the name of who sits at `seat`."""
    return name(shown.at(seat), words)


def side_name(shown: Shown, side: int, words: Words) -> str:
    """Return a side by the names of its people, in seat order."""
    return words("and").join(seat_name(shown, seat, words) for seat in shown.sides[side])


def score(shown: Shown, words: Words) -> str:
    """Return the score with the names of the sides, such as `Ann & Cy 23 : 19 Bo & Di`."""
    first, second = (side_name(shown, side, words) for side in (0, 1))
    totals = shown.seen.totals
    return words("score.two", first=first, second=second, mine=totals[0], others=totals[1])
