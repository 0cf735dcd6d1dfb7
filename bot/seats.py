"""Who plays a seat of a game under way: its person, or a computer in that person's place."""

import logging
from typing import Any, Final

from bot.deadlines import wake_at
from bot.live import Held
from bot.refused import Refused
from bot.store import SeatRow, Status
from bot.table import Table
from bot.tables import Tables

log = logging.getLogger(__name__)

STAND_IN: Final = "medium"
"""The level of the computer that plays for somebody who has left."""


class Seats:
    """What people do with their seats once the game has started; every change goes through `Tables`."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    async def hand_over(self, table_id: str, user_id: int, *, ending: bool = True) -> Table:
        """Return the table with a computer playing a user's seat.

        Where nobody else is left the game ends, or, without `ending`, all stays as it is.
        """
        async with self.tables.held(table_id) as held:
            table, row = held.table, _seat(held.table, user_id)
            if row.present:
                if not ending and sum(other.present for other in table.seats) == 1:
                    return table
                await self._give(held, row, STAND_IN)
        # Held anew: the seat has been given, whatever becomes of what the others wait for.
        try:
            async with self.tables.held(table_id) as held:
                await self._without(held)
        except Refused as refused:
            log.warning("table %s does not go on without the one who has left: %s", table_id, refused.key)
        return held.table

    async def take_back(self, table_id: str, user_id: int) -> Table:
        """Return the table with a user playing their own seat again."""
        async with self.tables.held(table_id) as held:
            row = _seat(held.table, user_id)
            if not row.present:
                await self._give(held, row, None)
        return held.table

    async def _give(self, held: Held, row: SeatRow, level: str | None) -> None:
        """Have a seat played from now on by a computer of a level, or by its person (None)."""
        now = self.tables.now()
        after = held.table.marked(row, level=level, ready=False, consents=False)
        values: dict[str, Any] = {"touched_at": now}
        if not any(seat.present for seat in after.seats):
            values |= {"status": Status.STOPPED, "wake_at": None}
        elif row.seat in after.waits_for():
            values["wake_at"] = wake_at(after, self.tables.settings, now)
        await self.tables.commit(held, after, **values)

    async def _without(self, held: Held) -> None:
        """Do what everybody who is still there has agreed on."""
        table = held.table
        if not table.playing:
            return
        voters = [row for row in table.seats if row.seat in table.voters()]
        if table.may_stop({row.seat for row in voters if row.consents}):
            await self.tables.end(held, Status.STOPPED)
        elif table.agreeing() is not None and all(row.ready for row in voters):
            await self.tables.go_on(held)


def _seat(table: Table, user_id: int) -> SeatRow:
    """Return the seat of a user in a game under way; Refused otherwise."""
    row = table.seat_of(user_id)
    if row is None:
        raise Refused("refused.not-seated")
    if not table.playing:
        raise Refused("refused.no-game" if table.row.status is Status.LOBBY else "refused.over")
    return row
