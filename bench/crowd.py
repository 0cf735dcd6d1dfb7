"""A simulated evening for `bench.scale`: people at their tables, the bot's processes, and Discord's limits.

Of the bot it has the budget of requests and the rule that only the newest state is shown, with the order in
which the bot asks; there are no cards, no database and no pictures. One request shows one message.
"""

import asyncio
import random
from collections import Counter, defaultdict, deque
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from bench.virtual import now
from bot.host.settings import Settings
from bot.limits.budget import Budget, Urgency, sooner
from bot.limits.edits import EDITS, WINDOW
from bot.tables.pacing import MOMENT
from cogs.publisher import CATCHING_UP
from cogs.sending.workers import KeyedWorker

ALLOWED: Final = 50
"""Discord takes so many requests a second from the whole bot."""
ROUND_TRIP: Final = (0.15, 0.4)
"""The median of a request's seconds, and how far they scatter: the sigma of a lognormal distribution."""
THINKING: Final = (8.0, 0.6)
"""The same for the seconds in which a person chooses a card."""
PAUSE: Final = Settings.model_fields["pause_seconds"].default
BOARD: Final = -1
"""The part of a table that everybody sees; the others are its people's panels, by seat."""


class Discord:
    """Counts the requests of the whole bot, and answers those beyond its limits with 429."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.requests = 0
        self.too_many = Counter[str]()
        self._windows: dict[Hashable, tuple[float, int]] = {}

    async def asked(self, channel: Hashable = None) -> tuple[float, bool]:
        """Return for how many seconds Discord wants a request to wait, 0 if it is done; whether all have to.

        An edit or a new message belongs to a `channel`.
        """
        there = self.rng.lognormvariate(0, ROUND_TRIP[1]) * ROUND_TRIP[0] / 2
        await asyncio.sleep(there)
        self.requests += 1
        wait, everywhere = self._over(None, ALLOWED, 1.0), True
        if not wait and channel is not None:
            wait, everywhere = self._over(channel, EDITS, WINDOW), False
        if wait:
            self.too_many["global" if everywhere else "channel"] += 1
        await asyncio.sleep(there)
        return wait, everywhere

    def _over(self, key: Hashable, most: int, seconds: float) -> float:
        """Count a request; return the seconds until its window ends, 0 if it still has room."""
        ends, used = self._windows.get(key, (0.0, 0))
        if now() >= ends:
            ends, used = now() + seconds, 0
        self._windows[key] = ends, min(most, used + 1)
        return ends - now() if used >= most else 0.0


@dataclass(eq=False)
class Table:
    """A table with its people, and the changes that each part of it does not show yet."""

    people: int
    changes: Iterator[int] = field(default_factory=lambda: count(1))
    owed: dict[int, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    """By part, the changes that it does not show yet, with the time of each."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever a part shows something newer."""

    async def seen(self, part: int) -> None:
        """Return once a part shows everything."""
        while self.owed[part]:
            self.news.clear()
            await self.news.wait()


@dataclass
class Ages:
    """How many seconds after each change it was shown, by itself or by a newer state."""

    boards: list[float] = field(default_factory=list)
    asked: list[float] = field(default_factory=list)
    """The panels of those whom the game waits for then."""


class Process:
    """One process of the bot, which shows its own tables by its own budget."""

    def __init__(self, discord: Discord, rate: float) -> None:
        self.discord = discord
        self.budget = Budget(rate)
        self.tables = 0
        """How many are played in its servers."""
        self.ages = Ages()
        self.plays = 0
        self._urgent: dict[tuple[Table, int], Urgency] = {}
        self._asked: set[tuple[Table, int]] = set()
        self._edited = defaultdict[Table, deque[float]](lambda: deque(maxlen=EDITS))
        self._work = KeyedWorker[tuple[Table, int]](self._publish)

    def change(self, table: Table, asked: int | None, drawn: int | None = None) -> None:
        """Show a change of a table after which a person is asked, by their seat, or a computer.

        The answer to a press has `drawn` the panel of the person who pressed.
        """
        self.plays += 1
        change = next(table.changes)
        for part in (BOARD, *range(table.people)):
            if part == drawn:
                continue
            table.owed[part][change] = now()
            key = (table, part)
            if part == asked:
                self._asked.add(key)
            urgent = asked is not None and part in (BOARD, asked)
            self._ask(key, Urgency.ASKED if urgent else Urgency.WATCHED)

    def _ask(self, key: tuple[Table, int], urgency: Urgency) -> None:
        self._urgent[key] = sooner(urgency, self._urgent.get(key))
        self.budget.hurry(key, urgency)
        self._work.ask(key)

    async def _publish(self, key: tuple[Table, int]) -> None:
        table, part = key
        edited = self._edited[table]
        if part == BOARD and len(edited) == EDITS:
            await asyncio.sleep(max(0.0, edited[0] + WINDOW - now()))
        async with self.budget.turn(self._urgent[key], by_token=part != BOARD, key=key):
            del self._urgent[key]
            self._work.begins(key)
            if part == BOARD:
                edited.append(now())
            owed = dict(table.owed[part])
            await self._request(table if part == BOARD else None, by_token=part != BOARD)
        self._shown(key, owed)

    def _shown(self, key: tuple[Table, int], changes: Mapping[int, float]) -> None:
        table, part = key
        ages = [now() - table.owed[part].pop(change) for change in changes]
        if part == BOARD:
            self.ages.boards += ages
        elif key in self._asked and not table.owed[part]:
            self._asked.discard(key)
            # They waited for the change that asked them, the newest of these.
            self.ages.asked += ages[-1:]
        table.news.set()

    async def _request(self, channel: Hashable, *, by_token: bool) -> None:
        """Make a request; again, as discord.py does, where Discord answers with 429."""
        while True:
            await self.budget.before(by_token=by_token)
            wait, everywhere = await self.discord.asked(channel)
            if not wait:
                return
            self.budget.limited(wait, everywhere=everywhere)
            await asyncio.sleep(wait)

    async def catch_up(self, tables: int) -> None:
        """Post the messages of so many tables again, and delete the old ones, as after a long outage."""
        room = asyncio.Semaphore(CATCHING_UP)

        async def show() -> None:
            async with room, self.budget.turn(Urgency.BEHIND):
                await self._request(object(), by_token=False)
                await self._request(None, by_token=False)

        async with asyncio.TaskGroup() as group:
            for _ in range(tables):
                group.create_task(show())

    async def four(self, rng: random.Random) -> None:
        """Let four people play at a table, in turn, each as soon as they have seen that they are asked."""
        table, seat = Table(4), 0
        await asyncio.sleep(rng.uniform(0, THINKING[0]))
        while True:
            await asyncio.sleep(thinking(rng))
            drawn, seat = seat, (seat + 1) % 4
            self.change(table, asked=seat, drawn=drawn)
            await table.seen(seat)

    async def alone(self, rng: random.Random) -> None:
        """Let one person play with three computers."""
        table = Table(1)
        await asyncio.sleep(rng.uniform(0, THINKING[0]))
        while True:
            await asyncio.sleep(thinking(rng))
            self.change(table, asked=None, drawn=0)
            for left in (2, 1, 0):
                await asyncio.sleep(PAUSE * rng.uniform(*MOMENT))
                self.change(table, asked=None if left else 0)
            await table.seen(0)

    async def close(self) -> None:
        """Stop showing anything."""
        await self._work.close()
        await self.budget.close()


def thinking(rng: random.Random) -> float:
    """Return in how many seconds a person chooses a card."""
    return THINKING[0] * rng.lognormvariate(0, THINKING[1])
