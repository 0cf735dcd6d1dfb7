"""The events of servers, channels and permissions, which may take a table away or give it back.

A server that the bot has left is noted, since its data is deleted after a while.
"""

from typing import Any

import discord
from discord.ext import commands

from bot.app import CardsBot
from bot.panels.shared.lacking import CHANNEL, THREAD
from cogs.publisher import publisher
from cogs.sending.permissions import VIEW_CHANNEL, missing_in


class ServerEvents(commands.Cog):
    """The listener that has tables checked again when their server, channel or permissions have changed."""

    def __init__(self, bot: CardsBot) -> None:
        self.bot = bot
        self.places = publisher(bot).boards.places

    # Permissions

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: Any, after: discord.abc.GuildChannel) -> None:
        """A channel's permissions may have changed."""
        self.places.changed(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: Any, after: discord.Role) -> None:
        """The permissions of the bot's roles may have changed."""
        self.places.changed(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """A role of the bot may be gone."""
        self.places.changed(role.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, before: Any, after: discord.Member) -> None:
        """The bot's roles or timeout may have changed; events of others would need a further intent."""
        self.places.changed(after.guild.id)

    # Channels and threads

    @commands.Cog.listener()
    async def on_thread_update(self, before: Any, after: discord.Thread) -> None:
        """A thread may have been unlocked; one that was archived comes back as `on_thread_join`."""
        self.places.changed(after.guild.id)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """The bot sees a thread that it could not see before, or that was archived."""
        self.places.changed(thread.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is deleted."""
        self.places.deleted(channel.guild.id, channel.id, (CHANNEL,))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is deleted, alone or with its channel; or the bot may no longer see its channel."""
        channel = self.bot.get_channel(payload.parent_id)
        unseen = VIEW_CHANNEL in missing_in(channel)
        names = (VIEW_CHANNEL,) if unseen else (CHANNEL,) if channel is None else (THREAD,)
        self.places.deleted(payload.guild_id, payload.thread_id, names)

    # Servers

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was added, for the first time or again."""
        self.places.changed(guild.id)
        await self.bot.daily.added(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """An outage is over, or the bot has connected again: events of changes meanwhile are lost."""
        self.places.changed(guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed, or the server is deleted."""
        self.places.changed(guild.id)
        await self.bot.daily.removed(guild.id)
