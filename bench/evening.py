"""`python -m bench.evening --minutes 45`: many tables for as long as asked, while everything goes wrong.

People open tables of all games, join, play, look things up, go away, leave, come back and play again, with
computers in the other seats. Meanwhile requests fail in every way, connections break, and the bot is killed.
At the end every play that a member was told of has to be in the log, once, and every message has to show the
table as it is stored. The status is 1 if anything is not 0 that must be.

With `--fault-every 0` nothing goes wrong. `--report-every 10` prints the memory of the bot each ten minutes,
and how much it holds of each kind.
"""

import argparse
import asyncio
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Awaitable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from bench.people import Guest, seats, tables_of
from bench.stage import Stage, Traffic, percentiles
from bench.tables import Painter, face, public, read, shows
from bench.trouble import Outages, Trouble
from bot.blocks.blocks import Press
from bot.store import LogRow, Store
from engine import GAMES
from sandbox.driver import Answer, Member, NoAnswer, Refused
from sandbox.server import Sandbox
from tests.e2e.support.mortal import WORDS

NOTHING: Final = ("plays_lost", "plays_doubled", "unanswered", "boards_wrong")
"""Figures that must be 0."""
CHANNELS: Final = 10
"""Tables in one server."""
KEEP: Final = 5000
LOOK: Final = 0.5
"""Seconds between two looks at all tables."""
SHOWN: Final = 20
"""Examples of each thing that is wrong that are printed at most."""
LATER: Final = 5.0
"""Seconds after which an answer that came too late has come."""
FAILED: Final = {
    key: WORDS(f"refused.{key}")
    for key in [
        "stale",
        "played",
        "not-your-turn",
        "not-saved",
        "not-read",
        "lasting",
        "failed",
        "over",
        "computer-plays",
    ]
}
"""The refusals of a press that has played nothing."""
UNCERTAIN: Final = WORDS("refused.uncertain")


class Play(NamedTuple):
    """A press that plays: its number and action; whether it was acknowledged as played."""

    number: int
    action: str
    told: bool


@dataclass
class Told:
    """Every press, and which of them must be in the log; one that falls into an outage may go unanswered."""

    sandbox: Sandbox
    outages: Outages
    plays: defaultdict[tuple[str, int], list[Play]] = field(default_factory=lambda: defaultdict(list))
    ms: list[float] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    excused: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    tables: set[str] = field(default_factory=set)

    async def press(self, person: Member, custom_id: str, press: Awaitable[Answer]) -> Answer | None:
        """Return the answer to a press, None for a press without one or one that came too late to be made."""
        pressed, began = Press.parse(custom_id), asyncio.get_running_loop().time()
        answer: Answer | None = None
        told: bool | None = False
        try:
            answer = await press
        except Refused:
            return None
        except NoAnswer:
            await self._not_answered(person, custom_id, began)
        else:
            self.ms.append(answer.milliseconds)
            told = self._told(answer, pressed)
        if pressed is not None:
            self.tables.add(pressed.table)
            if pressed.verb == "play" and told is not None:
                self.plays[pressed.table, person.id].append(Play(pressed.number, pressed.notation, told))
        return answer

    async def _not_answered(self, person: Member, custom_id: str, began: float) -> None:
        if self.outages.excuse(began):
            self.excused += 1
            return
        every = reversed(self.sandbox.interactions.by_id.values())
        made = next(i for i in every if i.member.user.id == person.id)
        # It may yet come, and tell by how much it was too late.
        await asyncio.sleep(LATER)
        asked = [r for r in self.sandbox.requests if r.path.startswith(f"/interactions/{made.id}/")]
        given = [(r.status, round(r.at - made.created, 2)) for r in asked]
        since = self.outages.since(began)
        text = f"{person.name}: {custom_id}, {since} after the last outage, answered by {given}"
        self.unanswered.append(text)

    def _told(self, answer: Answer, pressed: Press | None) -> bool | None:
        """Return whether an answer says that the press has played; False if it is uncertain, None if not."""
        made = answer.interaction
        way = f"/interactions/{made.id}/"
        sent = [r.json for r in reversed(self.sandbox.requests) if r.path.startswith(way)]
        given = [body for body in sent if isinstance(body, dict) and body.get("type") == made.answer]
        shown = json.dumps(given[0].get("data"), ensure_ascii=False) if given else ""
        refused = next((key for key, text in FAILED.items() if text in shown), None)
        # A play that is answered with the same question was against the rules.
        if pressed is not None and pressed.verb == "play":
            again = f'"t:{pressed.table}:{pressed.number}:play' in shown
            refused = refused or ("illegal" if again else None)
        if refused is not None:
            self.refused[refused] += 1
            return None
        return '"components"' in shown and UNCERTAIN not in shown

    def differences(self, table_id: str, log: Iterable[LogRow]) -> tuple[list[str], list[str]]:
        """Return the plays that are lost at a table, and those that are doubled or that nobody made."""
        lost, strange = [], []
        entries = [row for row in log if row.seat is not None and (row.user_id or 0) > 0 and not row.settled]
        for user_id in {row.user_id or 0 for row in entries} | {u for t, u in self.plays if t == table_id}:
            left = [row for row in entries if row.user_id == user_id]
            for play in sorted(self.plays.get((table_id, user_id), []), key=lambda play: not play.told):
                row = next((r for r in left if r.seq >= play.number and r.action == play.action), None)
                if row is not None:
                    left.remove(row)
                elif play.told:
                    lost.append(f"table {table_id}: {play.action!r} under {play.number} by {user_id}")
            strange += [f"table {table_id}: {row.seq} {row.action!r} by {user_id}" for row in left]
        return lost, strange

    def figures(self) -> dict[str, Any]:
        """Return the figures by name."""
        return {
            "presses": len(self.ms),
            "plays": sum(play.told for made in self.plays.values() for play in made),
            "acknowledged_ms": percentiles(self.ms, 50, 95, 99),
            "unanswered": len(self.unanswered),
            "unanswered_while_cut_off": self.excused,
            "refused": dict(self.refused),
        }


class Evening:
    """The tables of one evening, from the first press to the last look at all that is stored and shown."""

    def __init__(self, options: argparse.Namespace, stage: Stage) -> None:
        self.options = options
        self.stage = stage
        self.trouble = Trouble(stage, random.Random(options.seed))
        self.told = Told(stage.sandbox, self.trouble.outages)
        self.guests = list(self._guests(random.Random(options.seed)))
        self.worded: set[str] = set()
        self.painter, self.in_words = Painter(pictures=True), Painter(pictures=False)

    def _guests(self, rng: random.Random) -> Iterator[Guest]:
        """Yield the people of every table: of all games in turns, one to as many as there are seats."""
        games = list(GAMES)
        for number, room in enumerate(self.stage.rooms):
            game = games[number % len(games)]
            people = room.people[: rng.randint(1, min(len(room.people), seats(game)))]
            for position, person in enumerate(people):
                own = random.Random(f"{self.options.seed} {number} {position}")
                others = None if position else len(people) - 1
                yield Guest(person, room, self.told.press, own, self.options.pace, game, others)

    async def run(self) -> tuple[dict[str, Any], list[str]]:
        """Return the figures, and examples of errors."""
        traffic = Traffic(self.stage.sandbox)
        async with self.trouble.running():
            await self._play()
            wrong, examples = await self._settle()
            figures = {**self.told.figures(), **traffic.figures(), **self.trouble.figures()}
        done = sum((guest.done for guest in self.guests), Counter[str]())
        return {**figures, **wrong, "done": dict(done), "logged": self._logged()}, examples

    async def _play(self) -> None:
        """Let everybody do as they like, while everything goes wrong."""
        loop, options = asyncio.get_running_loop(), self.options
        ends = loop.time() + 60 * options.minutes
        async with asyncio.TaskGroup() as group:
            watching = [group.create_task(self.trouble.watch())]
            raging = group.create_task(self.trouble.rage(options.fault_every, options.kill_every, ends))
            if options.report_every:
                watching.append(group.create_task(self.trouble.report(options.report_every)))
            for guest in self.guests:
                group.create_task(guest.stay(lambda: loop.time() < ends, lambda: self.trouble.outages.down))
            await raging
            await asyncio.sleep(max(0.0, ends - loop.time()))
            for task in watching:
                task.cancel()

    async def _settle(self) -> tuple[dict[str, Any], list[str]]:
        """Return how many tables are not as they must be, and examples; messages are given time to come."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        tables = self.told.tables.union(*(tables_of(m) for r in self.stage.rooms for m in public(r.channel)))
        wrong, lost, doubled = dict.fromkeys(sorted(tables), ""), list[str](), list[str]()
        async with self.stage.store() as store:
            while wrong and loop.time() < began + self.options.settle:
                for table_id in tuple(wrong):
                    wrong[table_id] = await self._wrong(store, table_id)
                    if not wrong[table_id]:
                        del wrong[table_id]
                    await asyncio.sleep(0)
                await asyncio.sleep(LOOK)
            settled = loop.time() - began
            for table_id in sorted(tables):
                _, stored = await read(store, table_id)
                found = self.told.differences(table_id, stored.log)
                lost += found[0]
                doubled += found[1]
        figures = {
            "tables": len(tables),
            "plays_lost": len(lost),
            "plays_doubled": len(doubled),
            "settled_s": round(settled, 1),
            "boards_wrong": len(wrong),
            "boards_in_words": len(self.worded),
        }
        examples = (lost, doubled, self.told.unanswered, list(wrong.values()))
        return figures, [text for found in examples for text in found[:SHOWN]]

    async def _wrong(self, store: Store, table_id: str) -> str:
        """Return how a table's message differs from the table as it is stored, empty if it does not."""
        table, stored = await read(store, table_id)
        message_id = stored.place.message_id
        message = self.stage.sandbox.world.messages.get(message_id or 0)
        if message is None or message.deleted:
            return f"table {table_id}: its message {message_id} is gone"
        shown, wanted = face(message.components), self.painter.board(table)
        if shows(shown, wanted):
            return ""
        if shows(shown, self.in_words.board(table)):
            # A message that was refused for its picture goes in words.
            self.worded.add(table_id)
            return ""
        return f"table {table_id}: {shown}, stored is {wanted}"

    def _logged(self) -> dict[str, int]:
        """Return the warnings and errors of the bot, by kind."""
        with suppress(FileNotFoundError):
            return dict(Counter(self.trouble.log.read_text().splitlines()).most_common())
        return {}


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.evening", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=45.0)
    parser.add_argument("--pace", type=float, default=20.0, help="seconds that a guest takes for one thing")
    parser.add_argument("--fault-every", type=float, default=2.0, help="seconds from one fault to the next")
    parser.add_argument("--kill-every", type=float, default=300.0, help="seconds that the bot lives, about")
    parser.add_argument("--report-every", type=float, default=0.0, help="minutes between two lines of memory")
    parser.add_argument("--settle", type=float, default=180.0, help="seconds for messages to come at the end")
    parser.add_argument("--seed", type=int, default=7)
    return parser.parse_args(given)


async def run(options: argparse.Namespace) -> tuple[dict[str, Any], list[str]]:
    """Return the figures of one evening, and examples of errors."""
    async with Stage.set(options.tables, own=True, channels=CHANNELS, keep=KEEP) as stage:
        return await Evening(options, stage).run()


def main(given: Sequence[str] | None = None) -> int:
    """Print one JSON line, and examples of errors; return the status."""
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
