"""`python -m bench.evening --minutes 45`: many tables for as long as asked, while everything goes wrong.

People open tables of all games, join, play, look things up, go away, leave, come back and play again, with
computers in the other seats. Meanwhile requests fail in every way, connections break, and the bot is killed.
At the end all that was told has to be in the log, once, and every message has to show what is stored.
The status is 1 if anything is not 0 that must be.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from bench.boards import Face, Painter, opened, public, read
from bench.books import Books
from bench.guests import Guest, seats, tables_of
from bench.stage import Stage
from bench.traffic import Traffic
from bench.trouble import Trouble, trouble
from engine import GAMES
from sandbox.view import Message

NOTHING: Final = ("plays_lost", "plays_doubled", "unanswered", "boards_wrong")
"""Figures that must be 0."""
CHANNELS: Final = 10
"""Tables in one server."""
KEEP: Final = 5000
LOOK: Final = 0.5
"""Seconds between two looks at all tables."""
SHOWN: Final = 20
"""Examples of each thing that is wrong that are printed at most."""


class Evening:
    """The tables of one soak, from the first press to the last look at what is stored and shown."""

    def __init__(self, options: argparse.Namespace, stage: Stage, folder: Path) -> None:
        self.options = options
        self.stage = stage
        self.folder = folder
        self.rng = random.Random(options.seed)
        self.books = Books(stage.sandbox)
        self.guests = self._guests()
        self.worded: set[str] = set()
        self.painter, self.in_words = Painter(pictures=True), Painter(pictures=False)

    def _guests(self) -> list[Guest]:
        """Return the people of every table: of all games in turns, one to as many as there are seats."""
        made, games = list[Guest](), list(GAMES)
        for number, place in enumerate(self.stage.places):
            game = games[number % len(games)]
            people = place.people[: self.rng.randint(1, min(len(place.people), seats(GAMES[game])))]
            for position, person in enumerate(people):
                rng = random.Random(f"{self.options.seed} {number} {position}")
                others = None if position else len(people) - 1
                made.append(Guest(person, place.channel, self.books, rng, self.options.pace, others, game))
        return made

    async def run(self) -> tuple[dict[str, Any], list[str]]:
        """Return the figures, and examples of what is wrong."""
        traffic = Traffic(self.stage.sandbox)
        async with trouble(self.stage, self.books, self.rng, self.folder) as made:
            await self._play(made)
            wrong, told = await self._settle()
            figures = {**self.books.figures(), **traffic.figures(), **made.figures()}
            figures["too_many_made_up"] = dict(made.too_many)
        done = Counter[str]()
        for guest in self.guests:
            done.update(guest.done)
        return {**figures, **wrong, "done": dict(done), "logged": self._logged()}, told

    async def _play(self, made: Trouble) -> None:
        """Let everybody do what they like, while everything goes wrong."""
        loop, options = asyncio.get_running_loop(), self.options
        ends = loop.time() + 60 * options.minutes

        async with asyncio.TaskGroup() as group:
            watching = group.create_task(made.watch())
            raging = group.create_task(made.rage(options.fault_every, options.kill_every, ends))
            for guest in self.guests:
                group.create_task(guest.stay(lambda: loop.time() < ends))
            await raging
            await asyncio.sleep(max(0.0, ends - loop.time()))
            watching.cancel()

    # What must hold in the end

    async def _settle(self) -> tuple[dict[str, Any], list[str]]:
        """Return how many tables are not as they must be, and examples; boards are given time to come."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        ends = began + self.options.settle
        for place in self.stage.places:
            for message in public(place.channel):
                self.books.tables |= tables_of(message)
        wrong = dict.fromkeys(sorted(self.books.tables), "")
        async with opened(self.folder / "cards.db") as store:
            while wrong and loop.time() < ends:
                for table_id in tuple(wrong):
                    wrong[table_id] = await self._wrong(store, table_id)
                    if not wrong[table_id]:
                        del wrong[table_id]
                    await asyncio.sleep(0)
                await asyncio.sleep(LOOK)
            settled = loop.time() - began
            lost, doubled = list[str](), list[str]()
            for table_id in sorted(self.books.tables):
                _, stored = await read(store, table_id)
                found = self.books.differences(table_id, stored.log)
                lost += found[0]
                doubled += found[1]
        figures = {
            "tables": len(self.books.tables),
            "plays_lost": len(lost),
            "plays_doubled": len(doubled),
            "settled_s": round(settled, 1),
            "boards_wrong": len(wrong),
            "boards_in_words": len(self.worded),
        }
        examples = (lost, doubled, self.books.unanswered, list(wrong.values()))
        return figures, [text for found in examples for text in found[:SHOWN]]

    async def _wrong(self, store: Any, table_id: str) -> str:
        """Return what is wrong with a table's message, empty if nothing is."""
        table, stored = await read(store, table_id)
        message_id = stored.place.message_id
        message = self.stage.sandbox.world.messages.get(message_id or 0)
        if message is None or message.deleted:
            return f"table {table_id}: its message {message_id} is gone"
        shown, wanted = Face.of(Message(message).components), self.painter.board(table)
        if shown == wanted:
            return ""
        if shown == self.in_words.board(table):
            # A message that was refused for its picture goes in words.
            self.worded.add(table_id)
            return ""
        return f"table {table_id}: {shown}, stored is {wanted}"

    def _logged(self) -> dict[str, int]:
        """Return the warnings and errors of the bot, by kind."""
        with suppress(FileNotFoundError):
            return dict(Counter((self.folder / "log").read_text().splitlines()).most_common())
        return {}


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.evening", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=45.0)
    parser.add_argument("--pace", type=float, default=20.0, help="seconds that somebody takes for one thing")
    parser.add_argument("--fault-every", type=float, default=2.0, help="seconds from one fault to the next")
    parser.add_argument("--kill-every", type=float, default=300.0, help="seconds that the bot lives, about")
    parser.add_argument("--settle", type=float, default=180.0, help="seconds for messages to come at the end")
    parser.add_argument("--seed", type=int, default=7)
    return parser.parse_args(given)


async def run(options: argparse.Namespace) -> tuple[dict[str, Any], list[str]]:
    """Return the figures of one soak, and examples of what is wrong."""
    with tempfile.TemporaryDirectory() as name:
        async with Stage.set(options.tables, own=True, channels=CHANNELS, keep=KEEP) as stage:
            return await Evening(options, stage, Path(name)).run()


def main(given: Sequence[str] | None = None) -> int:
    """Print one JSON line, and what is wrong; return the status."""
    figures, wrong = asyncio.run(run(arguments(sys.argv[1:] if given is None else given)))
    for text in wrong:
        print(text, file=sys.stderr)
    print(json.dumps({"bench": "evening", **figures}))
    return status(figures)


def status(figures: Mapping[str, Any]) -> int:
    """Return the exit status: 1 if anything is not 0 that must be."""
    return int(any(figures[name] for name in NOTHING))


if __name__ == "__main__":
    sys.exit(main())
