"""The state of the little Discord: all users, guilds, channels, messages and emoji.

Each change tells the gateway (`World.emit`) and calls the watchers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from sandbox import payloads
from sandbox.clock import Clock
from sandbox.errors import Json
from sandbox.objects import Attachment, Channel, Guild, Membership, Message, Role, User
from sandbox.permissions import EVERYONE, Permission

FOUNDED = 5040 * 57_100_000
"""Milliseconds from Discord's epoch to a day in February 2024.

It is a multiple of 5040, so that guilds made one after the other fall on shards 0, 1, 2 ...
"""

PERMITTING = {"CHANNEL_CREATE", "CHANNEL_UPDATE", "GUILD_ROLE_UPDATE", "GUILD_MEMBER_UPDATE"}
"""Events after which the bot may see channels that it could not see before."""


class World:
    """Everything the server knows; `sink` gets each event, `watchers` are called after each change."""

    def __init__(self, clock: Clock, bot_name: str = "Cicera", members_seen: bool = False) -> None:
        self.clock = clock
        self._guilds = count(FOUNDED)
        self._others = count((FOUNDED << 22) + 1)
        self.bot = User(self.lasting_id(), bot_name, bot=True)
        self.owner = User(self.lasting_id(), "owner")
        self.application_id = self.bot.id
        self.documents: dict[str, str] = {}
        self.members_seen = members_seen
        self.users: dict[int, User] = {self.bot.id: self.bot, self.owner.id: self.owner}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.attachments: dict[int, Attachment] = {}
        self.emojis: dict[int, Json] = {}
        self.emoji_images: dict[str, tuple[str, bytes]] = {}
        self.sink: Callable[[Guild, str, Json], None] = lambda guild, name, data: None
        self.watchers: list[Callable[[], None]] = []

    def lasting_id(self) -> int:
        """Return a new id for a user, a role or a channel.

        It is the same in every run that makes the same things in the same order, so that a page left open
        finds them again.
        """
        return next(self._others)

    def changed(self) -> None:
        """Tell the watchers that something has changed."""
        for watcher in tuple(self.watchers):
            watcher()

    def emit(self, guild: Guild, name: str, data: Json) -> None:
        """Tell the gateway of an event in a guild."""
        self.sink(guild, name, data)
        self.changed()

    def tell(self, guild: Guild, name: str, thing: Channel | Role | Membership) -> None:
        """Tell the gateway of an event in a guild that is about `thing`, but not of a hidden thread."""
        hidden = isinstance(thing, Channel) and thing.parent is not None and not self.bot_sees(thing)
        if hidden:
            self.changed()
        else:
            self.emit(guild, name, payloads.event(guild, name, thing))
        if name in PERMITTING:
            for channel in self._see(guild):
                self.emit(guild, "THREAD_LIST_SYNC", payloads.threads_of(channel))

    def _see(self, guild: Guild) -> list[Channel]:
        """Note which channels the bot sees, and return those that it has begun to see."""
        before = {channel.id for channel in guild.channels.values() if channel.seen}
        for channel in guild.channels.values():
            channel.seen = self.bot_sees(channel)
        return [c for c in guild.channels.values() if c.parent is None and c.seen and c.id not in before]

    def bot_sees(self, channel: Channel) -> bool:
        """Return whether the bot can see a channel or a thread."""
        return self.may(self.bot, channel, Permission.VIEW_CHANNEL)

    def add_guild(self, name: str, locale: str = "en-US", bot_permissions: int | None = None) -> Guild:
        """Make and return a new guild with the bot in it; emits GUILD_CREATE."""
        guild_id = next(self._guilds) << 22
        guild = Guild(guild_id, name, self, self.owner.id, locale)
        guild.roles[guild_id] = Role(guild_id, "@everyone", int(EVERYONE))
        guild.members[self.owner.id] = Membership(self.owner, guild, self.clock.now())
        self.guilds[guild_id] = guild
        self.invite(guild, bot_permissions)
        return guild

    def invite(self, guild: Guild, permissions: int | None = None) -> None:
        """Let the bot into a guild, with a role of its own; emits GUILD_CREATE."""
        granted = int(EVERYONE) if permissions is None else int(permissions)
        role = Role(self.lasting_id(), self.bot.name, granted, 1, self.bot.id)
        guild.roles[role.id] = role
        guild.members[self.bot.id] = Membership(self.bot, guild, self.clock.now(), [role.id])
        self._see(guild)
        joined = payloads.guild_create(guild)
        # Discord says whether there is an outage only for a guild that the bot was in before.
        del joined["unavailable"]
        self.emit(guild, "GUILD_CREATE", joined)

    def kick(self, guild: Guild) -> None:
        """Put the bot out of a guild, which goes on without it; emits GUILD_DELETE.

        The bot's own role goes with it, and the overwrites of that role in channels.
        """
        guild.members.pop(self.bot.id).left = True
        for role in [role for role in guild.roles.values() if role.bot_id is not None]:
            del guild.roles[role.id]
            for channel in guild.channels.values():
                channel.overwrites.pop(role.id, None)
        self.emit(guild, "GUILD_DELETE", {"id": str(guild.id)})

    def outage(self, guild: Guild, on: bool = True) -> None:
        """Begin or end an outage of a guild; emits GUILD_DELETE as unavailable, or GUILD_CREATE.

        The bot hears nothing of the guild meanwhile.
        """
        guild.unavailable = on
        if on:
            self.emit(guild, "GUILD_DELETE", {"id": str(guild.id), "unavailable": True})
        else:
            self._see(guild)
            self.emit(guild, "GUILD_CREATE", payloads.guild_create(guild))

    def remove_guild(self, guild: Guild) -> None:
        """Delete a guild; emits GUILD_DELETE."""
        guild.deleted = True
        for channel in list(guild.channels.values()):
            self.forget_channel(channel)
        for member in guild.members.values():
            member.left = True
        del self.guilds[guild.id]
        self.emit(guild, "GUILD_DELETE", {"id": str(guild.id)})

    def person(self, name: str, locale: str = "en-US") -> User:
        """Return the user of that name, made if there is none yet."""
        for user in self.users.values():
            if user.name == name and not user.bot:
                return user
        user = User(self.lasting_id(), name, locale=locale)
        self.users[user.id] = user
        return user

    def forget_channel(self, channel: Channel) -> None:
        """Drop a channel and its messages without telling the gateway."""
        channel.deleted = True
        channel.guild.channels.pop(channel.id, None)
        self.channels.pop(channel.id, None)
        for message in channel.messages.values():
            message.deleted = True
            self.messages.pop(message.id, None)
            self._drop_files(message)

    def publish(self, message: Message) -> None:
        """Add a finished message to its channel; emits MESSAGE_CREATE.

        A public message brings back an archived thread.
        """
        channel = message.channel
        if channel.archived and not message.ephemeral:
            channel.archive(False)
        channel.messages[message.id] = self.messages[message.id] = message
        if not message.ephemeral:
            channel.last_message_id = message.id
        self._tell("MESSAGE_CREATE", message, payloads.message_event)

    def edit(self, message: Message) -> None:
        """Note that a message was changed; emits MESSAGE_UPDATE."""
        message.edited = self.clock.now()
        self._tell("MESSAGE_UPDATE", message, payloads.message_event)

    def mark(self, message: Message, flag: int) -> None:
        """Set a flag of a message, which does not count as an edit; emits MESSAGE_UPDATE."""
        message.flags |= flag
        self._tell("MESSAGE_UPDATE", message, payloads.message_event)

    def delete(self, message: Message) -> None:
        """Delete a message; emits MESSAGE_DELETE."""
        self._drop(message)
        self._tell("MESSAGE_DELETE", message, payloads.message_gone)

    def _tell(self, name: str, message: Message, payload: Callable[[Message], Json]) -> None:
        """Tell the bot of a message, unless it cannot see the channel.

        Discord sends ephemeral ones as if they were direct messages, which need an intent of their own.
        """
        channel = message.channel
        if message.ephemeral or not self.may(self.bot, channel, Permission.VIEW_CHANNEL):
            self.changed()
        else:
            self.emit(channel.guild, name, payload(message))

    def delete_many(self, channel: Channel, messages: list[Message]) -> None:
        """Delete messages of one channel at once; emits MESSAGE_DELETE_BULK."""
        for message in messages:
            self._drop(message)
        ids = [str(message.id) for message in messages]
        data = {"ids": ids, "channel_id": str(channel.id), "guild_id": str(channel.guild.id)}
        self.emit(channel.guild, "MESSAGE_DELETE_BULK", data)

    def _drop(self, message: Message) -> None:
        message.deleted = True
        self.messages.pop(message.id, None)
        message.channel.messages.pop(message.id, None)
        self._drop_files(message)

    def _drop_files(self, message: Message) -> None:
        for attachment in message.attachments:
            self.attachments.pop(attachment.id, None)

    def may(self, user: User, channel: Channel, permission: Permission) -> bool:
        """Return whether a user is in the channel's guild and has a permission there."""
        member = channel.guild.members.get(user.id)
        return member is not None and bool(member.bits_in(channel) & permission)

    def visible_guilds(self, shard: tuple[int, int]) -> Iterator[Guild]:
        """Yield the guilds of one shard `(id, count)` that the bot is in."""
        mine = (guild for guild in self.guilds.values() if (guild.id >> 22) % shard[1] == shard[0])
        return (guild for guild in mine if guild.has_bot)
