"""Notices when Discord cannot be reached, and gives everybody that time back."""

from collections.abc import Callable

import discord
from discord.ext import commands

from bot.app import CardsBot


class Outages(commands.Cog):
    """Hears of connections that are lost and come back."""

    def __init__(self, bot: CardsBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """From now on nobody on this shard can act."""
        self.bot.outages.begins(shard_id=shard_id)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """The connection is there again, and nothing was missed."""
        await self._shard_back(shard_id)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """The connection is there again, as a new one."""
        await self._shard_back(shard_id)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """From now on nobody in this server can act."""
        self.bot.outages.begins(guild_id=guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The server is in order again, or was heard of for the first time."""
        await self._give_back(lambda guild_id: guild_id == guild.id, self.bot.outages.guild_back(guild.id))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot may have been put out: every turn there has its full time again."""
        await self.bot.clock.begin_anew(self.bot.tables, guild.id)

    async def _shard_back(self, shard_id: int) -> None:
        def is_on(guild_id: int) -> bool:
            return self.bot.shard_of(guild_id) == shard_id

        await self._give_back(is_on, self.bot.outages.shard_back(shard_id))

    async def _give_back(self, of: Callable[[int], bool], seconds: float) -> None:
        if seconds:
            await self.bot.clock.put_off(self.bot.tables, of, seconds)
