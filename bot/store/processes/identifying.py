"""Turns for identifying at Discord's gateway: one process of all on a database at a time.

Discord lets a bot identify once in five seconds, however many processes it has, and turns away a process that
comes too early. A process that identifies holds a lock for that time: on PostgreSQL an advisory one, which
serves waiting processes in turn, on SQLite that of a file beside the database. A process that ends holds
none.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Final

from bot.store.database.address import file_of, parsed, place
from bot.store.database.failures import FAILURES, unusable
from bot.store.database.waiting import waiting_for
from bot.store.model.errors import StoreError
from bot.store.processes.claim import LOCK_CLASS, SESSION, connected
from bot.store.upkeep.files import beside, create

if sys.platform != "win32":
    import fcntl

TURN_SECONDS: Final = 5.5
"""Seconds until the next turn: Discord's five, and a little more, as connecting takes varying time."""
SUFFIX: Final = ".identifying"
IDENTIFYING: Final = -2
"""The key in place of a shard among the advisory locks."""
WAITING: Final = {**SESSION, "lock_timeout": "0"}
_LOOK_SECONDS: Final = 0.1

Release = Callable[[], Awaitable[None]]


class Identifying:
    """The turns of this process among all that identify."""

    def __init__(self, url: str) -> None:
        self._url = parsed(url)
        self._release: Release | None = None
        self._later: asyncio.Task[None] | None = None

    async def turn(self) -> None:
        """Wait until this process may identify; no other does in the next `TURN_SECONDS`."""
        if self._later is not None:
            await asyncio.wait({self._later})
        async with waiting_for("other processes, which connect to Discord one after the other", logging.INFO):
            self._release = await (self._file_locked() if file_of(self._url) else self._session_locked())
        self._later = asyncio.create_task(self._let_go_later())

    async def close(self) -> None:
        """Release the turn for the next process."""
        if self._later is not None:
            self._later.cancel()
            await asyncio.gather(self._later, return_exceptions=True)
        await self._let_go()

    async def _let_go_later(self) -> None:
        await asyncio.sleep(TURN_SECONDS)
        await self._let_go()

    async def _let_go(self) -> None:
        release, self._release = self._release, None
        if release is not None:
            await release()

    async def _session_locked(self) -> Release:
        connection = await connected(self._url, WAITING)

        async def release() -> None:
            await connection.invalidate()
            await connection.close()
            await connection.engine.dispose()

        try:
            await connection.exec_driver_sql(f"SELECT pg_advisory_lock({LOCK_CLASS}, {IDENTIFYING})")
        except FAILURES as error:
            await release()
            raise unusable(place(self._url), error) from None
        except asyncio.CancelledError:
            await release()
            raise
        return release

    async def _file_locked(self) -> Release:
        database = file_of(self._url)
        assert database is not None
        file = beside(database, SUFFIX)
        try:
            create(file)
            descriptor = os.open(file, os.O_RDWR)
        except OSError as error:
            raise StoreError(f"nothing can be written in {file.parent}: {error.strerror}") from None

        async def release() -> None:
            os.close(descriptor)

        try:
            while not _locked(descriptor):  # noqa: ASYNC110  # a lock of another process
                await asyncio.sleep(_LOOK_SECONDS)
        except OSError as error:
            await release()
            raise StoreError(f"{file} cannot be locked: {error.strerror}") from None
        except asyncio.CancelledError:
            await release()
            raise
        return release


def _locked(descriptor: int) -> bool:
    """Try to lock an open file; return whether this process has it, always True on Windows without locks."""
    if sys.platform != "win32":
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True
