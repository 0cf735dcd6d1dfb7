"""`python -m bench.replays`: how soon presses at tables are acknowledged while many people look at replays.

Four people at each of some tables play at a steady rate. In turns they play alone, and while other members
step through the replays of games that are over: mostly to the next moment, now and then to another hand or
viewpoint. A press on a replay is answered with the words of its moment; the picture follows by an edit.

Of few presses the ratio is rough: with `--tables 60 --every 15 --rounds 8` it is of 480, in nine minutes.
`step_cpu_ms` is the CPU time of a step to the bot, which depends less on other work of the machine than times
to wait do: that of play beside replays less that of play alone. `step_drawing_ms` of it is the painting.
"""

import argparse
import asyncio
import json
import random
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from bench.stage import DRESSED, Bot, Room, Stage, at, percentiles
from bench.tables import PLAYS, deal, press, read, seated, stored
from bot.blocks.blocks import Press
from bot.panels.replays.state import ReplayState
from bot.store import Change, LogRow, Status, Store
from bot.table.table import Table
from bot.tables.play import Plays
from engine import GAMES
from engine.game import DEALER
from sandbox.driver import Answer, Member
from sandbox.view import Message
from tests.e2e.support.reading import Control

P99_RATIO: Final = 1.2
"""Presses at tables may take so many times as long beside replays, of a hundred the slowest but one."""
STEP_P99_MS: Final = 300.0
"""Of a hundred presses on a replay, 99 are to be answered within this many milliseconds."""
OTHERWISE: Final = 0.2
"""The share of presses that lead to another hand or viewpoint."""
PATIENCE: Final = 10.0
"""Seconds for which the answer to a press is waited for."""
KEEP: Final = 1000
"""Requests that the stand-in remembers."""


# Games that are over


async def play_games(store: Store, room: Room, games: int) -> list[str]:
    """Return the ids of so many whole games of all kinds, stored as played in a room."""
    return [await _played(store, room, list(GAMES)[number % len(GAMES)], number) for number in range(games)]


async def _played(store: Store, room: Room, game: str, seed: int) -> str:
    people = [(person.id, person.name) for person in room.people]
    dealt = seated(game, {}, people, room.guild.id, room.channel.id)
    table, log = _to_its_end(dealt, random.Random(seed))
    began = await stored(store, dealt, log[:1])
    columns = {"version": began.row.version + 1, "status": Status.FINISHED, "wake_at": None}
    change = Change(table.row.id, began.row.version, columns, entries=tuple(log[1:]), ended_at=time.time())
    await store.commit(change)
    # Its message is not shown again: readers come by the code of the game.
    await store.mark_published({table.row.id: began.row.version + 1})
    return table.row.id


def _to_its_end(table: Table, rng: random.Random) -> tuple[Table, list[LogRow]]:
    """Return the table after a whole game of random plays, and its log."""
    log = list[LogRow]()
    while table.to_act:
        seat = table.to_act[0]
        if seat == DEALER:
            entry = LogRow(table.seq, None, str(Plays.next_deal(table)), None, 0.0)
        else:
            action = rng.choice(table.game.legal(table.state, seat))
            entry = LogRow(table.seq, seat, str(action), table.seats[seat].user_id, 0.0)
        log.append(entry)
        table = table.replayed(entry)
    return table, log


# Reading


@dataclass
class Figures:
    """How replays were answered: milliseconds until the words and the picture of a step were there."""

    words: list[float] = field(default_factory=list)
    pictures: list[float] = field(default_factory=list)
    late: int = 0
    """Presses that were acknowledged before they were answered."""


@dataclass
class Reader:
    """A member with the private replay of a game."""

    room: Room
    person: Member
    message: Message
    rng: random.Random

    @classmethod
    async def open(cls, room: Room, person: Member, table_id: str, rng: random.Random) -> "Reader":
        """Return a member with the replay of a game at its first deal."""
        answer = await person.forge(room.public(), str(Press(table_id, 0, "replay")))
        assert answer.message is not None, answer
        reader = cls(room, person, answer.message, rng)
        await person.press(reader.message, custom_id=reader.ids()["first"])
        return reader

    def ids(self) -> dict[str, str]:
        """Return the ids of the buttons and selects on the message, by verb."""
        controls: list[Control] = [*self.message.buttons, *self.message.selects]
        ids = [control.custom_id or "" for control in controls]
        parsed = {custom_id: ReplayState.parse(custom_id.split(":")[1:]) for custom_id in ids}
        return {found[1]: custom_id for custom_id, found in parsed.items() if found is not None}

    async def steps(self, number: int, every: float, figures: Figures) -> None:
        """Press so many times, `every` so many seconds, each once the one before is answered."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self.rng.uniform(0, every))
        for _ in range(number):
            began, before = loop.time(), self.message.stored.components
            answer = await self._press()
            if answer.kind == "update":
                figures.words.append(answer.milliseconds)
            else:
                figures.late += 1
                await self._other(before, PATIENCE)
                figures.words.append((loop.time() - began) * 1000)
            with suppress(TimeoutError):
                # A moment that looks like the one before has no new picture.
                await self._other(self.message.stored.components, began + every - loop.time())
                figures.pictures.append((loop.time() - began) * 1000)
            await asyncio.sleep(max(0.0, began + every - loop.time()))

    async def _press(self) -> Answer:
        """Lead to another hand or viewpoint by a select, to the next moment, or from the end to the first."""
        selects = self.message.selects
        if selects and self.rng.random() < OTHERWISE:
            chosen = self.rng.choice(selects)
            _, value = self.rng.choice(chosen.options)
            return await self.person.select(self.message, chosen.custom_id, values=[value])
        ids = self.ids()
        ends = any(button.disabled for button in self.message.buttons if button.custom_id == ids["next"])
        return await self.person.press(self.message, custom_id=ids["first" if ends else "next"])

    async def _other(self, components: Any, seconds: float) -> None:
        """Wait until the message has other components; TimeoutError after so many seconds."""
        stored = self.message.stored
        await self.room.sandbox.until(lambda: stored.components is not components, seconds, "an edit")


# Measuring


@dataclass
class Bench:
    """Tables that are played, and the readers of replays."""

    stage: Stage
    bot: Bot
    tables: list[Table]
    readers: list[Reader]
    options: argparse.Namespace

    @classmethod
    @asynccontextmanager
    async def set(cls, options: argparse.Namespace) -> AsyncIterator["Bench"]:
        """Return tables in mid-game that a bot shows, with replays opened beside them."""
        rng = random.Random(5)
        async with Stage.set(options.tables, keep=KEEP) as stage:
            tables = await deal(stage, rng, PLAYS // 2)
            async with stage.store() as store:
                over = await play_games(store, stage.rooms[0], options.games)
            async with stage.bot("real", *DRESSED) as bot:
                await stage.open(bot)
                readers = list[Reader]()
                for number in range(options.people):
                    room = stage.rooms[number % len(stage.rooms)]
                    person = stage.sandbox.join(room.guild, f"reader {number}")
                    readers.append(await Reader.open(room, person, over[number % len(over)], rng))
                await bot.ask("rest")
                yield cls(stage, bot, tables, readers, options)

    async def spent(self) -> list[float]:
        """Return the milliseconds of CPU time that the bot has taken so far, and those of its painting."""
        await self.bot.ask("rest")
        return [1000 * await self.bot.ask(name) for name in ("cpu", "drawing")]

    async def play(self) -> list[float]:
        """Return the milliseconds of presses at all tables for some seconds."""
        options = self.options
        async with self.stage.store() as store:
            self.tables = [(await read(store, table.row.id))[0] for table in self.tables]
        return await press(self.stage.rooms, self.tables, options.every, int(options.seconds / options.every))

    async def read(self, figures: Figures) -> None:
        """Let all readers press for as long as the tables are played."""
        presses = max(1, int(self.options.seconds / self.options.pace))
        steps = (reader.steps(presses, self.options.pace, figures) for reader in self.readers)
        await asyncio.gather(*steps)


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.replays", description="Measure beside replays.")
    parser.add_argument("--tables", type=int, default=20, help="that are played")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between the plays of a table")
    parser.add_argument("--people", type=int, default=20, help="who look at replays")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between the presses of one of them")
    parser.add_argument("--games", type=int, default=12, help="that are over")
    parser.add_argument("--seconds", type=float, default=15.0, help="of each part of a round")
    parser.add_argument("--rounds", type=int, default=3, help="of play alone and play beside replays")
    return parser.parse_args(given)


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """Return all figures."""
    alone, beside, figures = list[float](), list[float](), Figures()
    spent = list[list[float]]()
    async with Bench.set(options) as bench:
        # The first presses of a process are slow.
        await asyncio.gather(bench.play(), bench.read(Figures()))
        for _ in range(options.rounds):
            spent.append(await bench.spent())
            alone += await bench.play()
            spent.append(await bench.spent())
            took, _ = await asyncio.gather(bench.play(), bench.read(figures))
            beside += took
        spent.append(await bench.spent())
    cpu, drawing = (_more(list(times)) / len(figures.words) for times in zip(*spent, strict=True))
    return {
        "bench": "replays",
        "tables": options.tables,
        "people": options.people,
        "alone_ms": {"presses": len(alone), **percentiles(alone, 50, 95, 99)},
        "beside_ms": {"presses": len(beside), **percentiles(beside, 50, 95, 99)},
        "p99_ratio": round(at(beside, 99) / at(alone, 99), 2),
        "p99_ratio_target": P99_RATIO,
        "step_ms": {"presses": len(figures.words), **percentiles(figures.words, 50, 95, 99)},
        "step_p99_ms_target": STEP_P99_MS,
        "acknowledged_first": figures.late,
        "step_cpu_ms": round(cpu, 1),
        "step_drawing_ms": round(drawing, 1),
        "picture_ms": {"pictures": len(figures.pictures), **percentiles(figures.pictures, 50, 95, 99)},
    }


def _more(times: Sequence[float]) -> float:
    """Return how much more was spent in the second part of each round than in the first."""
    parts = [later - before for before, later in pairwise(times)]
    return sum(parts[1::2]) - sum(parts[::2])


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print one JSON line."""
    print(json.dumps(asyncio.run(run(arguments(sys.argv[1:] if given is None else given)))))


if __name__ == "__main__":
    main()
