"""Seats kept in the lobby of a rematch for the players of the game before, and the beginning of its game."""

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
"""The seconds for which seats are kept; time in which nobody could come does not count."""

_TURNED: Final = (0, 2, 3, 1)
"""The new seat of each of four seats when partners are swapped."""

Reserved = tuple[tuple[int, int, str], ...]
"""Kept seats, each as seat, user and name."""


def kept(former: Table, user_id: int) -> Reserved:
    """Return the seats to keep when a user asks for a rematch: those of all other people still known."""
    people = [row for row in former.seats if row.person and not row.forgotten]
    others = [row for row in people if row.user_id != user_id]
    return tuple([(row.seat, row.user_id, row.name) for row in others])


def still_reserved(reserved: Reserved, *user_ids: int) -> Reserved:
    """Return the kept seats without those of these users, who have taken them or given them up."""
    return tuple([one for one in reserved if one[1] not in user_ids])


def must_be_free(table: Table, user_id: int, wanted: list[int]) -> list[int]:
    """Return the seats among these that are kept for nobody else; Kept if there are none."""
    others = {seat: name for seat, user, name in table.row.reserved if user != user_id}
    free = [seat for seat in wanted if seat not in others]
    if wanted and not free:
        raise Kept([others[seat] for seat in wanted], table.row.reserved_until or 0.0)
    return free


def with_sides(table: Table, after: Table) -> tuple[list[SeatRow], Reserved]:
    """Return the rows and the kept seats of a lobby once it has the sides of `after`."""
    awaited = [SeatRow(seat, user, name, entropy=0) for seat, user, name in table.row.reserved]
    rows = reseated([*table.seats, *awaited], table.sides, after.sides)
    ids = {row.user_id for row in awaited}
    seats = [row for row in rows if row.user_id not in ids]
    return seats, tuple([(row.seat, row.user_id, row.name) for row in rows if row.user_id in ids])


def turned(table: Table) -> tuple[list[SeatRow], Reserved]:
    """Return the rows and the kept seats of a lobby with the next of the three pairings of four people.

    The person in the first seat stays, and the others go round.
    """
    seats = [moved(row, _TURNED[row.seat]) for row in table.seats]
    return seats, tuple([(_TURNED[seat], user, name) for seat, user, name in table.row.reserved])


async def store_and_begin(tables: Tables, held: Held, after: Table, **values: Any) -> None:
    """Store the lobby; begin its game if everybody is there."""
    await tables.commit(held, after, **await seated_columns(tables, held.table, after, **values))
    await begin_if_complete(tables, held)


async def begin_if_complete(tables: Tables, held: Held) -> bool:
    """Begin the game of a complete lobby, and return whether it was one.

    Nobody who plays computers alone is asked to cut.
    """
    if not situation.begins(held.table):
        return False
    await begin(tables, held, asks=not situation.solo(held.table.seats), touched_at=tables.now())
    return True


async def seated_columns(tables: Tables, before: Table, after: Table, **values: Any) -> dict[str, Any]:
    """Return the columns of a lobby whose seats have changed, those in `values` among them.

    A match goes on among the same people only.
    """
    row, seated = after.row, {seat.user_id for seat in after.seats}
    taken = {seat.seat for seat in after.seats}
    reserved = tuple([one for one in row.reserved if one[0] not in taken and one[1] not in seated])
    values = {"reserved": reserved, **values}
    others_came = not same_people(before.seats, after.seats)
    if row.series and others_came and "series" not in values and not await _as_before(tables, after):
        values["series"] = ()
    return values


async def _as_before(tables: Tables, table: Table) -> bool:
    """Return whether all have their seats of the game before; False if that game cannot be read."""
    assert table.row.rematch_of is not None
    try:
        former = await tables.get(table.row.rematch_of)
    except (NoTable, SetAside):
        return False
    return same_people(former.seats, table.seats)


async def do_what_is_due_in_lobby(tables: Tables, held: Held) -> None:
    """Begin the game of a complete lobby, or free its kept seats once their time is over."""
    table, now = held.table, tables.now()
    # It may have been complete when the bot was killed, or could not deal.
    begun = await begin_if_complete(tables, held)
    if not begun and table.row.reserved and (table.row.reserved_until or 0.0) <= now:
        await tables.commit(held, table.with_row(reserved=()))
