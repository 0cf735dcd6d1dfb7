"""Seats kept in the lobby of a rematch for those who played the game before, and how its game begins."""

from typing import Any, Final

from bot.errors import Kept, NoTable, SetAside
from bot.lobby.seating import moved, reseated
from bot.store import SeatRow
from bot.table import situation
from bot.table.match import same_people
from bot.table.table import Table
from bot.tables.cut import begin
from bot.tables.tables import Held, Tables

KEPT_SECONDS: Final = 120.0
"""How long the seats are kept."""

_TURNED: Final = (0, 2, 3, 1)
"""Where those at each of four seats go when partners are swapped."""

Reserved = tuple[tuple[int, int, str], ...]
"""Seats that are kept, each as seat, user and name."""


def kept(former: Table, user_id: int) -> Reserved:
    """Return the seats that are kept when a user asks for a rematch: those of all others."""
    others = [row for row in former.seats if row.person and row.user_id != user_id]
    return tuple([(row.seat, row.user_id, row.name) for row in others])


def still_reserved(reserved: Reserved, *user_ids: int) -> Reserved:
    """Return the seats that are still kept once these users have theirs, or do not want them."""
    return tuple([one for one in reserved if one[1] not in user_ids])


def must_be_free(table: Table, user_id: int, wanted: list[int]) -> list[int]:
    """Return which of these seats are kept for nobody else; Kept if all of them are."""
    others = {seat: name for seat, user, name in table.row.reserved if user != user_id}
    free = [seat for seat in wanted if seat not in others]
    if wanted and not free:
        raise Kept([others[seat] for seat in wanted], table.row.reserved_until or 0.0)
    return free


def with_sides(table: Table, after: Table) -> tuple[list[SeatRow], Reserved]:
    """Return who sits where, and which seats are kept, once a lobby has the sides of `after`."""
    awaited = [SeatRow(seat, user, name, entropy=0) for seat, user, name in table.row.reserved]
    rows = reseated([*table.seats, *awaited], table.sides, after.sides)
    ids = {row.user_id for row in awaited}
    seats = [row for row in rows if row.user_id not in ids]
    return seats, tuple([(row.seat, row.user_id, row.name) for row in rows if row.user_id in ids])


def turned(table: Table) -> tuple[list[SeatRow], Reserved]:
    """Return who sits where, and which seats are kept, with the next of the three ways to pair four people.

    Whoever sits at the first seat stays, and the others go round.
    """
    seats = [moved(row, _TURNED[row.seat]) for row in table.seats]
    return seats, tuple([(_TURNED[seat], user, name) for seat, user, name in table.row.reserved])


async def store_and_begin(tables: Tables, held: Held, after: Table, **values: Any) -> None:
    """Store what becomes of a lobby when somebody sits down, leaves or agrees, and begin its game if that is
    what all have waited for.

    A match goes on among the same people only.
    """
    row, seated = after.row, {seat.user_id for seat in after.seats}
    taken = {seat.seat for seat in after.seats}
    reserved = tuple([one for one in row.reserved if one[0] not in taken and one[1] not in seated])
    values = {"reserved": reserved, **values}
    somebody_came = not same_people(held.table.seats, after.seats)
    if row.series and somebody_came and "series" not in values and not await _as_before(tables, after):
        values["series"] = ()
    await tables.commit(held, after, **values)
    if situation.begins(held.table):
        await begin(tables, held, touched_at=tables.now())


async def _as_before(tables: Tables, table: Table) -> bool:
    """Return whether all have the seats of the game before; nobody has where that game cannot be read."""
    assert table.row.rematch_of is not None
    try:
        former = await tables.get(table.row.rematch_of)
    except (NoTable, SetAside):
        return False
    return same_people(former.seats, table.seats)


async def do_what_is_due_in_lobby(tables: Tables, held: Held) -> None:
    """Do what is due in a lobby before it closes: begin its game, or free the seats that were kept."""
    table, now = held.table, tables.now()
    if situation.begins(table):
        # What all had waited for was stored when the bot was killed, or could not deal.
        await begin(tables, held, touched_at=tables.now())
    elif table.row.reserved and (table.row.reserved_until or 0.0) <= now:
        await tables.commit(held, table.with_row(reserved=()))
