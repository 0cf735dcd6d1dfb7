"""One task that sleeps until the earliest stored deadline, and then wakes the tables that are due and has
private panels say that they stop following while they can still be edited.

Deadlines live in the store, so a restart forgets none. While the bot was down nobody could act: from a start
every lobby and every turn has its full time again.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from typing import Final

from bot.deadlines import idle_at
from bot.ledger import ENDING_SECONDS
from bot.refused import Refused, SetAside
from bot.store import Status, StoreError
from bot.table import Table
from bot.tables import Tables

log = logging.getLogger(__name__)

IDLE_SECONDS: Final = 60.0
RETRY_SECONDS: Final = 5.0
GRACE_SECONDS: Final = 15.0
"""Where no turn is nudged: how long after a start the next hand is dealt, at the earliest."""


class Clock:
    """The clock of all tables; `run` is its task."""

    def __init__(self) -> None:
        self._earliest = math.inf
        self._sooner = asyncio.Event()
        self._forgiven: list[str] = []
        # When panels are looked at next: one that is pressed meanwhile lives much longer than this sleeps.
        self._panels_at = 0.0

    def changed(self, table: Table, *, panels: bool = True) -> None:
        """Take note of a deadline that has just been stored."""
        if table.row.wake_at is not None:
            self.expect(table.row.wake_at)

    def expect(self, wake_at: float) -> None:
        """See to it that what is due is looked for at `wake_at` at the latest."""
        if wake_at < self._earliest:
            self._earliest = wake_at
            self._sooner.set()

    async def forgive(self, tables: Tables) -> None:
        """Put off what came due while the bot was down, before anybody can have read it."""
        settings, now = tables.settings, tables.now()
        turn = settings.nudge_seconds or min(GRACE_SECONDS, settings.next_hand_seconds)
        while True:
            try:
                self._forgiven = await tables.store.due(now + turn)
                await tables.store.postpone(Status.LOBBY, idle_at(settings, now))
                await tables.store.postpone(Status.PLAYING, now + turn)
                await tables.store.drop_panels(now)
            except StoreError as error:
                log.warning("deadlines could not be put off: %s", error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return

    async def run(self, tables: Tables) -> None:
        """Wake tables when they are due, for ever; first find those that wait for nobody's choice."""
        await self._each(self._forgiven, tables.hasten)
        while True:
            # What is awaited from here on may be missing in what is read below.
            self._earliest = math.inf
            self._sooner.clear()
            latest = tables.now() + IDLE_SECONDS
            try:
                if self._panels_at <= tables.now():
                    self._panels_at = await self._end_panels(tables)
                due = await tables.store.due(tables.now())
                if not await self._each(due, tables.wake):
                    latest = tables.now() + RETRY_SECONDS
                elif (earliest := await tables.store.next_wake()) is not None:
                    latest = min(latest, earliest)
            except StoreError as error:
                log.warning("the clock could not read its deadlines: %s", error)
                latest = tables.now() + RETRY_SECONDS
                self._panels_at = min(self._panels_at, latest)
            self._earliest = min(self._earliest, latest, self._panels_at)
            try:
                async with asyncio.timeout(max(self._earliest - tables.now(), 0.05)):
                    await self._sooner.wait()
            except TimeoutError:
                continue

    async def _end_panels(self, tables: Tables) -> float:
        """Have the panels stop that are about to end, and return when to look at them next."""
        now = tables.now()
        following = now + IDLE_SECONDS
        for table_id, user_id, stored in await tables.store.ending(now, following + ENDING_SECONDS):
            end = tables.ledgers.ends_at(table_id, user_id, stored)
            if end > now + ENDING_SECONDS:
                following = min(following, end - ENDING_SECONDS)
            else:
                tables.outbox.ending(table_id, user_id)
                # One that could not say so tries again as long as it can.
                following = min(following, now + RETRY_SECONDS)
        return following

    async def _each(self, table_ids: list[str], work: Callable[[str], Awaitable[None]]) -> bool:
        """Do what is due at these tables, and return whether all could be done."""
        well = True
        for table_id in table_ids:
            try:
                await work(table_id)
            except Refused as refused:
                log.warning("table %s could not be woken: %s", table_id, refused.key)
                well = well and isinstance(refused, SetAside)
            except Exception:
                log.exception("table %s could not be woken", table_id)
                well = False
        return well
