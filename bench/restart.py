"""`python -m bench.restart`: how soon an old button is answered after a start with many live tables, and what
memory a live table takes.

The tables are in mid-game, in the database and in their channels. The bot is started as its last life may
have left it: with every table behind what is stored, so that all of them are published again meanwhile, and
with everything shown. The old button plays a card; a bare discord.py bot answers one on the same stand-in.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench.dealing import PLAYS, deal, next_play
from bench.stage import Bot, Place, Stage, write
from bot.blocks.blocks import Panel, Press
from bot.locale import Catalogue
from bot.panels.table import board, hand
from bot.store import Store
from bot.table.situation import view_of
from bot.table.table import Table
from cogs.sending.layout import layout
from sandbox.driver import Member
from sandbox.objects import COMPONENTS_V2, EPHEMERAL
from sandbox.view import Message

SECONDS: Final = 5.0
"""An old button is to be answered so soon after the start of the process, at most."""


class Bench:
    """The stand-in as the last life of the bot has left it, and how soon each new life has answered."""

    def __init__(self, stage: Stage, tables: Sequence[Table], database: Path) -> None:
        self.stage = stage
        self.tables = tables
        self.database = database
        self.words = Catalogue.load().words("en")
        self.rng = random.Random(3)
        self.untouched = list(range(len(tables)))

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """Open the database between two lives of the bot."""
        store = await Store.open(f"sqlite+aiosqlite:///{self.database}")
        try:
            yield store
        finally:
            await store.close()

    async def furnish(self) -> None:
        """Put the message of every table into its channel."""
        async with self.store() as store:
            for place, table in zip(self.stage.places, self.tables, strict=True):
                message = self._posted(place, board.public(view_of(table), self.words))
                await store.set_message(replace(table.ledger.place, message_id=message.id))

    def _posted(self, place: Place, panel: Panel, viewer: int | None = None) -> Message:
        body = {"components": layout(panel).to_components(), "flags": COMPONENTS_V2}
        return Message(self.stage.sandbox.post.create(place.channel, body, {}, viewer=viewer))

    async def catch_up(self) -> None:
        """Note every table as shown as it is."""
        async with self.store() as store:
            await store.mark_published({row.id: row.version for row in await store.live()})

    async def real(self) -> tuple[Bot, float]:
        """Start the bot, and return it with the seconds until somebody had played a card by an old panel."""
        number = self.untouched.pop()
        place, table = self.stage.places[number], self.tables[number]
        play = next_play(table, self.rng)
        assert play.seat is not None
        person = place.people[play.seat]
        panel = self._posted(place, hand.panel(view_of(table, person.id), self.words), person.id)
        press = Press(table.row.id, table.asked[play.seat], "play", play.action)
        began = time.perf_counter()
        bot = await Bot.start("real", self.stage.sandbox.url, self.stage.sandbox.token, str(self.database))
        seconds = await self._answered(began, person, panel, str(press))
        left = [Press.parse(button.custom_id or "") for button in panel.buttons]
        if any(found is not None and found.verb in ("play", "pick") for found in left):
            raise RuntimeError(f"the card was not played: {panel.text}")
        return bot, seconds

    async def bare(self, opening: Path) -> tuple[Bot, float]:
        """Start the bare bot, and return it with the seconds until it had answered a button."""
        place = self.stage.places[0]
        person = place.people[0]
        view = layout(hand.panel(view_of(self.tables[0], person.id), self.words)).to_components()
        payload = {"components": view, "flags": COMPONENTS_V2 | EPHEMERAL}
        key = f"{place.channel.id}:{person.id}"
        write(opening, {"boards": {}, "panels": {key: payload}})
        began = time.perf_counter()
        bot = await Bot.start("bare", self.stage.sandbox.url, self.stage.sandbox.token)
        await bot.ask("open", str(opening))
        return bot, await self._answered(began, person, place.board(), "t:00000000:0:hand")

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
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with Stage.set(options.tables) as stage:
            tables = await deal(folder / "cards.db", stage.places, random.Random(7), PLAYS // 2)
            bench = Bench(stage, tables, folder / "cards.db")
            await bench.furnish()
            for _ in range(options.runs):
                bot, took = await bench.bare(folder / "opening.json")
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
