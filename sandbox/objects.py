"""The objects of the little Discord: users, guilds, roles, members, channels, messages, files.

Their methods change them and tell the world that they belong to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from sandbox.clock import Clock
from sandbox.errors import Json
from sandbox.permissions import ALL, Permission

TEXT, PUBLIC_THREAD = 0, 11
HAS_THREAD, EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 5, 1 << 6, 1 << 7, 1 << 15


class Home(Protocol):
    """The world, as far as its objects need to know it."""

    clock: Clock
    bot: User
    members_seen: bool
    users: dict[int, User]
    channels: dict[int, Channel]
    emojis: dict[int, Json]

    def lasting_id(self) -> int:
        """Return a new id for a user, a role or a channel."""

    def tell(self, guild: Guild, name: str, thing: Channel | Role | Membership) -> None:
        """Tell the gateway of an event in a guild that is about `thing`."""

    def mark(self, message: Message, flag: int) -> None:
        """Set a flag of a message."""

    def forget_channel(self, channel: Channel) -> None:
        """Drop a channel and its messages without telling the gateway."""

    def kick(self, guild: Guild) -> None:
        """Put the bot out of a guild."""


@dataclass(eq=False, slots=True)
class User:
    """A person or the bot, known by one id in every guild."""

    id: int
    name: str
    bot: bool = False
    locale: str = "en-US"
    installed: bool = False
    """Whether the person has added the application for themselves: its commands go with them everywhere."""


@dataclass(eq=False, slots=True)
class Role:
    """A role of one guild; the one with the guild's own id is @everyone."""

    id: int
    name: str
    permissions: int
    position: int = 0
    bot_id: int | None = None


@dataclass(eq=False, slots=True)
class Overwrite:
    """The permissions that a channel allows and denies one role or member."""

    id: int
    is_member: bool
    allow: int = 0
    deny: int = 0


@dataclass(eq=False, slots=True)
class Membership:
    """A user in a guild."""

    user: User
    guild: Guild
    joined: float
    roles: list[int] = field(default_factory=list)
    left: bool = False
    timeout: float | None = None
    """The end of the member's timeout."""

    def bits(self) -> int:
        """Return the permissions that the member's roles add up to, without any channel's overwrites."""
        guild = self.guild
        if self.user.id == guild.owner_id:
            return ALL
        bits = guild.everyone.permissions
        for role_id in self.roles:
            bits |= guild.roles[role_id].permissions
        return ALL if bits & Permission.ADMINISTRATOR else bits

    def bits_in(self, channel: Channel) -> int:
        """Return the member's permissions in a channel: those of everyone, of roles, then the member's own.

        A thread has the permissions of its parent.
        """
        bits = self.bits()
        if bits == ALL:
            return bits
        place = channel.parent or channel
        everyone = place.overwrites.get(self.guild.id)
        if everyone is not None:
            bits = bits & ~everyone.deny | everyone.allow
        allow = deny = 0
        for role_id in self.roles:
            overwrite = place.overwrites.get(role_id)
            if overwrite is not None:
                allow |= overwrite.allow
                deny |= overwrite.deny
        bits = bits & ~deny | allow
        own = place.overwrites.get(self.user.id)
        if own is not None:
            bits = bits & ~own.deny | own.allow
        if not bits & Permission.VIEW_CHANNEL:
            return 0
        if self.timeout is not None and self.timeout > self.guild.world.clock.now():
            return bits & (Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY)
        return bits


@dataclass(eq=False, slots=True)
class Attachment:
    """An uploaded file."""

    id: int
    filename: str
    data: bytes
    content_type: str
    description: str | None
    url: str


@dataclass(eq=False, slots=True)
class Message:
    """A message as the server holds it.

    `viewer` is the only user who sees an ephemeral one, `made_by` the interaction that made it.
    """

    id: int
    channel: Channel
    author: User
    created: float
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    edited: float | None = None
    viewer: int | None = None
    deleted: bool = False
    interaction: Json | None = None
    reference: int | None = None
    kind: int = 0
    mentions: list[User] = field(default_factory=list)
    made_by: int | None = None
    read: tuple[object, Sequence[Any]] = (None, ())
    """Components, and the buttons that a view has read from them."""

    @property
    def ephemeral(self) -> bool:
        return self.viewer is not None


@dataclass(eq=False, slots=True)
class Channel:
    """A text channel or a public thread in one."""

    id: int
    guild: Guild
    name: str
    position: int = 0
    parent: Channel | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    last_message_id: int | None = None
    deleted: bool = False
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    """Minutes after which Discord hides a thread in which nobody writes."""
    owner: User | None = None
    """The user who has made a thread; None: the bot."""
    seen: bool = True
    """Whether the bot could see the channel when permissions last changed."""

    @property
    def kind(self) -> int:
        return PUBLIC_THREAD if self.parent else TEXT

    def _overwrite(self, who: object) -> Overwrite:
        target, is_member = _target(who)
        return self.overwrites.setdefault(target, Overwrite(target, is_member))

    def deny(self, who: object, *permissions: Permission) -> None:
        """Take permissions away here from a role, a user or a member; emits CHANNEL_UPDATE."""
        overwrite = self._overwrite(who)
        for permission in permissions:
            overwrite.deny |= permission
            overwrite.allow &= ~permission
        self.guild.world.tell(self.guild, "CHANNEL_UPDATE", self)

    def allow(self, who: object, *permissions: Permission) -> None:
        """Grant permissions here to a role, a user or a member; emits CHANNEL_UPDATE."""
        overwrite = self._overwrite(who)
        for permission in permissions:
            overwrite.allow |= permission
            overwrite.deny &= ~permission
        self.guild.world.tell(self.guild, "CHANNEL_UPDATE", self)

    def reset(self, who: object) -> None:
        """Take away the overwrite of a role, a user or a member; emits CHANNEL_UPDATE."""
        self.overwrites.pop(_target(who)[0], None)
        self.guild.world.tell(self.guild, "CHANNEL_UPDATE", self)

    def add_thread(self, name: str, owner: User | None = None, starter: Message | None = None) -> Channel:
        """Make and return a new public thread in this channel; emits THREAD_CREATE.

        A thread started from a message has its id, and flags the message, which emits MESSAGE_UPDATE.
        """
        world = self.guild.world
        thread_id = world.lasting_id() if starter is None else starter.id
        thread = Channel(thread_id, self.guild, name, 0, self, owner=owner)
        self.guild.channels[thread.id] = world.channels[thread.id] = thread
        world.tell(self.guild, "THREAD_CREATE", thread)
        if starter is not None:
            world.mark(starter, HAS_THREAD)
        return thread

    def archive(self, archived: bool = True) -> None:
        """Archive a thread, or bring it back; emits THREAD_UPDATE."""
        self.archived = archived
        self.changed()

    def lock(self, locked: bool = True) -> None:
        """Lock a thread, in which only members who manage threads can write then, or unlock it."""
        self.locked = locked
        self.changed()

    def changed(self) -> None:
        """Emit THREAD_UPDATE for a changed thread."""
        self.guild.world.tell(self.guild, "THREAD_UPDATE", self)

    def delete(self) -> None:
        """Delete the channel with its threads and messages; emits CHANNEL_DELETE or THREAD_DELETE."""
        world = self.guild.world
        for thread in [c for c in self.guild.channels.values() if c.parent is self]:
            world.forget_channel(thread)
        world.forget_channel(self)
        name = "THREAD_DELETE" if self.parent else "CHANNEL_DELETE"
        world.tell(self.guild, name, self)


@dataclass(eq=False, slots=True)
class Guild:
    """A server: its roles, members and channels."""

    id: int
    name: str
    world: Home
    owner_id: int
    locale: str = "en-US"
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Membership] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    deleted: bool = False
    unavailable: bool = False

    @property
    def has_bot(self) -> bool:
        """Return whether the bot is a member."""
        return self.world.bot.id in self.members

    @property
    def reached(self) -> bool:
        """Return whether the bot hears of this guild: it is a member, and there is no outage."""
        return self.has_bot and not self.unavailable

    @property
    def everyone(self) -> Role:
        return self.roles[self.id]

    @property
    def bot_role(self) -> Role:
        return next(role for role in self.roles.values() if role.bot_id is not None)

    def add_channel(self, name: str) -> Channel:
        """Make and return a new text channel; emits CHANNEL_CREATE."""
        channel = Channel(self.world.lasting_id(), self, name, len(self.channels))
        self.channels[channel.id] = self.world.channels[channel.id] = channel
        self.world.tell(self, "CHANNEL_CREATE", channel)
        return channel

    def add_role(self, name: str, permissions: int) -> Role:
        """Make and return a new role; emits GUILD_ROLE_CREATE."""
        role = Role(self.world.lasting_id(), name, int(permissions), len(self.roles))
        self.roles[role.id] = role
        self.world.tell(self, "GUILD_ROLE_CREATE", role)
        return role

    def set_permissions(self, role: Role, permissions: int) -> None:
        """Change the permissions of a role in the whole guild; emits GUILD_ROLE_UPDATE."""
        role.permissions = int(permissions)
        self.world.tell(self, "GUILD_ROLE_UPDATE", role)

    def add_member(self, user: User, permissions: int | None = None) -> Membership:
        """Let a user in, with a role of extra permissions if given; emits GUILD_MEMBER_ADD."""
        member = Membership(user, self, self.world.clock.now())
        if permissions is not None:
            member.roles.append(self.add_role(f"{user.name}'s", permissions).id)
        self.members[user.id] = member
        self.world.tell(self, "GUILD_MEMBER_ADD", member)
        return member

    def give_roles(self, user: User, roles: list[int]) -> None:
        """Replace the roles of a member; emits GUILD_MEMBER_UPDATE."""
        member = self.members[user.id]
        member.roles[:] = roles
        self.world.tell(self, "GUILD_MEMBER_UPDATE", member)

    def time_out(self, user: User, until: float | None) -> None:
        """Put a member into a timeout until then, or end it; emits GUILD_MEMBER_UPDATE."""
        member = self.members[user.id]
        member.timeout = until
        self.world.tell(self, "GUILD_MEMBER_UPDATE", member)

    def remove_member(self, user: User) -> None:
        """Let a user go; emits GUILD_MEMBER_REMOVE, or GUILD_DELETE when it is the bot."""
        if user is self.world.bot:
            self.world.kick(self)
            return
        member = self.members.pop(user.id)
        member.left = True
        self.world.tell(self, "GUILD_MEMBER_REMOVE", member)


def _target(who: object) -> tuple[int, bool]:
    if isinstance(who, Role):
        return who.id, False
    if isinstance(who, User):
        return who.id, True
    user = getattr(who, "user", None)
    if isinstance(user, User):
        return user.id, True
    raise TypeError(f"{who!r} is neither a role nor a user nor a member")
