"""`python -m bench.load`: the requests that the bot makes at many tables, and how late its messages are.

Three parts, a JSON line for each run: `play`, tables of one person with three computers, where everybody
presses as soon as they are asked, from some moment in the first seconds on; `restart`, a start with so many
tables behind, whose messages are over an hour old or, a share of them, new and gone; `lag`, tables of four
people with ever more plays a second. `python -m bench.load flood` and `python -m bench.load clocks` are runs
of their own, which `bench.paced` describes.

Requests needed, once nothing goes on at any table: one for every message and every private panel that is not
as stored; two where the table's message is over an hour old, a new message and the removal of the old one, or
gone, an edit that finds that out and a new message. At best the bot makes `RATE` of them a second.
"""

import argparse
import asyncio
import json
import random
import sys
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bench import paced
from bench.people import LOOK, Player, Presses, open_all, play
from bench.stage import SHOWN, Room, Stage, Traffic
from bench.tables import HOUR, PLAYS, Face, Painter, deal, face, public, read
from bot.blocks.blocks import FELT_ACCENT, Panel
from bot.store import Stored
from bot.table import situation
from bot.table.table import Table
from cogs.sending.layout import layout
from sandbox.errors import Json
from sandbox.objects import COMPONENTS_V2, Message

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
KEEP: Final = 1000
PARTS: Final = ["play", "restart", "lag"]


# Messages


@dataclass
class IdleTable:
    """A table at which nothing goes on, with the faces that its message and its people's panels must have."""

    room: Room
    stored: Stored
    board: Face
    hands: Mapping[int, Face]


async def at_rest(stage: Stage, tables: Iterable[Table], painter: Painter) -> list[IdleTable]:
    """Return the tables as they are stored once no computer is to play anywhere."""
    left, found = {room.channel.id: room for room in stage.rooms}, list[IdleTable]()
    async with stage.store() as store:
        while left:
            for table in tables:
                room = left.get(table.ledger.place.channel_id)
                if room is None:
                    continue
                now, stored = await read(store, table.row.id)
                if not now.playing or (
                    situation.computer_to_act(now) is None and situation.formality(now) is None
                ):
                    del left[room.channel.id]
                    hands = {panel.user_id: painter.hand(now, panel.user_id) for panel in stored.panels}
                    found.append(IdleTable(room, stored, painter.board(now), hands))
                await asyncio.sleep(0)
            await asyncio.sleep(0.1)
    return found


def needed(idle: IdleTable) -> int:
    """Return how many requests a table takes until its message and its panels are as stored."""
    world = idle.room.sandbox.world
    message = next(public(idle.room.channel), None)
    if message is None or world.clock.now() - message.stored.created > HOUR:
        requests = 2
    else:
        requests = int(face(message.components) != idle.board)
    for panel in idle.stored.panels:
        own = world.messages.get(panel.message_id)
        requests += own is not None and face(own.components) != idle.hands[panel.user_id]
    return requests


async def equal(wanted: Sequence[tuple[Room, Face]], seconds: float) -> tuple[float, int]:
    """Return when the last message was seen as it has to be, on the loop's clock, and how many never were.

    They are given so many seconds.
    """
    loop = asyncio.get_running_loop()
    last = loop.time()
    ends, left, looked = last + seconds, dict(enumerate(wanted)), dict[int, list[Json]]()
    while left and loop.time() < ends:
        for number, (room, board) in tuple(left.items()):
            message = next(public(room.channel), None)
            if message is None or message.components is looked.get(number):
                continue
            looked[number] = message.components
            if face(message.components) == board:
                del left[number]
                last = loop.time()
        await asyncio.sleep(LOOK)
    return last, len(left)


# Runs


def settings(options: argparse.Namespace) -> tuple[str, ...]:
    """Return the bot's settings: nothing but people and computers is to move a game on."""
    return (f"pictures={'on' if options.pictures else 'off'}", "next_hand_seconds=3600")


def figures(presses: Presses, traffic: Traffic, owed: int, seconds: float, left: int) -> dict[str, Any]:
    """Return the figures that runs have in common."""
    return {
        **presses.figures(),
        "acknowledged_p99_ms_target": P99_MS,
        **traffic.figures(),
        "too_many_target": TOO_MANY,
        "requests_needed": owed,
        "equal_s": None if left else round(seconds, 2),
        "equal_s_target": round(max(LAST, ALLOWED * owed / RATE), 2),
        "boards_wrong": left,
    }


async def playing(options: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of people who play against computers for some seconds, and then stop."""
    rng, painter, presses = random.Random(options.seed), Painter(pictures=options.pictures), Presses()
    async with Stage.set(options.tables, own=True, keep=KEEP) as stage:
        tables = await deal(stage, rng, PLAYS // 2, level=options.level)
        async with stage.bot("real", *settings(options)) as bot:
            await stage.shown()
            players = [Player(room, rng, presses) for room in stage.rooms]
            await open_all(players)
            await bot.ask("rest")
            presses.ms.clear()
            traffic = Traffic(stage.sandbox)
            await play(players, options.seconds, options.spread)
            resting = await at_rest(stage, tables, painter)
            owed = sum(map(needed, resting))
            last = max(idle.stored.log[-1].at for idle in resting)
            # The log is written on the clock of the day, and the end is looked for on that of the loop.
            began = asyncio.get_running_loop().time() - (time.time() - last)
            ended, left = await equal([(idle.room, idle.board) for idle in resting], SHOWN)
    common = figures(presses, traffic, owed, ended - began, left)
    return {"part": "play", "tables": options.tables, "seconds": options.seconds, **common}


async def restart(options: argparse.Namespace, tables: int) -> dict[str, Any]:
    """Return the figures of a start with so many tables behind, whose messages are old or gone."""
    rng, painter, presses = random.Random(options.seed), Painter(pictures=options.pictures), Presses()
    async with Stage.set(tables, own=True, keep=KEEP) as stage:
        sandbox = stage.sandbox
        dealt = await deal(stage, rng, PLAYS // 2)
        sandbox.clock.offset = -1.5 * HOUR
        old = tables - round(options.gone * tables)
        await furnish(stage, dealt[:old])
        sandbox.clock.advance(1.5 * HOUR)
        for message in await furnish(stage, dealt[old:]):
            sandbox.world.delete(message)
        wanted = [(room, painter.board(table)) for room, table in zip(stage.rooms, dealt, strict=True)]
        traffic, began = Traffic(sandbox), asyncio.get_running_loop().time()
        async with stage.bot("real", *settings(options)):
            people = [Player(room, rng, presses) for room in stage.rooms]
            looking = asyncio.create_task(look(people, options.presses, rng))
            ended, left = await equal(wanted, SHOWN)
            looking.cancel()
            await asyncio.wait({looking})
    return {"part": "restart", "tables": tables, **figures(presses, traffic, 2 * tables, ended - began, left)}


async def furnish(stage: Stage, tables: Sequence[Table]) -> list[Message]:
    """Put the messages of these tables into their channels, in words that are out of date; return them."""
    sandbox, messages = stage.sandbox, list[Message]()
    body = {"components": layout(Panel(("A table.",), FELT_ACCENT)).to_components(), "flags": COMPONENTS_V2}
    async with stage.store() as store:
        for table in tables:
            place = table.ledger.place
            message = sandbox.post.create(sandbox.world.channels[place.channel_id], body, {})
            await store.set_message(replace(place, message_id=message.id))
            messages.append(message)
    return messages


async def look(people: Sequence[Player], rate: float, rng: random.Random) -> None:
    """Let one of them press My hand, so many times a second, wherever a table is shown."""
    async with asyncio.TaskGroup() as group:
        while True:
            group.create_task(rng.choice(people).open())
            await asyncio.sleep(1 / rate)


async def parts(options: argparse.Namespace) -> AsyncIterator[dict[str, Any]]:
    """Yield the figures of each run as soon as they are there."""
    common = {"bench": "load", "pictures": options.pictures}
    if "play" in options.parts:
        yield common | await playing(options)
    for tables in options.behind if "restart" in options.parts else ():
        yield common | await restart(options, tables)
    if "lag" in options.parts:
        yield common | await paced.lag(options, settings(options))


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description="Measure requests under load.")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--tables", type=int, default=300, help="of one person with three computers")
    parser.add_argument("--seconds", type=float, default=30.0, help="in which they play")
    parser.add_argument("--spread", type=float, default=3.0, help="seconds in which they begin to play")
    parser.add_argument("--level", default="easy", help="of the computers")
    parser.add_argument("--behind", type=int, nargs="+", default=[300, 1000], help="tables at a restart")
    parser.add_argument("--gone", type=float, default=0.5, help="share of their messages that are gone")
    parser.add_argument("--presses", type=float, default=5.0, help="a second, while it catches up")
    parser.add_argument("--four", type=int, default=100, help="tables of four people")
    parser.add_argument("--rates", type=float, nargs="+", default=paced.RATES, help="plays a second")
    parser.add_argument("--step", type=float, default=15.0, help="seconds at each rate")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--pictures", action=argparse.BooleanOptionalAction, default=True)
    parser.set_defaults(run=parts)
    add_modes(parser)
    return parser.parse_args(given)


def add_modes(to: argparse.ArgumentParser) -> None:
    """Add the modes `flood` and `clocks` to a command line."""
    modes = to.add_subparsers(metavar="MODE", title="runs of their own")
    parser = modes.add_parser("flood", help="one member presses all the time")
    parser.add_argument("--tables", type=int, default=20, help="that are played at a time")
    parser.add_argument("--seconds", type=float, default=30.0, help="of playing, each time")
    parser.add_argument("--every", type=float, default=2.5, help="seconds between the plays of a table")
    parser.add_argument("--presses", type=float, default=100.0, help="a second, of the fifth member")
    parser.set_defaults(run=paced.flood)
    parser = modes.add_parser("clocks", help="many tables with a clock each")
    parser.add_argument("--tables", type=int, default=500, help="whose time runs out")
    parser.add_argument("--others", type=int, default=20, help="at which people press meanwhile")
    parser.add_argument("--start", type=float, default=90.0, help="seconds until all tables are shown")
    parser.add_argument("--idle", type=float, default=20.0, help="seconds before anything is due")
    parser.add_argument("--spread", type=float, default=60.0, help="seconds within which times run out")
    parser.add_argument("--after", type=float, default=15.0, help="seconds of presses after the last one")
    parser.add_argument("--every", type=float, default=2.5, help="seconds between the plays of a table")
    parser.set_defaults(run=paced.clocks)


async def printed(options: argparse.Namespace) -> None:
    async for found in options.run(options):
        print(json.dumps(found), flush=True)


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print a JSON line for each run."""
    asyncio.run(printed(arguments(sys.argv[1:] if given is None else given)))


if __name__ == "__main__":
    main()
