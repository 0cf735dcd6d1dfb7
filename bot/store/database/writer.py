"""The one writer of this process: writes are committed in turn, on one kept connection.

A lone write begins at once. Writes that come in during a commit wait, and are then committed together, with
one synchronisation of the disk for all. Each of them stands or fails by itself, behind a savepoint; only a
failed commit fails for all. A cancelled caller never cancels a write. Every failure says for certain whether
anything was written, or that this is not known.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.database.engine import COMMAND_SECONDS, LOCK_SECONDS, writer_engine
from bot.store.database.failures import FAILURES, as_refusal, commit_failure, note_denials
from bot.store.database.fair_queue import FairQueue
from bot.store.database.write_counts import WriteCounts
from bot.store.model.errors import Busy, Conflict, StoreError
from bot.tasks import end_of

T = TypeVar("T")
Work = Callable[[Connection], Any]

TOGETHER: Final = 64
"""The most writes in one commit: PostgreSQL gets slow with more savepoints at a time."""
STILL_SECONDS = COMMAND_SECONDS
"""Seconds without a commit after which waiting writes are refused; until then they wait their turn."""


@dataclass(slots=True, eq=False)
class Write:
    """A waiting write, its time of arrival on the event loop, and the future of its outcome."""

    work: Work
    since: float
    outcome: asyncio.Future[Any]


class Writer:
    """The writes of this process, in a fair queue by server, and their counts in `writes`."""

    def __init__(self, engine: AsyncEngine) -> None:
        sqlite = engine.dialect.name == "sqlite"
        self._connected: OnThread | OnLoop = OnThread(engine.url) if sqlite else OnLoop(engine)
        self._waiting: FairQueue[Write] = FairQueue()
        self._writing: asyncio.Task[None] | None = None
        self._still: asyncio.TimerHandle
        self._closed = False
        self.writes = WriteCounts()

    async def write(self, work: Callable[[Connection], T], guild_id: int | None = None) -> T:
        """Return the result of `work` once it is committed; raises Busy, Conflict or Uncertain.

        The writes of a server keep their order, and servers take turns.
        """
        if self._closed:
            raise Busy("the store is closed")
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[T] = loop.create_future()
        self.writes.follow(outcome)
        self._waiting.put(guild_id, Write(work, loop.time(), outcome))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        return await end_of(outcome)

    async def close(self) -> None:
        """Wait for all writes that were accepted, then close the connection; any other is refused."""
        self._closed = True
        if self._writing is not None:
            await asyncio.wait({self._writing})
        await self._connected.close()

    async def _write(self) -> None:
        """Commit groups of writes until none waits."""
        while group := self._waiting.take(TOGETHER):
            self._refuse_in(STILL_SECONDS)
            try:
                await self._commit(group)
            finally:
                self._still.cancel()
                for write in group:
                    # Still open only if this task is cancelled: no caller may be left waiting.
                    write.outcome.cancel()

    async def _commit(self, group: Sequence[Write]) -> None:
        """Commit a group of writes, and set the outcome of each."""
        outcomes: Sequence[Any]
        try:
            outcomes = await self._connected.run([write.work for write in group])
        except Exception as error:  # noqa: BLE001  # every caller gets it
            outcomes = [error] * len(group)
        if any(isinstance(outcome, Exception) and not _usual(outcome) for outcome in outcomes):
            # The connection itself has failed; the next writes open another.
            await self._connected.drop()
        told = [_told(outcome) if isinstance(outcome, Exception) else outcome for outcome in outcomes]
        note_denials("write", *told)
        for write, outcome in zip(group, told, strict=True):
            if isinstance(outcome, Exception):
                write.outcome.set_exception(outcome)
            else:
                write.outcome.set_result(outcome)

    def _refuse_in(self, seconds: float) -> None:
        self._still = asyncio.get_running_loop().call_later(seconds, self._refuse)

    def _refuse(self) -> None:
        """Refuse writes that have waited too long, as the commit under way does not end."""
        before = asyncio.get_running_loop().time() - STILL_SECONDS
        for write in self._waiting.remove(lambda write: write.since <= before):
            write.outcome.set_exception(Busy("other writes take too long"))
        self._refuse_in(LOCK_SECONDS)


def _usual(error: Exception) -> bool:
    """Return whether an error is about its write alone, and the connection is fine."""
    return isinstance(error, Conflict | IntegrityError)


def _told(error: Exception) -> Exception:
    """Return the error for one caller: a copy, as raising changes an error."""
    if isinstance(error, StoreError):
        return type(error)(*error.args)
    return as_refusal(error) if isinstance(error, FAILURES) else error


class OnThread:
    """SQLite's connection for writes, in a thread of its own.

    A transaction is one trip there and back; aiosqlite makes one for every statement, at twice the CPU time.
    """

    def __init__(self, url: URL) -> None:
        self._engine = writer_engine(url)
        self._thread = ThreadPoolExecutor(1, "writer")
        self._connection: Connection | None = None

    async def run(self, works: Sequence[Work]) -> list[Any]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, works)

    def _run(self, works: Sequence[Work]) -> list[Any]:
        if self._connection is None:
            self._connection = self._engine.connect()
        return _together(self._connection, works)

    async def drop(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._drop)

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    async def close(self) -> None:
        await self.drop()
        self._engine.dispose()
        self._thread.shutdown()


class OnLoop:
    """PostgreSQL's connection for writes, on the event loop."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def run(self, works: Sequence[Work]) -> list[Any]:
        if self._connection is None:
            self._connection = await self._engine.connect()
        return await self._connection.run_sync(_together, works)

    async def drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None


def _together(connection: Connection, works: Sequence[Work]) -> list[Any]:
    """Return each work's result, or the error that rolled it back, once the others are committed.

    The failure of a lone work, of the begin or of the commit is raised.
    """
    transaction = connection.begin()
    try:
        if len(works) == 1:
            values = [works[0](connection)]
        else:
            began = time.monotonic()
            values = [_apart(connection, work, began) for work in works]
    except BaseException:
        transaction.rollback()
        raise
    try:
        transaction.commit()
    except FAILURES as error:
        raise commit_failure(error) from None
    return values


def _apart(connection: Connection, work: Work, began: float) -> Any:
    """Return a work's result, or the error that rolled it alone back.

    An error is raised, and ends the transaction, if it came too late for the others or cannot be rolled back.
    """
    connection.exec_driver_sql("SAVEPOINT apart")
    try:
        value = work(connection)
    except Exception as error:
        if not _usual(error) and time.monotonic() > began + 2 * LOCK_SECONDS:
            raise
        try:
            connection.exec_driver_sql("ROLLBACK TO SAVEPOINT apart")
        except FAILURES:
            raise error from None
        value = error
    connection.exec_driver_sql("RELEASE SAVEPOINT apart")
    return value
