"""`python -m bench.restart`: how soon an old button is answered after a start with many live tables.

The tables are in mid-game, in the database and in their channels, and the memory that each of them takes is
measured as well. The bot is started as its last life may have left it: with every table behind, so that all
of them are published again meanwhile, and with everything shown. The old button plays a card; a bare
discord.py bot answers one on the same stand-in.
"""

import argparse
import asyncio
import json
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import Any, Final

from bench.stage import Bot, Room, Stage
from bench.tables import PLAYS, deal, next_move
from bot.blocks.blocks import Panel, Press
from bot.locale import Catalogue
from bot.panels.table import board, hand
from bot.table.table import Table
from bot.table.viewing import view_of
from cogs.sending.layout import layout
from sandbox.driver import Member
from sandbox.objects import COMPONENTS_V2, EPHEMERAL
from sandbox.view import Message

SECONDS: Final = 5.0
"""An old button is to be answered so soon after the start of the process, at most."""


class Bench:
    """The stand-in as the last life of the bot has left it, and how soon each new life has answered."""

    def __init__(self, stage: Stage, tables: Sequence[Table]) -> None:
        self.stage = stage
        self.tables = tables
        self.words = Catalogue.load().words("en")
        self.rng = random.Random(3)
        self.untouched = list(range(len(tables)))

    async def furnish(self) -> None:
        """Put the message of every table into its channel."""
        async with self.stage.store() as store:
            for room, table in zip(self.stage.rooms, self.tables, strict=True):
                message = self._posted(room, board.public_panel(view_of(table), self.words))
                await store.set_message(replace(table.ledger.place, message_id=message.id))

    def _posted(self, room: Room, panel: Panel, viewer: int | None = None) -> Message:
        body = {"components": layout(panel).to_components(), "flags": COMPONENTS_V2}
        return Message(self.stage.sandbox.post.create(room.channel, body, {}, viewer=viewer))

    async def catch_up(self) -> None:
        """Note every table as shown as it is."""
        async with self.stage.store() as store:
            await store.mark_published({row.id: row.version for row in await store.live()})

    async def real(self) -> tuple[Bot, float]:
        """Return the bot, started, and the seconds until a card had been played by an old panel."""
        number = self.untouched.pop()
        room, table = self.stage.rooms[number], self.tables[number]
        move = next_move(table, self.rng)
        person = room.people[move.seat]
        panel = self._posted(room, hand.panel(view_of(table, person.id), self.words), person.id)
        began = time.perf_counter()
        bot = await self.stage.start("real")
        seconds = await self._answered(began, person, panel, move.custom_id)
        left = [Press.parse(button.custom_id or "") for button in panel.buttons]
        if any(found is not None and found.verb in ("play", "pick") for found in left):
            raise RuntimeError(f"the card was not played: {panel.text}")
        return bot, seconds

    async def bare(self) -> tuple[Bot, float]:
        """Return the bare bot, started, and the seconds until it had answered a button."""
        room = self.stage.rooms[0]
        person = room.people[0]
        view = layout(hand.panel(view_of(self.tables[0], person.id), self.words)).to_components()
        payload = {"components": view, "flags": COMPONENTS_V2 | EPHEMERAL}
        panels = {f"{room.channel.id}:{person.id}": payload}
        opening = self.stage.write("opening.json", {"boards": {}, "panels": panels})
        began = time.perf_counter()
        bot = await self.stage.start("bare")
        await bot.ask("open", opening)
        return bot, await self._answered(began, person, room.public(), "t:00000000:0:hand")

    async def _answered(self, began: float, person: Member, message: Message, custom_id: str) -> float:
        """Press as soon as the bot is connected, and return when it had answered, in seconds from `began`."""
        sandbox = self.stage.sandbox
        await sandbox.until(lambda: sandbox.gateway.live, 60, "the bot is connected")
        await person.forge(message, custom_id)
        return time.perf_counter() - began

    async def kill(self, bot: Bot) -> None:
        """Kill a bot, and wait until the stand-in has seen it."""
        await bot.kill()
        await self.stage.sandbox.gone()


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.restart", description="Measure a restart.")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=3, help="of each kind, in turns; the medians are told")
    return parser.parse_args(given)


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """Return all figures."""
    seconds: dict[str, list[float]] = {"behind": [], "shown": [], "bare": []}
    async with Stage.set(options.tables) as stage:
        bench = Bench(stage, await deal(stage, random.Random(7), PLAYS // 2))
        await bench.furnish()
        for _ in range(options.runs):
            bot, took = await bench.bare()
            seconds["bare"].append(took)
            bare_memory = await bot.ask("memory")
            await bench.kill(bot)
            bot, took = await bench.real()
            seconds["behind"].append(took)
            await bench.kill(bot)
        await bench.catch_up()
        for _ in range(options.runs):
            bot, took = await bench.real()
            seconds["shown"].append(took)
            # The table that was played at is in memory; all others come now.
            before, began = await bot.ask("memory"), time.perf_counter()
            loaded = await bot.ask("load")
            loading = time.perf_counter() - began
            memory = await bot.ask("memory")
            await bench.kill(bot)
            await bench.catch_up()
    behind, view, bare = (median(seconds[kind]) for kind in ("behind", "shown", "bare"))
    return {
        "bench": "restart",
        "tables": loaded,
        "answered_s": round(behind, 2),
        "answered_s_target": SECONDS,
        "answered_ratio": round(behind / bare, 2),
        "answered_shown_s": round(view, 2),
        "answered_shown_ratio": round(view / bare, 2),
        "bare_answered_s": round(bare, 2),
        "load_ms_per_table": round(loading * 1000 / max(loaded - 1, 1), 2),
        "memory_kb_per_table": round((memory - before) / 1024 / max(loaded - 1, 1), 1),
        "memory_mb": round(memory / 2**20, 1),
        "memory_ratio": round(memory / bare_memory, 2),
    }


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print one JSON line."""
    print(json.dumps(asyncio.run(run(arguments(sys.argv[1:] if given is None else given)))))


if __name__ == "__main__":
    main()
