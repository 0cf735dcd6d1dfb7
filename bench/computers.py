"""`python -m bench.computers`: how tables at which computers play are noticed by people at others.

Hard computers play all three games at some tables while people play at others; presses of people are timed
until they are acknowledged, and so is how late the bot's event loop is. `python -m bench.computers compiling`
takes the same of people at their tables: with a bot at rest; while a process beside it compiles the kernels
that computers think with; and while these are loaded, which happens when a computer first searches.
"""

import argparse
import asyncio
import json
import random
import shutil
import sys
from collections.abc import Awaitable, Sequence
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path
from typing import Any, Final

import psutil

from bench.stage import ROOT, Bot, Room, Stage, at, percentiles
from bench.tables import PLAYS, deal, first_deal, of_room, press, stored
from bot.lobby.seating import computer
from bot.store import Store
from bot.table.table import Table
from engine import GAMES

P99_MS: Final = 300.0
"""Of a hundred presses, 99 are to be acknowledged within this many milliseconds."""
DELAY_MS: Final = 10.0
"""The event loop is to be late by so many milliseconds at most, but for one time in a hundred."""
P95_MS: Final = 30.0
"""While kernels are compiled or loaded, 95 of a hundred presses are to be acknowledged within this many."""
WARM: Final = 20.0
"""Seconds in which the computers load their kernels, and the tables get under way."""
SETTLED: Final = 2.0
"""Seconds for a bot to come to rest after everybody has opened their hand."""
COMPILE: Final = ["-m", "engine.ai"]


# Computers at other tables


async def seat_computers(store: Store, rooms: Sequence[Room], level: str) -> None:
    """Store a table of computers for each room, of the three games in turns."""
    games = list(GAMES)
    for number, room in enumerate(rooms):
        table = of_room(room, games[number % len(games)])
        table = table.with_seats(*(computer(row.seat, level) for row in table.seats))
        await stored(store, table, [first_deal(table)])


async def moves(store: Store) -> int:
    """Return how long the logs of the tables of computers are in all."""
    loaded = [await store.load(table_id) for table_id in await store.with_computers()]
    return sum(len(table.log) for table in loaded if table is not None)


async def playing(options: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of people who play while computers do so at other tables."""
    async with Stage.set(options.people + options.computers) as stage, stage.store() as store:
        people = stage.rooms[: options.people]
        tables = await deal(stage, random.Random(7), PLAYS // 3, people)
        await seat_computers(store, stage.rooms[options.people :], options.level)
        async with stage.bot("real") as bot:
            await stage.open(rooms=people)
            await asyncio.sleep(options.warm)
            before, cpu = await moves(store), await bot.ask("cpu")
            await bot.ask("delays")
            plays = max(1, int(options.seconds / options.every))
            took = await press(people, tables, options.every, plays)
            delays = await bot.ask("delays")
            cpu = await bot.ask("cpu") - cpu
            made = await moves(store) - before
    return {
        "bench": "computers",
        "presses": len(took),
        "computer_moves": made,
        "cpu_share": round(cpu / options.seconds, 2),
        "acknowledged_ms": percentiles(took, 50, 99),
        "acknowledged_p99_ms_target": P99_MS,
        "loop_delay_ms": {"p50": round(delays[0], 2), "p99": round(delays[1], 2)},
        "loop_delay_p99_ms_target": DELAY_MS,
    }


# Kernels that are compiled


def uncompiled(folder: Path) -> Path:
    """Return a copy of the bot's code of which nothing is compiled."""
    for package in ("engine", "bot", "cogs", "bench"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("numba-*"))
    return folder


def compiles(bot: Bot) -> bool:
    """Return whether a process beside the bot compiles."""
    return any(child.cmdline()[1:] == COMPILE for child in psutil.Process(bot.process.pid).children())


async def play_during(
    bot: Bot, tables: Sequence[tuple[Room, Table]], every: float, work: Awaitable[object]
) -> dict[str, float]:
    """Return how soon presses were acknowledged while `work` was under way, and how late the event loop was.

    There may be no presses while next to nothing is loaded.
    """
    await bot.ask("delays")
    going = asyncio.ensure_future(work)
    rooms, dealt = zip(*tables, strict=True)
    took = await press(rooms, dealt, every, going=lambda: not going.done())
    await going
    told = {f"p{percent}_ms": round(at(took or [0.0], percent), 1) for percent in (50, 95, 99)}
    late = await bot.ask("delays")
    return {"presses": len(took), **told, "loop_delay_p99_ms": round(late[1], 1)}


async def compiling(options: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of people who play while the bot rests, has kernels compiled, and loads them."""
    async with AsyncExitStack() as stack:
        stage = await stack.enter_async_context(Stage.set(3 * options.tables))
        code = options.code or await asyncio.to_thread(uncompiled, stage.folder / "code")
        tables = iter(zip(stage.rooms, await deal(stage, random.Random(7), 0), strict=True))
        bot = await stack.enter_async_context(stage.bot("real", code=code))
        await stage.sandbox.until(lambda: compiles(bot), 60, "the bot has begun to compile")
        beside = next(iter(psutil.Process(bot.process.pid).children()))

        async def compiled() -> None:
            while beside.is_running() and beside.status() != psutil.STATUS_ZOMBIE:  # noqa: ASYNC110
                await asyncio.sleep(0.05)

        async def part(work: Awaitable[object]) -> dict[str, float]:
            return await play_during(bot, list(islice(tables, options.tables)), options.every, work)

        beside.suspend()
        await stage.open()
        await asyncio.sleep(SETTLED)
        at_rest = await part(asyncio.sleep(options.seconds))
        beside.resume()
        parts = {
            "at_rest": at_rest,
            "compiling": await part(compiled()),
            "loading": await part(bot.ask("players")),
        }
    return {"bench": "compiling", **parts, "p95_ms_target": P95_MS}


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.computers", description=__doc__)
    parser.add_argument("--people", type=int, default=50, help="tables of people")
    parser.add_argument("--computers", type=int, default=20, help="tables of computers")
    parser.add_argument("--level", default="hard", help="of the computers")
    parser.add_argument("--seconds", type=float, default=60.0, help="of playing")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between the plays of people")
    parser.add_argument("--warm", type=float, default=WARM, help="seconds before anything is taken")
    parser.set_defaults(run=playing)
    mode = parser.add_subparsers(metavar="MODE").add_parser("compiling", help="while kernels are compiled")
    mode.add_argument("--tables", type=int, default=20, help="tables of people in each part")
    mode.add_argument("--seconds", type=float, default=20.0, help="of playing beside a bot at rest")
    mode.add_argument("--every", type=float, default=0.5, help="seconds between the plays at a table")
    mode.add_argument(
        "--code", type=Path, help="of a bot with nothing compiled; by default a copy of this one"
    )
    mode.set_defaults(run=compiling)
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print one JSON line."""
    options = arguments(sys.argv[1:] if given is None else given)
    print(json.dumps(asyncio.run(options.run(options))))


if __name__ == "__main__":
    main()
