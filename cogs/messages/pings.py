"""The message that calls people to a table; it is deleted when the turns that it calls to are over."""

import asyncio
import logging
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import discord

from bot.app import CardsBot
from bot.messages.ledger import Call
from bot.panels.table import board
from bot.store import PlaceRow
from bot.table.calls import is_open, open_calls
from bot.table.situation import view_of
from bot.table.table import Table
from bot.tasks import end_of
from cogs.sending.channels import UNREACHABLE, call, delete
from cogs.workers import AGAIN_SECONDS, TimedWorker

log = logging.getLogger(__name__)

HANGING: Final = 1.0
"""Seconds after which a request for which others wait is taken to hang."""


class Pings:
    """The one ping that each table may have at a time.

    One that cannot be deleted now is tried again until it is; `gone` is told then.
    """

    def __init__(self, bot: CardsBot, gone: Callable[[Table], None]) -> None:
        self.bot = bot
        self.tables = bot.tables
        self._gone = gone
        # The pings that are being deleted: a second request would find nothing.
        self._leaving: dict[int, asyncio.Task[bool]] = {}
        self.work: TimedWorker[str] = TimedWorker(self._again, self.tables.now)
        # By id: the tables whose ping could not be deleted.
        self._staying: dict[str, Table] = {}

    async def send(self, table: Table, new: Mapping[int, Call]) -> bool:
        """Make these calls, by user, and take the place of the ping before; return False if that is to be
        tried again, Forbidden where the bot may not write.

        The message names all who are still called, and notifies those only who had not been.
        """
        ledger, before = table.ledger, open_calls(table)
        if not await self._take_back(table):
            return False
        table, place = self.tables.current(table), ledger.place
        calls = {user: made for user, made in {**before, **new}.items() if is_open(table, user, made)}
        if not calls:
            # It would call to what is over, and be taken back at once.
            return True
        mark = zlib.crc32(repr((place.channel_id, sorted(calls.items()))).encode())
        nonce = f"{table.row.id}{table.seq}.{mark:x}"
        words = self.bot.catalogue.words(table.row.language)
        view = view_of(table)
        text = board.ping(view, {user: made.kind for user, made in calls.items()}, words)
        buttons, notified = board.ping_buttons(view, words), calls.keys() & new
        try:
            sent = await call(self.bot, place, nonce, text, buttons, notified)
        except discord.Forbidden:
            raise
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.info("table %s: nobody could be pinged (%s)", table.row.id, type(error).__name__)
            return False
        ledger.calls = calls
        await self.tables.ledgers.pinged(ledger, sent.id, place.channel_id)
        await self.clear(table)
        return True

    async def clear(self, table: Table) -> bool:
        """Take the table's ping back if what it calls to is over for all whom it calls, or the table has been
        moved; return False if it should be gone and is not.
        """
        table = self.tables.current(table)
        place = table.ledger.place
        if open_calls(table) and place.ping_channel_id == place.channel_id:
            return True
        return await self._take_back(table)

    async def _take_back(self, table: Table) -> bool:
        """Delete the ping of a table; return False if it stays for now, and is tried again."""
        ledger, place = table.ledger, table.ledger.place
        if place.ping_id is None:
            return True
        deleted = await self._delete(place, place.ping_id)
        # Another may have been sent meanwhile, and is still to be taken back.
        if ledger.place.ping_id == place.ping_id:
            if not deleted:
                self._staying[table.row.id] = table
                self.work.by(table.row.id, self.tables.now() + AGAIN_SECONDS)
                return False
            await self.tables.ledgers.pinged(ledger, None)
        return True

    async def _again(self, table_id: str) -> None:
        table = self._staying.pop(table_id, None)
        if table is not None and await self.clear(table):
            self._gone(self.tables.current(table))

    async def _delete(self, place: PlaceRow, ping_id: int) -> bool:
        """Delete the ping of a table that is at `place`; return False if that should be tried again later.

        Where a request hangs another is made: whoever is called next does not wait for it. They do not wait
        either for a channel that the bot may not see any more, if the table stands in another now.
        """
        under_way = self._leaving.get(ping_id)
        if under_way is not None:
            await asyncio.wait({under_way}, timeout=HANGING)
            if under_way.done():
                return await under_way
        there = replace(place, channel_id=place.ping_channel_id or place.channel_id)
        patient = there.channel_id == place.channel_id
        task = asyncio.create_task(delete(self.bot, there, ping_id, patient=patient))
        self._leaving[ping_id] = task
        try:
            return await end_of(task)
        finally:
            if self._leaving.get(ping_id) is task:
                del self._leaving[ping_id]
