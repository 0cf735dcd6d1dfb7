"""`python -m bench.start`: time, memory and modules that a start of the bot takes, as a host starts it.

It is connected to a stand-in with one server and no tables, on a database that is there; cards have been
drawn before. Then a bot paints every picture of every game that the tests know, so that all it keeps of them
is full, and its memory is taken again.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from statistics import median
from typing import Final

import psutil

from bench.pictures import write
from bench.stage import DRESSED, ROOT, Stage
from bot.painting.predrawn import CACHE, draw, is_whole
from bot.store import Store
from sandbox.server import Sandbox

MEMORY_MB: Final = 135.0
"""The resident memory of a bot that has painted pictures of all games is to stay below this."""


async def begin(sandbox: Sandbox, folder: str, *options: str) -> Process:
    """Start the bot, with options for Python, and return its process once it is connected."""
    environment = {
        **os.environ,
        "DISCORD_TOKEN": sandbox.token,
        "DISCORD_URL": sandbox.url,
        "DATABASE_URL": f"sqlite+aiosqlite:///{folder}/cards.db",
        "LOG_LEVEL": "ERROR",
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *options, "-m", "bot"), cwd=ROOT, env=environment, stderr=PIPE
    )
    await sandbox.ready()
    return process


async def end(sandbox: Sandbox, process: Process) -> bytes:
    """End the bot, and return its standard error."""
    process.terminate()
    _, said = await process.communicate()
    await sandbox.gone()
    return said


async def with_pictures(most: int | None) -> float:
    """Return the resident memory of a bot, in MiB, after it has painted every picture, or so many at most."""
    async with Stage.set(1) as stage:
        sketches = stage.folder / "sketches"
        await asyncio.to_thread(write, sketches, most)
        async with stage.bot("real", *DRESSED) as bot:
            await bot.ask("rest")
            memory: int = await bot.ask("paint", str(sketches))
            return memory / 2**20


async def measure(runs: int, most: int | None) -> dict[str, object]:
    """Return the figures, medians of so many starts."""
    seconds, cpu_seconds, megabytes = [], [], []
    if not is_whole(CACHE):
        draw(CACHE)
    async with Sandbox() as sandbox:
        sandbox.world.add_guild("Osteria")
        with tempfile.TemporaryDirectory() as folder:
            await (await Store.open(f"sqlite+aiosqlite:///{folder}/cards.db")).close()
            # The time of each import is a line on standard error, after a heading.
            said = await end(sandbox, await begin(sandbox, folder, "-X", "importtime"))
            modules = said.count(b"import time:") - 1
            for _ in range(runs):
                began = time.monotonic()
                process = await begin(sandbox, folder)
                seconds.append(time.monotonic() - began)
                await asyncio.sleep(1)  # until it is at rest
                bot = psutil.Process(process.pid)
                cpu_seconds.append(sum(bot.cpu_times()[:2]))
                megabytes.append(bot.memory_info().rss / 2**20)
                await end(sandbox, process)
    return {
        "bench": "start",
        "modules": modules,
        "start_s": round(median(seconds), 2),
        "cpu_s": round(median(cpu_seconds), 2),
        "memory_mb": round(median(megabytes), 1),
        "pictures_memory_mb": round(await with_pictures(most), 1),
        "pictures_memory_mb_target": MEMORY_MB,
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Measure, and print one line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.start", description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--pictures", type=int, help="that are painted at most, of all that there are")
    options = parser.parse_args(argv)
    print(json.dumps(asyncio.run(measure(options.runs, options.pictures))))


if __name__ == "__main__":
    main()
