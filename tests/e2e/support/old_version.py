"""An evening left by a bot of an older version when it was killed: its database, and Discord's messages.

`python -m tests.e2e.support.old_version FOLDER` plays such an evening with the bot of this checkout and
writes it into a folder: `cards.sql` is the bot's database, `discord.json` has messages, tokens and nonces of
the stand-in. The ones in `tests/e2e/support/left` are of commit bcb69b2, before modules moved into packages;
to leave those of another version, run it in a checkout of that version. Channels and members are made again
in the same order, in which the stand-in gives them the same ids.

Three tables are open. In a game of Cicera all is noted: the player whose turn it is has been called, and Gus
waits for a seat. In a lobby the last member's join is shown and not noted. In a game of Ciapano without a
clock three messages are sent and not noted: the table itself, the call to a turn, and that of Eva to a seat.
"""

import asyncio
import json
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.app import CardsBot
from bot.store import Busy, PanelRow, PlaceRow, Shards, Store, WaiterRow
from bot.store.calls import StoredCalls
from bot.store.database.readers import Readers
from bot.store.database.writer import Writer
from sandbox.driver import Member
from sandbox.errors import Json
from sandbox.interactions import Interaction
from sandbox.objects import Message
from sandbox.server import Sandbox
from tests.e2e.calls.test_calls import likes
from tests.e2e.faults.test_store_faults import play
from tests.e2e.support.house import House, running, sandboxed
from tests.e2e.support.newcomers import NEVER, begin, hand_over, look, panel
from tests.e2e.support.reading import verbs
from tests.e2e.support.umpire import unlimited
from tests.e2e.tables.test_lobby import opened, press, sit

LEFT: Final = Path(__file__).with_name("left")
DATABASE, DISCORD = "cards.sql", "discord.json"
DOWN: Final = 60.0
"""Seconds between the death of the old bot and the start of the new one."""
OF_INTERACTIONS: Final = ("id", "token", "kind", "created", "metadata", "answer")
OF_MESSAGES = ("id", "created", "content", "components", "flags", "edited", "viewer", "kind", "made_by")
"""Fields that are kept as they are; other things of the world are kept by their ids."""


@dataclass
class Evening:
    """Three channels of a server, one for each table, and two members without a seat."""

    cicera: House
    lobby: House
    ciapano: House
    eva: Member
    gus: Member

    @property
    def houses(self) -> tuple[House, ...]:
        """Return the channels."""
        return self.cicera, self.lobby, self.ciapano

    @property
    def sandbox(self) -> Sandbox:
        """Return the stand-in that they are in."""
        return self.cicera.sandbox

    @asynccontextmanager
    async def running(self, database: Path, kind: type[Store] = Store) -> AsyncIterator[CardsBot]:
        """Run a bot whose computers do not play; at both ends of the block all is shown."""
        async with running(self.cicera, database, kind=kind, **NEVER) as bot:
            for house in self.houses:
                house.bot = bot
            unlimited(self.cicera)
            await self.cicera.shown()
            yield bot
            await self.cicera.shown()


@asynccontextmanager
async def evening() -> AsyncIterator[Evening]:
    """Return the channels before anything has been opened there."""
    async with sandboxed(4) as made:
        eva, gus = (made.sandbox.join(made.guild, name) for name in ("eva", "gus"))
        lobby, ciapano = (
            replace(made, channel=made.guild.add_channel(name), people=made.people[:3])
            for name in ("attesa", "ciapano")
        )
        yield Evening(made, lobby, ciapano, eva, gus)


@asynccontextmanager
async def left(database: Path) -> AsyncIterator[Evening]:
    """Return the evening that the old bot left, a minute later, its database copied to `database`."""
    async with evening() as made:
        with closing(sqlite3.connect(database)) as connection:
            connection.executescript((LEFT / DATABASE).read_text("utf-8"))
        put_back(made.sandbox, json.loads((LEFT / DISCORD).read_text("utf-8")))
        yield made


# Playing it


class ForgetfulCalls(StoredCalls):
    """The calls of a store that can `forget` which messages have called members."""

    forget = False

    async def save_waiters(self, rows: Sequence[WaiterRow], guild_id: int | None = None) -> None:
        if self.forget:
            raise Busy("the bot is killed before this is stored")
        await super().save_waiters(rows, guild_id)


class Forgetful(Store):
    """A store that can `forget` which messages were sent, as if the bot were killed before it notes them."""

    calls: ForgetfulCalls

    def __init__(
        self,
        engine: AsyncEngine,
        own: Shards | None = None,
        readers: Readers | None = None,
        writer: Writer | None = None,
    ) -> None:
        super().__init__(engine, own, readers, writer)
        self.calls = ForgetfulCalls(self.readers, self.writer, own)

    @property
    def forget(self) -> bool:
        """Return whether nothing of the messages sent is stored."""
        return self.calls.forget

    @forget.setter
    def forget(self, forget: bool) -> None:
        self.calls.forget = forget

    def _may(self) -> None:
        if self.forget:
            raise Busy("the bot is killed before this is stored")

    async def set_message(self, place: PlaceRow) -> None:
        self._may()
        await super().set_message(place)

    async def set_ping(self, place: PlaceRow) -> None:
        self._may()
        await super().set_ping(place)

    async def mark_published(self, versions: Mapping[str, int], panels: Sequence[PanelRow] = ()) -> None:
        self._may()
        await super().mark_published(versions, panels)


async def played(made: Evening, store: Forgetful) -> None:
    """Play the evening up to the moment at which the bot is killed."""
    cicera, lobby, ciapano = made.houses
    await begin(cicera)
    await waits(cicera, made.gus)
    await opened(lobby, "ciapano", players=3)
    await begin(ciapano, "ciapano", clock=0)
    await waits(ciapano, made.eva)
    # The dealer puts a card aside first.
    await play(ciapano)
    await ciapano.shown()

    for person in cicera.people:
        await likes(cicera, person, pings="always")
    *_, cy, di = cicera.people
    for _ in cicera.people:
        await play(cicera)
        await cicera.shown()
    while asked(cicera) is not cy or not {"play", "pick"} <= set(verbs(panel(cicera, cy))):
        await play(cicera)
        await cicera.shown()
    await likes(cicera, di, call="on")

    store.forget = True
    await sit(lobby, lobby.people[1])
    await lobby.shown()
    first = asked(ciapano)
    await play(ciapano)
    await ciapano.shown()
    (third,) = [person for person in ciapano.people if person not in (first, asked(ciapano))]
    # Only the last new post has the number of the stored state.
    made.sandbox.world.delete(ciapano.public().stored)
    await hand_over(ciapano, third)


def asked(house: House) -> Member:
    """Return the only member for whom a game waits."""
    (person,) = house.able()
    return person


async def waits(made: House, person: Member) -> None:
    """Let a member without a seat ask to be called to one."""
    await press(made, person, await look(made, person), "wait")


async def write(folder: Path) -> None:
    """Play an evening, and write its database and its messages into a folder as they are at its end."""
    with tempfile.TemporaryDirectory() as temporary:
        database = Path(temporary) / "cards.db"
        async with evening() as made, made.running(database, Forgetful) as bot:
            assert isinstance(bot.store, Forgetful)
            await played(made, bot.store)
            # Read while the bot is at work, as after a kill.
            with closing(sqlite3.connect(database)) as connection:
                rows = "".join(f"{line}\n" for line in connection.iterdump())
            kept = keep(made.sandbox, rows)
    (folder / DATABASE).write_text(rows, "utf-8")
    # A line for each thing.
    parts = [f"{json.dumps(name)}: {_lines(part)}" for name, part in kept.items()]
    (folder / DISCORD).write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")


def _lines(part: Any) -> str:
    if not isinstance(part, list):
        return json.dumps(part)
    return "[\n" + ",\n".join(json.dumps(thing, ensure_ascii=False) for thing in part) + "\n]"


# Discord's side


def keep(sandbox: Sandbox, rows: str) -> Json:
    """Return all messages, the tokens named by them or by the rows of a database, and the nonces of posts."""
    messages = list(sandbox.world.messages.values())
    assert all(message.author is sandbox.world.bot for message in messages)
    made_by = {message.made_by for message in messages}
    return {
        "at": sandbox.clock.now(),
        "interactions": [
            {name: getattr(made, name) for name in OF_INTERACTIONS}
            | {"channel": made.channel.id, "user": made.member.user.id}
            | {"source": made.source and made.source.id, "original": made.original and made.original.id}
            for made in sandbox.interactions.by_id.values()
            if made.id in made_by or made.token in rows
        ],
        "messages": [
            {name: getattr(message, name) for name in OF_MESSAGES}
            | {"channel": message.channel.id, "mentions": [user.id for user in message.mentions]}
            for message in messages
        ],
        "nonces": [
            {"channel": channel_id, "nonce": nonce, "message": message.id}
            for (channel_id, nonce), message in sandbox.routes.sent.items()
            if not message.deleted
        ],
    }


def put_back(sandbox: Sandbox, kept: Json) -> None:
    """Put the messages, tokens and nonces of `keep` into another stand-in, a while later."""
    world, interactions = sandbox.world, sandbox.interactions
    sandbox.clock.offset += kept["at"] + DOWN - sandbox.clock.now()
    made_by = {one["id"]: one for one in kept["interactions"]}
    messages: dict[int, Message] = {}
    for one in kept["messages"]:
        channel = world.channels[one["channel"]]
        message = messages[one["id"]] = Message(
            **{name: one[name] for name in OF_MESSAGES},
            channel=channel,
            author=world.bot,
            mentions=[world.users[user_id] for user_id in one["mentions"]],
            interaction=made_by[one["made_by"]]["metadata"] if one["made_by"] else None,
        )
        world.publish(message)
    for one in kept["interactions"]:
        channel = world.channels[one["channel"]]
        done = asyncio.get_running_loop().create_future()
        done.set_result(None)
        made = Interaction(
            **{name: one[name] for name in OF_INTERACTIONS},
            member=channel.guild.members[one["user"]],
            channel=channel,
            data={},
            source=messages.get(one["source"]),
            original=messages.get(one["original"]),
            acknowledged=done,
        )
        interactions.by_id[made.id] = interactions.by_token[made.token] = made
    for one in kept["nonces"]:
        sandbox.routes.sent[one["channel"], one["nonce"]] = messages[one["message"]]


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1])))
