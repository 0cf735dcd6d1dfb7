"""Writes that may come a second late, many tables at a time, because a restart can do without them.

They are the versions that have been shown (without them the table is shown again) and the renewed tokens of
private panels (without them the former tokens serve on).
"""

import asyncio
import logging
from typing import Final

from bot.store import PanelRow, Store, StoreError

log = logging.getLogger(__name__)

DELAY: Final = 1.0
"""Seconds between two writes."""


class DeferredWrites:
    """A collector of versions and panels that stores them soon, and again until the store takes them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._published: dict[str, int] = {}
        self._renewed: dict[tuple[str, int], PanelRow] = {}
        self._task: asyncio.Task[None] | None = None

    def published(self, table_id: str, version: int) -> None:
        """Store soon that a table has been shown to everybody in a version."""
        self._published[table_id] = version
        self._soon()

    def renewed(self, panel: PanelRow) -> None:
        """Store the newest token of a panel soon."""
        self._renewed[panel.table_id, panel.user_id] = panel
        self._soon()

    def dropped(self, table_id: str, user_id: int) -> None:
        """Drop the pending write of a panel that has stopped following."""
        self._renewed.pop((table_id, user_id), None)

    def forgotten(self, user_id: int) -> None:
        """Drop all pending writes of a user's panels."""
        for key in [key for key in self._renewed if key[1] == user_id]:
            del self._renewed[key]

    def _soon(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._published or self._renewed:
            await asyncio.sleep(DELAY)
            await self.flush()

    async def flush(self) -> None:
        """Store all that is pending; it stays pending if the store fails."""
        published, renewed = dict(self._published), dict(self._renewed)
        try:
            await self.store.mark_published(published, list(renewed.values()))
        except StoreError as error:
            log.warning("what has been shown could not be stored: %s", error)
            return
        # Keep changes made during the write.
        self._published = dict(self._published.items() - published.items())
        for key, panel in renewed.items():
            if self._renewed.get(key) is panel:
                del self._renewed[key]

    async def close(self) -> None:
        """Store all that is pending, and stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.flush()
