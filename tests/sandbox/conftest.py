"""A sandbox with one guild, one channel and two members for each test; a bot and windows on request."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass

import pytest

from sandbox.driver import Member
from sandbox.objects import Channel, Guild
from sandbox.server import Sandbox
from tests.sandbox.sample import SampleBot, running
from tests.sandbox.visitor import Visitor, visiting


@dataclass
class Place:
    """The surroundings of a test."""

    sandbox: Sandbox
    guild: Guild
    channel: Channel
    ann: Member
    bo: Member


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    async with Sandbox() as sandbox:
        guild = sandbox.world.add_guild("Osteria")
        channel = guild.add_channel("carte")
        ann = sandbox.join(guild, "ann")
        bo = sandbox.join(guild, "bo", locale="it")
        yield Place(sandbox, guild, channel, ann, bo)


@pytest.fixture
async def bot(place: Place) -> AsyncIterator[SampleBot]:
    async with running(place.sandbox) as bot:
        yield bot


def key(member: Member) -> str:
    """Return the key of a member on the page."""
    return f"{member.guild.id}/{member.id}"


class Door:
    """Opens windows that are closed at the end of the test."""

    def __init__(self, place: Place, stack: AsyncExitStack) -> None:
        self.place = place
        self.stack = stack

    async def open(self, member: Member | None = None, window: str = "", since: str = "") -> Visitor:
        visit = visiting(self.place.sandbox.url, window, since)
        visitor = await self.stack.enter_async_context(visit)
        if member is not None:
            await visitor.look(key(member))
        return visitor


@pytest.fixture
async def door(place: Place, bot: SampleBot) -> AsyncIterator[Door]:
    """Return the door to the page, with a bot behind it."""
    async with AsyncExitStack() as stack:
        yield Door(place, stack)
