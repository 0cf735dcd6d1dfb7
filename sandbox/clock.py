"""The sandbox's clock: real time plus an offset that a test may move forward.

Everything that has an age reads it: snowflakes, timestamps, the `Date` of answers, interaction tokens, the
acknowledgement window and rate limits. With another `offset` from the beginning, the machine's own clock is
wrong by so much. Gateway heartbeats do not: the bot's own heartbeat runs on real time.
"""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count

DISCORD_EPOCH = 1_420_070_400.0


class Timer:
    """One callback due at a moment of the sandbox clock."""

    __slots__ = ("callback", "cancelled")

    def __init__(self, callback: Callable[[], object]) -> None:
        self.callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Clock:
    """Real time plus an offset; `advance` also runs the timers that have become due."""

    def __init__(self) -> None:
        self.offset = 0.0
        self._timers: list[tuple[float, int, Timer]] = []
        self._order = count()
        self._wake: asyncio.TimerHandle | None = None
        self.advanced: Callable[[], None] = lambda: None
        self._last_snowflake = 0

    def now(self) -> float:
        """Return the seconds since the epoch on this clock."""
        return time.time() + self.offset

    def iso(self, at: float | None = None) -> str:
        """Return `at` (or now) as Discord writes timestamps."""
        return datetime.fromtimestamp(self.now() if at is None else at, UTC).isoformat(
            timespec="microseconds"
        )

    def advance(self, seconds: float) -> None:
        """Move forward by `seconds` and run every timer that is now due, in order."""
        if seconds < 0:
            raise ValueError("the clock only goes forward")
        self.offset += seconds
        self._run()
        self.advanced()

    def snowflake(self) -> int:
        """Return a new id, unique and ascending, that carries this clock's time."""
        fresh = int((self.now() - DISCORD_EPOCH) * 1000) << 22
        self._last_snowflake = max(fresh, self._last_snowflake + 1)
        return self._last_snowflake

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Run `callback` once `seconds` have passed here; needs a running event loop."""
        timer = Timer(callback)
        heapq.heappush(self._timers, (self.now() + seconds, next(self._order), timer))
        if self._timers[0][2] is timer:
            self._arm()
        return timer

    async def sleep(self, seconds: float) -> None:
        """Return after `seconds` of this clock; advancing the clock ends it early in real time."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def end() -> None:
            if not done.done():
                done.set_result(None)

        timer = self.call_later(seconds, end)
        try:
            await done
        finally:
            timer.cancel()

    def close(self) -> None:
        """Forget every timer."""
        self._timers.clear()
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None

    def _run(self) -> None:
        now = self.now()
        while self._timers and (self._timers[0][0] <= now or self._timers[0][2].cancelled):
            _, _, timer = heapq.heappop(self._timers)
            if not timer.cancelled:
                timer.callback()
        self._arm()

    def _arm(self) -> None:
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None
        if self._timers:
            delay = max(0.0, self._timers[0][0] - self.now())
            self._wake = asyncio.get_running_loop().call_later(delay, self._run)


def created_at(snowflake: int) -> float:
    """Return when an id was made, in seconds since the epoch."""
    return (snowflake >> 22) / 1000 + DISCORD_EPOCH
