"""Messages that call people to the table; each is deleted when the turn that it called for is over."""

import asyncio
import logging
from typing import Final

import discord

from bot.app import CardsBot
from bot.ledger import Ledger
from bot.render.panel import Button
from bot.store import PlaceRow
from bot.table import Table
from bot.tasks import end_of
from cogs.channels import UNREACHABLE, call, delete

log = logging.getLogger(__name__)

HANGING: Final = 1.0
"""Seconds after which a request for which others wait is taken to hang."""


class Pings:
    """The one ping that each table may have at a time."""

    def __init__(self, bot: CardsBot) -> None:
        self.bot = bot
        self.tables = bot.tables
        # The pings that are being deleted: a second request would find nothing.
        self._leaving: dict[int, asyncio.Task[bool]] = {}

    async def send(self, table: Table, text: str, kind: str, button: Button) -> bool:
        """Ping in place of the ping before; return False where the bot may not write in the channel.

        `kind` is a letter that tells the pings of one turn apart.
        """
        await self.take_back(table.ledger, table.ledger.place)
        if self.tables.current(table).seq != table.seq:
            # It would call to what is over, and be taken back at once.
            return True
        try:
            nonce = f"{kind}{table.row.id}{table.seq}"
            sent = await call(self.bot, table.ledger.place, nonce, text, button)
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.info("table %s: nobody could be pinged (%s)", table.row.id, type(error).__name__)
            return not isinstance(error, discord.Forbidden)
        await self.tables.ledgers.pinged(table.ledger, sent.id, table.seq)
        await self.clear(self.tables.current(table))
        return True

    async def clear(self, table: Table) -> None:
        """Take the table's ping back if its turn is over."""
        if table.ledger.place.ping_seq != table.seq or not table.playing:
            await self.take_back(table.ledger, table.ledger.place)

    async def take_back(self, ledger: Ledger, place: PlaceRow) -> None:
        """Delete the ping that a table has at a place: where it stands, or stood until now."""
        if place.ping_id is None or not await self._delete(place, place.ping_id):
            return
        # Another may have been sent meanwhile, and is still to be taken back.
        if ledger.place.ping_id == place.ping_id:
            await self.tables.ledgers.pinged(ledger, None, None)

    async def _delete(self, place: PlaceRow, ping_id: int) -> bool:
        """Delete a ping; return False if that should be tried again later.

        Where a request hangs another is made: whoever is called next does not wait for it.
        """
        under_way = self._leaving.get(ping_id)
        if under_way is not None:
            await asyncio.wait({under_way}, timeout=HANGING)
            if under_way.done():
                return await under_way
        task = asyncio.create_task(delete(self.bot, place, ping_id))
        self._leaving[ping_id] = task
        try:
            return await end_of(task)
        finally:
            if self._leaving.get(ping_id) is task:
                del self._leaving[ping_id]
