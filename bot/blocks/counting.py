"""The lines of a score sheet: which are counted so far, and how they are written, in all games alike."""

from collections.abc import Iterable, Sequence

from bot.blocks.people import side_name
from bot.locale import Words
from bot.table.pauses import WHOLE
from bot.table.view import AnyView
from engine import GAMES
from engine.game import Line


def part_of(view: AnyView, number: int) -> int:
    """Return the part of the sheet of hand `number` that is in sight, WHOLE for the whole."""
    return view.counting or WHOLE if number == len(view.seen.sheets) else WHOLE


def counted(lines: Iterable[Line], order: Sequence[str], part: int) -> tuple[Line, ...]:
    """Return the lines of a sheet that are in sight, name by name in the `order` of the count.

    A name is counted for all sides at once. Each part has a third of the names, and one at least if there are
    so many.
    """
    every = tuple(lines)
    names = [name for name in order if any(line.name == name for line in every)]
    ends = max(min(part, len(names)), len(names) * part // WHOLE)
    return tuple(line for name in names[:ends] for line in every if line.name == name)


def by_totals(view: AnyView) -> tuple[int, ...]:
    """Return the place of each side by its total, the best being 1; equal ones share a place."""
    sign = -1 if GAMES[view.game].LOW_WINS else 1
    totals = [sign * total for total in view.seen.totals]
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def in_the_lead(view: AnyView, winner: int, words: Words) -> str:
    """Return since which hand the winner has been ahead of all others, or that it was the last one."""
    sign = -1 if GAMES[view.game].LOW_WINS else 1
    totals, since, hands = [0] * len(view.sides), 0, len(view.seen.sheets)
    for number, sheet in enumerate(view.seen.sheets, 1):
        totals = [total + sign * sheet.score(side) for side, total in enumerate(totals)]
        best = max(total for side, total in enumerate(totals) if side != winner)
        since = (since or number) if totals[winner] > best else 0
    key = "last" if 1 < since == hands else "since"
    return words(f"{view.game}.lead.{key}", hand=since)


def side_total(view: AnyView, side: int, before: int, n: int, words: Words) -> str:
    """Return the line of a side on a sheet in words: its total before the hand, its points, the total now."""
    return words("sheet.side", side=side_name(view, side, words), before=before, after=before + n, n=n)


def sheet_line(name: str, n: int, earned: str, cards: str, words: Words) -> str:
    """Return a line of a sheet in words: name and points, then the reason that `earned` them, and cards."""
    told = words("sheet.points", name=name, n=n)
    if earned:
        told = words("sheet.because", told=told, earned=earned)
    return words("sheet.with", told=told, cards=cards) if cards else told


def small_lines(told: Iterable[str], words: Words) -> tuple[str, ...]:
    """Return the lines below a side in small; where they are heard, all of them in one, as room is short."""
    below = [words("between").join(told)] if words.aloud else told
    return tuple([words("small", told=line) for line in below if line])
