"""Trouble at `bench.evening`: requests fail in every way, connections break, the bot is killed."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import psutil

from bench.stage import Bot, Stage, percentiles
from sandbox.faults import Fault, Kind

ACK_SECONDS: Final = 3.0
AFTER: Final = 1.0
"""Seconds after its return in which the bot may still miss an earlier press."""
ROUTES: Final = (
    "POST /interactions/*",
    "PATCH /webhooks/*",
    "POST /webhooks/*",
    "PATCH /channels/*",
    "POST /channels/*",
    "DELETE /channels/*",
)
SETTINGS: Final = ("pictures=on", "nudge_seconds=30", "next_hand_seconds=20")
WARM: Final = 30.0
"""Seconds after which a bot has loaded its modules and caches: its memory is compared from then on."""
SAMPLE: Final = 0.5
"""Seconds between two looks at the bot's memory."""
MB: Final = 2**20


class Outages:
    """The times, on the event loop's clock, at which the bot was dead or cut off."""

    def __init__(self) -> None:
        self.down = False
        self.times: list[tuple[float, float]] = []
        """The last one has no end as long as it lasts."""

    def begin(self) -> None:
        """Note that the bot cannot be reached from now on."""
        if not self.down:
            self.times.append((asyncio.get_running_loop().time(), float("inf")))
        self.down = True

    def end(self) -> None:
        """Note that the bot can be reached again."""
        if self.down:
            self.times[-1] = (self.times[-1][0], asyncio.get_running_loop().time() + AFTER)
        self.down = False

    def excuse(self, began: float) -> bool:
        """Return whether a press that began then may go unanswered."""
        return any(began < end and start < began + ACK_SECONDS for start, end in self.times)

    def since(self, began: float) -> str:
        """Return how long after the last outage that was."""
        return f"{began - self.times[-1][1] + AFTER:.1f} s" if self.times else "never"


class Trouble:
    """One fault after the other, so that no request meets two, and the deaths of the bot.

    `memory` has, for each life, the seconds since its start and the resident memory then, in bytes. `late` is
    by how many milliseconds this process itself was late: on a machine that has too much to do, everything
    is.
    """

    def __init__(self, stage: Stage, rng: random.Random) -> None:
        self.stage = stage
        self.outages = Outages()
        self.rng = rng
        self.log = stage.folder / "log"
        self.bot: Bot | None = None
        self.kills = 0
        self.made: Counter[str] = Counter()
        self.too_many: Counter[str] = Counter()
        self.memory: list[list[tuple[float, int]]] = []
        self.late: list[float] = []

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run a bot that can be killed, from its start to its end in order."""
        self.outages.begin()
        await self.start()
        try:
            yield
        finally:
            if self.bot is not None:
                await self.bot.end()

    async def start(self) -> None:
        """Start the bot, and wait until it is there."""
        self.bot = await self.stage.start("real", *SETTINGS, f"log={self.log}")
        await self.stage.sandbox.ready(timeout=120)
        self.memory.append([])
        self.outages.end()

    async def kill(self) -> None:
        """Kill the bot, and start it again."""
        assert self.bot is not None
        self.kills += 1
        self.outages.begin()
        await self.bot.kill()
        await self.stage.sandbox.gone()
        await asyncio.sleep(self.rng.uniform(0.0, 3.0))
        await self.start()

    async def watch(self) -> None:
        """Note the memory of the bot, again and again; raise an error if it has ended by itself."""
        began, life = 0.0, -1
        loop = asyncio.get_running_loop()
        while True:
            if len(self.memory) - 1 != life:
                began, life = loop.time(), len(self.memory) - 1
            if self.bot is not None and not self.outages.down:
                process = self.bot.process
                if process.returncode is not None:
                    raise RuntimeError(f"the bot ended by itself, with {process.returncode}")
                self.memory[life].append((loop.time() - began, psutil.Process(process.pid).memory_info().rss))
            due = loop.time() + SAMPLE
            await asyncio.sleep(SAMPLE)
            self.late.append(1000 * max(0.0, loop.time() - due))

    async def report(self, minutes: float) -> None:
        """Print a line of JSON about the bot's memory each so many minutes."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while True:
            await asyncio.sleep(60 * minutes)
            if self.bot is None or self.outages.down:
                continue
            # It may be killed meanwhile.
            with suppress(RuntimeError, ConnectionError):
                told = {
                    "minutes": round((loop.time() - began) / 60, 1),
                    "memory_mb": round(await self.bot.ask("memory") / MB, 1),
                    "cpu_s": round(await self.bot.ask("cpu"), 1),
                    "held": await self.bot.ask("held"),
                }
                print(json.dumps(told), flush=True)

    async def rage(self, every: float, kill_every: float, ends: float) -> None:
        """Make a fault, and now and then kill the bot, every so many seconds; neither if `every` is 0."""
        loop = asyncio.get_running_loop()
        if not every:
            await asyncio.sleep(ends - loop.time())
            return
        death = loop.time() + kill_every * self.rng.uniform(0.5, 1.5)
        while loop.time() < ends:
            await asyncio.sleep(self.rng.expovariate(1 / every))
            if loop.time() > death:
                await self.kill()
                death = loop.time() + kill_every * self.rng.uniform(0.5, 1.5)
            elif self.rng.random() < 0.1:
                await self._cut()
            else:
                await self._meddle(every)

    async def _meddle(self, seconds: float) -> None:
        """Let a fault wait so many seconds for requests, and take it away."""
        fault = self._fault()
        await asyncio.sleep(seconds)
        self.stage.sandbox.faults.remove(fault)
        if fault.hits:
            self.made[fault.kind] += fault.hits
            if fault.kind is Kind.TOO_MANY:
                self.too_many["global" if fault.everywhere else "user"] += fault.hits

    def _fault(self) -> Fault:
        rng, faults = self.rng, self.stage.sandbox.faults
        route = rng.choice(ROUTES)
        # A press has to be acknowledged within three seconds, whatever goes wrong.
        patient = 0.8 if route.startswith("POST /interactions") else 2.5
        choices: Sequence[Callable[[], Fault]] = (
            lambda: faults.slow(route, rng.randint(1, 3), seconds=rng.uniform(0.2, patient)),
            lambda: faults.lost(route),
            lambda: faults.lost("PATCH /channels/*", status=502),
            lambda: faults.error(route, status=rng.choice((500, 502, 503))),
            lambda: faults.too_many(route, retry_after=rng.uniform(0.2, patient)),
            lambda: faults.too_many("PATCH /channels/*", retry_after=rng.uniform(0.2, 1.0), everywhere=True),
            lambda: faults.dropped(route),
            lambda: faults.gallery("PATCH /channels/*"),
        )
        return rng.choice(choices)()

    async def _cut(self) -> None:
        """Break the connection to the gateway, and wait until it stands again."""
        gateway = self.stage.sandbox.gateway
        ways: Sequence[Callable[[], Any]] = (
            gateway.drop,
            gateway.close,
            gateway.reconnect,
            gateway.invalidate,
            lambda: gateway.invalidate(resumable=True),
        )
        self.made["gateway"] += 1
        self.outages.begin()
        before = gateway.connections.copy()
        self.rng.choice(ways)()
        loop = asyncio.get_running_loop()
        ends = loop.time() + 15
        while loop.time() < ends and (not gateway.live or before & gateway.connections):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        self.outages.end()

    def figures(self) -> dict[str, Any]:
        """Return the figures by name; memory grows over the longest life, once that is warm."""
        longest = max(self.memory, key=len)
        warm = [sample for sample in longest if sample[0] >= WARM] or longest[-1:]
        first = next((life for life in self.memory if life), [(0.0, 0)])
        started = next((rss for age, rss in first if age >= WARM), first[-1][1])
        ended = next((life[-1][1] for life in reversed(self.memory) if life), 0)
        hours = (warm[-1][0] - warm[0][0]) / 3600 if warm else 0.0
        growth = (warm[-1][1] - warm[0][1]) / hours if hours else 0.0
        return {
            "kills": self.kills,
            "faults": dict(self.made),
            "too_many_made_up": dict(self.too_many),
            "memory_mb": {"start": round(started / MB, 1), "end": round(ended / MB, 1)},
            "memory_grows_mb_an_hour": round(growth / MB, 1),
            "memory_grows_over_s": round(hours * 3600),
            "bench_late_ms": percentiles(self.late, 50, 99),
        }
