"""The claim of a process on its shards for as long as it lives, so that no press is answered twice.

On SQLite every shard is a locked byte of a file beside the database, and all shards are the whole range; on
PostgreSQL a shard is an advisory lock of a session. A process that ends in any way releases its claim.
"""

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from sqlalchemy import URL, NullPool
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database.address import file_of, parsed, place
from bot.store.database.engine import async_engine
from bot.store.database.failures import FAILURES, unusable
from bot.store.model.errors import StoreError, Taken
from bot.store.model.rows import Shards
from bot.store.processes.sessions import must_keep_sessions, server_process
from bot.store.upkeep.files import beside, create

if sys.platform != "win32":
    import fcntl

SUFFIX: Final = ".lock"
LOCK_CLASS: Final = 420_693
"""An arbitrary number, the same for all processes of the bot: the first key of its advisory locks."""
ALL: Final = -1
"""The key in place of a shard that processes with some shards share, and one with all holds alone."""
WATCH_SECONDS: Final = 10.0
"""Seconds between two looks at the session that holds the locks."""
SESSION: Final = {
    # Milliseconds: PostgreSQL may take a moment to notice that a process is gone.
    "lock_timeout": "5000",
    # A machine that has vanished is noticed within half a minute instead of hours.
    "tcp_keepalives_idle": "15",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
LOCK_NOT_AVAILABLE: Final = "55P03"


def locked(database: Path, own: Shards | None) -> int:
    """Return an open file that locks these shards, None for all; Taken if another process has one.

    Windows has no such locks: no process is refused there.
    """
    file = beside(database, SUFFIX)
    try:
        create(file)
        descriptor = os.open(file, os.O_RDWR)
    except OSError as error:
        raise StoreError(f"nothing can be written in {file.parent}: {error.strerror}") from None
    if sys.platform != "win32":
        try:
            for first, length in [(0, 0)] if own is None else [(number, 1) for number in own.ids]:
                fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, length, first)
        except BlockingIOError:
            os.close(descriptor)
            raise Taken(_taken(str(database), own)) from None
        except OSError as error:
            os.close(descriptor)
            raise StoreError(f"{file} cannot be locked: {error.strerror}") from None
    return descriptor


class Claim:
    """The claim of one process on its shards, None for all of them."""

    def __init__(self, url: str, own: Shards | None) -> None:
        self._url = parsed(url)
        self._own = own
        self._descriptor: int | None = None
        self._connection: AsyncConnection | None = None
        self._server = 0

    async def take(self) -> None:
        """Claim the shards; Taken if another process has one of them, Denied if no session can keep them."""
        file = file_of(self._url)
        if file is not None:
            self._descriptor = locked(file, self._own)
            return
        await must_keep_sessions(self._url)
        self._connection = await connected(self._url, SESSION)
        try:
            await _lock(self._connection, ALL, shared=self._own is not None)
            for number in self._own.ids if self._own else ():
                await _lock(self._connection, number)
            self._server = await server_process(self._connection)
        except FAILURES as error:
            await self._drop()
            if getattr(getattr(error, "orig", None), "sqlstate", None) == LOCK_NOT_AVAILABLE:
                raise Taken(_taken(place(self._url), self._own)) from None
            raise unusable(place(self._url), error) from None

    async def keep(self) -> None:
        """Keep the claim until cancelled; Taken if the session broke and another process has come first.

        Denied if the database no longer lets the bot claim anything.
        """
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            if self._connection is not None and not await self._lives(self._connection):
                await self._drop()
            if self._connection is None and self._descriptor is None:
                try:
                    await self.take()
                except StoreError as error:
                    if isinstance(error, Taken) or error.lasting:
                        raise
                    # No process can come first while there is no database.
                    continue

    async def release(self) -> None:
        """Release all shards."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        await self._drop()

    async def _lives(self, connection: AsyncConnection) -> bool:
        """Return whether the session with the locks is still there, and still the bot's own."""
        try:
            return await server_process(connection) == self._server
        except FAILURES:
            return False

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()
            await connection.engine.dispose()


async def connected(url: URL, settings: Mapping[str, str]) -> AsyncConnection:
    """Return a session of PostgreSQL outside any pool, whose locks end with it."""
    engine = async_engine(url, pool=NullPool, hurried=False, settings=settings)
    try:
        return await engine.execution_options(isolation_level="AUTOCOMMIT").connect()
    except FAILURES as error:
        await engine.dispose()
        raise unusable(place(url), error) from None


async def _lock(connection: AsyncConnection, number: int, *, shared: bool = False) -> None:
    function = "pg_advisory_lock_shared" if shared else "pg_advisory_lock"
    await connection.exec_driver_sql(f"SELECT {function}({LOCK_CLASS}, {number})")


def _taken(where: str, own: Shards | None) -> str:
    shards = "" if own is None else f" with one of the shards {', '.join(map(str, own.ids))}"
    return f"another process runs the bot{shards} on {where}: stop that one first"
