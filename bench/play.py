"""`python -m bench.play`: what one play costs the bot, and how soon it is acknowledged.

A play is five requests: the acknowledgement with the new panel, the table's message with its picture, the
panel of whoever is to play next with that picture too, and the other panels. The bot plays, its payloads and
pictures are written down, and then a bare discord.py bot makes the same requests with them on a stand-in of
its own, in turns with the bot. CPU time is that of a bot's process with the gateway and all of its threads;
what the painting of pictures takes of it stands apart. Both stand-ins run in this process.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench.dealing import PLAYS, deal, next_play
from bench.stage import DRESSED, Bot, Place, Stage, at, write
from bot.blocks.blocks import Press
from bot.table.table import Table
from sandbox.limits import Limit
from sandbox.rest import Request
from sandbox.server import Sandbox

REQUESTS: Final = 5
PICTURES: Final = 2
"""How many of them have a picture: the table's message, and the panel of the next player."""
CPU_RATIO: Final = 2.0
"""The bot may use this many times the CPU of the bare one."""
P99_MS: Final = 300.0
"""Of a hundred presses at 50 tables, 99 are to be acknowledged within this many milliseconds."""
TURN: Final = 10
"""Plays that a bot makes before it is the other's turn: what else the machine does weighs on both alike."""
FLUSH: Final = 1.5
"""Seconds after which the bot has stored what it has shown."""


@dataclass
class Side:
    """A bot with its stand-in: what each round's plays cost, in milliseconds a play, but for `drawing`."""

    stage: Stage
    bot: Bot
    cpu: list[float] = field(default_factory=list)
    drawing: list[float] = field(default_factory=list)


@dataclass
class Move:
    """One play of a round: who pressed what at which table."""

    place: int
    seat: int
    custom_id: str


class Bench:
    """The bot, the bare bot, and the tables that they play."""

    def __init__(self, real: Side, bare: Side, tables: Sequence[Table], folder: Path) -> None:
        self.real = real
        self.bare = bare
        self.tables = list(tables)
        self.folder = folder
        self.rng = random.Random(11)

    # Before

    async def open(self) -> None:
        """Have every table shown and every panel opened, by the bot and then by the bare one alike."""
        sandbox = self.real.stage.sandbox
        places = self.real.stage.places
        await sandbox.until(
            lambda: all(place.channel.messages for place in places), 60, "the tables are shown"
        )
        await self.real.bot.ask("rest")
        await _open(places)
        await self.real.bot.ask("rest")
        # The bare bot is to send what the bot sends, tiles and all.
        self.bare.stage.sandbox.world.emojis.update(sandbox.world.emojis)
        boards, panels, uploads = {}, {}, self._uploads()
        index = {str(place.channel.id): number for number, place in enumerate(places)}
        bare = self.bare.stage.places
        for request in sandbox.requests:
            parts = request.path.split("/")
            if request.method == "POST" and parts[1] == "channels":
                boards[str(bare[index[parts[2]]].channel.id)] = self._sent(request, uploads)
            elif parts[1] == "interactions":
                made = sandbox.interactions.by_id[int(parts[2])]
                place = index[str(made.channel.id)]
                seat = [person.id for person in places[place].people].index(made.member.user.id)
                key = f"{bare[place].channel.id}:{bare[place].people[seat].id}"
                panels[key] = request.json["data"]
        await self.bare.bot.ask(
            "open", write(self.folder / "opening.json", {"boards": boards, "panels": panels})
        )
        await _open(bare)

    # CPU

    async def round(self, plays: int, gap: float) -> None:
        """Let both bots make the same `plays`, a few each in turns, `gap` seconds from one to the next.

        What the bot does later, such as noting what has been shown, falls into the other's turn and counts.
        """
        real, bare = await self.real.bot.ask("cpu"), await self.bare.bot.ask("cpu")
        drawing = await self.real.bot.ask("drawing")
        for first in range(0, plays, TURN):
            moves, script = [], []
            for number in range(first, min(first + TURN, plays)):
                playing = self.playing()
                moves.append(self.move(playing[number % len(playing)]))
                script.append(self._entry(await self._timed(self.real, moves[-1], gap), moves[-1]))
            before = await self.bare.bot.ask("cpu")
            await self.bare.bot.ask("play", write(self.folder / "script.json", script))
            bare += await self.bare.bot.ask("cpu") - before
            for move in moves:
                await self._timed(self.bare, move, gap)
        await asyncio.sleep(FLUSH)
        self.real.drawing.append((await self.real.bot.ask("drawing") - drawing) * 1000 / plays)
        spent = (await self.real.bot.ask("cpu") - real) * 1000 / plays
        self.real.cpu.append(spent - self.real.drawing[-1])
        self.bare.cpu.append((await self.bare.bot.ask("cpu") - bare) * 1000 / plays)

    def playing(self) -> list[int]:
        """Return the tables whose hand goes on: its last play shows a score sheet, which is more to send."""
        return [number for number, table in enumerate(self.tables) if sum(map(len, table.state.hands)) > 1]

    def move(self, place: int) -> Move:
        """Return the next play at a table, and make it at this end's copy of the table too."""
        table = self.tables[place]
        play = next_play(table, self.rng)
        assert play.seat is not None
        press = Press(table.row.id, table.asked[play.seat], "play", play.action)
        self.tables[place] = table.replayed(play)
        return Move(place, play.seat, str(press))

    async def _timed(self, side: Side, move: Move, gap: float) -> list[Request]:
        """Press, wait for all requests of it, and return them; takes `gap` seconds or longer."""
        loop = asyncio.get_running_loop()
        began, sandbox = loop.time(), side.stage.sandbox
        sandbox.requests.clear()
        place = side.stage.places[move.place]
        await place.press(move.seat, move.custom_id)
        made: dict[str, Request] = {}

        def done() -> bool:
            # By what is changed, the last request: on a slow machine a picture may come after its words.
            made.update((r.path, r) for r in sandbox.requests if _channel_of(sandbox, r) == place.channel.id)
            pictures = sum(bool(request.files) for request in made.values())
            return pictures == PICTURES and len(made) == REQUESTS and all(r.status for r in made.values())

        await sandbox.until(done, 10, "a play")
        await asyncio.sleep(max(0.0, began + gap - loop.time()))
        return list(made.values())

    def _entry(self, made: Sequence[Request], move: Move) -> dict[str, Any]:
        """Return the payloads of one play, for the bare bot's script."""
        sandbox = self.real.stage.sandbox
        people = self.real.stage.places[move.place].people
        others = self.bare.stage.places[move.place].people
        entry: dict[str, Any] = {"panels": []}
        uploads = self._uploads()
        for request in made:
            parts = request.path.split("/")
            if parts[1] == "interactions":
                entry["answer"] = request.json["data"]
            elif parts[1] == "channels":
                entry["board"] = self._sent(request, uploads)
            else:
                who = sandbox.interactions.by_token[parts[3]].member.user.id
                seat = [person.id for person in people].index(who)
                entry["panels"].append([others[seat].id, self._sent(request, uploads)])
        if len(entry) < 3 or len(entry["panels"]) != REQUESTS - 2:
            raise RuntimeError(f"a play made other requests: {[r.route for r in made]}")
        return entry

    def _uploads(self) -> dict[str, bytes]:
        """Return what the bot has uploaded, by file name."""
        return {file.filename: file.data for file in self.real.stage.sandbox.world.attachments.values()}

    def _sent(self, request: Request, uploads: Mapping[str, bytes]) -> tuple[Any, dict[str, str]]:
        """Return the payload of a request, and its files by name, which are written down."""
        files = {}
        for name, _ in request.files:
            path = self.folder / name
            path.write_bytes(uploads[name])
            files[name] = str(path)
        return request.json, files

    # Latency

    async def latency(self, tables: int, seconds: float, every: float) -> dict[str, float]:
        """Return how soon presses are acknowledged while so many tables make a play `every` so often."""
        places = self.playing()[:tables]
        starts = {place: self.rng.uniform(0, every) for place in places}
        moves: dict[int, list[Move]] = {place: [] for place in places}
        real: list[float] = []
        bare: list[float] = []

        async def play(place: int) -> None:
            await asyncio.sleep(starts[place])
            for _ in range(max(1, int(seconds / every))):
                if place not in self.playing():
                    return
                moves[place].append(self.move(place))
                await self._answered(self.real, moves[place][-1], every, real)

        async def replay(place: int) -> None:
            await asyncio.sleep(starts[place])
            for move in moves[place]:
                await self._answered(self.bare, move, every, bare)

        for side in (play, replay):
            await asyncio.gather(*map(side, places))
        return {
            "presses": len(real),
            "p50_ms": round(at(real, 50), 1),
            "p99_ms": round(at(real, 99), 1),
            "bare_p50_ms": round(at(bare, 50), 1),
            "bare_p99_ms": round(at(bare, 99), 1),
            "p50_ratio": round(at(real, 50) / at(bare, 50), 2),
            "p99_ratio": round(at(real, 99) / at(bare, 99), 2),
        }

    async def _answered(self, side: Side, move: Move, every: float, into: list[float]) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        answer = await side.stage.places[move.place].press(move.seat, move.custom_id)
        into.append(answer.milliseconds)
        await asyncio.sleep(max(0.0, began + every - loop.time()))


def _channel_of(sandbox: Sandbox, request: Request) -> int:
    """Return the channel that a request of a bot is about, 0 for none."""
    parts, interactions = request.path.split("/"), sandbox.interactions
    if parts[1] == "channels":
        return int(parts[2])
    if parts[1] == "interactions":
        return interactions.by_id[int(parts[2])].channel.id
    return interactions.by_token[parts[3]].channel.id if parts[1] == "webhooks" else 0


async def _open(places: Sequence[Place]) -> None:
    """Let everybody open their panel, a few tables at a time."""
    for first in range(0, len(places), 3):
        await asyncio.gather(*(place.open() for place in places[first : first + 3]))


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.play", description="Measure one play.")
    parser.add_argument("--rounds", type=int, default=5, help="of plays whose CPU time is taken")
    parser.add_argument("--plays", type=int, default=100, help="in a round")
    parser.add_argument("--gap", type=float, default=0.04, help="seconds from a play to the next")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 50, 200], help="playing at once")
    parser.add_argument("--seconds", type=float, default=25.0, help="of playing for the latency")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between the plays of a table")
    return parser.parse_args(given)


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """Return all figures."""
    # A channel allows an edit a second, so the plays of a round go round as many tables as that takes.
    count = max(*options.tables, int(1.5 / options.gap))
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stages = [await stack.enter_async_context(Stage.set(count)) for _ in range(2)]
        for stage in stages:
            # What a play costs is measured at more plays than Discord would take.
            stage.sandbox.limits.off |= {Limit.GLOBAL, Limit.ADDRESS}
        tables = await deal(folder / "cards.db", stages[0].places, random.Random(7), PLAYS // 2)
        url = str(folder / "cards.db")
        real = Side(
            stages[0],
            await stack.enter_async_context(stages[0].bot("real", url, *DRESSED, "requests_per_second=1000")),
        )
        bare = Side(stages[1], await stack.enter_async_context(stages[1].bot("bare")))
        bench = Bench(real, bare, tables, folder)
        await bench.open()
        for _ in range(options.rounds):
            await bench.round(options.plays, options.gap)
        latency = {}
        for number in options.tables:
            # A single table is played as fast as its channel allows, else it would give too few figures.
            every = min(options.every, 1.1) if number == 1 else options.every
            latency[str(number)] = await bench.latency(number, options.seconds, every)
    ratios = [ours / theirs for ours, theirs in zip(real.cpu, bare.cpu, strict=True)]
    return {
        "bench": "play",
        "plays": options.rounds * options.plays,
        "cpu_ms": round(median(real.cpu), 2),
        "drawing_ms": round(median(real.drawing), 2),
        "bare_cpu_ms": round(median(bare.cpu), 2),
        "cpu_ratio": round(median(ratios), 2),
        "cpu_ratios": [round(ratio, 2) for ratio in ratios],
        "cpu_ratio_target": CPU_RATIO,
        "acknowledged": latency,
        "p99_ms_target": P99_MS,
    }


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print one JSON line."""
    print(json.dumps(asyncio.run(run(arguments(sys.argv[1:] if given is None else given)))))


if __name__ == "__main__":
    main()
