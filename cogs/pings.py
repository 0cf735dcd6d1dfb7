"""Messages that call people to the table; each is deleted when the turn that it called for is over."""

import logging
from dataclasses import replace
from typing import Any

import discord

from bot.store import StoreError
from bot.table import Table
from cogs.channels import UNREACHABLE, call, delete

log = logging.getLogger(__name__)


class Pings:
    """The one ping that each table may have at a time."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.store = bot.store
        self._sent_at: dict[str, int] = {}

    async def send(self, table: Table, text: str, kind: str) -> bool:
        """Ping in place of the ping before; return False where the bot may not write in the channel.

        `kind` is a letter that tells the pings of one turn apart.
        """
        seq = table.seq
        await self._take_back(table)
        if table.seq != seq:
            # It would call to what is over, and be taken back at once.
            return True
        try:
            sent = await call(self.bot, table.row, f"{kind}{table.row.id}{seq}", text)
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.info("table %s: nobody could be pinged (%s)", table.row.id, type(error).__name__)
            return not isinstance(error, discord.Forbidden)
        self._sent_at[table.row.id] = seq
        await self._remember(table, sent.id)
        await self.clear(table)
        return True

    async def clear(self, table: Table) -> None:
        """Take the table's ping back if its turn is over."""
        # After a restart the nudge alone tells: its turn has no deadline any more until somebody acts.
        clocked = table.playing and bool(self.bot.settings.nudge_seconds)
        nudged = table.seq if clocked and table.row.wake_at is None else None
        if self._sent_at.get(table.row.id, nudged) != table.seq:
            await self._take_back(table)

    async def _take_back(self, table: Table) -> None:
        ping_id = table.row.ping_id
        self._sent_at.pop(table.row.id, None)
        if ping_id is None or not await delete(self.bot, table.row, ping_id):
            return
        # Another may have been sent meanwhile, and is still to be taken back.
        if table.row.ping_id == ping_id:
            await self._remember(table, None)

    async def _remember(self, table: Table, ping_id: int | None) -> None:
        table.row = replace(table.row, ping_id=ping_id)
        try:
            await self.store.set_ping(table.row.id, ping_id)
        except StoreError as error:
            log.warning("the ping of table %s could not be stored: %s", table.row.id, error)
