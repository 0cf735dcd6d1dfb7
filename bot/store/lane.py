"""The one writer of this process: each write is a transaction of its own, in turn, on one kept connection.

A write runs as its own task, so that a cancelled caller never cancels it. Whatever fails says for certain
whether something was written, or says that it does not know.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.engine import FAILURES, LOCK_SECONDS, commit_failure, refusal
from bot.store.errors import Busy, Conflict

T = TypeVar("T")


class Lane:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine.execution_options(begin="BEGIN IMMEDIATE")
        self._connection: AsyncConnection | None = None
        self._turn = asyncio.Lock()
        self._running: set[asyncio.Task[object]] = set()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What `work` returns, once its transaction is committed; raises Busy, Conflict or Uncertain."""
        task = asyncio.create_task(self._write(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Wait for the writes under way, then let the connection go."""
        if self._running:
            await asyncio.wait(self._running)
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def _write(self, work: Callable[[Connection], T]) -> T:
        await self._take_turn()
        try:
            if self._connection is None:
                self._connection = await self._engine.connect()
            return await self._connection.run_sync(_transaction, work)
        except (Conflict, IntegrityError) as error:
            raise refusal(error) from None
        except BaseException as error:
            await self._drop()
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

    async def _drop(self) -> None:
        """Close a connection that failed; the next write opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()


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
