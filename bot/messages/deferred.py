"""What may be stored a second late, many tables at a time, because a restart can do without it.

These are the versions that have been shown (else they are shown again) and the renewed tokens of private
panels (else their former ones serve on).
"""

import asyncio
import logging
from typing import Final

from bot.store import PanelRow, Store, StoreError

log = logging.getLogger(__name__)

DELAY: Final = 1.0


class DeferredWrites:
    """Collects what is to be noted and stores it soon, trying again as long as the store cannot."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._published: dict[str, int] = {}
        self._renewed: dict[tuple[str, int], PanelRow] = {}
        self._task: asyncio.Task[None] | None = None

    def published(self, table_id: str, version: int) -> None:
        """Note that a table has been shown to everybody in this version."""
        self._published[table_id] = version
        self._soon()

    def renewed(self, panel: PanelRow) -> None:
        """Note a panel's newest token."""
        self._renewed[panel.table_id, panel.user_id] = panel
        self._soon()

    def dropped(self, table_id: str, user_id: int) -> None:
        """Forget what was to be noted of a panel that follows no more."""
        self._renewed.pop((table_id, user_id), None)

    def _soon(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._published or self._renewed:
            await asyncio.sleep(DELAY)
            await self.flush()

    async def flush(self) -> None:
        """Store all that has been noted; what cannot be stored stays noted."""
        published, renewed = dict(self._published), dict(self._renewed)
        try:
            await self.store.mark_published(published, list(renewed.values()))
        except StoreError as error:
            log.warning("what has been shown could not be stored: %s", error)
            return
        # What has been noted or dropped meanwhile stays so.
        self._published = dict(self._published.items() - published.items())
        for key, panel in renewed.items():
            if self._renewed.get(key) is panel:
                del self._renewed[key]

    async def close(self) -> None:
        """Store what has been noted, and stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.flush()
