"""`python -m bench.start`: time, memory and modules that a start of the bot takes, as a host starts it.

It is connected to a stand-in with one server and no open table, on a database that is there, with as many
games that are over as `--games` says; cards have been drawn before. Then a bot paints every picture of every
game that the tests know, so that all it keeps of them is full, and its memory is taken again.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence
from statistics import median
from typing import Final

import psutil

from bench.pictures import write
from bench.stage import DRESSED, Stage
from bot.painting.predrawn import CACHE, draw, is_whole
from tests.bot.store.archive import filled
from tests.e2e.support.hosted import Hosted, settings

MEMORY_MB: Final = 135.0
"""The resident memory of a bot that has painted pictures of all games is to stay below this."""
REST: Final = 1.0
"""Seconds after which a bot is at rest that has nothing to do."""


async def with_pictures(most: int | None) -> float:
    """Return the resident memory of a bot, in MiB, after it has painted every picture, or so many at most."""
    async with Stage.set(1) as stage:
        sketches = stage.folder / "sketches"
        await asyncio.to_thread(write, sketches, most)
        async with stage.bot("real", *DRESSED) as bot:
            await bot.ask("rest")
            memory: int = await bot.ask("paint", str(sketches))
            return memory / 2**20


async def measure(runs: int, games: int, most: int | None) -> dict[str, object]:
    """Return the figures, medians of so many starts with so many games that are over."""
    seconds, cpu_seconds, megabytes = [], [], []
    if not is_whole(CACHE):
        draw(CACHE)
    async with Stage.set(1) as stage:
        await filled(stage.folder / "cards.db", games)
        values = settings(stage.folder, stage.sandbox, EMOJI="on", PICTURES="on", LOG_LEVEL="ERROR")
        hosted = await Hosted.start({**values, "PYTHONPROFILEIMPORTTIME": "1"}, anew=True)
        await stage.sandbox.ready()
        await hosted.end(ask=True)
        for _ in range(runs):
            await stage.sandbox.gone()
            began = time.monotonic()
            bot = await Hosted.start(values, anew=True)
            await stage.sandbox.ready()
            seconds.append(time.monotonic() - began)
            await asyncio.sleep(REST)
            process = psutil.Process(bot.process.pid)
            cpu_seconds.append(sum(process.cpu_times()[:2]))
            megabytes.append(process.memory_info().rss / 2**20)
            await bot.end(ask=True)
    return {
        "bench": "start",
        "games": games,
        # The time of each import is a line, after a heading.
        "modules": hosted.said.count("import time:") - 1,
        "start_s": round(median(seconds), 2),
        "cpu_s": round(median(cpu_seconds), 2),
        "memory_mb": round(median(megabytes), 1),
        "pictures_memory_mb": round(await with_pictures(most), 1),
        "pictures_memory_mb_target": MEMORY_MB,
    }


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print one line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.start", description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--games", type=int, default=0, help="that are over, in the database")
    parser.add_argument("--pictures", type=int, help="that are painted at most, of all that there are")
    options = parser.parse_args(sys.argv[1:] if given is None else given)
    print(json.dumps(asyncio.run(measure(options.runs, options.games, options.pictures))))


if __name__ == "__main__":
    main()
