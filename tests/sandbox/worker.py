"""The sample bot in a process of its own: `python -m tests.sandbox.worker URL GATEWAY TOKEN`."""

from __future__ import annotations

import asyncio
import sys

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.sandbox.sample import SampleBot


async def work(url: str, gateway: str, token: str) -> None:
    Route.BASE = f"{url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    async with SampleBot() as bot:
        await bot.start(token)


if __name__ == "__main__":
    asyncio.run(work(*sys.argv[1:]))
