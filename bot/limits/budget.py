"""The rate and the order of requests to Discord: one budget for all but the answers to presses.

Discord allows a bot fifty requests a second in all, and bans an address for a while after ten thousand
invalid ones in ten minutes. A sender first waits for its turn and then draws, so that one request shows
everything that has changed meanwhile.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from typing import Final

from aiolimiter import AsyncLimiter

from bot.limits.turns import Turn, TurnQueue

log = logging.getLogger(__name__)

BURST: Final = 1 / 8
"""Seconds' worth of requests that may be made at once, on top of the steady rate."""
BY_TOKEN: Final = 0.75
"""The largest share of edits of private panels among all requests: public messages always go on."""
SLOWEST: Final = 8.0
"""The largest slowdown factor; each 429 doubles the factor, several within a second count as one."""
RECOVERY: Final = 5.0
"""Seconds in which half of a slowdown wears off."""
_FULL_RATE: Final = 1.01
"""The slowdown factor up to which the rate counts as full again."""
INVALID_WINDOW: Final = 600.0
"""Seconds for which an invalid request counts."""
MOST_INVALID: Final = 2_000
"""Invalid requests in the window after which only presses are answered, a fifth of Discord's limit."""


class Urgency(Enum):
    """How soon a request has to be made.

    The value is the number of seconds for which a request of the most urgent kind may still overtake it.
    """

    ANSWER = -1.0
    """The answer to a press: outside the budget, it does not wait."""
    ASKED = 0.0
    """A table that waits for a person who is looking at it, or their own panel."""
    WATCHED = 10.0
    """Any other change of a table."""
    LATER = 20.0
    """Pictures whose words are shown already, and messages that nobody looks at."""
    BEHIND = 60.0
    """Messages that were behind at the start, and the bot's own affairs."""


def sooner(*urgencies: Urgency | None) -> Urgency:
    """Return the most urgent of these, one of which is not None."""
    return min((one for one in urgencies if one is not None), key=lambda one: one.value)


@dataclass(slots=True, eq=False)
class _Held:
    """The urgency of a task's requests; `paid`: the next of them has had its turn already."""

    urgency: Urgency
    by_token: bool
    paid: bool = False


_HELD: ContextVar[_Held | None] = ContextVar("held", default=None)


class Budget:
    """The turns of all requests of this process, `rate` of them a second."""

    def __init__(self, rate: float) -> None:
        self._all = _limiter(rate)
        self._by_token = _limiter(rate * BY_TOKEN)
        self._leaving = _limiter(rate)
        self._queues = {False: TurnQueue(), True: TurnQueue()}
        self._keyed: dict[Hashable, Turn] = {}
        self._spare = 0
        self._granting: asyncio.Task[None] | None = None
        self._slowed, self._slowed_at = 1.0, float("-inf")
        self._paused_until = 0.0
        self._invalid: deque[float] = deque()
        self._stopped = False

    # Turns

    @contextmanager
    def at(self, urgency: Urgency, *, by_token: bool | None = None) -> Iterator[None]:
        """Give the requests of this block an urgency; each waits for its turn when it is made.

        Without `by_token` they count as by a token if the requests around the block do.
        """
        if by_token is None:
            around = _HELD.get()
            by_token = around is not None and around.by_token
        token = _HELD.set(_Held(urgency, by_token))
        try:
            yield
        finally:
            _HELD.reset(token)

    @asynccontextmanager
    async def turn(
        self, urgency: Urgency, *, by_token: bool = False, key: Hashable = None
    ) -> AsyncIterator[None]:
        """Wait for a turn, which the first request of the block uses; further ones wait for their own.

        `hurry` can raise a turn that waits under a `key`.
        """
        held = _Held(urgency, by_token)
        await self._wait(urgency, by_token=by_token, key=key)
        held.paid = True
        token = _HELD.set(held)
        try:
            yield
        finally:
            _HELD.reset(token)
            if held.paid:
                self._give_back()

    async def ready(self) -> None:
        """Wait for the turn of this task's next request, so that its time can be taken without the wait."""
        held = _HELD.get()
        if held is not None and not held.paid and held.urgency is not Urgency.ANSWER:
            await self._wait(held.urgency, by_token=held.by_token)
            held.paid = True

    async def before(self, *, by_token: bool) -> None:
        """Wait until a request may be made, by an interaction's token or by the bot's."""
        held = _HELD.get()
        if held is not None and held.paid:
            held.paid = False
        elif self.urgency is not Urgency.ANSWER:
            await self._wait(self.urgency, by_token=by_token)
        elif by_token:
            return
        else:
            await self._wait(Urgency.ASKED, by_token=by_token)
        # Drawing takes time after the turn: without this, all requests that it held up would leave at once.
        await self._leaving.acquire()

    def hurry(self, key: Hashable, urgency: Urgency) -> None:
        """Raise the turn that waits under a key to an urgency, if that is sooner."""
        waiting = self._keyed.get(key)
        if waiting is not None and waiting.since + urgency.value < waiting.due:
            waiting.due = waiting.since + urgency.value
            self._queues[waiting.by_token].put(waiting)

    @property
    def urgency(self) -> Urgency:
        """Return the urgency of this task's requests."""
        held = _HELD.get()
        return Urgency.WATCHED if held is None else held.urgency

    @property
    def waiting(self) -> int:
        """Return about how many requests wait."""
        return sum(len(queue.heap) for queue in self._queues.values())

    async def close(self) -> None:
        """Stop granting turns."""
        if self._granting is not None:
            self._granting.cancel()
            await asyncio.gather(self._granting, return_exceptions=True)

    async def _wait(self, urgency: Urgency, *, by_token: bool, key: Hashable = None) -> None:
        if self._free(by_token=by_token):
            await self._take(by_token=by_token)
            return
        now = _now()
        future = asyncio.get_running_loop().create_future()
        waiting = Turn(future, now, now + urgency.value, by_token)
        self._queues[by_token].put(waiting)
        if key is not None:
            self._keyed[key] = waiting
        if self._granting is None or self._granting.done():
            self._granting = asyncio.create_task(self._grant())
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._give_back()
            raise
        finally:
            if key is not None and self._keyed.get(key) is waiting:
                del self._keyed[key]

    def _free(self, *, by_token: bool) -> bool:
        """Return whether a turn can be taken at once: nobody waits for one, and the rate has room for it."""
        waits = self._granting is not None and not self._granting.done()
        if waits or self._pause() > 0 or self.slowed > _FULL_RATE:
            return False
        room = self._spare > 0 or self._all.has_capacity()
        return room and (not by_token or self._by_token.has_capacity())

    async def _take(self, *, by_token: bool) -> None:
        """Take a turn that is free."""
        if by_token:
            await self._by_token.acquire()
        if self._spare:
            # Those given back serve the requests that waited beside them, and nothing waits: no burst later.
            self._spare = 0
        else:
            await self._all.acquire()

    def _give_back(self) -> None:
        """Return an unused turn to the budget."""
        self._spare += 1

    async def _grant(self) -> None:
        while any(queue.first() for queue in self._queues.values()):
            await self._go_on()
            if self._spare:
                self._spare -= 1
            else:
                await self._room()
            waiting = await self._next()
            if waiting is None:
                self._give_back()
            else:
                waiting.granted.set_result(None)
                # Let the request be made now: its task may wait for another turn.
                await asyncio.sleep(0)
        self._spare = 0

    async def _room(self) -> None:
        cost = self.slowed
        while cost > 0:
            await self._all.acquire(min(1.0, cost))
            cost -= 1.0

    async def _next(self) -> Turn | None:
        """Return the most urgent turn, None if it is cancelled meanwhile; edits by token have a limit of
        their own.
        """
        by_bot, by_token = self._queues[False].first(), self._queues[True].first()
        if by_token is None or (by_bot is not None and by_bot.due <= by_token.due):
            return by_bot
        if by_bot is not None and not self._by_token.has_capacity():
            return by_bot
        await self._by_token.acquire()
        return self._queues[True].first()

    # Responses of Discord

    @property
    def slowed(self) -> float:
        """Return the slowdown factor now, 1 for the full rate."""
        age = _now() - self._slowed_at
        return max(1.0, 1 + (self._slowed - 1) * float(0.5 ** (age / RECOVERY)))

    def limited(self, seconds: float, *, everywhere: bool) -> None:
        """Slow down after a 429; if it holds `everywhere` and not on one route, pause for its seconds."""
        if _now() - self._slowed_at >= 1.0:
            self._slowed, self._slowed_at = min(SLOWEST, 2 * self.slowed), _now()
        if everywhere:
            self._paused_until = max(self._paused_until, _now() + seconds)

    def invalid(self) -> None:
        """Count a request that Discord takes for invalid."""
        self._invalid.append(_now())

    def stopped(self) -> bool:
        """Return whether too many recent requests were invalid, so that only presses are answered."""
        now = _now()
        while self._invalid and self._invalid[0] <= now - INVALID_WINDOW:
            self._invalid.popleft()
        stopped = len(self._invalid) >= MOST_INVALID
        if stopped and not self._stopped:
            log.error(
                "%d requests in ten minutes were invalid: until they are fewer only presses are answered",
                len(self._invalid),
            )
        self._stopped = stopped
        return stopped

    async def _go_on(self) -> None:
        """Wait until the budget is neither paused nor stopped."""
        while (pause := self._pause()) > 0:  # noqa: ASYNC110  # it waits for a time, not an event
            await asyncio.sleep(pause)

    def _pause(self) -> float:
        if self.stopped():
            return max(0.01, self._invalid[0] + INVALID_WINDOW - _now())
        return self._paused_until - _now()


def _now() -> float:
    return asyncio.get_running_loop().time()


def _limiter(rate: float) -> AsyncLimiter:
    burst = max(1.0, rate * BURST)
    return AsyncLimiter(burst, burst / rate)
