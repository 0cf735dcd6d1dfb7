"""A tavern with a pace: plays are held in view, and can be taken back."""

from typing import Any

from bot.clock.due import do_what_is_due
from bot.table.table import Table
from tests.bot.tavern import Tavern

HOLD, BACK, CLOCK = 2, 4, 60
PACE: dict[str, Any] = {"hold_seconds": HOLD, "undo_seconds": BACK, "turn_seconds": CLOCK, "pause_seconds": 0}


def events(table: Table) -> set[str]:
    """Return the names of the last log entry's events."""
    return {event.name for event in table.story[-1].events}


async def later(tavern: Tavern, table: Table, seconds: float) -> Table:
    """Return the table after so many seconds, in which the clock did all due work."""
    tavern.at += seconds
    return await woken(tavern, table)


async def woken(tavern: Tavern, table: Table) -> Table:
    """Return the table once the clock has done all due work."""
    while (at := tavern.now(table).row.wake_at) is not None and at <= tavern.at:
        await do_what_is_due(tavern.tables, table.row.id)
    await tavern.agrees(table)
    return tavern.now(table)
