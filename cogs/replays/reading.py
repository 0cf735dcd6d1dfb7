"""The member of an interaction as a reader of games, with the channels that they can see now."""

import asyncio
from collections.abc import Collection, Iterator
from typing import Any, Final

import discord

from bot.store import Reader
from cogs.sending.answers import Interaction

_AT_ONCE: Final = 50
"""The channels that are looked at in a millisecond."""


class _Visible(Collection[int]):
    """The channels and threads that a member can see, each looked at when it is asked for."""

    def __init__(self, interaction: Interaction) -> None:
        self._member, self._guild = interaction.user, interaction.guild
        self._here = interaction.channel_id

    def __contains__(self, channel_id: object) -> bool:
        if self._guild is None or not isinstance(channel_id, int):
            return False
        found: Any = self._guild.get_channel_or_thread(channel_id)
        return found is not None and self._sees(found)

    def __iter__(self) -> Iterator[int]:
        return (channel_id for channel_id in _every(self._guild) if channel_id in self)

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


def _every(guild: discord.Guild | None) -> list[int]:
    """Return the channels and the threads of a server."""
    return [] if guild is None else [channel.id for channel in (*guild.channels, *guild.threads)]


def reader_of(interaction: Interaction) -> Reader:
    """Return the member of an interaction as a reader of games in its server."""
    assert interaction.guild_id is not None
    return Reader(interaction.user.id, interaction.guild_id, _Visible(interaction))


async def reader_of_lists(interaction: Interaction) -> Reader:
    """Return the same reader with all channels looked at, for lists of games.

    In a large server that takes some hundredths of a second, so other presses come in between.
    """
    reader, seen = reader_of(interaction), list[int]()
    for number, channel_id in enumerate(_every(interaction.guild), 1):
        if channel_id in reader.channels:
            seen.append(channel_id)
        if not number % _AT_ONCE:
            await asyncio.sleep(0)
    return reader._replace(channels=tuple(seen))
