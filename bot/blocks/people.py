"""Names of people and sides as messages say them: safe in Discord's markdown, and short in a line."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from bot.locale import Words
from bot.locale.names import ELLIPSIS, JOINER, clean, isolated
from bot.pictures.sketch.fonts import Font, draws, width
from bot.store import SeatRow
from bot.table.view import AnyView

NAME_WIDTH: Final = 5.0
"""The widest name in a line or on a button, in sizes of its type: about ten letters, or four W."""
_LONG: Final = 0.9
"""The part of `NAME_WIDTH` from which a name is long."""
_TAIL: Final = 3
"""The letters kept of the end of a name whose beginning others share."""

_MARKDOWN: Final = re.compile(r"([\\*_`~|>#\[\]()<@:-])")
_NUMBERED: Final = re.compile(r"\A([0-9]+)\.")


@lru_cache(4096)
def plain(name: str) -> str:
    """Return a name for a text, empty if nothing of it can be seen.

    No markdown, mention or link comes out of it, and it does not turn the text around it.
    """
    return isolated(_NUMBERED.sub(r"\1\\.", _MARKDOWN.sub(r"\\\1", clean(name))))


def or_seat(name: str, seat: int, words: Words) -> str:
    """Return the visible part of a name, or the number of its seat without any; "" is a former member's."""
    return (clean(name) or words("picture.seat", number=seat + 1)) if name else words("name.former")


def full_name(row: SeatRow | None, words: Words) -> str:
    """Return the whole name of a seat for a list, or the word for a free one."""
    return words("seat.free") if row is None else isolated(or_seat(row.name, row.seat, words))


# Names in a line


@lru_cache(4096)
def ems(text: str) -> float:
    """Return the approximate width of a text in Discord's type, in sizes of that type."""
    return round(sum(map(_letter, _JOINED.sub("", text))), 2)


_JOINED: Final = re.compile(f"{JOINER}.")
"""A sign drawn as one with the sign before it."""
_TONES: Final = "🏻🏼🏽🏾🏿"


@lru_cache(4096)
def _letter(letter: str) -> float:
    if unicodedata.category(letter) in ("Mn", "Mc", "Me", "Cf") or letter in _TONES:
        return 0.0
    if draws(Font.BOLD, letter):
        return width(letter, Font.BOLD, 100) / 100
    return 1.3 if unicodedata.east_asian_width(letter) in "WF" else 1.0


@lru_cache(1024)
def short_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the visible names in seat order, none wider than `NAME_WIDTH` and no two the same.

    A name that is too wide ends in an ellipsis. Names that would then be the same keep their end as well; if
    that does not tell them apart, the number of the seat, from 1, stands behind the name.
    """
    names = tuple(map(clean, names))
    found = [_cut(name) for name in names]
    for seat in _alike(found):
        if found[seat] != names[seat]:
            found[seat] = _cut(names[seat], ELLIPSIS + clean(names[seat][-_TAIL:]))
    numbered: set[int] = set()
    while alike := _alike(found):
        numbered |= alike
        for seat in numbered:
            found[seat] = _cut(names[seat], mark=f" ({seat + 1})")
    return tuple(found)


def _alike(names: list[str]) -> set[int]:
    """Return the seats whose names another seat has too."""
    times = Counter(names)
    return {seat for seat, name in enumerate(names) if times[name] > 1}


def _cut(name: str, end: str = ELLIPSIS, mark: str = "") -> str:
    """Return a name with its `mark`, cut and with `end` in place of the rest if it is too wide."""
    if ems(name + mark) <= NAME_WIDTH:
        return name + mark
    start = name
    while start and ems(start + end + mark) > NAME_WIDTH:
        start = start[:-1].rstrip(f" {JOINER}")
    return start + end + mark


def label_name(view: AnyView, seat: int, words: Words) -> str:
    """Return the name of a seat for a button: short, and without escapes for markdown."""
    names = {row.seat: row.name for row in view.seats}
    if seat not in names:
        return words("seat.free")
    return _labels(tuple(names.items()), sum(map(len, view.sides)), words)[seat]


@lru_cache(1024)
def _labels(names: tuple[tuple[int, str], ...], size: int, words: Words) -> tuple[str, ...]:
    """Return the names of all seats of a table for buttons, from those of the seats that are taken."""
    taken = dict(names)
    every = [or_seat(taken[seat], seat, words) if seat in taken else "" for seat in range(size)]
    found, former = list(short_names(tuple(every))), [seat for seat, name in names if not name]
    for seat in former:
        # Three words that say what they mean only whole.
        found[seat] = every[seat] if len(former) == 1 else f"{every[seat]} ({seat + 1})"
    return tuple(map(isolated, found))


def short(name: str, seat: int, words: Words) -> str:
    """Return the name of a person without a seat now, former or future owner of `seat`, for a line."""
    return plain(short_names((or_seat(name, seat, words),))[0]) if name else words("name.former")


def seat_name(view: AnyView, seat: int, words: Words) -> str:
    """Return the name of a seat for a line, marked if a computer played for its person."""
    short = plain(label_name(view, seat, words))
    return words("seat.held", name=short) if seat == view.stood_in else short


def marked(view: AnyView, seat: int, words: Words) -> str:
    """Return the name of a seat for a line, marked if a computer plays."""
    row, short = view.at(seat), plain(label_name(view, seat, words))
    if row is None or row.present:
        return short
    return words("seat.held" if row.person else "seat.computer", name=short)


def each(values: Iterable[tuple[str, object]], words: Words) -> str:
    """Return names as a list, each with its value."""
    return words("between").join(words("each", name=name, n=n) for name, n in values)


def hands(view: AnyView, words: Words) -> str:
    """Return the number of cards of each seat still in the game."""
    held = ((marked(view, seat, words), view.seen.counts[seat]) for seat in view.active)
    return words("hands", hands=each(held, words))


def side_name(view: AnyView, side: int, words: Words) -> str:
    """Return a side by its names in seat order; the viewer's own is "you & Cy"."""
    seats = list(view.sides[side])
    own = view.viewer.seat if view.viewer else None
    if own not in seats:
        return words("and").join(seat_name(view, seat, words) for seat in seats)
    seats.remove(own)
    return words("and").join([words("name.you"), *(seat_name(view, seat, words) for seat in seats)])


def score_text(view: AnyView, words: Words) -> str:
    """Return the score with the names of the sides, such as `Ann & Cy 23 : 19 Bo & Di`."""
    names = [side_name(view, side, words) for side in range(len(view.sides))]
    totals = view.seen.totals
    if len(names) == 2:
        return words("score.two", first=names[0], second=names[1], mine=totals[0], others=totals[1])
    return words("between").join(
        words("score.one", name=name, n=n) for name, n in zip(names, totals, strict=True)
    )


def own_score(view: AnyView, words: Words) -> str:
    """Return the score of two sides, the viewer's first: `you & Cy 23 : 19`."""
    assert view.viewer is not None
    own = view.side_of(view.viewer.seat)
    totals = view.seen.totals
    return words("score.own", side=side_name(view, own, words), mine=totals[own], others=totals[1 - own])


def all_long(view: AnyView) -> bool:
    """Return whether nearly every name at a table is as wide as a line allows."""
    names = [ems(name) for name in short_names(tuple([row.name for row in view.seats]))]
    return sum(names) > _LONG * NAME_WIDTH * len(names)
