"""What the bot must be allowed to do in a channel."""

from typing import Final

import discord

NEEDED: Final = ("view_channel", "send_messages", "embed_links", "attach_files")


def missing(permissions: discord.Permissions, *, thread: bool) -> tuple[str, ...]:
    """Return the names of the permissions that a table needs and `permissions` lack."""
    needed = ["send_messages_in_threads" if thread and name == "send_messages" else name for name in NEEDED]
    return tuple(name for name in needed if not getattr(permissions, name))
