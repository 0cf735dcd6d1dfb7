"""Work that waits for its time: one task sleeps until the earliest."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Final

from cogs.keyed_worker import K, KeyedWorker

LONGEST: Final = 60.0
"""Seconds after which it is looked again what time it is: the clock of the system may be set."""
AGAIN_SECONDS: Final = 15.0
"""How long after something could not be done it is tried again."""


class TimedWorker(KeyedWorker[K]):
    """Runs `work(key)` where it is asked for, and once when the time planned for a key has come.

    The time is told by `now`, which a test can move; `run` is the task that waits for it.
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
        """See to it that `work(key)` runs at `at`, whatever was planned for it before."""
        self._times[key] = at
        self.expect(at)

    def by(self, key: K, at: float) -> None:
        """See to it that `work(key)` runs at `at` at the latest."""
        self.plan(key, min(at, self._times.get(key, math.inf)))

    def forget(self, key: K) -> None:
        """See to it that no time is planned for a key."""
        self._times.pop(key, None)

    def expect(self, at: float) -> None:
        """See to it that at `at` at the latest it is looked what is due."""
        if at < self._earliest:
            self._earliest = at
            self._sooner.set()

    async def run(self) -> None:
        """Ask for all that is due, for ever."""
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
