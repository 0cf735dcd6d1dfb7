"""A sandbox with one guild, one channel and two members for each test, and a connected bot on request."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from sandbox.driver import Member
from sandbox.objects import Channel, Guild
from sandbox.server import Sandbox
from tests.sandbox.sample import SampleBot, running


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
