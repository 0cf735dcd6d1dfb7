"""What the bot must be allowed to do in a channel."""

from typing import Final

import discord

VIEW_CHANNEL: Final = "view_channel"
SEND_MESSAGES: Final = "send_messages"
IN_THREADS: Final = "send_messages_in_threads"
ATTACH_FILES: Final = "attach_files"
NEEDED: Final = (VIEW_CHANNEL, SEND_MESSAGES, "embed_links", ATTACH_FILES)

FOR_THREADS: Final = ("create_public_threads", IN_THREADS)
"""What a game in a thread of its own needs besides; without them it is played in the channel."""


def missing(permissions: discord.Permissions, *, thread: bool) -> tuple[str, ...]:
    """Return the names of the permissions that a table needs and `permissions` lack."""
    needed = [IN_THREADS if thread and name == SEND_MESSAGES else name for name in NEEDED]
    return tuple(name for name in needed if not getattr(permissions, name))


def missing_in(channel: object) -> tuple[str, ...]:
    """Return what the bot lacks in a channel, as far as it knows the channel."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return ()
    thread = isinstance(channel, discord.Thread)
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return ()
    return missing(channel.permissions_for(channel.guild.me), thread=thread)


def first(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of some missing permissions that have to be granted first.

    Whoever may not see a channel may do nothing there, and who may not write attaches nothing: Discord counts
    all of that as missing, whatever has been granted.
    """
    for name in (VIEW_CHANNEL, SEND_MESSAGES, IN_THREADS):
        if name in names:
            return (name,)
    return names


def missing_for_threads(permissions: discord.Permissions) -> tuple[str, ...]:
    """Return the names of the permissions that threads for games need and `permissions` lack."""
    return tuple(name for name in FOR_THREADS if not getattr(permissions, name))


def missing_for_threads_in(channel: object) -> tuple[str, ...]:
    """Return what the bot lacks for threads in a channel, nothing where there are none, as in a thread."""
    if not isinstance(channel, discord.TextChannel):
        return ()
    return missing_for_threads(channel.permissions_for(channel.guild.me))
