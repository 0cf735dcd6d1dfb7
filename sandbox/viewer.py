"""A person's side of one guild: the messages and channels they see, and what they may do there."""

from __future__ import annotations

from sandbox.answer import Refused
from sandbox.commands import FOR_PERSONS, IN_SERVERS, LOCALES
from sandbox.discord import Discord
from sandbox.errors import Json
from sandbox.objects import Channel, Guild, Membership, User
from sandbox.permissions import Permission
from sandbox.view import Message

MODERATION = Permission.MANAGE_MESSAGES | Permission.MANAGE_GUILD


class Viewer:
    """A person in one guild, at a client that shows the ephemeral messages made after the id `since`."""

    def __init__(self, discord: Discord, membership: Membership, since: int = 0) -> None:
        self.discord = discord
        self.membership = membership
        self._since = since
        self._dismissed: set[int] = set()

    def __repr__(self) -> str:
        return f"<Member {self.name} of {self.guild.name}>"

    @property
    def user(self) -> User:
        return self.membership.user

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.name

    @property
    def guild(self) -> Guild:
        return self.membership.guild

    # view

    def can_view(self, channel: Channel) -> bool:
        """Return whether a channel is in this member's list."""
        return self._may(channel, Permission.VIEW_CHANNEL)

    def sees(self, channel: Channel) -> list[Message]:
        """Return the messages that the member sees in a channel, oldest first; none without access.

        These are the public ones and the member's own ephemeral ones.
        """
        if not self.can_view(channel):
            return []
        return [seen for m in channel.messages.values() if self._shown(seen := Message(m))]

    def can_see(self, message: Message) -> bool:
        """Return whether a message is on this member's screen now."""
        if message.deleted or not self.can_view(message.stored.channel):
            return False
        return self._shown(message)

    def reload(self) -> None:
        """Restart the client: the ephemeral messages up to now are lost from view."""
        self._since = self.discord.clock.snowflake()
        self.discord.world.changed()

    def dismiss(self, message: Message) -> None:
        """Dismiss one ephemeral message."""
        if not message.ephemeral or not self.can_see(message):
            raise Refused("this message cannot be dismissed")
        self._dismissed.add(message.id)
        self.discord.world.changed()

    def _shown(self, message: Message) -> bool:
        if not message.ephemeral:
            return True
        mine = message.stored.viewer == self.id
        return mine and message.id > self._since and message.id not in self._dismissed

    # permissions

    def can_write(self, channel: Channel) -> bool:
        """Return whether the member may write in a channel."""
        send = Permission.SEND_MESSAGES_IN_THREADS if channel.parent else Permission.SEND_MESSAGES
        return self._may(channel, send)

    def can_attach(self, channel: Channel) -> bool:
        """Return whether the member may write messages with files in a channel."""
        return self.can_write(channel) and self._may(channel, Permission.ATTACH_FILES)

    def can_command(self, channel: Channel) -> bool:
        """Return whether the member may use commands in a channel; without the application there are none."""
        there = channel.guild.has_bot or self.user.installed
        return there and self._may(channel, Permission.USE_APPLICATION_COMMANDS)

    def can_use(self, channel: Channel, command: Json) -> bool:
        """Return whether the member may use one command, as registered, in a channel."""
        needed = int(command["default_member_permissions"] or 0)
        bits = (Permission(1 << bit) for bit in range(needed.bit_length()) if needed >> bit & 1)
        kinds = command["integration_types"]
        mine = self.user.installed and FOR_PERSONS in kinds
        there = mine or (channel.guild.has_bot and IN_SERVERS in kinds)
        return there and self.can_command(channel) and all(self._may(channel, bit) for bit in bits)

    def can_delete(self, message: Message) -> bool:
        """Return whether the member may delete a message: their own, or any with Manage Messages."""
        if message.ephemeral or not self.can_see(message):
            return False
        own = message.stored.author is self.user
        return own or self._may(message.stored.channel, Permission.MANAGE_MESSAGES)

    @property
    def moderator(self) -> bool:
        """Return whether the member has Manage Messages and Manage Server."""
        return self.membership.bits() & MODERATION == MODERATION

    def moderate(self, on: bool) -> None:
        """Give the member a role with Manage Messages and Manage Server, or take all such roles away."""
        guild, roles = self.guild, self.membership.roles
        kept = [role for role in roles if not guild.roles[role].permissions & MODERATION]
        if on:
            named = (role for role in guild.roles.values() if role.name == "Moderator")
            kept.append((next(named, None) or guild.add_role("Moderator", MODERATION)).id)
        guild.give_roles(self.user, kept)

    def speak(self, locale: str) -> None:
        """Set the language of the member's client."""
        if locale not in LOCALES:
            raise Refused(f"Discord has no language {locale!r}")
        self.user.locale = locale
        self.discord.world.changed()

    def _may(self, channel: Channel, permission: Permission) -> bool:
        return not self.membership.left and self.discord.world.may(self.user, channel, permission)
