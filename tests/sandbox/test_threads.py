"""Threads as in Discord: one a message, archived by their makers, brought back by a word."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from sandbox.objects import HAS_THREAD, Channel
from tests.sandbox.conftest import Place
from tests.sandbox.lab import Lab, lab_of
from tests.sandbox.sample import SampleBot, running


@pytest.fixture
async def lab(place: Place) -> AsyncIterator[Lab]:
    async with lab_of(place) as lab:
        yield lab


def known(bot: SampleBot, channel: Channel) -> discord.Thread | None:
    """Return a thread in the bot's cache, None if it is not there: an archived one is forgotten."""
    found = bot.get_channel(channel.id)
    assert found is None or isinstance(found, discord.Thread)
    return found


async def started(lab: Lab) -> tuple[int, Any]:
    """Start a thread from a new message, and return the answer."""
    _, message = await lab.send(content="table 1")
    return await lab.call("POST", f"{lab.here}/{message['id']}/threads", {"name": "table 1"})


async def test_a_thread_has_the_id_of_its_message_so_there_is_one(place: Place, lab: Lab) -> None:
    status, thread = await started(lab)
    message = place.sandbox.world.messages[int(thread["id"])]
    assert (status, thread["type"], thread["parent_id"]) == (201, 11, str(place.channel.id))
    assert message.flags & HAS_THREAD
    assert message.edited is None
    _, read = await lab.call("GET", f"{lab.here}/{message.id}")
    assert read["thread"]["id"] == thread["id"]
    # An edit that sets flags leaves this one.
    _, edited = await lab.call("PATCH", f"{lab.here}/{message.id}", {"content": "x", "flags": 1 << 2})
    assert edited["flags"] & HAS_THREAD
    status, refusal = await lab.call("POST", f"{lab.here}/{message.id}/threads", {"name": "table 1"})
    assert (status, refusal["code"]) == (400, 160004)


async def test_no_thread_is_started_in_a_thread(place: Place, lab: Lab) -> None:
    _, thread = await started(lab)
    there = f"/channels/{thread['id']}/messages"
    _, message = await lab.call("POST", there, {"content": "deeper"})
    status, refusal = await lab.call("POST", f"{there}/{message['id']}/threads", {"name": "x"})
    assert (status, refusal["code"]) == (400, 50024)
    status, refusal = await lab.call("PATCH", f"/channels/{place.channel.id}", {"archived": True})
    assert (status, refusal["code"]) == (400, 50024)


async def test_what_is_put_away_is_not_edited_and_comes_back_by_a_message(place: Place, lab: Lab) -> None:
    _, thread = await started(lab)
    here = f"/channels/{thread['id']}"
    _, message = await lab.call("POST", f"{here}/messages", {"content": "x"})
    status, changed = await lab.call("PATCH", here, {"archived": True})
    assert (status, changed["thread_metadata"]["archived"]) == (200, True)
    for path, body in ((f"{here}/messages/{message['id']}", {"content": "y"}), (here, {"name": "y"})):
        status, refusal = await lab.call("PATCH", path, body)
        assert (status, refusal["code"]) == (400, 50083)
    channel = place.sandbox.world.channels[int(thread["id"])]
    await place.ann.say(channel, "one more?")
    assert not channel.archived
    channel.archive()
    await lab.call("PATCH", here, {"archived": False, "name": "one more"})
    assert (channel.archived, channel.name) == (False, "one more")


async def test_the_bot_hears_of_threads_but_of_no_archived_ones(place: Place, bot: SampleBot) -> None:
    message = await place.ann.say(place.channel, "table 1")
    thread = place.channel.add_thread("table 1", starter=message.stored)
    await place.sandbox.until(lambda: known(bot, thread))
    thread.archive()
    await place.sandbox.until(lambda: known(bot, thread) is None)
    thread.archive(False)
    await place.sandbox.until(lambda: known(bot, thread))
    other = place.channel.add_thread("table 2")
    other.archive()
    await bot.close()
    async with running(place.sandbox) as again:
        assert known(again, thread)
        assert known(again, other) is None
