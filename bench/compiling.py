"""`python -m bench.compiling`: what people notice while the bot has compiled what computers think with.

People play at some tables, first with a bot at rest; then while a process beside it compiles; then while what
is compiled is loaded, which happens when a computer first searches. What is taken is how soon presses are
acknowledged, and by how much the bot's event loop is late.
"""

import argparse
import asyncio
import json
import random
import shutil
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path
from typing import Any, Final

import psutil

from bench.dealing import deal, next_play
from bench.stage import ROOT, Bot, Place, Stage, at
from bot.blocks.blocks import Press
from bot.table.table import Table

P95_MS: Final = 30.0
"""Of a hundred presses, 95 are to be acknowledged within this many milliseconds all the while."""
SETTLED: Final = 2.0
"""Seconds for a bot to come to rest after everybody has opened their hand."""
COMPILE: Final = ["-m", "engine.ai"]


def uncompiled(folder: Path) -> Path:
    """Return a copy of the bot's code of which nothing is compiled."""
    for package in ("engine", "bot", "cogs", "bench"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("numba-*"))
    return folder


def compiling(bot: Bot) -> bool:
    """Return whether a process beside the bot compiles."""
    return any(child.cmdline()[1:] == COMPILE for child in psutil.Process(bot.process.pid).children())


async def play(place: Place, table: Table, every: float, going: Callable[[], bool]) -> list[float]:
    """Return how many milliseconds each press took while a hand is played, as long as that is wanted."""
    rng, took = random.Random(table.row.id), list[float]()
    await asyncio.sleep(rng.uniform(0, every))
    while going() and table.waits_for():
        move = next_play(table, rng)
        assert move.seat is not None
        custom_id = str(Press(table.row.id, table.asked[move.seat], "play", move.action))
        table = table.replayed(move)
        took.append((await place.press(move.seat, custom_id)).milliseconds)
        await asyncio.sleep(every)
    return took


async def play_during(
    bot: Bot, tables: Sequence[tuple[Place, Table]], every: float, work: Awaitable[object]
) -> dict[str, float]:
    """Return how soon presses were acknowledged while `work` was under way, and how late the event loop was.

    There may be no presses while next to nothing is loaded.
    """
    await bot.ask("delays")
    going = asyncio.ensure_future(work)
    presses = await asyncio.gather(*(play(*each, every, lambda: not going.done()) for each in tables))
    await going
    took = [milliseconds for of_table in presses for milliseconds in of_table]
    told = {f"p{percent}_ms": round(at(took or [0.0], percent), 1) for percent in (50, 95, 99)}
    late = await bot.ask("delays")
    return {"presses": len(took), **told, "loop_delay_p99_ms": round(late[1], 1)}


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.compiling", description=__doc__)
    parser.add_argument("--tables", type=int, default=20, help="tables of people in each part")
    parser.add_argument("--seconds", type=float, default=20.0, help="of playing beside a bot at rest")
    parser.add_argument("--every", type=float, default=0.5, help="seconds between the plays at a table")
    parser.add_argument(
        "--code", type=Path, help="of a bot with nothing compiled; by default a copy of this one"
    )
    return parser.parse_args(given)


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """Return all figures."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        code = options.code or await asyncio.to_thread(uncompiled, folder / "code")
        database = folder / "cards.db"
        stage = await stack.enter_async_context(Stage.set(3 * options.tables))
        tables = iter(zip(stage.places, await deal(database, stage.places, random.Random(7), 0), strict=True))
        bot = await stack.enter_async_context(stage.bot("real", str(database), code=code))
        await stage.sandbox.until(lambda: compiling(bot), 60, "the bot has begun to compile")
        beside = next(iter(psutil.Process(bot.process.pid).children()))

        async def compiled() -> None:
            while beside.is_running() and beside.status() != psutil.STATUS_ZOMBIE:  # noqa: ASYNC110
                await asyncio.sleep(0.05)

        parts: dict[str, dict[str, float]] = {}
        beside.suspend()
        await stage.sandbox.until(
            lambda: all(place.channel.messages for place in stage.places), 60, "the tables are shown"
        )
        for place in stage.places:
            await place.open()
        await asyncio.sleep(SETTLED)
        part = list(islice(tables, options.tables))
        parts["at_rest"] = await play_during(bot, part, options.every, asyncio.sleep(options.seconds))
        beside.resume()
        part = list(islice(tables, options.tables))
        parts["compiling"] = await play_during(bot, part, options.every, compiled())
        part = list(islice(tables, options.tables))
        parts["loading"] = await play_during(bot, part, options.every, bot.ask("players"))
    return {"bench": "compiling", **parts, "p95_ms_target": P95_MS}


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print one JSON line."""
    print(json.dumps(asyncio.run(run(arguments(sys.argv[1:] if given is None else given)))))


if __name__ == "__main__":
    main()
