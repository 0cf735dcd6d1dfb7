"""Waits that are said: one line of the log, once they have taken five seconds, names the cause."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from sqlalchemy import URL, NullPool, text

from bot.store.database.address import place
from bot.store.database.engine import async_engine
from bot.store.database.failures import FAILURES

log = logging.getLogger(__name__)

SAID_SECONDS: Final = 5.0
"""Seconds after which a wait is said."""

HOLDERS: Final = text("""
    SELECT coalesce(max(waiting.relation::regclass::text), '') AS name,
        string_agg(DISTINCT format('%s of %s', holder.pid, holder.usename), ', ') AS sessions
    FROM pg_locks waiting, pg_stat_activity holder
    WHERE waiting.pid = :pid AND NOT waiting.granted AND holder.pid = ANY (pg_blocking_pids(:pid))
""")


@asynccontextmanager
async def waiting_for(
    cause: str | Callable[[], Awaitable[str]], level: int = logging.WARNING
) -> AsyncIterator[None]:
    """Log the cause of a wait once, after five seconds; a function finds it, empty for none."""

    async def say() -> None:
        found = ""
        while not found:
            await asyncio.sleep(SAID_SECONDS)
            found = cause if isinstance(cause, str) else await cause()
        log.log(level, "waiting for %s", found)

    saying = asyncio.create_task(say())
    try:
        yield
    finally:
        saying.cancel()
        await asyncio.gather(saying, return_exceptions=True)


async def lock_of(url: URL, pid: int) -> str:
    """Return the lock that a session of PostgreSQL waits for, and its holder; empty if there is none."""
    engine = async_engine(url, pool=NullPool)
    try:
        async with engine.connect() as connection:
            found = (await connection.execute(HOLDERS, {"pid": pid})).one()
    except FAILURES:
        return ""
    finally:
        await engine.dispose()
    if not found.sessions:
        return ""
    lock = f"the table {found.name}" if found.name else "a lock"
    return f"{lock} of {place(url)}, held by another session ({found.sessions})"
