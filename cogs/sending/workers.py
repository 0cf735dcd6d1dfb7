"""Workers that do one piece of work at a time for each key, when asked or at a planned time."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Sequence
from typing import Any, Final, Generic, TypeVar

log = logging.getLogger(__name__)
K = TypeVar("K", bound=Hashable)

_LONGEST: Final = 60.0
"""The longest sleep in seconds, as the clock of the system may be set meanwhile."""
WORK_AGAIN: Final = 15.0
"""Seconds after which failed work is tried again."""


class KeyedWorker(Generic[K]):
    """Runs `work(key)` for every key asked for; one more run does all that is asked during a run."""

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

    async def finish(self, key: K) -> None:
        """Have `work(key)` run from its beginning once more, and return once it does not run."""
        self.ask(key)
        await self.ended(key)

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
        """Cancel the work that is still running."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        # A task that was cancelled before it began has cleared nothing away.
        self._again.clear()
        self._tasks.clear()


class Later(Generic[K]):
    """Does `act(key)` after some seconds; a plan that stands for a key stays as it is."""

    def __init__(self, act: Callable[[K], None]) -> None:
        self._act = act
        self._planned: dict[K, asyncio.TimerHandle] = {}
        self._tried: dict[K, int] = {}

    def __contains__(self, key: K) -> bool:
        return key in self._planned

    def plan(self, key: K, seconds: float) -> None:
        """Have `act(key)` done after so many seconds."""

        def now() -> None:
            del self._planned[key]
            self._act(key)

        if key not in self._planned:
            self._planned[key] = asyncio.get_running_loop().call_later(seconds, now)

    def again(self, key: K, pauses: Sequence[float]) -> None:
        """Have `act(key)` done after the next of these pauses in seconds; the last of them repeats."""
        if key not in self._planned:
            tried = self._tried.get(key, 0)
            self._tried[key] = tried + 1
            self.plan(key, pauses[min(tried, len(pauses) - 1)])

    def worked(self, key: K) -> None:
        """Cancel the plan for a key, whose pauses begin anew."""
        self._tried.pop(key, None)
        if (handle := self._planned.pop(key, None)) is not None:
            handle.cancel()

    def close(self) -> None:
        """Cancel everything that is planned."""
        for handle in self._planned.values():
            handle.cancel()


class Background:
    """Tasks for which nobody waits; a failure is logged."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do `work` in a task of its own."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    async def close(self) -> None:
        """Cancel the tasks that have not ended."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("publishing failed", exc_info=task.exception())


class TimedWorker(KeyedWorker[K]):
    """Runs `work(key)` when asked, and once at the time planned for a key.

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
        """Drop the time planned for a key."""
        self._times.pop(key, None)

    def expect(self, at: float) -> None:
        """Look for due keys at `at` at the latest."""
        if at < self._earliest:
            self._earliest = at
            self._sooner.set()

    async def run(self) -> None:
        """Ask for every key that is due, forever."""
        while True:
            self._sooner.clear()
            now = self._now()
            for key in [key for key, at in self._times.items() if at <= now]:
                del self._times[key]
                self.ask(key)
            self._earliest = min(self._times.values(), default=math.inf)
            try:
                async with asyncio.timeout(min(self._earliest - now, _LONGEST)):
                    await self._sooner.wait()
            except TimeoutError:
                continue
