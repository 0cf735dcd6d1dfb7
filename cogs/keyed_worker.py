"""Runs work by key: one run at a time for each key, and one more if it was asked for meanwhile."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

log = logging.getLogger(__name__)
K = TypeVar("K", bound=Hashable)


class KeyedWorker(Generic[K]):
    """Runs `work(key)` for every key asked for; whatever is asked during a run is done by one more."""

    def __init__(self, work: Callable[[K], Awaitable[None]]) -> None:
        self._work = work
        self._again: dict[K, bool] = {}
        self._tasks: dict[K, asyncio.Task[None]] = {}
        self._closed = False

    def ask(self, key: K) -> None:
        """Have `work(key)` run from its beginning once more; nothing runs after `close`."""
        if self._closed:
            return
        if key in self._again:
            self._again[key] = True
            return
        self._again[key] = False
        self._tasks[key] = asyncio.create_task(self._run(key))

    def begins(self, key: K) -> None:
        """Note that `work(key)` has only waited until now, and does all that was asked so far."""
        self._again[key] = False

    def busy(self, key: K | None = None) -> bool:
        """Return whether `work(key)` is running; without a key, whether any work is."""
        return bool(self._again) if key is None else key in self._again

    async def ended(self, key: K) -> None:
        """Return once `work(key)` does not run."""
        if (task := self._tasks.get(key)) is not None:
            await asyncio.wait({task})

    async def _run(self, key: K) -> None:
        try:
            while True:
                self._again[key] = False
                try:
                    await self._work(key)
                except Exception:
                    log.exception("a message could not be published")
                if not self._again[key]:
                    return
        finally:
            self._again.pop(key, None)
            self._tasks.pop(key, None)

    async def close(self) -> None:
        """Give up what is still running."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        # One that was given up before it began has cleared nothing away.
        self._again.clear()
        self._tasks.clear()
