"""Requests of discord.py and answers of the stand-in, checked against Discord's own description."""

from __future__ import annotations

import discord
import pytest

from sandbox.rest import Request
from tests.sandbox import openapi
from tests.sandbox.conftest import Place
from tests.sandbox.lab import lab_of
from tests.sandbox.sample import SampleBot, panel

pytestmark = pytest.mark.skipif(not openapi.available, reason="no ../shared/discord-openapi.json")


async def test_requests_and_answers_fit_the_description(place: Place, bot: SampleBot) -> None:
    ann, channel = place.ann, place.channel
    table = (await ann.slash(channel, "cicera start")).message
    assert table is not None
    for label in ("count", "panel", "think", "later"):
        await ann.press(table, label=label)
    await place.sandbox.until(lambda: "ann" in bot.panels)
    await ann.submit(await ann.press(table, label="form"), {"name": "Ann"})
    await ann.slash(channel, "cicera picture")
    picked = (await ann.slash(channel, "cicera pick")).message
    assert picked is not None
    await ann.select(picked, values=["A"])
    await ann.autocomplete(channel, "cicera find", "what", "x")
    interaction, message_id = bot.panels["ann"]
    await interaction.followup.edit_message(message_id, view=panel("later"))
    await interaction.followup.delete_message(message_id)
    emoji = await bot.create_application_emoji(name="ace", image=b"\x89PNG\r\n\x1a\n" + bytes(20))
    assert [found.id for found in await bot.fetch_application_emojis()] == [emoji.id]
    await emoji.edit(name="ace_of_spades")
    await emoji.delete()
    here = bot.get_channel(channel.id)
    assert isinstance(here, discord.TextChannel)
    sent = await here.send(view=panel("turn"), allowed_mentions=discord.AllowedMentions.none())
    await sent.edit(view=panel("over"))
    assert [message.id async for message in here.history(limit=1)] == [sent.id]
    await here.fetch_message(sent.id)
    await sent.delete()
    thread = await here.create_thread(name="table 1", type=discord.ChannelType.public_thread)
    await thread.send("in the thread")
    starter = await here.send("table 2")
    started = await starter.create_thread(name="table 2", auto_archive_duration=60)
    assert started.id == starter.id
    await here.fetch_message(starter.id)
    await started.edit(archived=True)
    await started.send("back again")
    await bot.fetch_channel(channel.id)
    await bot.fetch_guild(place.guild.id)
    assert (await here.guild.fetch_member(place.bo.id)).name == "bo"
    await bot.application_info()
    await bot.tree.fetch_commands()
    await here.typing()
    with pytest.raises(discord.HTTPException):
        await here.send("x" * 2001)
    wrong = [text for entry in place.sandbox.requests for text in openapi.check(entry)]
    assert wrong == []
    answers = [text for entry in place.sandbox.requests for text in openapi.check_answer(entry)]
    assert answers == []


async def test_refusals_fit_the_description(place: Place) -> None:
    async with lab_of(place) as lab:
        await lab.send(content="")
        await lab.send(content="x" * 2001)
        await lab.call("GET", f"{lab.here}/1")
        for _ in range(6):
            await lab.send(content="x")
    assert {entry.status for entry in place.sandbox.requests} == {200, 400, 404, 429}
    assert [text for entry in place.sandbox.requests for text in openapi.check_answer(entry)] == []


@pytest.mark.parametrize(
    ("method", "path", "json"),
    [
        ("POST", "/channels/1/nonsense", {}),
        ("PUT", "/channels/1/messages", {}),
        ("POST", "/channels/1/messages", None),
        ("POST", "/channels/1/messages", {"content": 5}),
        ("POST", "/channels/1/messages", {"components": [{"type": 99}]}),
        ("POST", "/channels/1/messages", {"components": [{"type": 17, "components": [{"type": 10}]}]}),
        ("POST", "/interactions/1/t/callback", {"type": 4, "data": {"flags": "64"}}),
        ("PUT", "/applications/1/commands", [{"name": "x" * 33, "description": "x"}]),
    ],
)
def test_a_wrong_request_is_found(method: str, path: str, json: object) -> None:
    assert openapi.check(Request(method, path, "", {}, 0.0, json))


def test_a_wrong_query_and_a_wrong_answer_are_found() -> None:
    entry = Request("GET", "/users/@me", "", {"x": "1"}, 0.0, status=200, response={"id": 5})
    assert len(openapi.check(entry)) == 1
    assert openapi.check_answer(entry)
