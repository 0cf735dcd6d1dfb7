"""Calls those who wait for a seat once there is one, and takes the call back when it has no more use.

Where people have no seat to wait for any more, because the game is over, the call leads to the next game; it
goes when that has started, or after an hour.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final

import discord

from bot.app import CardsBot
from bot.refused import NotRead, Refused
from bot.render import claims
from bot.shown import Opening
from bot.store import Status, StoreError, WaiterRow
from bot.table import Table
from cogs.channels import UNREACHABLE, call, delete, passing
from cogs.latest import Latest
from cogs.threads import outside_of

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 5.0
SILENCED_SECONDS: Final = 60.0
"""How often it is looked whether people can be called again in a channel where nothing could be sent."""
CALLED_SECONDS: Final = 3600.0
"""So long a call to the next game stands at most."""


class Waiters:
    """Those who wait for a seat at any table, and the calls to them: one for all who waited.

    Where a table is `silenced` nothing can be sent.
    """

    def __init__(self, bot: CardsBot, silenced: Callable[[Table], bool]) -> None:
        self.bot = bot
        self.tables = bot.tables
        self._silenced = silenced
        self._work: Latest[str] = Latest(self._look)
        self._later: dict[str, asyncio.TimerHandle] = {}
        # Games that are over, whose calls are to the next one.
        self._over: set[str] = set()

    @property
    def busy(self) -> bool:
        """Return whether somebody is just being called."""
        return self._work.busy()

    async def close(self) -> None:
        """Call nobody any more."""
        for handle in self._later.values():
            handle.cancel()
        await self._work.close()

    async def catch_up(self) -> None:
        """Look at all tables at which somebody waits: what was due may have come while the bot was down."""
        await self.bot.wait_until_ready()
        for table_id in await self._known():
            try:
                table = await self.tables.get(table_id)
            except Refused as refused:
                log.warning("who waits at table %s is not called: %s", table_id, refused.key)
                continue
            if table.open_to() is Opening.NEXT:
                self._over.add(table_id)
            self._work.ask(table_id)

    async def _known(self) -> list[str]:
        while True:
            try:
                return await self.bot.store.with_waiters()
            except StoreError as error:
                log.warning("who waits for a seat could not be read: %s", error)
                await asyncio.sleep(RETRY_SECONDS)

    def changed(self, table: Table) -> None:
        """Take note of a table as it is now: a seat may have come free, or have been taken."""
        if table.ledger.waiters:
            self._work.ask(table.row.id)
        if table.row.rematch_of is not None and table.row.rematch_of in self._over:
            self._work.ask(table.row.rematch_of)

    async def _look(self, table_id: str) -> None:
        """Call who waits at a table if there is a seat for them, and take back calls of no more use."""
        try:
            table = await self.tables.get(table_id)
            useless = await self._useless(table)
        except (NotRead, StoreError):
            self._again(table_id, RETRY_SECONDS)
            return
        except Refused:
            return
        if not await self._take_back(table, useless):
            return
        table = self.tables.current(table)
        opening, rows = table.open_to(), list(table.ledger.waiters.values())
        if opening is Opening.NEXT and rows:
            self._over.add(table_id)
        else:
            self._over.discard(table_id)
        waiting = [row for row in rows if row.call_id is None]
        if opening is None or not waiting:
            return
        if self._silenced(table):
            self._again(table_id, SILENCED_SECONDS)
        else:
            await self._call(table, opening, waiting)

    async def _useless(self, table: Table) -> list[WaiterRow]:
        """Return those who need not be called any more, or whose call leads to nothing any more."""
        rows = list(table.ledger.waiters.values())
        opening = table.open_to()
        if table.row.status is Status.CLOSED:
            return rows
        if opening is not Opening.NEXT:
            return [
                row
                for row in rows
                if table.seat_of(row.user_id) is not None or (row.call_id is not None and opening is None)
            ]
        if table.row.id not in self._over:
            # Those were called to a seat of the game that is now over.
            return [row for row in rows if row.call_id is not None]
        return await self._after(table, [row for row in rows if row.call_id is not None])

    async def _after(self, table: Table, called: list[WaiterRow]) -> list[WaiterRow]:
        """Return those whom a game that is over has called to the next one, where that is of no more use."""
        following = await self.bot.store.rematch_of(table.row.id)
        follower = None if following is None else await self.tables.get(following)
        if follower is not None and follower.row.status is not Status.LOBBY:
            return called
        useless, now = [], self.tables.now()
        for row in called:
            assert row.call_id is not None
            ends = discord.utils.snowflake_time(row.call_id).timestamp() + CALLED_SECONDS
            if ends <= now or (follower is not None and follower.seat_of(row.user_id) is not None):
                useless.append(row)
            else:
                self._again(table.row.id, ends - now)
        return useless

    async def _take_back(self, table: Table, rows: Collection[WaiterRow]) -> bool:
        """Forget these, and delete the calls that are for nobody else; return whether that could be done."""
        ledger, gone = table.ledger, set(rows)
        if not gone:
            return True
        needed = {row.call_id for row in ledger.waiters.values() if row not in gone}
        calls = {row.call_id: row.channel_id for row in gone if row.call_id not in needed}
        for call_id, channel_id in calls.items():
            if call_id is None or channel_id is None:
                continue
            # The table may have been moved since.
            if not await delete(self.bot, replace(ledger.place, channel_id=channel_id), call_id):
                self._again(table.row.id, RETRY_SECONDS)
                return False
        await self.tables.ledgers.waits_no_more(ledger, *(row.user_id for row in gone))
        return True

    async def _call(self, table: Table, opening: Opening, rows: list[WaiterRow]) -> None:
        ledger, place = table.ledger, table.ledger.place
        if opening is Opening.NEXT:
            # The thread of a game that is over is put away, and a rematch begins in the channel.
            place = replace(place, channel_id=outside_of(self.bot, place.channel_id))
        words = self.bot.catalogue.words(table.row.language)
        text, button = claims.call(table.shown(), opening, [row.user_id for row in rows], words)
        nonce = f"w{table.row.id}{table.row.version:x}-{place.channel_id % 2**24:x}"
        try:
            sent = await call(self.bot, place, nonce, text, button, [row.user_id for row in rows])
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.info("table %s: who waits could not be called (%s)", table.row.id, type(error).__name__)
            if passing(error):
                self._again(table.row.id, RETRY_SECONDS)
            elif not table.open:
                await self.tables.ledgers.waits_no_more(ledger, *(row.user_id for row in rows))
            return
        if not await self.tables.ledgers.called(ledger, rows, place.channel_id, sent.id):
            # They have all thought better of it meanwhile.
            await delete(self.bot, place, sent.id)
        # Somebody may have taken the seat, or the next game may have started.
        self._work.ask(table.row.id)

    def _again(self, table_id: str, seconds: float) -> None:
        """Look at a table again after so long, at the latest."""

        def now() -> None:
            del self._later[table_id]
            self._work.ask(table_id)

        loop = asyncio.get_running_loop()
        planned = self._later.get(table_id)
        if planned is not None and planned.when() <= loop.time() + seconds:
            return
        if planned is not None:
            planned.cancel()
        self._later[table_id] = loop.call_later(seconds, now)
