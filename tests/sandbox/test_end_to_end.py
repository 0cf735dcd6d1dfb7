"""An unmodified discord.py bot on the stand-in, from command sync to a form."""

from __future__ import annotations

import asyncio

import discord
import pytest

from sandbox.driver import CommandError, NoAnswer, Refused
from sandbox.limits import Limit
from sandbox.permissions import Permission
from tests.sandbox.conftest import Place
from tests.sandbox.sample import SampleBot, panel


async def test_a_slash_command_is_synced_and_answered(place: Place, bot: SampleBot) -> None:
    answer = await place.ann.slash(place.channel, "cicera start", target=31)
    assert answer.kind == "message"
    assert answer.message is not None
    assert answer.message.text == "count 31"
    assert [button.label for button in answer.message.buttons] == ["count", "panel", "later", "think", "form"]
    assert place.bo.sees(place.channel) == [answer.message]
    assert answer.milliseconds < 3000
    assert list(place.sandbox.violations) == []


@pytest.mark.real_time
async def test_a_press_edits_the_message_it_is_on(place: Place, bot: SampleBot) -> None:
    table = (await place.ann.slash(place.channel, "cicera start", target=1)).message
    assert table is not None
    answer = await place.bo.press(table, label="count")
    assert (answer.kind, answer.message, table.text) == ("update", table, "count 2")
    late = await place.bo.press(table, custom_id="tap:later:2")
    assert late.kind == "deferred_update"
    await place.sandbox.until(lambda: table.text == "count 100")
    with pytest.raises(Refused):
        await place.bo.press(table, custom_id="tap:count:1")
    forged = asyncio.create_task(place.bo.forge(table, "tap:count:1"))
    await asyncio.sleep(0.1)
    place.sandbox.clock.advance(3)
    with pytest.raises(NoAnswer):  # discord.py drops an id that is no longer on the message
        await forged
    assert (await place.bo.forge(table, "tap:count:100")).kind == "update"


async def test_an_ephemeral_panel_follows_by_its_token(place: Place, bot: SampleBot) -> None:
    table = (await place.ann.slash(place.channel, "cicera start")).message
    assert table is not None
    await place.ann.press(table, label="panel")
    await place.sandbox.until(lambda: "ann" in bot.panels)
    interaction, message_id = bot.panels["ann"]
    [own] = [message for message in place.ann.sees(place.channel) if message.ephemeral]
    assert own.id == message_id
    assert place.bo.sees(place.channel) == [table]
    with pytest.raises(Refused):
        await place.bo.press(own, label="yours")

    place.sandbox.clock.advance(14 * 60)
    await interaction.followup.edit_message(message_id, view=panel("after 14 minutes"))
    assert own.text == "after 14 minutes"
    with pytest.raises(discord.NotFound) as hidden:
        await bot.http.get_message(place.channel.id, message_id)
    assert hidden.value.code == 10008
    place.sandbox.clock.advance(2 * 60)
    with pytest.raises(discord.HTTPException) as expired:
        await interaction.followup.edit_message(message_id, view=panel("too late"))
    assert (expired.value.status, expired.value.code) == (401, 50027)
    assert own.text == "after 14 minutes"
    place.ann.reload()
    assert place.ann.sees(place.channel) == [table]


async def test_a_form_is_filled_in(place: Place, bot: SampleBot) -> None:
    table = (await place.ann.slash(place.channel, "cicera start")).message
    assert table is not None
    opened = await place.ann.press(table, label="form")
    assert opened.kind == "modal"
    assert opened.modal is not None
    assert [field.label for field in opened.modal.fields] == ["Name"]
    with pytest.raises(Refused):
        await place.ann.submit(opened, {"name": ""})
    with pytest.raises(Refused):
        await place.bo.submit(opened, {"name": "Bo"})
    answer = await place.ann.submit(opened.modal, {"name": "Ann"})
    assert answer.text == "Hello Ann"
    assert answer.message is not None
    assert answer.message.ephemeral
    assert list(place.sandbox.violations) == []


async def test_a_deferred_answer_keeps_its_privacy(place: Place, bot: SampleBot) -> None:
    table = (await place.ann.slash(place.channel, "cicera start")).message
    assert table is not None
    answer = await place.ann.press(table, label="think")
    assert answer.kind == "deferred"
    await place.sandbox.until(lambda: answer.text == "thought")
    assert answer.message is not None
    assert answer.message.ephemeral
    assert not answer.message.loading
    assert place.bo.sees(place.channel) == [table]


async def test_files_carry_their_alt_text(place: Place, bot: SampleBot) -> None:
    answer = await place.ann.slash(place.channel, "cicera picture")
    assert answer.message is not None
    [file] = answer.message.attachments
    assert (file.filename, file.description, file.data) == ("table.webp", "four cards", b"RIFFxxxxWEBP")
    assert await bot.http.get_from_cdn(file.url) == file.data


async def test_a_select_and_an_autocompletion(place: Place, bot: SampleBot) -> None:
    picked = (await place.ann.slash(place.channel, "cicera pick")).message
    assert picked is not None
    with pytest.raises(Refused):
        await place.ann.select(picked, values=["K"])
    assert (await place.ann.select(picked, values=["Ace"])).text == "chose A"
    assert await place.ann.autocomplete(place.channel, "cicera find", "what", "cav") == [("CAV", "cav")]


async def test_application_emoji_are_kept_and_shown(place: Place, bot: SampleBot) -> None:
    image = b"\x89PNG\r\n\x1a\n" + bytes(20)
    emoji = await bot.create_application_emoji(name="ace", image=image)
    assert [(found.id, found.name) for found in await bot.fetch_application_emojis()] == [(emoji.id, "ace")]
    channel = bot.get_channel(place.channel.id)
    assert isinstance(channel, discord.TextChannel)
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(emoji=emoji, custom_id="x"))
    await channel.send(f"{emoji} <@{place.ann.id}>", view=view)
    [message] = place.ann.sees(place.channel)
    assert message.buttons[0].emoji == "ace"
    assert message.mentions == ["ann"]
    await channel.send(f"<@{place.ann.id}>", allowed_mentions=discord.AllowedMentions.none())
    assert place.ann.sees(place.channel)[-1].mentions == []
    await emoji.delete()
    with pytest.raises(discord.HTTPException) as refused:
        await channel.send("x", view=view)
    assert refused.value.code == 50035


async def test_locale_and_members_reach_the_bot(place: Place, bot: SampleBot) -> None:
    assert (await place.bo.slash(place.channel, "cicera hand")).text == "hand of bo in it"
    assert (await place.bo.slash(place.channel, "cicera hand", who=place.ann)).text == "hand of ann in it"


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("chess start", {}),
        ("cicera", {}),
        ("cicera begin", {}),
        ("cicera start", {"speed": 1}),
        ("cicera start", {"target": 102}),
        ("cicera start", {"target": "many"}),
        ("cicera start", {"players": 5}),
        ("cicera find", {}),
    ],
)
async def test_the_client_refuses_a_wrong_command(
    place: Place, bot: SampleBot, words: str, options: dict[str, object]
) -> None:
    before = len(place.sandbox.gateway_log)
    with pytest.raises(CommandError):
        await place.ann.slash(place.channel, words, **options)
    assert len(place.sandbox.gateway_log) == before


async def test_permissions_reach_the_bot(place: Place, bot: SampleBot) -> None:
    place.channel.deny(place.sandbox.bot, Permission.ATTACH_FILES)
    place.channel.allow(place.ann, Permission.MANAGE_MESSAGES)
    await place.ann.slash(place.channel, "cicera hand")
    sent = [f.data["d"] for f in place.sandbox.gateway_log if f.data.get("t") == "INTERACTION_CREATE"][-1]
    assert int(sent["app_permissions"]) & Permission.ATTACH_FILES == 0
    assert int(sent["app_permissions"]) & Permission.SEND_MESSAGES
    assert int(sent["member"]["permissions"]) & Permission.MANAGE_MESSAGES
    place.channel.deny(place.bo, Permission.VIEW_CHANNEL)
    assert place.bo.sees(place.channel) == []
    with pytest.raises(CommandError):
        await place.bo.slash(place.channel, "cicera hand")
    with pytest.raises(Refused):
        await place.bo.say(place.channel, "hello")


async def test_a_thread_is_a_channel_too(place: Place, bot: SampleBot) -> None:
    thread = place.channel.add_thread("table 1")
    table = (await place.ann.slash(thread, "cicera start", target=2)).message
    assert table is not None
    assert (await place.bo.press(table, label="count")).text == "count 3"
    assert place.bo.sees(place.channel) == []
    thread.delete()
    with pytest.raises(Refused):
        await place.bo.press(table, label="count")


async def test_who_left_can_do_nothing(place: Place, bot: SampleBot) -> None:
    table = (await place.ann.slash(place.channel, "cicera start")).message
    assert table is not None
    place.bo.leave()
    for act in (place.bo.press(table, label="count"), place.bo.forge(table, "tap:count:51")):
        with pytest.raises(Refused):
            await act
    again = place.sandbox.join(place.guild, "bo")
    assert again.id == place.bo.id
    assert (await again.press(table, label="count")).text == "count 52"


@pytest.mark.real_time
async def test_no_answer_within_three_seconds(place: Place, bot: SampleBot) -> None:
    async def wait() -> None:
        with pytest.raises(NoAnswer):
            await place.ann.slash(place.channel, "cicera silence")

    waiting = asyncio.create_task(wait())
    await place.sandbox.until(lambda: "silence" in bot.presses or waiting.done())
    await asyncio.sleep(0.05)
    place.sandbox.clock.advance(3.1)
    await waiting
    assert "not acknowledged" in place.sandbox.violations[0]


@pytest.mark.real_time
async def test_an_answer_may_take_longer_where_that_limit_is_out(place: Place, bot: SampleBot) -> None:
    place.sandbox.limits.off.add(Limit.ACK_WINDOW)
    waiting = asyncio.create_task(place.ann.slash(place.channel, "cicera silence"))
    await place.sandbox.until(lambda: "silence" in bot.presses)
    place.sandbox.clock.advance(3.1)
    await asyncio.sleep(0.05)
    assert not waiting.done()
    waiting.cancel()
    assert list(place.sandbox.violations) == []
