"""A tavern at the pace of a table: what is played is held in sight, and can be taken back."""

from typing import Any

from bot.clock.due import do_what_is_due
from bot.table.table import Table
from engine.game import DEALER
from tests.bot.tavern import Tavern

HOLD, BACK, CLOCK = 2, 4, 60
PACE: dict[str, Any] = {"hold_seconds": HOLD, "undo_seconds": BACK, "turn_seconds": CLOCK, "pause_seconds": 0}


def events(table: Table) -> set[str]:
    """Return the names of what the last entry of the log made happen."""
    return {event.name for event in table.story[-1].events}


async def played_until(tavern: Tavern, table: Table, name: str) -> Table:
    """Return the table after the first play of the game that makes something of this name happen."""
    while name not in events(table):
        table = await tavern.plays(table)
    return table


async def last_card(tavern: Tavern, table: Table) -> Table:
    """Return the table before the last card of the hand."""
    while True:
        seat = table.waits_for()[0]
        after = table.with_play(seat, table.game.legal(table.state, seat)[-1])
        if after.game.to_act(after.state) in ((), (DEALER,)):
            return table
        table = await tavern.plays(table)


async def woken(tavern: Tavern, table: Table) -> Table:
    """Return the table once the clock has done all that is due."""
    while (at := tavern.now(table).row.wake_at) is not None and at <= tavern.at:
        await do_what_is_due(tavern.tables, table.row.id)
    await tavern.agrees(table)
    return tavern.now(table)
