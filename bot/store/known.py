"""Values read from the store and kept in memory, so that presses do not wait for the store.

A press has three seconds. So a caller waits only `READ_SECONDS` for a read; until it is done, and while the
store cannot be read, the last known value holds, or else the usual one. Other processes may write to the same
database, so values are read again after `FRESH` seconds.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

from bot.caches import BoundedDict
from bot.store.model.errors import StoreError

log = logging.getLogger(__name__)
K = TypeVar("K")
T = TypeVar("T")

READ_SECONDS: Final = 0.2
"""Seconds that a caller waits for a read; SQLite takes a thousandth of one."""
FRESH: Final = 300.0
"""Seconds for which values that were read hold; a write of another process is known after that."""
REREAD_SECONDS: Final = 10.0
"""Seconds after a failed read until the next."""
MOST_KNOWN: Final = 20_000
"""The most values in memory, unless another number is given."""


class Known(Generic[K, T]):
    """The values that `read` returns by key; until it has, each is that of `usual`.

    `what` names them in the log; a caller waits `times` as long for them as for others.
    """

    def __init__(
        self,
        read: Callable[[K], Awaitable[T]],
        usual: Callable[[K], T],
        what: str,
        now: Callable[[], float] = time.monotonic,
        most: int = MOST_KNOWN,
        times: int = 1,
    ) -> None:
        self._stored = read
        self._usual = usual
        self._what = what
        self._times = times
        self._now = now
        # The values, and when they expire.
        self._kept: BoundedDict[K, tuple[T, float]] = BoundedDict(most)
        # The reads under way, and when callers stop waiting for them.
        self._reading: dict[K, tuple[asyncio.Task[None], float]] = {}
        self._readable = True
        self._writes = 0

    async def of(self, key: K) -> T:
        """Return the value of a key, as far as it is known within `READ_SECONDS`."""
        kept = self._kept.get(key)
        if kept is not None and self._now() < kept[1]:
            return kept[0]
        if key not in self._reading:
            until = self._now() + self._times * READ_SECONDS
            self._reading[key] = (asyncio.create_task(self._try_to_read(key)), until)
        task, until = self._reading[key]
        await asyncio.wait({task}, timeout=max(0.0, until - self._now()))
        return self.at_hand(key)

    async def surely(self, key: K) -> T:
        """Return the true value of a key, however long that takes; StoreError if it cannot be read."""
        kept = self._kept.get(key)
        return kept[0] if kept is not None and self._now() < kept[1] else await self.read(key)

    async def read(self, key: K) -> T:
        """Return the value stored now; StoreError if it cannot be read."""
        while True:
            writes = self._writes
            value = await self._stored(key)
            if writes == self._writes:
                break
            # This read may have missed a value that was written meanwhile.
        return self._keep(key, value, FRESH)

    def at_hand(self, key: K) -> T:
        """Return the last known value of a key, or else the usual one."""
        kept = self._kept.get(key)
        return self._usual(key) if kept is None else kept[0]

    def wrote(self, key: K, value: T) -> T:
        """Keep and return a value that this process has just written."""
        self._writes += 1
        return self._keep(key, value, FRESH)

    def expire(self, key: K) -> None:
        """Have the next caller read a value anew, because it may have been written."""
        self._writes += 1
        self._keep(key, self.at_hand(key), 0.0)

    def expire_all(self) -> None:
        """Forget every value: any of them may have been written."""
        self._writes += 1
        self._kept.clear()

    def _keep(self, key: K, value: T, seconds: float) -> T:
        self._kept[key] = (value, self._now() + seconds)
        return value

    async def _try_to_read(self, key: K) -> None:
        try:
            await self.read(key)
            self._readable = True
        except StoreError as error:
            if self._readable:
                log.warning("%s cannot be read, until it works the defaults hold: %s", self._what, error)
            self._readable = False
            self._keep(key, self.at_hand(key), REREAD_SECONDS)
        finally:
            del self._reading[key]
