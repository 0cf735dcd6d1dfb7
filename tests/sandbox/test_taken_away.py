"""Losses of the bot while it runs: a thread, a role, a whole guild."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from sandbox.driver import CommandError, NoAnswer
from sandbox.permissions import Permission
from tests.sandbox.conftest import Place
from tests.sandbox.sample import SampleBot


def listen(bot: SampleBot, *events: str) -> list[str]:
    """Return a list to which the names of these events are added as they come."""
    heard: list[str] = []
    for name in events:

        async def note(*_: Any, name: str = name) -> None:
            heard.append(name)

        bot.add_listener(note, f"on_{name}")
    return heard


async def test_a_guild_goes_on_without_the_bot_that_it_has_put_out(place: Place, bot: SampleBot) -> None:
    heard = listen(bot, "guild_remove", "guild_unavailable", "guild_join", "message")
    table = (await place.ann.slash(place.channel, "cicera start")).message
    assert table is not None
    own_role = place.guild.bot_role
    place.channel.deny(own_role, Permission.SEND_MESSAGES)
    place.guild.remove_member(place.sandbox.bot)
    await place.sandbox.until(lambda: "guild_remove" in heard)
    assert bot.get_guild(place.guild.id) is None
    with pytest.raises(discord.NotFound):
        await bot.fetch_guild(place.guild.id)
    with pytest.raises(discord.Forbidden):
        await bot.get_partial_messageable(place.channel.id, guild_id=place.guild.id).send("hello")
    before = len(heard)
    assert place.ann.sees(place.channel) == [table]
    await place.ann.say(place.channel, "it has gone")
    with pytest.raises(CommandError):
        await place.ann.slash(place.channel, "cicera start")
    with pytest.raises(NoAnswer):
        await place.ann.press(table, label="count")
    assert own_role.id not in place.guild.roles

    place.sandbox.world.invite(place.guild)
    await place.sandbox.until(lambda: "guild_join" in heard)
    assert heard[before:] == ["guild_join"]
    channel = bot.get_channel(place.channel.id)
    assert isinstance(channel, discord.TextChannel)
    assert channel.permissions_for(channel.guild.me).send_messages
    assert (await place.ann.press(table, label="count")).kind == "update"


async def test_in_an_outage_the_bot_is_still_a_member(place: Place, bot: SampleBot) -> None:
    heard = listen(bot, "guild_remove", "guild_unavailable", "guild_available", "guild_channel_create")
    place.sandbox.world.outage(place.guild)
    await place.sandbox.until(lambda: "guild_unavailable" in heard)
    place.guild.add_channel("altrove")
    place.sandbox.world.outage(place.guild, on=False)
    await place.sandbox.until(lambda: "guild_available" in heard)
    assert heard == ["guild_unavailable", "guild_available"]
    guild = bot.get_guild(place.guild.id)
    assert guild is not None
    assert [channel.name for channel in guild.text_channels] == ["carte", "altrove"]


async def test_threads_are_told_of_where_the_bot_may_see_them(place: Place, bot: SampleBot) -> None:
    heard = listen(bot, "thread_join", "raw_thread_delete")
    place.channel.deny(place.sandbox.bot, Permission.VIEW_CHANNEL)
    thread, other = place.channel.add_thread("one"), place.channel.add_thread("two")
    other.delete()
    place.channel.reset(place.sandbox.bot)
    await place.sandbox.until(lambda: bot.get_channel(thread.id) is not None)
    assert bot.get_channel(other.id) is None
    thread.delete()
    await place.sandbox.until(lambda: "raw_thread_delete" in heard)
    assert heard == ["thread_join", "raw_thread_delete"]


async def test_the_bot_is_told_of_its_own_roles_without_another_intent(place: Place, bot: SampleBot) -> None:
    heard = listen(bot, "member_update")
    guild = bot.get_guild(place.guild.id)
    assert guild is not None
    mute = place.guild.add_role("mute", 0)
    place.channel.deny(mute, Permission.EMBED_LINKS)
    place.guild.give_roles(place.ann.user, [mute.id])
    place.guild.give_roles(place.sandbox.bot, [place.guild.bot_role.id, mute.id])
    await place.sandbox.until(lambda: heard)
    assert heard == ["member_update"]
    channel = guild.get_channel(place.channel.id)
    assert channel is not None
    assert not channel.permissions_for(guild.me).embed_links
