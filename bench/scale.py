"""`python -m bench.scale`: how the bot's limits hold at 10,000 servers, simulated in virtual time.

Four processes share the bot's requests by their shards, against a Discord that counts all of them together.
A JSON line for each part: `play`, ever more tables played at once, half of them by four people and half by
one with three computers; `restart`, one process and then all four with so many tables behind, while people
play on. Nothing here speaks to a database or a network; how the bot itself does is measured by `bench.load`.
"""

import argparse
import asyncio
import json
import random
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from bench.crowd import Ages, Discord, Process
from bench.stage import at
from bench.virtual import now, run
from bot.host.settings import Settings

SERVERS: Final = 10_000
SHARDS: Final = 16
PROCESSES: Final = 4
RATE: Final = Settings.model_fields["requests_per_second"].default
TABLES: Final = [20, 40, 60, 80, 100, 150, 200, 400]
PLAYING: Final = (20, 40)
"""Tables that are played while others are caught up with."""
WARM: Final = 30.0
"""Seconds that are in no figure: everybody has begun by then."""


@dataclass
class Simulation:
    """The processes and Discord while tables are played."""

    processes: Sequence[Process]
    discord: Discord

    @classmethod
    @asynccontextmanager
    async def held(cls, tables: int, seed: int) -> AsyncIterator["Simulation"]:
        """Let people play at so many tables, each of a server of its own, for the length of the block."""
        rng = random.Random(seed)
        discord = Discord(rng)
        processes = [Process(discord, RATE / PROCESSES) for _ in range(PROCESSES)]
        playing = list[asyncio.Task[None]]()
        for number in range(tables):
            # A server belongs to any of the shards, whatever is played there.
            process = processes[rng.randrange(SHARDS) * PROCESSES // SHARDS]
            process.tables += 1
            playing.append(asyncio.create_task((process.four, process.alone)[number % 2](rng)))
        try:
            yield cls(processes, discord)
        finally:
            for task in playing:
                task.cancel()
            for task in playing:
                with suppress(asyncio.CancelledError):
                    await task
            for process in processes:
                await process.close()

    def begin(self) -> None:
        """Count from here."""
        self.discord.requests = 0
        self.discord.too_many.clear()
        for process in self.processes:
            process.ages, process.plays = Ages(), 0

    def figures(self, seconds: float) -> dict[str, Any]:
        """Return the figures that have been counted in so many seconds."""
        boards = [age for process in self.processes for age in process.ages.boards]
        asked = [age for process in self.processes for age in process.ages.asked]
        return {
            "in_busiest_process": max(process.tables for process in self.processes),
            "plays_a_second": round(sum(process.plays for process in self.processes) / seconds, 1),
            "requests_a_second": round(self.discord.requests / seconds, 1),
            "too_many": self.discord.too_many.total(),
            "board_age_s": {f"p{percent}": round(at(boards, percent), 2) for percent in (50, 95)},
            "asked_wait_s": {f"p{percent}": round(at(asked, percent), 2) for percent in (50, 95)},
        }


async def play(tables: int, seconds: float, seed: int) -> dict[str, Any]:
    """Return the figures of so many tables."""
    async with Simulation.held(tables, seed) as simulation:
        await asyncio.sleep(WARM)
        simulation.begin()
        await asyncio.sleep(seconds)
        return {"tables": tables, **simulation.figures(seconds)}


async def restart(processes: int, behind: int, playing: int, seed: int) -> dict[str, Any]:
    """Return the figures of processes that start again, with their share of the tables behind."""
    async with Simulation.held(playing, seed) as simulation:
        await asyncio.sleep(WARM)
        simulation.begin()
        began = now()
        starting = simulation.processes[:processes]
        await asyncio.gather(*(process.catch_up(behind // PROCESSES) for process in starting))
        seconds = now() - began
        figures = simulation.figures(seconds)
    return {
        "processes": processes,
        "behind": behind // PROCESSES * processes,
        "tables": playing,
        "shown_s": round(seconds, 1),
        **figures,
    }


def main(given: Sequence[str] | None = None) -> None:
    """Simulate, and print a JSON line for each part."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description="Simulate 10,000 servers.")
    parser.add_argument("--tables", type=int, nargs="+", default=TABLES, help="played at once")
    parser.add_argument("--seconds", type=float, default=120.0, help="at each number of tables")
    parser.add_argument("--behind", type=int, default=1000, help="tables whose messages are out of date")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(sys.argv[1:] if given is None else given)
    bot = {"bench": "scale", "servers": SERVERS, "shards": SHARDS, "processes": PROCESSES}
    steps = [run(play(tables, options.seconds, options.seed)) for tables in options.tables]
    print(json.dumps({**bot, "part": "play", "steps": steps}), flush=True)
    runs = [
        run(restart(processes, options.behind, playing, options.seed))
        for processes in (1, PROCESSES)
        for playing in PLAYING
    ]
    print(json.dumps({**bot, "part": "restart", "runs": runs}), flush=True)


if __name__ == "__main__":
    main()
