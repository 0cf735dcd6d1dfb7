"""Users, roles and channels as menus and command options offer them, and as the chosen ones reach the bot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandbox import payloads
from sandbox.errors import Json
from sandbox.objects import Channel, Guild, Membership, Role, User
from sandbox.permissions import Permission

Thing = User | Role | Channel
CLASSES: dict[str, tuple[type, ...]] = {
    "user": (User,),
    "role": (Role,),
    "mentionable": (User, Role),
    "channel": (Channel,),
}


def offered(member: Membership, of: str, channel_types: Sequence[int] = ()) -> list[Thing]:
    """Return the entries of a member's menu of `user`, `role`, `mentionable` or `channel` (of those types).

    Channels are those that the member sees.
    """
    guild = member.guild
    things: list[Thing] = [each.user for each in guild.members.values()]
    things += guild.roles.values()
    for channel in guild.channels.values():
        if member.bits_in(channel) & Permission.VIEW_CHANNEL and channel.kind in (
            channel_types or (channel.kind,)
        ):
            things.append(channel)
    return [thing for thing in things if isinstance(thing, CLASSES[of])]


def chosen(member: Membership, of: str, value: object, channel_types: Sequence[int] = ()) -> Thing | None:
    """Return the thing that a member names by itself, a membership or an id; None if it cannot be chosen."""
    if isinstance(value, str | Channel):
        wanted = str(value.id) if isinstance(value, Channel) else value
        return next((t for t in offered(member, of, channel_types) if str(t.id) == wanted), None)
    thing = getattr(value, "user", value)
    return thing if isinstance(thing, User | Role) and isinstance(thing, CLASSES[of]) else None


def by_ids(guild: Guild, ids: Iterable[str]) -> list[Thing]:
    """Return the users, and the roles and channels of a guild, with these ids; unknown ids are left out."""
    found: list[Thing] = []
    for number in (int(value) for value in ids if value.isdecimal()):
        for known in (guild.world.users, guild.roles, guild.channels):
            if number in known:
                found.append(known[number])
    return found


def resolved(member: Membership, channel: Channel, things: Iterable[Thing]) -> Json:
    """Return the `resolved` part of the data of a member's interaction in a channel."""
    resolved: Json = {}
    for thing in things:
        key = str(thing.id)
        if isinstance(thing, User):
            resolved.setdefault("users", {})[key] = payloads.user(thing)
            known = channel.guild.members.get(thing.id)
            if known is not None:
                shown = payloads.member(known, channel)
                del shown["user"]
                resolved.setdefault("members", {})[key] = shown
        elif isinstance(thing, Role):
            resolved.setdefault("roles", {})[key] = payloads.role(thing)
        else:
            partial = payloads.channel(thing) | {"permissions": str(int(member.bits_in(thing)))}
            partial.pop("permission_overwrites", None)
            resolved.setdefault("channels", {})[key] = partial
    return resolved
