"""The message that calls people to a table; it is deleted when the turns that it calls to are over."""

import asyncio
import logging
import zlib
from collections.abc import Mapping
from typing import Final

import discord

from bot.app import CardsBot
from bot.calling import standing, stands
from bot.ledger import Call, Ledger
from bot.render import board
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

    async def send(self, table: Table, new: Mapping[int, Call]) -> bool:
        """Make these calls, by user, and take the place of the ping before; return False where the bot may
        not write in the channel.

        The message names all who are still called, and notifies those only who had not been.
        """
        ledger, replaced = table.ledger, table.ledger.place.ping_id
        before = standing(table)
        await self.take_back(ledger, ledger.place)
        table = self.tables.current(table)
        calls = {user: made for user, made in {**before, **new}.items() if stands(table, user, made)}
        if not calls:
            # It would call to what is over, and be taken back at once.
            return True
        mark = zlib.crc32(repr((replaced, sorted(calls.items()))).encode())
        nonce = f"{table.row.id}{table.seq}.{mark:x}"
        words = self.bot.catalogue.words(table.row.language)
        shown = table.shown()
        text = board.ping(shown, {user: made.kind for user, made in calls.items()}, words)
        try:
            sent = await call(
                self.bot,
                ledger.place,
                nonce,
                text,
                board.hand_button(shown, words),
                notified=calls.keys() & new,
            )
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.info("table %s: nobody could be pinged (%s)", table.row.id, type(error).__name__)
            return not isinstance(error, discord.Forbidden)
        ledger.calls = calls
        await self.tables.ledgers.pinged(ledger, sent.id, table.seq)
        await self.clear(self.tables.current(table))
        return True

    async def clear(self, table: Table) -> None:
        """Take the table's ping back if what it calls to is over for all whom it calls."""
        if not (table.playing and standing(table)):
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
