"""`python -m bench.real URL TOKEN DATABASE`: the bot itself, to be measured; it obeys like `bench.bare`."""

import asyncio
import sys

from pydantic import SecretStr

from bench.bare import cpu, memory, obey
from bot.app import CardsBot, point_discord_at
from bot.config import Settings
from bot.store import Store


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

    async with CardsBot(settings, store) as bot:
        running = asyncio.create_task(bot.start(token))
        await obey({"cpu": cpu, "memory": memory, "load": load})
        await bot.close()
        await running


if __name__ == "__main__":
    asyncio.run(run(*sys.argv[1:]))
