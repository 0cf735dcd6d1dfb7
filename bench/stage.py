"""What the benches share: the stand-in with its members, and a bot in another process."""

import asyncio
import json
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any, Final, Self

from bot.blocks.blocks import Press
from sandbox.driver import Answer, Member
from sandbox.objects import Channel
from sandbox.server import Sandbox
from sandbox.view import Message

ROOT: Final = Path(__file__).parents[1]
NAMES: Final = ("ann", "bo", "cy", "di")
DRESSED: Final = ("pictures=on", "emoji=on")
"""Settings of a bot as players have it."""
CHANNELS: Final = 250
"""Channels in one guild, at most."""


def command(module: str, *arguments: str) -> tuple[str, ...]:
    """Return the command line of a bot's process; tests of the benches have another, which begins sooner."""
    return (sys.executable, "-m", module, *arguments)


class Bot:
    """A bot in a process of its own, and what it is asked."""

    def __init__(self, process: Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, kind: str, *arguments: str, code: Path = ROOT) -> Self:
        """Return a new process, of a `real` or a `bare` bot, which is connected to nothing yet.

        `code` is where its modules are: another folder for a bot of which nothing is compiled.
        """
        return cls(
            await asyncio.create_subprocess_exec(
                *command(f"bench.{kind}", *arguments), cwd=code, stdin=PIPE, stdout=PIPE
            )
        )

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
class Place:
    """One table's channel, the four who sit there, and their private panels once they are open."""

    channel: Channel
    people: Sequence[Member]
    panels: list[Message] = field(default_factory=list)

    def board(self) -> Message:
        """Return the table's public message."""
        return [m for m in self.people[0].sees(self.channel) if not m.ephemeral and m.buttons][-1]

    async def open(self) -> None:
        """Let everybody press My hand."""
        board = self.board()
        button = next(b for b in board.buttons if pressed(b.custom_id) == "hand")
        for person in self.people:
            message = (await person.press(board, button)).message
            assert message is not None
            self.panels.append(message)

    async def press(self, seat: int, custom_id: str) -> Answer:
        """Let a player press a button of their panel."""
        return await self.people[seat].forge(self.panels[seat], custom_id)


def pressed(custom_id: str | None) -> str:
    """Return the verb of a button's id, empty if it belongs to no table."""
    press = Press.parse(custom_id or "")
    return press.verb if press else ""


@dataclass
class Stage:
    """A stand-in with a channel for each table."""

    sandbox: Sandbox
    places: list[Place]

    @classmethod
    @asynccontextmanager
    async def set(
        cls, tables: int, *, own: bool = False, channels: int = CHANNELS, keep: int | None = None
    ) -> AsyncIterator[Self]:
        """Serve a stand-in with so many channels, in guilds of four people or, with `own`, four to a channel.

        `channels` are those of a guild, `keep` bounds the log of requests.
        """
        async with Sandbox(keep_requests=keep) as sandbox:
            places: list[Place] = []
            for first in range(0, tables, channels):
                guild = sandbox.world.add_guild(f"Osteria {first // channels + 1}")
                people = [] if own else [sandbox.join(guild, name) for name in NAMES]
                for number in range(first + 1, min(first + channels, tables) + 1):
                    here = [sandbox.join(guild, f"{name} {number}") for name in NAMES] if own else people
                    places.append(Place(guild.add_channel(f"carte-{number}"), here))
            yield cls(sandbox, places)

    @asynccontextmanager
    async def bot(self, kind: str, *arguments: str, code: Path = ROOT) -> AsyncIterator[Bot]:
        """Run a bot against this stand-in."""
        bot = await Bot.start(kind, self.sandbox.url, self.sandbox.token, *arguments, code=code)
        try:
            await self.sandbox.ready()
            yield bot
        finally:
            await bot.end()


def at(values: Sequence[float], percent: int) -> float:
    """Return a percentile of `values`."""
    return quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


def write(path: Path, content: Any) -> str:
    """Write what a bot is to read, and return where it is."""
    path.write_text(json.dumps(content))
    return str(path)
