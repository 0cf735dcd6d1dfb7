"""What goes wrong during a soak: requests fail in every way, connections break, the bot is killed."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import psutil

from bench.books import Books
from bench.stage import Bot, Stage, at
from sandbox.faults import Fault, Kind

ROUTES: Final = (
    "POST /interactions/*",
    "PATCH /webhooks/*",
    "POST /webhooks/*",
    "PATCH /channels/*",
    "POST /channels/*",
    "DELETE /channels/*",
)
WARM: Final = 30.0
"""Seconds after which a bot has loaded what it works with: its memory is compared from then on."""
SAMPLE: Final = 0.5
MB: Final = 2**20


class Trouble:
    """One fault after the other, so that no request meets two, and the deaths of the bot.

    `memory` has, for each life, the seconds since its start and the resident memory then, in bytes. `late` is
    by how many milliseconds this process itself was late: on a machine that has too much to do, everything
    is.
    """

    def __init__(self, stage: Stage, books: Books, rng: random.Random, arguments: Sequence[str]) -> None:
        self.stage = stage
        self.books = books
        self.rng = rng
        self.arguments = arguments
        self.bot: Bot | None = None
        self.kills = 0
        self.made: Counter[str] = Counter()
        self.too_many: Counter[str] = Counter()
        self.memory: list[list[tuple[float, int]]] = []
        self.late: list[float] = []

    # Lives and deaths

    async def start(self) -> None:
        """Start the bot, and wait until it is there."""
        sandbox = self.stage.sandbox
        self.bot = await Bot.start("real", sandbox.url, sandbox.token, *self.arguments)
        await sandbox.ready(timeout=120)
        self.memory.append([])
        self.books.end_outage()

    async def kill(self) -> None:
        """Kill the bot, and start it again."""
        assert self.bot is not None
        self.kills += 1
        self.books.begin_outage()
        await self.bot.kill()
        await self.stage.sandbox.gone()
        await asyncio.sleep(self.rng.uniform(0.0, 3.0))
        await self.start()

    async def watch(self) -> None:
        """Take note of the memory of the bot, again and again; raise an error if it has ended by itself."""
        began, life = 0.0, -1
        loop = asyncio.get_running_loop()
        while True:
            bot = self.bot
            if len(self.memory) - 1 != life:
                began, life = loop.time(), len(self.memory) - 1
            if bot is not None and not self.books.down:
                if bot.process.returncode is not None:
                    raise RuntimeError(f"the bot ended by itself, with {bot.process.returncode}")
                resident = psutil.Process(bot.process.pid).memory_info().rss
                self.memory[life].append((loop.time() - began, resident))
            due = loop.time() + SAMPLE
            await asyncio.sleep(SAMPLE)
            self.late.append(1000 * max(0.0, loop.time() - due))

    # Faults

    async def rage(self, every: float, kill_every: float, ends: float) -> None:
        """Let something go wrong, and now and then kill the bot, about every so many seconds."""
        loop = asyncio.get_running_loop()
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
        self.books.begin_outage()
        before = gateway.connections.copy()
        self.rng.choice(ways)()
        loop = asyncio.get_running_loop()
        ends = loop.time() + 15
        while loop.time() < ends and (not gateway.live or before & gateway.connections):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        self.books.end_outage()

    # Figures

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
            "memory_mb": {"start": round(started / MB, 1), "end": round(ended / MB, 1)},
            "memory_grows_mb_an_hour": round(growth / MB, 1),
            "memory_grows_over_s": round(hours * 3600),
            "bench_late_ms": {f"p{percent}": round(at(self.late, percent), 1) for percent in (50, 99)},
        }


@asynccontextmanager
async def trouble(stage: Stage, books: Books, rng: random.Random, folder: Path) -> AsyncIterator[Trouble]:
    """Run a bot that can be killed, from its start to its end in order."""
    arguments = (str(folder / "cards.db"), "pictures=on", "nudge_seconds=30", "next_hand_seconds=20")
    made = Trouble(stage, books, rng, (*arguments, f"log={folder / 'log'}"))
    books.begin_outage()
    await made.start()
    try:
        yield made
    finally:
        if made.bot is not None:
            await made.bot.end()
