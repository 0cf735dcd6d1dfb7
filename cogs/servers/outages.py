"""The events of outages: lost connections, and servers out of order; everybody gets that time back.

An outage ends only when its time has been given back; until then the clock leaves its deadlines alone.
"""

from collections.abc import Callable

import discord
from discord.ext import commands

from bot.app import CardsBot
from bot.clock.outages import Outage


class OutageEvents(commands.Cog):
    """The listener for connections and servers that are lost or come back."""

    def __init__(self, bot: CardsBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """All shards are connected."""
        self.bot.outages.started()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """From now on nobody on this shard can act."""
        self.bot.outages.begins(shard_id=shard_id)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """The connection is back, and no event was lost."""
        await self._shard_back(shard_id)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """The connection is back, as a new one."""
        await self._shard_back(shard_id)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """From now on nobody in this server can act."""
        self.bot.outages.begins(guild_id=guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The server is in order again, or this is its first event."""
        with self.bot.outages.guild_back(guild.id) as outage:
            await self._give_back(outage, lambda guild_id: guild_id == guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot may have been removed before: every turn there gets its full time again."""
        with self.bot.outages.guild_back(guild.id):
            await self.bot.clock.begin_anew(self.bot.tables, guild.id)

    async def _shard_back(self, shard_id: int) -> None:
        outages, shard_of = self.bot.outages, self.bot.shard_of
        if self.bot.is_ready():
            # The machine may have slept: its steady clock does not count that.
            await self.bot.comparing.once()
            shard = self.bot.get_shard(shard_id)
            if shard is None or shard.is_closed():
                # Lost again meanwhile: the outage goes on.
                return
        with outages.shard_back(shard_id) as outage:
            # A server that was already out of order gets all its time back later, once it is in order.
            before = outages.out_of_order()
            await self._give_back(outage, lambda one: shard_of(one) == shard_id and one not in before)
            for guild in self.bot.guilds:
                # There is no event for a server that a new connection finds out of order.
                if guild.unavailable and shard_of(guild.id) == shard_id:
                    outages.begins(guild_id=guild.id)
        self.bot.clock.lives()

    async def _give_back(self, outage: Outage | None, of: Callable[[int], bool]) -> None:
        if outage is not None and outage.seconds(self.bot.tables.now()):
            await self.bot.clock.put_off(self.bot.tables, of, outage)
