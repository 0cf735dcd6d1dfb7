"""The membership and the permissions that the bot needs where it is to show a table.

They are looked up before a request: each refusal counts towards Discord's ban of the address.
"""

from typing import Any, Final

import discord

from bot.app import CardsBot
from bot.errors import Refused
from bot.locale import Words

VIEW_CHANNEL: Final = "view_channel"
SEND_MESSAGES: Final = "send_messages"
IN_THREADS: Final = "send_messages_in_threads"
ATTACH_FILES: Final = "attach_files"
NEEDED: Final = (VIEW_CHANNEL, SEND_MESSAGES, "embed_links", ATTACH_FILES)

FOR_THREADS: Final = ("create_public_threads", IN_THREADS)
"""The further permissions for a game in a thread of its own; without them it is played in the channel."""


def must_belong(bot: CardsBot, interaction: discord.Interaction[Any]) -> None:
    """Raise Refused unless an interaction comes from a server that has added the bot and its commands.

    A member may have installed the application for themselves: then commands work where the bot is no member,
    and where it could not change a message once the token of the interaction has expired.
    """
    guild_id = interaction.guild_id
    member = guild_id is not None and bot.get_guild(guild_id) is not None
    if not member or (interaction.is_user_integration() and not interaction.is_guild_integration()):
        raise Refused("refused.elsewhere")


def must_write(
    interaction: discord.Interaction[Any],
    words: Words,
    channel: discord.TextChannel | discord.Thread | None = None,
) -> None:
    """Raise Refused unless the bot and the member may both write in `channel`, or where the interaction is.

    Discord says with an interaction what both may do where it is; of another channel the bot has to know it.
    """
    there = channel or interaction.channel
    thread = isinstance(there, discord.Thread)
    ours, theirs, key, named = interaction.app_permissions, interaction.permissions, "", {}
    if channel is not None:
        assert isinstance(interaction.user, discord.Member)
        ours, theirs = channel.permissions_for(channel.guild.me), channel.permissions_for(interaction.user)
        key, named = "-there", {"channel": channel.mention}
    if names := missing(ours, thread=thread):
        raise Refused(f"refused.missing{key}", what=words.permissions(first(names)), **named)
    if not getattr(theirs, IN_THREADS if thread else SEND_MESSAGES):
        raise Refused(f"refused.may-not-write{key}", **named)


def missing(permissions: discord.Permissions, *, thread: bool) -> tuple[str, ...]:
    """Return the names of the permissions that a table needs and that `permissions` lack."""
    needed = [IN_THREADS if thread and name == SEND_MESSAGES else name for name in NEEDED]
    return tuple(name for name in needed if not getattr(permissions, name))


def missing_in(channel: object) -> tuple[str, ...]:
    """Return the permissions that the bot lacks in a channel, none if it does not know the channel."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return ()
    thread = isinstance(channel, discord.Thread)
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return ()
    return missing(channel.permissions_for(channel.guild.me), thread=thread)


def first(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the permissions among missing ones that have to be granted first.

    Without seeing a channel nothing is possible there, and without writing no file: Discord reports all of
    that as missing, even where it has been granted.
    """
    for name in (VIEW_CHANNEL, SEND_MESSAGES, IN_THREADS):
        if name in names:
            return (name,)
    return names


def missing_for_threads(permissions: discord.Permissions) -> tuple[str, ...]:
    """Return the names of the permissions that threads for games need and that `permissions` lack."""
    return tuple(name for name in FOR_THREADS if not getattr(permissions, name))


def missing_for_threads_in(channel: object) -> tuple[str, ...]:
    """Return the permissions that the bot lacks for threads in a channel, none where no thread can be."""
    if not isinstance(channel, discord.TextChannel):
        return ()
    return missing_for_threads(channel.permissions_for(channel.guild.me))
