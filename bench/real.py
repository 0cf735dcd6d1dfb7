"""`python -m bench.real URL TOKEN DATABASE [dressed]`: the bot itself, to be measured, as `bench.bare` is.

It shows words alone, or `dressed` with pictures and tiles, as players have it.
"""

import asyncio
import pickle
import sys
from collections.abc import Iterator
from statistics import quantiles
from typing import Final

from pydantic import SecretStr

from bench.bare import cpu, memory, obey
from bot.app import CardsBot, point_discord_at
from bot.config import Settings
from bot.pictures.every import CACHE, is_whole
from bot.pictures.sketch import Sketch
from bot.store import Store
from bot.tiles import ART
from cogs import emoji
from cogs.publisher import publisher

LOOK: Final = 0.2
"""Seconds between two looks at whether the bot is at rest."""
TICK: Final = 0.005
"""Seconds between two looks at how late the event loop is."""


async def run(url: str, token: str, database: str, dress: str = "") -> None:
    """Run the bot as `bot.app.run` does."""
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]  # pydantic-settings' own switch
        discord_token=SecretStr(token),
        discord_url=url,
        database_url=f"sqlite+aiosqlite:///{database}",
        # The tables pause longer between the parts of a bench than players do: nobody is to be pinged.
        nudge_seconds=3600,
        pictures=bool(dress),
        emoji=bool(dress),
    )
    # No player is to be kept waiting here while tiles are sent.
    emoji.PAUSE = 0.0  # type: ignore[misc]
    point_discord_at(url)
    store = await Store.open(settings.database_url)

    async def load() -> int:
        """Read every live table into memory, and return how many there are."""
        for row in await store.live():
            await bot.tables.get(row.id)
        return len(bot.tables)

    async def rest() -> None:
        """Wait until everything is shown and drawn, and every tile is there."""
        wanted = len(ART.drawings()) if dress else 0
        while publisher(bot).busy or len(bot.tiles.ids) < wanted or (dress and not is_whole(CACHE)):  # noqa: ASYNC110
            await asyncio.sleep(LOOK)

    async def drawing() -> float:
        """Return the CPU time that pictures have taken so far, in seconds."""
        return bot.gallery.cpu

    async def paint(path: str) -> int:
        """Paint the sketches of a file, and return the resident memory of this process after that."""
        for sketch in _unpickled(path):
            await bot.gallery.png(sketch)
        return await memory()

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
        cuts = quantiles(noted, n=100, method="inclusive") if len(noted) > 1 else []
        return [cuts[49], cuts[98]] if cuts else []

    async with CardsBot(settings, store) as bot:
        running = asyncio.create_task(bot.start(token))
        commands = (cpu, memory, load, delays, rest, drawing, paint)
        await obey({command.__name__: command for command in commands})
        for task in watching:
            task.cancel()
        await bot.close()
        await running


def _unpickled(path: str) -> Iterator[Sketch]:
    """Yield the sketches of a file, of which no more than one is held."""
    with open(path, "rb") as file:
        while file.peek(1):
            yield pickle.load(file)


if __name__ == "__main__":
    asyncio.run(run(*sys.argv[1:]))
