"""How far tables of four people are behind in public, at ever more plays a second: a part of `bench.load`.

Plays come at their own pace, whatever the bot does. The lag of a play is the time from its acknowledgement
until the table's message shows it, or something newer.
"""

import argparse
import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bench.boards import Face, Painter, public
from bench.dealing import PLAYS, deal, next_play
from bench.people import Presses
from bench.stage import Place, Stage, at
from bench.traffic import Traffic
from bot.blocks.blocks import Press
from bot.table.table import Table
from sandbox.errors import Json

RATES: Final = [4.0, 8.0, 10.0, 12.0, 14.0, 16.0, 20.0, 25.0, 30.0]
LAG: Final = 3.0
"""Messages lag where the median of a step is over this many seconds."""
LOOK: Final = 0.05
PATIENCE: Final = 60.0
"""Seconds that messages are given after a step until they show every play."""


class Watched:
    """A table with the plays that its message does not show yet."""

    def __init__(self, place: Place, table: Table, painter: Painter) -> None:
        self.place = place
        self.table = table
        self.painter = painter
        self.busy = False
        self.faces: dict[Face, int] = {}
        self.waiting: dict[int, float] = {}
        self._looked: list[Json] | None = None

    def may_play(self) -> bool:
        """Return whether a card can be played: the last play of a hand shows a score sheet instead."""
        return not self.busy and sum(map(len, self.table.state.hands)) > 1

    async def play(self, rng: random.Random, presses: Presses) -> None:
        """Let whoever is asked play a card; the table is `busy` until that is acknowledged."""
        play = next_play(self.table, rng)
        assert play.seat is not None
        press = Press(self.table.row.id, self.table.asked[play.seat], "play", play.action)
        if await presses.note(self.place.press(play.seat, str(press))) is None:
            # Whether it has been played is not known: nobody plays here any more.
            return
        self.table = self.table.replayed(play)
        self.faces[self.painter.board(self.table)] = self.table.seq
        self.waiting[self.table.seq] = asyncio.get_running_loop().time()
        self.busy = False

    def look(self, now: float) -> list[float]:
        """Return the lags of the plays that the table's message shows since the last look."""
        board = next(public(self.place.channel), None)
        if not self.waiting or board is None or board.components is self._looked:
            return []
        shown = self.faces.get(Face.of(board.components), 0)
        seen = [seq for seq in self.waiting if seq <= shown]
        if max(self.waiting) in seen:
            # Otherwise it is looked at again: a play may be shown before it is known here.
            self._looked = board.components
        return [now - self.waiting.pop(seq) for seq in seen]


async def step(
    tables: Sequence[Watched], rate: float, seconds: float, rng: random.Random
) -> tuple[list[float], Presses]:
    """Return the lags of the plays of some seconds at a rate, those still not shown at their age by then."""
    loop, presses, lags = asyncio.get_running_loop(), Presses(), list[float]()
    began = loop.time()
    due, last = began, began
    async with asyncio.TaskGroup() as group:
        while (now := loop.time()) < began + seconds:
            free = [table for table in tables if table.may_play()]
            while due <= now and free:
                table = free.pop(rng.randrange(len(free)))
                table.busy = True
                group.create_task(table.play(rng, presses))
                due += 1 / rate
            if now >= last + LOOK:
                last = now
                lags += [lag for table in tables for lag in table.look(now)]
            await asyncio.sleep(min(LOOK, 1 / rate) / 2)
    now = loop.time()
    lags += [lag for table in tables for lag in table.look(now)]
    return lags + [now - since for table in tables for since in table.waiting.values()], presses


async def run(options: argparse.Namespace, folder: Path, settings: Sequence[str]) -> dict[str, Any]:
    """Return the figures of each step, up to the first at which messages lag."""
    rng, painter = random.Random(options.seed), Painter(pictures=options.pictures)
    database, steps, lagging = folder / "lag.db", list[dict[str, Any]](), None
    async with Stage.set(options.four, own=True, keep=1000) as stage:
        dealt = await deal(database, stage.places, rng, PLAYS // 3)
        tables = [Watched(p, t, painter) for p, t in zip(stage.places, dealt, strict=True)]
        async with stage.bot("real", str(database), *settings) as bot:
            await stage.sandbox.until(lambda: all(p.channel.messages for p in stage.places), 300, "shown")
            for place in stage.places:
                await place.open()
            await bot.ask("rest")
            for rate in options.rates:
                traffic = Traffic(stage.sandbox)
                lags, presses = await step(tables, rate, options.step, rng)
                found = {
                    "plays_a_second": rate,
                    "made_a_second": round(len(presses.ms) / options.step, 1),
                    "lag_s": {f"p{percent}": round(at(lags, percent), 2) for percent in (50, 95)},
                    **presses.figures(),
                    **traffic.figures(),
                }
                steps.append(found)
                if at(lags, 50) > LAG:
                    lagging = rate
                    break
                await _shown(tables)
    return {
        "bench": "load",
        "part": "lag",
        "pictures": options.pictures,
        "tables": options.four,
        "lags_from_plays_a_second": lagging,
        "steps": steps,
    }


async def _shown(tables: Sequence[Watched]) -> None:
    """Wait until every play is shown, or no longer than `PATIENCE`."""
    loop = asyncio.get_running_loop()
    ends = loop.time() + PATIENCE
    while any(table.waiting for table in tables) and loop.time() < ends:
        for table in tables:
            table.look(loop.time())
        await asyncio.sleep(LOOK)
    for table in tables:
        table.waiting.clear()
