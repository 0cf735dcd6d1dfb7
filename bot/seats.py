"""Who plays a seat of a game under way: its person, or a computer in that person's place."""

import logging
from dataclasses import replace
from typing import Final

from bot.live import Refused
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
        async with self.tables.held(table_id) as table:
            row = _seat(table, user_id)
            if row.present:
                if not ending and sum(other.present for other in table.seats) == 1:
                    return table
                await self._give(table, row, STAND_IN)
        # Held anew: the seat has been given, whatever becomes of what the others wait for.
        try:
            async with self.tables.held(table_id) as table:
                await self._without(table)
        except Refused as refused:
            log.warning("table %s does not go on without who has left: %s", table_id, refused.key)
        return table

    async def take_back(self, table_id: str, user_id: int) -> Table:
        """Return the table with a user playing their own seat again."""
        async with self.tables.held(table_id) as table:
            row = _seat(table, user_id)
            if not row.present:
                await self._give(table, row, None)
        return table

    async def _give(self, table: Table, row: SeatRow, level: str | None) -> None:
        """Store and remember who plays a seat from now on."""
        given = replace(row, level=level, ready=False, consents=False)
        seats = tuple(given if other is row else other for other in table.seats)
        status, wake_at = table.row.status, table.row.wake_at
        if not any(seat.present for seat in seats):
            status, wake_at = Status.STOPPED, None
        elif row.seat in table.waits_for():
            wake_at = self.tables.wake_at(table.game, table.state, seats)
        await self.tables.store.set_level(table.row.id, row.user_id, level, status=status, wake_at=wake_at)
        table.seats = seats
        table.changed(status=status, wake_at=wake_at)
        self.tables.awaited(wake_at)
        self.tables.moved(table)

    async def _without(self, table: Table) -> None:
        """Do what everybody has agreed on who is still there."""
        if not table.playing:
            return
        voters = [row for row in table.seats if row.seat in table.voters()]
        if table.may_stop({row.seat for row in voters if row.consents}):
            await self.tables.end(table, Status.STOPPED)
        elif table.agreeing() is not None and all(row.ready for row in voters):
            await self.tables.go_on(table)


def _seat(table: Table, user_id: int) -> SeatRow:
    """Return the seat of a user in a game under way; Refused otherwise."""
    row = table.seat_of(user_id)
    if row is None:
        raise Refused("refused.not-seated")
    if not table.playing:
        raise Refused("refused.no-game" if table.row.status is Status.LOBBY else "refused.over")
    return row
