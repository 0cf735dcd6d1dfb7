"""The member of an interaction as a reader of games, with the channels that they can see now."""

from collections.abc import Collection, Iterator
from typing import Any

import discord

from bot.store import Reader
from cogs.sending.answers import Interaction


class _Visible(Collection[int]):
    """The channels and threads that a member can see; all are looked at only where all are wanted."""

    def __init__(self, interaction: Interaction) -> None:
        self._member, self._guild = interaction.user, interaction.guild
        self._here = interaction.channel_id

    def __contains__(self, channel_id: object) -> bool:
        if self._guild is None or not isinstance(channel_id, int):
            return False
        found: Any = self._guild.get_channel_or_thread(channel_id)
        return found is not None and self._sees(found)

    def __iter__(self) -> Iterator[int]:
        if self._guild is not None:
            for channel in (*self._guild.channels, *self._guild.threads):
                if self._sees(channel):
                    yield channel.id

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _sees(self, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
        if not isinstance(self._member, discord.Member):
            return False
        if not isinstance(channel, discord.Thread):
            return channel.permissions_for(self._member).view_channel
        if channel.parent is None:
            return False
        may = channel.permissions_for(self._member)
        # Who is in a private thread is not known, except of the one where the member acts.
        return may.view_channel and (
            not channel.is_private() or may.manage_threads or channel.id == self._here
        )


def reader_of(interaction: Interaction) -> Reader:
    """Return the member of an interaction as a reader of games in its server."""
    assert interaction.guild_id is not None
    return Reader(interaction.user.id, interaction.guild_id, _Visible(interaction))
