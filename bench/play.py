"""`python -m bench.play`: the cost of one play to the bot, and how soon it is acknowledged.

A play is five requests: the acknowledgement with the new panel, the table's message with its picture, the
panel of the next player with that picture too, and the other panels. The bot plays, its payloads and pictures
are written down, and then a bare discord.py bot makes the same requests with them on a stand-in of its own,
in turns with the bot. First both show words alone, then pictures.

`cpu_ratio` is the figure that means the same on any machine: the bot's CPU time a play without the painting
of pictures, by that of the bare bot in the same round; the median of all rounds. CPU time is that of a bot's
process with the gateway and all of its threads, so a wait costs nothing. `drawing_ms`, the painting, stands
apart; `core_at_25` is the share of a core that both take at 25 plays a second. Both stand-ins run in this
process.
"""

import argparse
import asyncio
import json
import random
import sys
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Final, NamedTuple

from bench.stage import DRESSED, Bot, Room, Stage, at
from bench.tables import PLAYS, deal, hand_goes_on, next_move
from bench.written import REQUESTS, Written, channel_of
from bot.table.table import Table
from sandbox.limits import Limit
from sandbox.rest import Request


class Shown(NamedTuple):
    """A way to show tables: the bot's settings, how many requests of a play have a picture, and the target.

    The bot may use `ratio` times the CPU of the bare one.
    """

    settings: tuple[str, ...]
    pictures: int
    ratio: float


SHOWN: Final[Mapping[str, Shown]] = {
    "words": Shown(("pictures=off", "emoji=on"), 0, 2.2),
    # The table's message, and the panel of the next player.
    "pictures": Shown(DRESSED, 2, 2.4),
}
PLAYS_A_SECOND: Final = 25
"""The plays a second for which the share of a core is told."""
CORE: Final = 0.4
"""The share of a core that they may take."""
P99_MS: Final = 300.0
"""Of a hundred presses at 50 tables, 99 are to be acknowledged within this many milliseconds."""
TURN: Final = 10
"""Plays that a bot makes before it is the other's turn: other work of the machine weighs on both alike."""
FLUSH: Final = 1.5
"""Seconds after which the bot has stored how far it has shown its tables."""


@dataclass
class Side:
    """A bot with its stand-in: each round's milliseconds of CPU time a play, without `drawing` and of it."""

    stage: Stage
    bot: Bot
    cpu: list[float] = field(default_factory=list)
    drawing: list[float] = field(default_factory=list)


class Pressed(NamedTuple):
    """One play of a round: the table by its number, the seat, and the button."""

    number: int
    seat: int
    custom_id: str


class Bench:
    """The bot, the bare bot, and the tables that they play."""

    def __init__(self, real: Side, bare: Side, tables: Sequence[Table], pictures: int) -> None:
        self.real = real
        self.bare = bare
        self.written = Written(real.stage, bare.stage)
        self.pictures = pictures
        self.tables = list(tables)
        self.rng = random.Random(11)

    # Before

    async def open(self) -> None:
        """Have every table shown and every panel opened, by the bot and then by the bare one alike."""
        sandbox, rooms = self.real.stage.sandbox, self.real.stage.rooms
        await self.real.stage.shown()
        await self.real.bot.ask("rest")
        await _open(rooms)
        await self.real.bot.ask("rest")
        # The bare bot is to send the same, tiles and all.
        self.bare.stage.sandbox.world.emojis.update(sandbox.world.emojis)
        await self.bare.bot.ask("open", self.written.opening())
        await _open(self.bare.stage.rooms)

    # CPU

    async def round(self, plays: int, gap: float) -> None:
        """Let both bots make the same `plays`, a few each in turns, `gap` seconds from one to the next.

        Later work of the bot, such as noting how far it has shown a table, falls into the other's turn and
        counts.
        """
        real, bare = await self.real.bot.ask("cpu"), await self.bare.bot.ask("cpu")
        drawing = await self.real.bot.ask("drawing")
        for first in range(0, plays, TURN):
            moves, script = [], []
            for number in range(first, min(first + TURN, plays)):
                playing = self.playing()
                moves.append(self.move(playing[number % len(playing)]))
                made = await self._timed(self.real, moves[-1], gap)
                script.append(self.written.play(made, moves[-1].number))
            before = await self.bare.bot.ask("cpu")
            await self.bare.bot.ask("play", self.bare.stage.write("script.json", script))
            bare += await self.bare.bot.ask("cpu") - before
            for move in moves:
                await self._timed(self.bare, move, gap)
        await asyncio.sleep(FLUSH)
        self.real.drawing.append((await self.real.bot.ask("drawing") - drawing) * 1000 / plays)
        spent = (await self.real.bot.ask("cpu") - real) * 1000 / plays
        self.real.cpu.append(spent - self.real.drawing[-1])
        self.bare.cpu.append((await self.bare.bot.ask("cpu") - bare) * 1000 / plays)

    def playing(self) -> list[int]:
        """Return the tables whose hand goes on: a score sheet is more to send."""
        return [number for number, table in enumerate(self.tables) if hand_goes_on(table)]

    def move(self, number: int) -> Pressed:
        """Return the next play at a table, and make it at this end's copy of the table too."""
        seat, custom_id, self.tables[number] = next_move(self.tables[number], self.rng)
        return Pressed(number, seat, custom_id)

    async def _timed(self, side: Side, move: Pressed, gap: float) -> list[Request]:
        """Press, wait for all requests of it, and return them; takes `gap` seconds or longer."""
        loop = asyncio.get_running_loop()
        began, sandbox = loop.time(), side.stage.sandbox
        sandbox.requests.clear()
        room = side.stage.rooms[move.number]
        await room.forge(move.seat, move.custom_id)
        made: dict[str, Request] = {}

        def done() -> bool:
            # By the message changed, the last request: on a slow machine a picture may come after its words.
            made.update((r.path, r) for r in sandbox.requests if channel_of(sandbox, r) == room.channel.id)
            pictures, answered = (
                sum(bool(r.files) for r in made.values()),
                all(r.status for r in made.values()),
            )
            return pictures == self.pictures and len(made) == REQUESTS and answered

        await sandbox.until(done, 10, "a play")
        await asyncio.sleep(max(0.0, began + gap - loop.time()))
        return list(made.values())

    # Latency

    async def latency(self, tables: int, seconds: float, every: float) -> dict[str, float]:
        """Return how soon presses are acknowledged while so many tables make a play `every` so often."""
        numbers = self.playing()[:tables]
        starts = {number: self.rng.uniform(0, every) for number in numbers}
        moves: dict[int, list[Pressed]] = {number: [] for number in numbers}
        real: list[float] = []
        bare: list[float] = []

        async def play(number: int) -> None:
            await asyncio.sleep(starts[number])
            for _ in range(max(1, int(seconds / every))):
                if number not in self.playing():
                    return
                moves[number].append(self.move(number))
                await _answered(self.real, moves[number][-1], every, real)

        async def replay(number: int) -> None:
            await asyncio.sleep(starts[number])
            for move in moves[number]:
                await _answered(self.bare, move, every, bare)

        for side in (play, replay):
            await asyncio.gather(*map(side, numbers))
        return {
            "presses": len(real),
            "p50_ms": round(at(real, 50), 1),
            "p99_ms": round(at(real, 99), 1),
            "bare_p50_ms": round(at(bare, 50), 1),
            "bare_p99_ms": round(at(bare, 99), 1),
            "p50_ratio": round(at(real, 50) / at(bare, 50), 2),
            "p99_ratio": round(at(real, 99) / at(bare, 99), 2),
        }


async def _answered(side: Side, move: Pressed, every: float, into: list[float]) -> None:
    loop = asyncio.get_running_loop()
    began = loop.time()
    answer = await side.stage.rooms[move.number].forge(move.seat, move.custom_id)
    into.append(answer.milliseconds)
    await asyncio.sleep(max(0.0, began + every - loop.time()))


async def _open(rooms: Sequence[Room]) -> None:
    """Let everybody open their panel, a few tables at a time."""
    for first in range(0, len(rooms), 3):
        await asyncio.gather(*(room.hands() for room in rooms[first : first + 3]))


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.play", description="Measure one play.")
    parser.add_argument("--shown", choices=SHOWN, nargs="+", default=list(SHOWN), help="how tables are")
    parser.add_argument("--rounds", type=int, default=12, help="of plays whose CPU time is taken")
    parser.add_argument("--plays", type=int, default=100, help="in a round")
    parser.add_argument("--gap", type=float, default=0.04, help="seconds from a play to the next")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 50, 200], help="playing at once")
    parser.add_argument("--seconds", type=float, default=15.0, help="of playing for the latency")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between the plays of a table")
    return parser.parse_args(given)


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """Return all figures."""
    return {"bench": "play"} | {name: await _measured(SHOWN[name], options) for name in options.shown}


async def _measured(shown: Shown, options: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of bots that show their tables in one way."""
    # A channel allows an edit a second, so the plays of a round go round as many tables as that takes.
    count = max(*options.tables, int(1.5 / options.gap))
    async with AsyncExitStack() as stack:
        ours, theirs = [await stack.enter_async_context(Stage.set(count)) for _ in range(2)]
        for stage in (ours, theirs):
            # The cost of a play is measured at more plays than Discord would take.
            stage.sandbox.limits.off |= {Limit.GLOBAL, Limit.ADDRESS}
        tables = await deal(ours, random.Random(7), PLAYS // 2)
        bot = await stack.enter_async_context(ours.bot("real", *shown.settings, "requests_per_second=1000"))
        real, bare = Side(ours, bot), Side(theirs, await stack.enter_async_context(theirs.bot("bare")))
        bench = Bench(real, bare, tables, shown.pictures)
        await bench.open()
        for _ in range(options.rounds):
            await bench.round(options.plays, options.gap)
        latency = {}
        for number in options.tables:
            # A single table is played as fast as its channel allows, else it would give too few figures.
            every = min(options.every, 1.1) if number == 1 else options.every
            latency[str(number)] = await bench.latency(number, options.seconds, every)
    ratios = [one / other for one, other in zip(real.cpu, bare.cpu, strict=True)]
    cpu, drawing = median(real.cpu), median(real.drawing)
    return {
        "plays": options.rounds * options.plays,
        "cpu_ms": round(cpu, 2),
        "drawing_ms": round(drawing, 2),
        "bare_cpu_ms": round(median(bare.cpu), 2),
        "cpu_ratio": round(median(ratios), 2),
        "cpu_ratios": [round(ratio, 2) for ratio in ratios],
        "cpu_ratio_target": shown.ratio,
        "core_at_25": round((cpu + drawing) * PLAYS_A_SECOND / 1000, 2),
        "core_at_25_target": CORE,
        "acknowledged": latency,
        "p99_ms_target": P99_MS,
    }


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print one JSON line."""
    print(json.dumps(asyncio.run(run(arguments(sys.argv[1:] if given is None else given)))))


if __name__ == "__main__":
    main()
