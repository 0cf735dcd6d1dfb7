"""A store with troubles: slow, unable to read, or silent about the outcome of a write."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import Busy, Shards, Store, Uncertain
from bot.store.database.readers import Readers
from bot.store.database.writer import Writer
from bot.store.retention import Retention, There

T = TypeVar("T")


class TroubledWriter(Writer):
    """A real writer that can be slow, or lose the outcome of its next write."""

    slow = 0.0
    """Seconds before each write."""
    lose = ""
    """The next write loses its outcome "before" it happens, which it then never does, or "after"."""

    async def write(self, work: Callable[[Connection], T], guild_id: int | None = None) -> T:
        if self.slow:
            await asyncio.sleep(self.slow)
        lose, self.lose = self.lose, ""
        if lose != "before":
            result = await super().write(work, guild_id)
        if lose:
            raise Uncertain("made up")
        return result


class TroubledReaders(Readers):
    """Real reads that can be slow, or fail while they are `deaf`."""

    deaf = False
    hesitation = 0.0
    """Seconds before each read."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        if self.deaf:
            raise Busy("made up")
        if self.hesitation:
            await asyncio.sleep(self.hesitation)
        return await super().read(work)


class NotedRetention(Retention):
    """A real part for the end of what is kept, which notes that it has looked at the servers of a start."""

    compared = False

    async def compare(self, application_id: int, there: There, now: float) -> None:
        await super().compare(application_id, there, now)
        self.compared = True


class Troubled(Store):
    """A real store that reads and writes with such troubles."""

    writer: TroubledWriter
    readers: TroubledReaders
    retention: NotedRetention
    alive = False
    """Whether the bot's clock has written for the first time that the bot is at work."""

    def __init__(
        self, engine: AsyncEngine, own: Shards | None = None, readers: TroubledReaders | None = None
    ) -> None:
        super().__init__(engine, own, readers or TroubledReaders(engine), TroubledWriter(engine))
        self.retention = NotedRetention(self.readers, self.writer, own)

    @property
    def begun(self) -> bool:
        """Return whether the bot has made the writes of its start: the next ones are a test's own."""
        return self.alive and self.retention.compared

    async def lived(self, at: float, now: float | None = None) -> None:
        await super().lived(at, now)
        self.alive = True
