"""The one writer of this process: each write is a transaction of its own, in turn, on one kept connection.

A write runs as its own task, so that a cancelled caller never cancels it. Whatever fails says for certain
whether something was written, or says that it does not know.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.engine import FAILURES, LOCK_SECONDS, commit_failure, opened_on_thread, refusal
from bot.store.errors import Busy, Conflict
from bot.tasks import end_of

T = TypeVar("T")


class Lane:
    def __init__(self, engine: AsyncEngine) -> None:
        sqlite = engine.dialect.name == "sqlite"
        self._connected: OnThread | OnLoop = OnThread(engine.url) if sqlite else OnLoop(engine)
        self._turn = asyncio.Lock()
        self._running: set[asyncio.Task[object]] = set()
        self._closed = False

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What `work` returns, once its transaction is committed; raises Busy, Conflict or Uncertain."""
        if self._closed:
            raise Busy("the store is closed")
        task = asyncio.create_task(self._write(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await end_of(task)

    async def close(self) -> None:
        """Wait for the writes under way, then let the connection go; nothing more is written."""
        self._closed = True
        if self._running:
            await asyncio.wait(self._running)
        await self._connected.close()

    async def _write(self, work: Callable[[Connection], T]) -> T:
        await self._take_turn()
        try:
            return await self._connected.run(work)
        except (Conflict, IntegrityError) as error:
            raise refusal(error) from None
        except BaseException as error:
            # The connection has failed; the next write opens another.
            await self._connected.drop()
            if isinstance(error, FAILURES):
                raise refusal(error) from None
            raise
        finally:
            self._turn.release()

    async def _take_turn(self) -> None:
        """Wait for the writes before this one, but no longer than for a lock of the database itself."""
        if len(self._running) == 1:
            await self._turn.acquire()
            return
        try:
            async with asyncio.timeout(LOCK_SECONDS):
                await self._turn.acquire()
        except TimeoutError:
            raise Busy("other writes take too long") from None


class OnThread:
    """SQLite's connection for writes, kept by a thread of its own: a transaction is one trip there and back,
    where aiosqlite makes one for every statement, at twice the CPU time."""

    def __init__(self, url: URL) -> None:
        self._engine = opened_on_thread(url)
        self._thread = ThreadPoolExecutor(1, "writer")
        self._connection: Connection | None = None

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, work)

    def _run(self, work: Callable[[Connection], T]) -> T:
        if self._connection is None:
            self._connection = self._engine.connect()
        return _transaction(self._connection, work)

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
    """PostgreSQL's connection for writes, kept on the event loop."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def run(self, work: Callable[[Connection], T]) -> T:
        if self._connection is None:
            self._connection = await self._engine.connect()
        return await self._connection.run_sync(_transaction, work)

    async def drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None


def _transaction(connection: Connection, work: Callable[[Connection], T]) -> T:
    transaction = connection.begin()
    try:
        value = work(connection)
    except BaseException:
        transaction.rollback()
        raise
    try:
        transaction.commit()
    except FAILURES as error:
        raise commit_failure(error) from None
    return value
