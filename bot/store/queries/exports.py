"""The results of a server as lines of a table, one for each hand and seat, for those who manage it.

A last line for each seat, whose hand is `total`, has who sat there at the end, and how their side has ended.
Members who hide or were forgotten are left out: their cells are empty, the points stay.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, func, select

from bot.store.model.results import ResultRow, SatRow
from bot.store.model.rows import is_former
from bot.store.model.schema import results, seats
from bot.store.model.zones import zone_at
from bot.store.queries.results import results_after
from bot.store.ratings.folding import variant_of
from bot.store.ratings.statements import HIDING, zones_of

HEADINGS: Final = (
    "number",
    "table",
    "game",
    "variant",
    "ended_at",
    "ended",
    "why",
    "hand",
    "seat",
    "side",
    "by",
    "member",
    "name",
    "points",
    "hint",
    "computer",
    "taken_back",
    "place",
    "won",
)
MOST_EXPORTED: Final = 10_000
"""The games that a file has at most: some 40 MB, packed three."""
TOTAL: Final = "total"
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of cells that a program for tables may take for a formula."""

Cells = tuple[Any, ...]

_GUILD = bindparam("guild", type_=results.c.guild_id.type)
_LAST = select(func.max(results.c.number)).where(results.c.guild_id == _GUILD)
_NAMES = select(
    seats.c.table_id, seats.c.user_id, seats.c.name, seats.c.former_id, seats.c.former_name
).where(seats.c.table_id.in_(bindparam("these", expanding=True, type_=seats.c.table_id.type)))


@dataclass(frozen=True, slots=True)
class Exported:
    """Some results of a server, each with its number; `names` are those of users, by table and id."""

    results: list[tuple[ResultRow, int]]
    names: Mapping[tuple[str, int], str]
    hiding: frozenset[int]
    zones: Mapping[str, str]

    def lines_of(self, result: ResultRow, number: int) -> Iterator[Cells]:
        """Yield the lines of a result: one for each hand and seat, then one for each seat at the end.

        A hand that was not finished has no points, and a side that was out has none.
        """
        ended_at = datetime.fromtimestamp(result.ended_at, zone_at(self.zones, result.ended_at)).isoformat()
        variant = variant_of(result.game, result.options)
        game = (number, result.table_id, result.game, variant, ended_at, result.ended, result.why)
        dealt = max([1, len(result.hands), *(sat.since for sat in result.sat)])
        for at in range(1, dealt + 1):
            for sat in _sitting(result.sat, at):
                yield (*game, at, *self._who(result, sat), *_of_hand(result, at, sat), "", "")
        sides = {side.side: side for side in result.sides}
        for sat in _sitting(result.sat, dealt):
            side = sides.get(sat.side)
            ending = ("", "") if side is None else (side.place, int(side.won))
            points = "" if side is None else side.points
            yield (*game, TOTAL, *self._who(result, sat), points, "", "", "", *ending)

    def _who(self, result: ResultRow, sat: SatRow) -> Cells:
        if sat.user_id <= 0:
            return (sat.seat, sat.side, "computer", "", "")
        if sat.user_id in self.hiding or is_former(sat.user_id):
            return (sat.seat, sat.side, "member", "", "")
        # A bare id has more digits than programs for tables keep.
        name = self.names.get((result.table_id, sat.user_id), "")
        return (sat.seat, sat.side, "member", f"<@{sat.user_id}>", name)


def last_number(connection: Connection, guild_id: int) -> int:
    """Return the number of the last result of a server, 0 without one."""
    return connection.scalar(_LAST, {"guild": guild_id}) or 0


def exported(connection: Connection, guild_id: int, number: int, most: int) -> Exported:
    """Return the results of a server after a number, at most so many."""
    found = results_after(connection, guild_id, number, most)
    names = dict[tuple[str, int], str]()
    for row in connection.execute(_NAMES, {"these": [result.table_id for result, _ in found]}):
        if row.former_id is not None:
            names[row.table_id, row.former_id] = row.former_name
        names[row.table_id, row.user_id] = row.name
    return Exported(found, names, frozenset(connection.scalars(HIDING)), zones_of(connection, guild_id))


class Export:
    """A file of a server's results, to which they are added in order; `games` counts them."""

    def __init__(self) -> None:
        self.games = 0
        self._data = io.BytesIO()
        # Without a mark at the beginning, programs for tables take letters with accents for others.
        self._text = io.TextIOWrapper(self._data, "utf-8-sig", newline="")
        self._writer = csv.writer(self._text)
        self._writer.writerow(HEADINGS)

    def add(self, found: Exported) -> None:
        """Add some results."""
        for result, number in found.results:
            for cells in found.lines_of(result, number):
                self._writer.writerow(map(safe, cells))
        self.games += len(found.results)

    def data(self) -> bytes:
        """Return the file."""
        self._text.flush()
        return self._data.getvalue()


def safe(cell: object) -> str:
    """Return the text of a cell; an apostrophe stands before one that would be a formula, as OWASP says."""
    text = str(cell)
    return f"'{text}" if text.startswith(_FORMULA) else text


def _sitting(owners: Iterable[SatRow], hand: int) -> list[SatRow]:
    """Return the owners of all seats in a hand."""
    return list({sat.seat: sat for sat in owners if sat.since <= hand}.values())


def _of_hand(result: ResultRow, at: int, sat: SatRow) -> Cells:
    """Return what a hand tells of a seat: points unless it was out, hint, computer, plays taken back."""
    if at > len(result.hands):
        return ("", "", "", "")
    hand = result.hands[at - 1]
    points = "" if hand.by_name[sat.side] is None else hand.points[sat.side]
    return (points, int(sat.seat in hand.hints), int(sat.seat in hand.alone), hand.undone.count(sat.seat))
