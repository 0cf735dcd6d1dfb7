"""The stage of benches: the stand-in with a room for each table, a bot in another process, and figures."""

import asyncio
import json
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any, Final, Self

from bot.store import Store
from sandbox.driver import Answer
from sandbox.rest import Answered
from sandbox.server import Sandbox
from sandbox.view import Message
from tests.e2e.support.house import NAMES, House, tap

ROOT: Final = Path(__file__).parents[1]
FOUR: Final = NAMES[:4]
DRESSED: Final = ("pictures=on", "emoji=on")
"""Settings of a bot as players have it."""
CHANNELS: Final = 250
"""Channels in one guild, at most."""
SHOWN: Final = 300.0
"""Seconds that messages are given to be shown."""
MESSAGE: Final = "/channels/{channel_id}/messages"
KINDS: Final[Mapping[str, str]] = {
    f"POST {MESSAGE}": "posts",
    f"PATCH {MESSAGE}/{{message_id}}": "edits",
    f"DELETE {MESSAGE}/{{message_id}}": "deletes",
    "POST /interactions/{interaction_id}/{interaction_token}/callback": "answers",
}


def command(module: str, *arguments: str) -> tuple[str, ...]:
    """Return the command line of a bot's process; tests of the benches have another, which begins sooner."""
    return (sys.executable, "-m", module, *arguments)


class Bot:
    """A bot in a process of its own, which answers commands."""

    def __init__(self, process: Process) -> None:
        self.process = process

    async def ask(self, name: str, *arguments: Any) -> Any:
        """Return its answer to one command."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([name, *arguments]).encode() + b"\n")
        answer = await self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the bot ended while it was asked for {name}")
        return json.loads(answer)

    async def end(self) -> None:
        """End it in order, by force if it does not."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            await asyncio.wait_for(self.process.wait(), 10)
        except TimeoutError:
            await self.kill()

    async def kill(self) -> None:
        """Kill it."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)
        await self.process.wait()


@dataclass
class Room(House):
    """A house with one table and its four people, and their private panels once they are open."""

    panels: list[Message] = field(default_factory=list)

    async def hands(self) -> None:
        """Let everybody press My hand."""
        for person in self.people:
            message = (await tap(person, self.public(), "hand")).message
            assert message is not None
            self.panels.append(message)

    async def forge(self, seat: int, custom_id: str) -> Answer:
        """Let a player press a button of their panel, drawn there or not."""
        return await self.people[seat].forge(self.panels[seat], custom_id)


@dataclass
class Stage:
    """A stand-in with a room for each table, and the folder of its bot."""

    sandbox: Sandbox
    rooms: list[Room]
    folder: Path

    @classmethod
    @asynccontextmanager
    async def set(
        cls, tables: int, *, own: bool = False, channels: int = CHANNELS, keep: int | None = None
    ) -> AsyncIterator[Self]:
        """Serve a stand-in with so many rooms, in guilds of four people or, with `own`, four to a room.

        `channels` are those of a guild, `keep` bounds the log of requests.
        """
        with tempfile.TemporaryDirectory() as folder:
            async with Sandbox(keep_requests=keep) as sandbox:
                rooms: list[Room] = []
                for first in range(0, tables, channels):
                    guild = sandbox.world.add_guild(f"Osteria {first // channels + 1}")
                    people = [] if own else [sandbox.join(guild, name) for name in FOUR]
                    for number in range(first + 1, min(first + channels, tables) + 1):
                        here = [sandbox.join(guild, f"{name} {number}") for name in FOUR] if own else people
                        rooms.append(Room(sandbox, guild, guild.add_channel(f"carte-{number}"), here))
                yield cls(sandbox, rooms, Path(folder))

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """Open the database of its bot, which may run or not."""
        store = await Store.open(f"sqlite+aiosqlite:///{self.folder}/cards.db")
        try:
            yield store
        finally:
            await store.close()

    async def start(self, kind: str, *settings: str, code: Path = ROOT) -> Bot:
        """Return a new process, of a `real` or a `bare` bot, which is connected to nothing yet.

        `code` is where its modules are: another folder for a bot of which nothing is compiled.
        """
        database = (f"{self.folder}/cards.db",) if kind == "real" else ()
        line = command(f"bench.{kind}", self.sandbox.url, self.sandbox.token, *database, *settings)
        return Bot(await asyncio.create_subprocess_exec(*line, cwd=code, stdin=PIPE, stdout=PIPE))

    @asynccontextmanager
    async def bot(self, kind: str, *settings: str, code: Path = ROOT) -> AsyncIterator[Bot]:
        """Run a bot against this stand-in."""
        bot = await self.start(kind, *settings, code=code)
        try:
            await self.sandbox.ready()
            yield bot
        finally:
            await bot.end()

    async def shown(self) -> None:
        """Wait until every table is shown."""
        await self.sandbox.until(
            lambda: all(room.channel.messages for room in self.rooms), SHOWN, "the tables are shown"
        )

    async def open(
        self, bot: Bot | None = None, rooms: Sequence[Room] | None = None, pause: float = 0.0
    ) -> None:
        """Let everybody in all or some rooms press My hand once all is shown; wait until `bot` is at rest.

        `pause` are the seconds between two rooms.
        """
        await self.shown()
        for room in self.rooms if rooms is None else rooms:
            await room.hands()
            await asyncio.sleep(pause)
        if bot is not None:
            await bot.ask("rest")

    def write(self, name: str, content: Any) -> str:
        """Write a file for a bot to read, and return its path."""
        path = self.folder / name
        path.write_text(json.dumps(content))
        return str(path)


class Traffic:
    """The requests to a stand-in from now on."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._before = sandbox.rest.answered.copy()

    @property
    def answered(self) -> Counter[Answered]:
        """Return the answers so far, by kind."""
        return self.sandbox.rest.answered - self._before

    def figures(self) -> dict[str, Any]:
        """Return how many requests of each kind there were, and how many of them were refused with a 429."""
        requests, scopes, routes = Counter[str](), Counter[str](), Counter[str]()
        for answered, number in self.answered.items():
            by_token = "/webhooks/" in answered.route
            kind = "by_token" if by_token else KINDS.get(answered.route, "others")
            requests[kind] += number
            if answered.status == 429:
                scopes[answered.scope] += number
                routes[f"{answered.scope} {kind}"] += number
        return {
            "requests": dict(requests),
            "too_many": scopes.total(),
            "too_many_by_scope": dict(scopes),
            "too_many_by_route": dict(routes),
            "invalid_in_ten_minutes": self.sandbox.rest.bans.invalid,
        }


def at(values: Sequence[float], percent: int) -> float:
    """Return a percentile of `values`."""
    return quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


def percentiles(values: Sequence[float], *percents: int, digits: int = 1) -> dict[str, float]:
    """Return percentiles of `values` by name, such as `p50`; nothing if there are no values."""
    return {f"p{percent}": round(at(values, percent), digits) for percent in percents} if values else {}
