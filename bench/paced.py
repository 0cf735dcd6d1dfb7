"""Runs of `bench.load` at tables of four people where plays come at a pace of their own.

`lag`, a part of it: how far messages are behind at ever more plays a second. `flood`: how much later others
are answered while one member presses all the time, of a bot that has its quotas. `clocks`: the cost of
waiting at many tables with a clock each, and how late their clocks are. Nobody ever acts there: first nothing
is due for a while, then the time for a turn runs out at one table after the other, and in another run at all
of them at once. People at other tables press meanwhile.
"""

import argparse
import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from bench.people import Presses
from bench.stage import Room, Stage, Traffic, at, percentiles
from bench.tables import PLAYS, Face, Painter, deal, face, hand_goes_on, next_move, press, public
from bench.unlimited import NO_QUOTAS
from bot.clock.outages import GRACE_SECONDS, START_SECONDS
from bot.host.settings import Settings
from bot.store import Change, Store
from bot.table.table import Table
from sandbox.driver import NoAnswer
from sandbox.errors import Json
from tests.e2e.support.house import tap

RATES: Final = [4.0, 8.0, 10.0, 12.0, 14.0, 16.0, 20.0, 25.0, 30.0]
LAG: Final = 3.0
"""Messages lag where the median of a step is over this many seconds."""
LOOK: Final = 0.05
"""Seconds between two looks at messages."""
PATIENCE: Final = 60.0
"""Seconds that messages are given after a step until they show every play."""
QUOTAS: Final = [f"{name}={Settings.model_fields[name].default}" for name in NO_QUOTAS]
LATER_MS: Final = 50.0
"""Others are to be answered later by so many milliseconds at most, in the median."""
IDLE_SHARE: Final = 0.01
"""Of a core, at most, while nothing is due."""
LATE_S: Final = 1.0
"""A computer plays this many seconds after the time has run out, at most, where times run out one by one."""
P99_MS: Final = 1000.0
"""Of a hundred presses at other tables, 99 are to be acknowledged within this many milliseconds."""
AT_ONCE: Final = ("turn_seconds=0", "pause_seconds=0")
"""A computer plays as soon as the clock has called it: a human pause would hide how late that is."""
DAY: Final = 86_400.0


# Lag


class Watched:
    """A table with the plays that its message does not show yet.

    The lag of a play is the time from its acknowledgement until the message shows it, or a newer state.
    """

    def __init__(self, room: Room, table: Table, painter: Painter) -> None:
        self.room = room
        self.table = table
        self.painter = painter
        self.busy = False
        self.faces: dict[Face, int] = {}
        self.waiting: dict[int, float] = {}
        self._looked: list[Json] | None = None

    def may_play(self) -> bool:
        """Return whether a card can be played."""
        return not self.busy and hand_goes_on(self.table)

    async def play(self, rng: random.Random, presses: Presses) -> None:
        """Let the seat that is asked play a card; the table is `busy` until that is acknowledged."""
        move = next_move(self.table, rng)
        if await presses.note(self.room.forge(move.seat, move.custom_id)) is None:
            # Whether it has been played is not known: the table stays busy.
            return
        self.table = move.after
        self.faces[self.painter.board(self.table)] = self.table.seq
        self.waiting[self.table.seq] = asyncio.get_running_loop().time()
        self.busy = False

    def look(self, now: float) -> list[float]:
        """Return the lags of the plays that the table's message shows since the last look."""
        board = next(public(self.room.channel), None)
        if not self.waiting or board is None or board.components is self._looked:
            return []
        shown = self.faces.get(face(board.components), 0)
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
    due = last = began = loop.time()
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


async def lag(options: argparse.Namespace, settings: Sequence[str]) -> dict[str, Any]:
    """Return the figures of each step, up to the first at which messages lag."""
    rng, painter = random.Random(options.seed), Painter(pictures=options.pictures)
    steps, lagging = list[dict[str, Any]](), None
    async with Stage.set(options.four, own=True, keep=1000) as stage:
        dealt = await deal(stage, rng, PLAYS // 3)
        tables = [Watched(room, table, painter) for room, table in zip(stage.rooms, dealt, strict=True)]
        async with stage.bot("real", *settings) as bot:
            await stage.open(bot)
            for rate in options.rates:
                traffic = Traffic(stage.sandbox)
                lags, presses = await step(tables, rate, options.step, rng)
                found = {
                    "plays_a_second": rate,
                    "made_a_second": round(len(presses.ms) / options.step, 1),
                    "lag_s": percentiles(lags, 50, 95, digits=2),
                }
                steps.append(found | presses.figures() | traffic.figures())
                if at(lags, 50) > LAG:
                    lagging = rate
                    break
                await _shown(tables)
    return {"part": "lag", "tables": options.four, "lags_from_plays_a_second": lagging, "steps": steps}


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


# A flood


async def flood(options: argparse.Namespace) -> AsyncIterator[dict[str, Any]]:
    """Yield how soon people are acknowledged, and then at as many other tables during the flood."""
    half, plays = options.tables, max(1, int(options.seconds / options.every))
    async with Stage.set(2 * half) as stage:
        tables = await deal(stage, random.Random(7), PLAYS // 3)
        async with stage.bot("real", *QUOTAS):
            # A few at a time: the four who play have quotas, too.
            await stage.open(pause=0.2)
            ed, board = stage.sandbox.join(stage.rooms[-1].guild, "ed"), stage.rooms[-1].public()
            answers = Counter[str]()

            async def once() -> None:
                try:
                    answers[(await tap(ed, board, "more")).kind] += 1
                except NoAnswer:
                    answers["none"] += 1

            async def press_on() -> None:
                async with asyncio.TaskGroup() as group:
                    while True:
                        group.create_task(once())
                        await asyncio.sleep(1 / options.presses)

            calm = await press(stage.rooms[:half], tables[:half], options.every, plays)
            flooding = asyncio.create_task(press_on())
            flooded = await press(stage.rooms[half:], tables[half:], options.every, plays)
            flooding.cancel()
            with suppress(asyncio.CancelledError):
                await flooding
    yield {
        "bench": "flood",
        "presses": len(calm) + len(flooded),
        "calm_ms": percentiles(calm, 50, 99),
        "flooded_ms": percentiles(flooded, 50, 99),
        "later_p50_ms": round(at(flooded, 50) - at(calm, 50), 1),
        "later_p50_ms_target": LATER_MS,
        "answers_to_the_flood": dict(answers),
    }


# Clocks


async def clocks(options: argparse.Namespace) -> AsyncIterator[dict[str, Any]]:
    """Yield the figures of both runs."""
    yield {
        "bench": "clocks",
        "tables": options.tables,
        "one_by_one": await _timed(options, options.spread),
        "at_once": await _timed(options, 0.0),
        "idle_share_target": IDLE_SHARE,
        "late_s_target": LATE_S,
        "p99_ms_target": P99_MS,
    }


async def _timed(options: argparse.Namespace, spread: float) -> dict[str, Any]:
    """Return the figures of a run as `one_run`; where the bot took too long to start, it gets more time."""
    start = options.start
    while (found := await one_run(options, spread, start)) is None:
        start *= 2
    return found


async def one_run(options: argparse.Namespace, spread: float, start: float) -> dict[str, Any] | None:
    """Return the figures of a run in which times run out within `spread` seconds.

    There are none if the first time had nearly run out when all tables were shown.
    """
    async with Stage.set(options.tables + options.others) as stage, stage.store() as store:
        tables = await deal(stage, random.Random(7), PLAYS // 3)
        timed, others = tables[: options.tables], tables[options.tables :]
        rooms = stage.rooms[options.tables :]
        first = time.time() + start + options.idle

        def due_at(number: int) -> float:
            return float(first + spread * number / len(timed))

        await time_out(store, timed, due_at)
        async with stage.bot("real", *AT_ONCE) as bot:
            await stage.open(bot, rooms)
            await bot.ask("load")
            await bot.ask("rest")
            began, cpu = time.time(), await bot.ask("cpu")
            if first - began < options.idle / 2:
                return None
            await asyncio.sleep(options.idle / 2)
            idle = (await bot.ask("cpu") - cpu) / (time.time() - began)
            traffic = Traffic(stage.sandbox)
            await asyncio.sleep(max(0.0, first - time.time() - 1))
            plays = max(1, int((spread + options.after) / options.every))
            took = await press(rooms, others, options.every, plays)
            late = await lateness(store, timed, due_at)
            return {
                "idle_share": round(idle, 4),
                "played": len(late),
                "late_s": percentiles(late, 50, 99, digits=2),
                "acknowledged_ms": percentiles(took, 50, 99),
                **traffic.figures(),
            }


async def time_out(store: Store, tables: Sequence[Table], due_at: Callable[[int], float]) -> None:
    """Store when the time for the turn at each table runs out; a start puts that off a little."""
    for number, table in enumerate(tables):
        due = due_at(number) - GRACE_SECONDS - START_SECONDS
        until = {"due_at": due, "wake_at": due, "fades_at": due + 30 * DAY}
        columns = {"clock": int(DAY), "timed": True, "warned": True, **until}
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
