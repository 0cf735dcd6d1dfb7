"""Runs work by key at planned times: one task sleeps until the earliest."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Final

from cogs.keyed_worker import K, KeyedWorker

LONGEST: Final = 60.0
"""The longest sleep in seconds: the clock of the system may be set meanwhile."""
AGAIN_SECONDS: Final = 15.0
"""Seconds after which something that could not be done is tried again."""


class TimedWorker(KeyedWorker[K]):
    """Runs `work(key)` where it is asked for, and once when the time planned for a key has come.

    `now` tells the time, which a test can move; `run` is the task that waits.
    """

    def __init__(self, work: Callable[[K], Awaitable[None]], now: Callable[[], float]) -> None:
        super().__init__(work)
        self._now = now
        self._times: dict[K, float] = {}
        self._earliest = math.inf
        self._sooner = asyncio.Event()

    def busy(self, key: K | None = None) -> bool:
        """Return whether `work(key)` is running; without a key, whether any work is, or may be about to."""
        return super().busy(key) or (key is None and self._sooner.is_set())

    def plan(self, key: K, at: float) -> None:
        """Have `work(key)` run at `at`, whatever was planned for it before."""
        self._times[key] = at
        self.expect(at)

    def by(self, key: K, at: float) -> None:
        """Have `work(key)` run at `at` at the latest."""
        self.plan(key, min(at, self._times.get(key, math.inf)))

    def forget(self, key: K) -> None:
        """Drop what is planned for a key."""
        self._times.pop(key, None)

    def expect(self, at: float) -> None:
        """Look what is due at `at` at the latest."""
        if at < self._earliest:
            self._earliest = at
            self._sooner.set()

    async def run(self) -> None:
        """Ask for all that is due, forever."""
        while True:
            self._sooner.clear()
            now = self._now()
            for key in [key for key, at in self._times.items() if at <= now]:
                del self._times[key]
                self.ask(key)
            self._earliest = min(self._times.values(), default=math.inf)
            try:
                async with asyncio.timeout(min(self._earliest - now, LONGEST)):
                    await self._sooner.wait()
            except TimeoutError:
                continue
