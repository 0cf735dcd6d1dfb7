"""`python -m bench.clocks`: many tables with a clock each: what waiting costs, and how late the clock is.

Four people sit at each of some tables, and none of them ever acts. First nothing is due for a while. Then
the time for a turn runs out at one table after the other, and in a run of its own at all of them at once;
people at other tables, whose time does not run out, press their buttons meanwhile.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

from bench.computers import press
from bench.dealing import PLAYS, deal
from bench.stage import Stage, at
from bench.traffic import Traffic
from bot.clock.outages import GRACE_SECONDS, START_SECONDS
from bot.store import Change, Store
from bot.table.table import Table

IDLE_SHARE: Final = 0.01
"""Of a core, at most, while nothing is due."""
LATE_S: Final = 1.0
"""A computer plays this many seconds after the time has run out, at most, where times run out one by one."""
P99_MS: Final = 1000.0
"""Of a hundred presses at other tables, 99 are to be acknowledged within this many milliseconds."""
SETTINGS: Final = ("turn_seconds=0", "pause_seconds=0")
"""A computer plays as soon as the clock has called it: a human pause would hide how late that is."""
DAY: Final = 86_400.0


class TooLate(Exception):
    """The first time had nearly run out when all tables were shown."""


async def time_out(store: Store, tables: Sequence[Table], due_at: Callable[[int], float]) -> None:
    """Store when the time for the turn at each table runs out; a start puts that off a little."""
    for number, table in enumerate(tables):
        due = due_at(number) - GRACE_SECONDS - START_SECONDS
        columns = {
            "clock": int(DAY),
            "timed": True,
            "warned": True,
            "due_at": due,
            "wake_at": due,
            "fades_at": due + 30 * DAY,
        }
        await store.commit(Change(table.row.id, table.row.version, columns))


async def lateness(store: Store, tables: Sequence[Table], due_at: Callable[[int], float]) -> list[float]:
    """Return how many seconds after its time had run out each turn was played by a computer."""
    late = []
    for number, table in enumerate(tables):
        stored = await store.load(table.row.id)
        assert stored is not None
        played = [entry.at for entry in stored.log[table.seq :] if entry.user_id is None]
        if played:
            late.append(played[0] - due_at(number))
    return late


async def run_through(options: argparse.Namespace, spread: float) -> dict[str, Any]:
    """Return the figures of a run as `one_run`; where the bot took too long to start, it gets more time."""
    start = options.start
    while True:
        try:
            return await one_run(options, spread, start)
        except TooLate:
            start *= 2


async def one_run(options: argparse.Namespace, spread: float, start: float) -> dict[str, Any]:
    """Return the figures of a run in which times run out within `spread` seconds."""
    async with AsyncExitStack() as stack:
        database = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "cards.db"
        stage = await stack.enter_async_context(Stage.set(options.tables + options.others))
        tables = await deal(database, stage.places, random.Random(7), PLAYS // 3)
        timed, others = tables[: options.tables], tables[options.tables :]
        places = stage.places[options.tables :]
        store = await Store.open(f"sqlite+aiosqlite:///{database}")
        stack.push_async_callback(store.close)
        first = time.time() + start + options.idle

        def due_at(number: int) -> float:
            return float(first + spread * number / len(timed))

        await time_out(store, timed, due_at)
        bot = await stack.enter_async_context(stage.bot("real", str(database), *SETTINGS))
        await stage.sandbox.until(lambda: all(p.channel.messages for p in stage.places), 300, "all is shown")
        for place in places:
            await place.open()
        await bot.ask("load")
        await bot.ask("rest")
        began, cpu = time.time(), await bot.ask("cpu")
        if first - began < options.idle / 2:
            raise TooLate
        await asyncio.sleep(options.idle / 2)
        idle = (await bot.ask("cpu") - cpu) / (time.time() - began)
        traffic = Traffic(stage.sandbox)
        await asyncio.sleep(max(0.0, first - time.time() - 1))
        took = await press(places, others, spread + options.after, options.every)
        late = await lateness(store, timed, due_at)
        return {
            "idle_share": round(idle, 4),
            "played": len(late),
            "late_s": {"p50": round(at(late, 50), 2), "p99": round(at(late, 99), 2)},
            "acknowledged_ms": {"p50": round(at(took, 50), 1), "p99": round(at(took, 99), 1)},
            **traffic.figures(),
        }


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.clocks", description=__doc__)
    parser.add_argument("--tables", type=int, default=500, help="whose time runs out")
    parser.add_argument("--others", type=int, default=20, help="at which people press meanwhile")
    parser.add_argument("--start", type=float, default=90.0, help="seconds until all tables are shown")
    parser.add_argument("--idle", type=float, default=20.0, help="seconds before anything is due")
    parser.add_argument("--spread", type=float, default=60.0, help="seconds within which times run out")
    parser.add_argument("--after", type=float, default=15.0, help="seconds of presses after the last one")
    parser.add_argument("--every", type=float, default=2.5, help="seconds between the plays of a table")
    return parser.parse_args(given)


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """Return all figures."""
    one_by_one, at_once = await run_through(options, options.spread), await run_through(options, 0.0)
    return {
        "bench": "clocks",
        "tables": options.tables,
        "one_by_one": one_by_one,
        "at_once": at_once,
        "idle_share_target": IDLE_SHARE,
        "late_s_target": LATE_S,
        "p99_ms_target": P99_MS,
    }


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print one JSON line."""
    print(json.dumps(asyncio.run(run(arguments(sys.argv[1:] if given is None else given)))))


if __name__ == "__main__":
    main()
