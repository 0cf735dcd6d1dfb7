"""Messages that call people to the table; each is deleted when the turn that it called for is over."""

import logging

import discord

from bot.app import CardsBot
from bot.ledger import Ledger
from bot.render.panel import Button
from bot.store import PlaceRow
from bot.table import Table
from cogs.channels import UNREACHABLE, call, delete

log = logging.getLogger(__name__)


class Pings:
    """The one ping that each table may have at a time."""

    def __init__(self, bot: CardsBot) -> None:
        self.bot = bot
        self.tables = bot.tables

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
        if place.ping_id is None or not await delete(self.bot, place, place.ping_id):
            return
        # Another may have been sent meanwhile, and is still to be taken back.
        if ledger.place.ping_id == place.ping_id:
            await self.tables.ledgers.pinged(ledger, None, None)
