"""One task that sleeps until the earliest stored deadline and then wakes the tables that are due.

Deadlines live in the store, so a restart forgets none. While the bot was down nobody could act: what came
due meanwhile is given a short grace from the start.
"""

import asyncio
import logging
from typing import Final

from bot.store import StoreError
from bot.tables import Refused, Tables

log = logging.getLogger(__name__)

IDLE_SECONDS: Final = 60.0
RETRY_SECONDS: Final = 5.0


class Clock:
    """The clock of all tables; `run` is its task."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._earliest = 0.0
        self._sooner = asyncio.Event()
        tables.awaited = self.expect

    def expect(self, wake_at: float | None) -> None:
        """Take note of a deadline that has just been stored."""
        if wake_at is not None and wake_at < self._earliest:
            self._earliest = wake_at
            self._sooner.set()

    async def run(self) -> None:
        """Wake tables when they are due, for ever."""
        while True:
            try:
                failed = await self._wake_due()
                earliest = await self.tables.store.next_wake()
            except StoreError as error:
                log.warning("the clock could not read its deadlines: %s", error)
                self._earliest = self.tables.now() + RETRY_SECONDS
            else:
                self._earliest = earliest[1] if earliest else self.tables.now() + IDLE_SECONDS
                if failed:
                    self._earliest = self.tables.now() + RETRY_SECONDS
            self._sooner.clear()
            wait = min(max(self._earliest - self.tables.now(), 0.05), IDLE_SECONDS)
            try:
                await asyncio.wait_for(self._sooner.wait(), wait)
            except TimeoutError:
                continue

    async def _wake_due(self) -> bool:
        """Wake every table that is due, and return whether any could not be."""
        failed = False
        for table_id in await self.tables.store.due(self.tables.now()):
            try:
                await self.tables.wake(table_id)
            except Refused as refused:
                log.warning("table %s could not be woken: %s", table_id, refused.key)
                failed = True
        return failed
