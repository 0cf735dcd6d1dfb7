"""Waiting for a seat: somebody without one asks to be called once there is one, or the game is over."""

from typing import Final

from bot.errors import Refused
from bot.store import Status
from bot.table import Table
from bot.tables import Tables

MOST: Final = 20
"""How many people can wait at a table: one message calls them all."""


async def wait(tables: Tables, table_id: str, user_id: int) -> Table:
    """Return the table at which a user waits from now on; where there is a seat, they need not."""
    # Held, so that no seat comes free between the look and the note.
    async with tables.held(table_id) as held:
        table, waiters = held.table, held.table.ledger.waiters
        if table.seat_of(user_id) is not None:
            raise Refused("refused.seated")
        if not table.open:
            raise Refused("refused.closed" if table.row.status is Status.CLOSED else "refused.over")
        if table.open_to() is None and user_id not in waiters:
            if len(waiters) >= MOST:
                raise Refused("refused.waiting-full", n=MOST)
            await tables.ledgers.waits(table.ledger, user_id, tables.now())
    return held.table


async def wait_no_more(tables: Tables, table_id: str, user_id: int) -> Table:
    """Return the table at which a user does not want to be called any more."""
    table = await tables.get(table_id)
    if table.ledger.waits(user_id):
        await tables.ledgers.waits_no_more(table.ledger, user_id)
    return table
