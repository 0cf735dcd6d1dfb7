"""What is to be looked at again at some time: one task sleeps until the earliest."""

import asyncio
import math
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
LONGEST: Final = 60.0
"""Seconds after which it is looked again what time it is: the clock of the system may be set."""


AGAIN_SECONDS: Final = 15.0
"""How long after something could not be done it is tried again."""


class Later(Generic[K]):
    """Asks for each key once when its time has come, by a clock `now` that a test can move; `run` is its
    task.
    """

    def __init__(self, ask: Callable[[K], None], now: Callable[[], float]) -> None:
        self._ask = ask
        self._now = now
        self._times: dict[K, float] = {}
        self._earliest = math.inf
        self._sooner = asyncio.Event()

    @property
    def woken(self) -> bool:
        """Return whether it is about to be looked what is due: sooner than was planned."""
        return self._sooner.is_set()

    def plan(self, key: K, at: float) -> None:
        """See to it that a key is asked for at `at`, whatever was planned for it before."""
        self._times[key] = at
        self.expect(at)

    def by(self, key: K, at: float) -> None:
        """See to it that a key is asked for at `at` at the latest."""
        self.plan(key, min(at, self.planned(key)))

    def planned(self, key: K) -> float:
        """Return when a key is to be asked for; infinity if it is not."""
        return self._times.get(key, math.inf)

    def forget(self, key: K) -> None:
        """See to it that a key is not asked for."""
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
                self._ask(key)
            self._earliest = min(self._times.values(), default=math.inf)
            try:
                async with asyncio.timeout(min(self._earliest - now, LONGEST)):
                    await self._sooner.wait()
            except TimeoutError:
                continue
