"""`python -m bench.load`: what the bot asks of Discord at many tables, and how far behind its messages are.

Three parts, a JSON line for each run: `play`, tables of one person with three computers, where everybody
presses as soon as they are asked, from some moment in the first seconds on; `restart`, a start with so many
tables behind, whose messages are over an hour old or gone, half of them each; `lag`, tables of four people
with ever more plays a second.

Requests needed, once nothing goes on at any table: one for every message and every private panel that is not
as stored; two, a new message and the removal of the old one, where the table's message is over an hour old or
gone. At best the bot makes `RATE` of them a second.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from bench import lag
from bench.boards import Face, Painter, equal, opened, public, read
from bench.dealing import PLAYS, deal, deal_alone
from bench.people import Player, Presses, open_all, play
from bench.stage import Place, Stage
from bench.traffic import Traffic
from bot.blocks.blocks import FELT, Panel
from bot.store import Stored
from bot.table import situation
from bot.table.table import Table
from cogs.sending.layout import layout
from sandbox.objects import COMPONENTS_V2, Channel

RATE: Final = 40.0
"""The requests a second that the bot is to keep to."""
ALLOWED: Final = 1.25
"""Until every message is as stored it may take this many times as long as at that rate."""
LAST: Final = 1.0
"""Seconds that the last play's message may take on its own."""
TOO_MANY: Final = 50
"""There are to be fewer 429s in a run."""
P99_MS: Final = 1000.0
"""Of a hundred presses, 99 are to be acknowledged within this many milliseconds."""
HOUR: Final = 3600.0
KEEP: Final = 1000
SETTLING: Final = 300.0
"""Seconds after which messages that are still not as stored are given up."""


def settings(options: argparse.Namespace) -> tuple[str, ...]:
    """Return what the bot is told: nothing but people and computers is to move a game on."""
    return (f"pictures={'on' if options.pictures else 'off'}", "next_hand_seconds=3600")


@dataclass
class IdleTable:
    """A table at which nothing goes on: what its message and the panels of its people have to show."""

    place: Place
    stored: Stored
    board: Face
    hands: Mapping[int, Face]


async def at_rest(stage: Stage, path: Path, tables: Iterable[Table], painter: Painter) -> list[IdleTable]:
    """Return the tables as they are stored once no computer is to play anywhere any more."""
    left, found = {place.channel.id: place for place in stage.places}, list[IdleTable]()
    async with opened(path) as store:
        while left:
            for table in tables:
                place = left.get(table.ledger.place.channel_id)
                if place is None:
                    continue
                now, stored = await read(store, table.row.id)
                if not now.playing or (
                    situation.computer_to_act(now) is None and situation.formality(now) is None
                ):
                    del left[place.channel.id]
                    hands = {panel.user_id: painter.hand(now, panel.user_id) for panel in stored.panels}
                    found.append(IdleTable(place, stored, painter.board(now), hands))
                await asyncio.sleep(0)
            await asyncio.sleep(0.1)
    return found


def needed(stage: Stage, idle: IdleTable) -> int:
    """Return how many requests a table takes until its message and its panels are as stored."""
    world = stage.sandbox.world
    message = next(public(idle.place.channel), None)
    if message is None or world.clock.now() - message.stored.created > HOUR:
        requests = 2
    else:
        requests = int(Face.of(message.components) != idle.board)
    for panel in idle.stored.panels:
        own = world.messages.get(panel.message_id)
        requests += own is not None and Face.of(own.components) != idle.hands[panel.user_id]
    return requests


def figures(
    presses: Presses, traffic: Traffic, owed: int, seconds: float, left: set[Channel]
) -> dict[str, Any]:
    """Return the figures that runs have in common."""
    return {
        **presses.figures(),
        "acknowledged_p99_ms_target": P99_MS,
        **traffic.figures(),
        "too_many_target": TOO_MANY,
        "requests_needed": owed,
        "equal_s": None if left else round(seconds, 2),
        "equal_s_target": round(max(LAST, ALLOWED * owed / RATE), 2),
        "boards_wrong": len(left),
    }


async def playing(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Return what comes of people who play against computers for some seconds, and then stop."""
    rng, painter = random.Random(options.seed), Painter(pictures=options.pictures)
    database, presses = folder / "play.db", Presses()
    async with Stage.set(options.tables, own=True, keep=KEEP) as stage:
        tables = await deal_alone(database, stage.places, rng, options.level)
        async with stage.bot("real", str(database), *settings(options)) as bot:
            sandbox = stage.sandbox
            await sandbox.until(lambda: all(p.channel.messages for p in stage.places), SETTLING, "shown")
            players = [Player(place.people[0], place.channel, rng, presses) for place in stage.places]
            await open_all(players)
            await bot.ask("rest")
            presses.ms.clear()
            traffic = Traffic(sandbox)
            await play(players, options.seconds, options.spread)
            resting = await at_rest(stage, database, tables, painter)
            owed = sum(needed(stage, idle) for idle in resting)
            last = max(idle.stored.log[-1].at for idle in resting)
            # The log is written on the clock of the day, and the end is looked for on that of the loop.
            began = asyncio.get_running_loop().time() - (time.time() - last)
            ended, left = await equal({idle.place.channel: idle.board for idle in resting}, SETTLING)
    return {
        "bench": "load",
        "part": "play",
        "pictures": options.pictures,
        "tables": options.tables,
        "seconds": options.seconds,
        **figures(presses, traffic, owed, ended - began, left),
    }


async def restart(options: argparse.Namespace, folder: Path, tables: int) -> dict[str, Any]:
    """Return what comes of a start with so many tables behind, whose messages are old or gone."""
    rng, painter = random.Random(options.seed), Painter(pictures=options.pictures)
    database, presses = folder / f"restart-{tables}.db", Presses()
    async with Stage.set(tables, own=True, keep=KEEP) as stage:
        sandbox = stage.sandbox
        dealt = await deal(database, stage.places, rng, PLAYS // 2)
        sandbox.clock.offset = -1.5 * HOUR
        await furnish(stage, dealt, database)
        sandbox.clock.advance(1.5 * HOUR)
        wanted = {p.channel: painter.board(t) for p, t in zip(stage.places, dealt, strict=True)}
        traffic, began = Traffic(sandbox), asyncio.get_running_loop().time()
        async with stage.bot("real", str(database), *settings(options)):
            people = [Player(place.people[0], place.channel, rng, presses) for place in stage.places]
            looking = asyncio.create_task(look(people, options.presses, rng))
            ended, left = await equal(wanted, SETTLING)
            looking.cancel()
            await asyncio.wait({looking})
    return {
        "bench": "load",
        "part": "restart",
        "pictures": options.pictures,
        "tables": tables,
        **figures(presses, traffic, 2 * tables, ended - began, left),
    }


async def furnish(stage: Stage, tables: Sequence[Table], database: Path) -> None:
    """Put the message of every table into its channel, with words that are out of date, and delete half."""
    sandbox = stage.sandbox
    body = {"components": layout(Panel(("A table.",), FELT)).to_components(), "flags": COMPONENTS_V2}
    async with opened(database) as store:
        for number, (place, table) in enumerate(zip(stage.places, tables, strict=True)):
            message = sandbox.post.create(place.channel, body, {})
            await store.set_message(replace(table.ledger.place, message_id=message.id))
            if number % 2:
                sandbox.world.delete(message)


async def look(people: Sequence[Player], rate: float, rng: random.Random) -> None:
    """Let somebody press My hand, so many times a second, wherever a table is shown."""
    async with asyncio.TaskGroup() as group:
        while True:
            group.create_task(rng.choice(people).open())
            await asyncio.sleep(1 / rate)


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description="Measure requests under load.")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--tables", type=int, default=300, help="of one person with three computers")
    parser.add_argument("--seconds", type=float, default=30.0, help="in which they play")
    parser.add_argument("--spread", type=float, default=3.0, help="seconds in which they begin to play")
    parser.add_argument("--level", default="easy", help="of the computers")
    parser.add_argument("--behind", type=int, nargs="+", default=[300, 1000], help="tables at a restart")
    parser.add_argument("--presses", type=float, default=5.0, help="a second, while it catches up")
    parser.add_argument("--four", type=int, default=100, help="tables of four people")
    parser.add_argument("--rates", type=float, nargs="+", default=lag.RATES, help="plays a second")
    parser.add_argument("--step", type=float, default=15.0, help="seconds at each rate")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--pictures", action=argparse.BooleanOptionalAction, default=True)
    return parser.parse_args(given)


PARTS: Final = ["play", "restart", "lag"]


async def run(options: argparse.Namespace) -> AsyncIterator[dict[str, Any]]:
    """Yield the figures of each run as soon as they are there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "play" in options.parts:
            yield await playing(options, folder)
        if "restart" in options.parts:
            for tables in options.behind:
                yield await restart(options, folder, tables)
        if "lag" in options.parts:
            yield await lag.run(options, folder, settings(options))


async def printed(options: argparse.Namespace) -> None:
    async for found in run(options):
        print(json.dumps(found), flush=True)


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print a JSON line for each run."""
    asyncio.run(printed(arguments(sys.argv[1:] if given is None else given)))


if __name__ == "__main__":
    main()
