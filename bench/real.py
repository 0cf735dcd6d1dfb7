"""`python -m bench.real URL TOKEN DATABASE [SETTING=VALUE …]`: the bot itself, measured as `bench.bare` is.

It shows words alone, unless `pictures=on` and `emoji=on` are given, as players have it, and has no quotas;
whatever is set for hosts can be set in that way. `log=FILE` has it note its warnings and errors there.
"""

import asyncio
import logging
import pickle
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator
from statistics import quantiles
from typing import Final

from pydantic import SecretStr

from bench.bare import cpu, memory, obey
from bench.unlimited import NO_QUOTAS, NO_WAITS
from bot.app import CardsBot, point_discord_at
from bot.host.settings import Settings
from bot.painting.predrawn import CACHE, is_whole
from bot.panels.tiles import ART
from bot.pictures.sketch.sketch import Sketch
from bot.start import collect_rarely, take_turns_soon
from bot.store import Store
from cogs.publisher import publisher
from cogs.servers import emoji
from engine import GAMES
from engine.ai import named

# The tables pause longer between the parts of a bench than players do: nobody is to be pinged.
CALM: Final = {"pictures": "off", "emoji": "off", "nudge_seconds": "3600"}
OURS: Final = ("bot.", "cogs.")
LOOK: Final = 0.2
"""Seconds between two looks at whether the bot is at rest."""
TICK: Final = 0.005
"""Seconds between two looks at how late the event loop is."""


async def run(url: str, token: str, database: str, *given: str) -> None:
    """Run the bot as `bot.start.run_bot` does."""
    collect_rarely()
    take_turns_soon()
    chosen = {**CALM, **NO_QUOTAS, **NO_WAITS, **dict(text.split("=", 1) for text in given)}
    if "log" in chosen:
        note_in(chosen.pop("log"))
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]  # pydantic-settings' own switch
        discord_token=SecretStr(token),
        discord_url=url,
        database_url=f"sqlite+aiosqlite:///{database}",
        **chosen,  # texts among them, which pydantic reads as those of the environment
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
        wanted = len(ART.drawings()) if settings.emoji else 0

        def at_work() -> bool:
            cold = settings.pictures and not is_whole(CACHE)
            return publisher(bot).busy or len(bot.tiles.ids) < wanted or cold

        while at_work():  # noqa: ASYNC110
            await asyncio.sleep(LOOK)

    async def drawing() -> float:
        """Return the CPU time that pictures have taken so far, in seconds."""
        return bot.gallery.cpu

    async def paint(path: str) -> int:
        """Paint the sketches of a file, and return the resident memory of this process after that."""
        for sketch in _unpickled(path):
            await bot.gallery.png(sketch)
        return await memory()

    async def players() -> float:
        """Have the players that search loaded for every game, and return how many seconds that took."""
        began = time.monotonic()
        for game in GAMES:
            await bot.thinking.think(named, game, "hard")
        return time.monotonic() - began

    async def held() -> dict[str, int]:
        """Return how many values each collection of the bot's parts holds, where there are any."""
        return {"tasks": len(asyncio.all_tasks()), **sizes(bot)}

    late: list[float] = []
    watching: list[asyncio.Task[None]] = []

    async def watch() -> None:
        """Note, again and again, how many milliseconds late the event loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + TICK
            await asyncio.sleep(TICK)
            late.append(max(0.0, 1000 * (loop.time() - due)))

    async def delays() -> list[float]:
        """Return the median of the delays since this was last asked, and their 99th percentile.

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
        commands = (cpu, memory, load, players, delays, rest, drawing, paint, held)
        await obey({command.__name__: command for command in commands})
        for task in watching:
            task.cancel()
        await bot.close()
        await running


def sizes(bot: CardsBot) -> dict[str, int]:
    """Return the length of every collection among the attributes of the bot's parts, and of theirs."""
    found, seen, left = Counter[str](), {id(bot)}, [bot, *bot.cogs.values()]
    while left:
        part = left.pop()
        for name in (*getattr(part, "__dict__", ()), *getattr(type(part), "__slots__", ())):
            value = getattr(part, name, None)
            if isinstance(value, Collection) and not isinstance(value, str):
                found[f"{type(part).__name__}.{name}"] += len(value)
            if type(value).__module__.startswith(OURS) and id(value) not in seen:
                seen.add(id(value))
                left.append(value)
    return dict(+found)


def note_in(path: str) -> None:
    """Note every warning and error in a file, each on a line: its level, who logs it, its kind."""
    handler = logging.FileHandler(path)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(Kinds())
    logging.getLogger().addHandler(handler)


class Kinds(logging.Formatter):
    """Formats only the part of a record that is the same for all of its kind."""

    def format(self, record: logging.LogRecord) -> str:
        kind = f"{record.levelname} {record.name}: {record.msg}"
        if record.exc_info and record.exc_info[0]:
            kind += f" ({record.exc_info[0].__name__})"
        return kind.replace("\n", " ")


def _unpickled(path: str) -> Iterator[Sketch]:
    """Yield the sketches of a file, of which one is held at a time."""
    with open(path, "rb") as file:
        while file.peek(1):
            yield pickle.load(file)


if __name__ == "__main__":
    asyncio.run(run(*sys.argv[1:]))
