"""The parts of plates of Civil Suits that its two tables share: the civil suit, and the demerits."""

from bot.games.civil_suits.picture.moment import CivilMoment
from bot.pictures.parts import tricks
from bot.pictures.parts.plates import leader_crown
from bot.pictures.sketch.fonts import Font, width
from bot.pictures.sketch.sketch import RIGHT, Icon, Item, Text, flat

_GAP = 6
"""Pixels before a number, and between signs."""


def civil_suit(moment: CivilMoment, seat: int, x: int, y: int, size: int) -> Icon:
    """Return the small card of a civil suit; while it is secret, whether a champion has looked at it."""
    seen = moment.seen
    if (suit := seen.suits[seat]) is not None:
        return Icon(x, y, size, "civil_suit", suit=suit)
    looked = any(other == seat for _, other in seen.looked)
    return Icon(x, y, size, "looked" if looked else "secret")


def demerits(
    moment: CivilMoment, seat: int, ends: tuple[int, int], base: int, size: int, colour: str
) -> tuple[Item, ...]:
    """Return a seat's demerits after their sign, and before both the leader's crown.

    They end at the right one of `ends`, and are smaller where they would begin before the left one.
    """
    left, right = ends
    text = tricks.number_text(moment.seen.totals[seat])
    leads = seat in moment.ahead and not moment.style.low
    signs = 2 if leads else 1

    def begins(size: int) -> int:
        return right - width(text, Font.SLAB, size) - signs * (_sign(size) + _GAP)

    size = next((fine for fine in (size, size - 4, size - 8) if begins(fine) >= left), size - 12)
    x, sign = begins(size), _sign(size)
    return flat(
        leader_crown(x, base - sign, sign) if leads else None,
        Icon(x + (signs - 1) * (sign + _GAP), base - sign, sign, "demerits", colour),
        Text(right, base, text, Font.SLAB, size, colour, RIGHT),
    )


def _sign(size: int) -> int:
    """Return the size of a sign before a number of this size."""
    return round(0.75 * size)
