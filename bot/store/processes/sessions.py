"""The sessions of PostgreSQL: does each stay its own, or does a pooler hand it on after each transaction?

The bot keeps locks, settings and prepared statements in its sessions. A pooler in transaction mode gives the
session of one client to another as soon as a transaction has ended, and nothing in its answers says so.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from sqlalchemy import URL, NullPool, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.database.address import place
from bot.store.database.engine import async_engine
from bot.store.database.failures import FAILURES, unusable
from bot.store.database.waiting import waiting_for
from bot.store.model.errors import Denied, StoreError

SESSIONS: Final = 3
"""The least that playing needs at once: the claim, a writer and a reader."""
ROUNDS: Final = 3
"""Looks at the same sessions: other clients of a busy pooler may disturb one."""
OPENING_SECONDS: Final = 30.0
"""Seconds that the database has for these sessions; one that sleeps takes some to wake."""
PID: Final = text("SELECT pg_backend_pid()")
STATEMENT_MODE: Final = "statement pooling mode"
"""The words of pgbouncer about a transaction, in the mode that allows none."""


async def must_keep_sessions(url: URL) -> None:
    """Look whether a session stays its own between two transactions; Denied if a pooler hands it on.

    Nothing is changed. It is certain where no other client disturbs it: while one connection is idle, two
    others hold transactions, and a pooler in transaction mode gives the idle session to one of them, whether
    it prefers the newest or the oldest one, or has one alone.
    """
    try:
        kept = await _kept(url)
    except FAILURES as error:
        if STATEMENT_MODE not in str(error):
            raise unusable(place(url), error) from None
        kept = False
    if not kept:
        raise Denied(
            f"{place(url)} is behind a pooler in transaction mode, and the bot needs sessions of its own: "
            "use the pooler's session mode, or the direct address of PostgreSQL"
        )


async def _kept(url: URL) -> bool:
    engine = async_engine(url, pool=NullPool, hurried=False, settings=None)
    opened = 0
    try:
        async with (
            waiting_for(f"{SESSIONS} sessions of {place(url)}"),
            asyncio.timeout(OPENING_SECONDS),
            AsyncExitStack() as stack,
        ):
            own = await stack.enter_async_context(_connection(engine))
            mine = await _ended(own)
            opened = 1
            others: list[AsyncConnection] = []
            for _ in range(SESSIONS - 1):
                others.append(await stack.enter_async_context(_connection(engine)))
                if await server_process(others[-1]) == mine:
                    return False
                opened += 1
            for _ in range(ROUNDS):
                if await _ended(own) != mine:
                    return False
                for other in others:
                    await other.rollback()
                for other in others:
                    if await server_process(other) == mine or await _ended(own) != mine:
                        return False
    except TimeoutError:
        said = f"has given the bot {opened} of the {SESSIONS} sessions that it needs at once"
        raise StoreError(
            f"{place(url)} {said if opened else 'has not answered'} in {OPENING_SECONDS:.0f} s"
        ) from None
    finally:
        await engine.dispose()
    return True


@asynccontextmanager
async def _connection(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    connection = await engine.connect()
    try:
        yield connection
    finally:
        # Not returned properly, as it may be in the middle of a request that is never answered.
        await connection.invalidate()
        await connection.close()


async def server_process(connection: AsyncConnection) -> int:
    """Return the process of the server that serves a connection, in a transaction that stays open."""
    return int((await connection.execute(PID)).scalar_one())


async def _ended(connection: AsyncConnection) -> int:
    """Return the process of the server that has served a connection, in a transaction that has ended."""
    pid = await server_process(connection)
    await connection.rollback()
    return pid
