"""What the bot must be allowed to do in a channel."""

from typing import Final

import discord

ATTACH_FILES: Final = "attach_files"
NEEDED: Final = ("view_channel", "send_messages", "embed_links", ATTACH_FILES)


def missing(permissions: discord.Permissions, *, thread: bool) -> tuple[str, ...]:
    """Return the names of the permissions that a table needs and `permissions` lack."""
    needed = ["send_messages_in_threads" if thread and name == "send_messages" else name for name in NEEDED]
    return tuple(name for name in needed if not getattr(permissions, name))


def lacking(channel: object) -> tuple[str, ...]:
    """Return what the bot lacks in a channel, as far as it knows the channel."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return ()
    thread = isinstance(channel, discord.Thread)
    return missing(channel.permissions_for(channel.guild.me), thread=thread)
