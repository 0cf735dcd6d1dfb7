"""`python -m bench.real URL TOKEN DATABASE`: the bot itself, to be measured; it obeys like `bench.bare`."""

import asyncio
import sys
from typing import Final

from pydantic import SecretStr

from bench.bare import cpu, memory, obey
from bench.stage import at
from bot.app import CardsBot, point_discord_at
from bot.config import Settings
from bot.store import Store

TICK: Final = 0.005
"""Seconds between two looks at how late the event loop is."""


async def run(url: str, token: str, database: str) -> None:
    """Run the bot as `bot.app.run` does."""
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]  # pydantic-settings' own switch
        discord_token=SecretStr(token),
        discord_url=url,
        database_url=f"sqlite+aiosqlite:///{database}",
        # The tables pause longer between the parts of a bench than players do: nobody is to be pinged.
        nudge_seconds=3600,
    )
    point_discord_at(url)
    store = await Store.open(settings.database_url)

    async def load() -> int:
        """Read every live table into memory, and return how many there are."""
        for row in await store.live():
            await bot.tables.get(row.id)
        return len(bot.tables)

    late: list[float] = []
    watching: list[asyncio.Task[None]] = []

    async def watch() -> None:
        """Take note, again and again, of how many milliseconds late the event loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + TICK
            await asyncio.sleep(TICK)
            late.append(max(0.0, 1000 * (loop.time() - due)))

    async def delays() -> list[float]:
        """Return the median of what has been noted since this was last asked, and its 99th percentile.

        It is first asked to begin: looking costs CPU time, which other benches take.
        """
        noted = late.copy()
        late.clear()
        if not watching:
            watching.append(asyncio.create_task(watch()))
        return [at(noted, 50), at(noted, 99)] if noted else []

    async with CardsBot(settings, store) as bot:
        running = asyncio.create_task(bot.start(token))
        await obey({"cpu": cpu, "memory": memory, "load": load, "delays": delays})
        for task in watching:
            task.cancel()
        await bot.close()
        await running


if __name__ == "__main__":
    asyncio.run(run(*sys.argv[1:]))
