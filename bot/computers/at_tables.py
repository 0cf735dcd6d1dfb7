"""Work of computers at tables, one piece at a time at each, until nothing is left to do there."""

import asyncio
import logging
from abc import ABC, abstractmethod

from bot.errors import NoTable, Refused, SetAside, Stale
from bot.store import RETRY_SECONDS, patiently
from bot.table.table import Table
from bot.tables.tables import Tables

log = logging.getLogger(__name__)


class AtTables(ABC):
    """The work of one kind at all tables, with at most one piece under way at a table; `run` is its task."""

    def __init__(self) -> None:
        self._asked: asyncio.Queue[str] = asyncio.Queue()
        self._at: dict[str, asyncio.Task[None]] = {}

    @abstractmethod
    def wanted(self, table: Table) -> bool:
        """Return whether there is work at a table now."""

    @abstractmethod
    async def work(self, tables: Tables, table: Table) -> None:
        """Do the next piece of work at a table; Stale if the table has moved on meanwhile."""

    def changed(self, table: Table, *, panels: bool = True, only: int | None = None) -> None:
        """Queue a table with work."""
        if self.wanted(table):
            self._asked.put_nowait(table.row.id)

    async def run(self, tables: Tables) -> None:
        """Work at every table that wants it, until cancelled; first at those of the last run.

        Work that is not stored at the cancellation is done again after the next start.
        """
        try:
            for table_id in await patiently(tables.store.with_computers, "the tables with computers"):
                self._asked.put_nowait(table_id)
            while True:
                table_id = await self._asked.get()
                if table_id not in self._at:
                    self._at[table_id] = asyncio.create_task(self._go_on(tables, table_id))
        finally:
            working = list(self._at.values())
            for task in working:
                task.cancel()
            await asyncio.gather(*working, return_exceptions=True)

    async def _go_on(self, tables: Tables, table_id: str) -> None:
        """Work at a table until nothing is left to do."""
        try:
            while await self._worked(tables, table_id):
                pass
        finally:
            del self._at[table_id]

    async def _worked(self, tables: Tables, table_id: str) -> bool:
        """Do one piece of work at a table; return whether to look again for more."""
        try:
            table = await tables.get(table_id)
            if not self.wanted(table):
                return False
            await self.work(tables, table)
            return True
        except (SetAside, NoTable) as refused:
            log.warning("no computer plays at table %s: %s", table_id, refused.key)
            return False
        except Stale:
            return True
        except Refused as refused:
            log.warning("a computer at table %s tries again: %s", table_id, refused.key)
        except Exception:
            log.exception("a computer at table %s tries again", table_id)
        await asyncio.sleep(RETRY_SECONDS)
        return True
