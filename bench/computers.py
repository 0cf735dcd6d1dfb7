"""`python -m bench.computers`: what people notice of tables at which computers play.

Hard computers play all three games at some tables while people play at others; what is taken is how soon
presses of people are acknowledged, and by how much the bot's event loop is late.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

from bench.dealing import PLAYS, deal, first_deal, next_play, seated, stored
from bench.stage import Place, Stage, at
from bot.blocks.blocks import Press
from bot.lobby.seating import computer
from bot.store import Store
from bot.table.table import Table
from engine import GAMES

P99_MS: Final = 300.0
"""Of a hundred presses, 99 are to be acknowledged within this many milliseconds."""
DELAY_MS: Final = 10.0
"""The event loop is to be late by no more, but for one time in a hundred."""
WARM: Final = 20.0
"""Seconds in which the computers load what they think with, and the tables get under way."""


async def seat_computers(store: Store, places: Sequence[Place], level: str) -> None:
    """Store a table of computers for each place, of the three games in turns."""
    games = list(GAMES)
    for number, place in enumerate(places):
        people = [(person.id, person.name) for person in place.people]
        channel = place.channel
        table = seated(games[number % len(games)], {}, people, channel.guild.id, channel.id)
        table = table.with_seats(*(computer(row.seat, level) for row in table.seats))
        await stored(store, table, [first_deal(table)])


async def moves(store: Store) -> int:
    """Return how long the logs of the tables of computers are in all."""
    loaded = [await store.load(table_id) for table_id in await store.with_computers()]
    return sum(len(table.log) for table in loaded if table is not None)


async def press(
    places: Sequence[Place], tables: Sequence[Table], seconds: float, every: float
) -> list[float]:
    """Return how many milliseconds each press took while every table makes a play `every` so often."""
    rng, took = random.Random(3), list[float]()

    async def play(place: Place, table: Table) -> None:
        await asyncio.sleep(rng.uniform(0, every))
        for _ in range(max(1, int(seconds / every))):
            if table.between_hands:
                return
            move = next_play(table, rng)
            assert move.seat is not None
            custom_id = str(Press(table.row.id, table.asked[move.seat], "play", move.action))
            table = table.replayed(move)
            took.append((await place.press(move.seat, custom_id)).milliseconds)
            await asyncio.sleep(every)

    await asyncio.gather(*(play(place, table) for place, table in zip(places, tables, strict=True)))
    return took


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.computers", description=__doc__)
    parser.add_argument("--people", type=int, default=50, help="tables of people")
    parser.add_argument("--computers", type=int, default=20, help="tables of computers")
    parser.add_argument("--level", default="hard", help="of the computers")
    parser.add_argument("--seconds", type=float, default=60.0, help="of playing")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between the plays of people")
    parser.add_argument("--warm", type=float, default=WARM, help="seconds before anything is taken")
    return parser.parse_args(given)


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """Return all figures."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = folder / "cards.db"
        stage = await stack.enter_async_context(Stage.set(options.people + options.computers))
        people, others = stage.places[: options.people], stage.places[options.people :]
        tables = await deal(database, people, random.Random(7), PLAYS // 3)
        store = await Store.open(f"sqlite+aiosqlite:///{database}")
        stack.push_async_callback(store.close)
        await seat_computers(store, others, options.level)
        bot = await stack.enter_async_context(stage.bot("real", str(database)))
        await stage.sandbox.until(lambda: all(p.channel.messages for p in people), 60, "the tables are shown")
        for place in people:
            await place.open()
        await asyncio.sleep(options.warm)
        before, cpu = await moves(store), await bot.ask("cpu")
        await bot.ask("delays")
        took = await press(people, tables, options.seconds, options.every)
        delays = await bot.ask("delays")
        cpu = await bot.ask("cpu") - cpu
        made = await moves(store) - before
    return {
        "bench": "computers",
        "presses": len(took),
        "computer_moves": made,
        "cpu_share": round(cpu / options.seconds, 2),
        "acknowledged_ms": {"p50": round(at(took, 50), 1), "p99": round(at(took, 99), 1)},
        "acknowledged_p99_ms_target": P99_MS,
        "loop_delay_ms": {"p50": round(delays[0], 2), "p99": round(delays[1], 2)},
        "loop_delay_p99_ms_target": DELAY_MS,
    }


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print one JSON line."""
    print(json.dumps(asyncio.run(run(arguments(sys.argv[1:] if given is None else given)))))


if __name__ == "__main__":
    main()
