"""What the benches share: tables in mid-game, the stand-in with its members, and a bot in another process."""

import asyncio
import json
import random
import secrets
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any, Final, Self

from bot.ledger import Ledger
from bot.render.panel import Press
from bot.store import Change, LogRow, PlaceRow, SeatRow, Status, Store, TableRow
from bot.table import OPTIONS_VERSION, Table
from bot.tables import Tables
from engine import GAMES, fairness
from sandbox.driver import Answer, Member
from sandbox.objects import Channel
from sandbox.server import Sandbox
from sandbox.view import Message

ROOT: Final = Path(__file__).parents[1]
NAMES: Final = ("ann", "bo", "cy", "di")
CHANNELS: Final = 250
"""Channels in one guild, at most."""
PLAYS: Final = 48
"""Plays in a hand of four."""


class Bot:
    """A bot in a process of its own, and what it is asked."""

    def __init__(self, process: Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, kind: str, *arguments: str) -> Self:
        """Return a new process, of a `real` or a `bare` bot, which is connected to nothing yet."""
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable, "-m", f"bench.{kind}", *arguments, cwd=ROOT, stdin=PIPE, stdout=PIPE
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
    async def set(cls, tables: int) -> AsyncIterator[Self]:
        """Serve a stand-in with so many channels, in guilds of four people."""
        async with Sandbox() as sandbox:
            places: list[Place] = []
            for first in range(0, tables, CHANNELS):
                guild = sandbox.world.add_guild(f"Osteria {first // CHANNELS + 1}")
                people = [sandbox.join(guild, name) for name in NAMES]
                for number in range(first, min(first + CHANNELS, tables)):
                    places.append(Place(guild.add_channel(f"carte-{number + 1}"), people))
            yield cls(sandbox, places)

    @asynccontextmanager
    async def bot(self, kind: str, *arguments: str) -> AsyncIterator[Bot]:
        """Run a bot against this stand-in."""
        bot = await Bot.start(kind, self.sandbox.url, self.sandbox.token, *arguments)
        try:
            await self.sandbox.ready()
            yield bot
        finally:
            await bot.end()


async def deal(database: Path, places: Sequence[Place], rng: random.Random, most: int) -> list[Table]:
    """Return a stored table in mid-game for each place, up to `most` plays into its first hand."""
    store = await Store.open(f"sqlite+aiosqlite:///{database}")
    try:
        return [await _dealt(store, place, rng, most) for place in places]
    finally:
        await store.close()


async def _dealt(store: Store, place: Place, rng: random.Random, most: int) -> Table:
    people = [(person.id, person.name) for person in place.people]
    table = seated("cicera", {}, people, place.channel.guild.id, place.channel.id)
    log = [first_deal(table)]
    table = table.replayed(log[0])
    for _ in range(rng.randint(0, most)):
        log.append(next_play(table, rng))
        table = table.replayed(log[-1])
    return await stored(store, table, log)


async def stored(store: Store, table: Table, log: Sequence[LogRow]) -> Table:
    """Return a table, stored with its log."""
    row = table.row
    await store.create(row, table.ledger.place, table.seats)
    after = table.with_row(version=row.version + 1, entropy=table.entropy)
    columns = {"version": after.row.version, "entropy": after.row.entropy}
    await store.commit(Change(row.id, row.version, columns, entries=tuple(log)))
    return after


def first_deal(table: Table) -> LogRow:
    """Return the first entry of the log of a table."""
    return LogRow(0, None, str(Tables.next_deal(table)), None, 0.0)


def seated(
    name: str,
    values: Mapping[str, Any],
    people: Sequence[tuple[int, str]],
    guild_id: int,
    channel_id: int,
) -> Table:
    """Return a table, stored nowhere, whose game is to be dealt: the people by id and name, in seat order."""
    game, seed = GAMES[name], secrets.token_bytes(32)
    options = game.options(values)
    row = TableRow(
        id=secrets.token_hex(4),
        guild_id=guild_id,
        game=name,
        options=game.values(options),
        options_version=OPTIONS_VERSION,
        status=Status.PLAYING,
        host_id=people[0][0],
        seed=seed,
        commitment=fairness.commitment(seed),
        language="en",
        rematch_of=None,
        created_at=time.time(),
        touched_at=time.time(),
        wake_at=None,
        entropy=None,
        version=1,
    )
    seats = tuple(SeatRow(seat, *person, entropy=secrets.randbits(60)) for seat, person in enumerate(people))
    return Table.new(row, seats, Ledger(PlaceRow(row.id, guild_id, channel_id)))


def next_play(table: Table, rng: random.Random) -> LogRow:
    """Return a play for whoever is to act: a capture if there is one, as players would."""
    seat = table.waits_for()[0]
    legal = table.game.legal(table.state, seat)
    action = rng.choice([action for action in legal if action.taken] or legal)
    return LogRow(table.seq, seat, str(action), table.seats[seat].user_id, 0.0)


def at(values: Sequence[float], percent: int) -> float:
    """Return a percentile of `values`."""
    return quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


def write(path: Path, content: Any) -> str:
    """Write what a bot is to read, and return where it is."""
    path.write_text(json.dumps(content))
    return str(path)
