"""The reads of this process, each on a connection of its own, of one consistent moment."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database.failures import FAILURES, as_refusal, note_denials
from bot.store.model.errors import Busy
from bot.tasks import end_of

T = TypeVar("T")


class Readers:
    """Reads by an engine, each in a task of its own, until they are closed."""

    def __init__(self, engine: AsyncEngine) -> None:
        snapshot = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
        self._engine = engine.execution_options(**snapshot)
        self._reads: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return the result of `work`; it goes on to its end even if the caller is cancelled."""
        if self._closed:
            raise Busy("the store is closed")
        task = asyncio.create_task(self._read(work))
        self._reads.add(task)
        task.add_done_callback(self._reads.discard)
        return await end_of(task)

    async def close(self) -> None:
        """Wait for the reads under way, and refuse any other."""
        self._closed = True
        await asyncio.gather(*self._reads, return_exceptions=True)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        try:
            async with self._engine.connect() as connection:
                return await connection.run_sync(work)
        except FAILURES as error:
            refusal = as_refusal(error)
            note_denials("read", refusal)
            raise refusal from None
