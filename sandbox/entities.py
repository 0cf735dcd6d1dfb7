"""Users, roles and channels as menus and command options offer them, and as the chosen ones reach the bot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandbox import payloads
from sandbox.errors import Json
from sandbox.objects import Channel, Guild, Role, User

Thing = User | Role | Channel
CLASSES: dict[str, tuple[type, ...]] = {
    "user": (User,),
    "role": (Role,),
    "mentionable": (User, Role),
    "channel": (Channel,),
}


def offered(guild: Guild, of: str, channel_types: Sequence[int] = ()) -> list[Thing]:
    """Return the entries of a menu of `user`, `role`, `mentionable` or `channel` (of those types)."""
    things: list[Thing] = [member.user for member in guild.members.values()]
    things += [*guild.roles.values(), *guild.channels.values()]
    return [
        thing
        for thing in things
        if isinstance(thing, CLASSES[of])
        and not (isinstance(thing, Channel) and channel_types and thing.kind not in channel_types)
    ]


def chosen(guild: Guild, of: str, value: object, channel_types: Sequence[int] = ()) -> Thing | None:
    """Return the thing that a member names by itself, a membership or an id; None if it cannot be chosen."""
    if isinstance(value, str):
        return next((t for t in offered(guild, of, channel_types) if str(t.id) == value), None)
    thing = getattr(value, "user", value)
    return thing if isinstance(thing, User | Role | Channel) and isinstance(thing, CLASSES[of]) else None


def by_ids(guild: Guild, ids: Iterable[str]) -> list[Thing]:
    """Return the users, and the roles and channels of a guild, with these ids; unknown ids are left out."""
    found: list[Thing] = []
    for number in (int(value) for value in ids if value.isdecimal()):
        for known in (guild.world.users, guild.roles, guild.channels):
            if number in known:
                found.append(known[number])
    return found


def resolved(channel: Channel, things: Iterable[Thing]) -> Json:
    """Return the `resolved` part of an interaction's data."""
    resolved: Json = {}
    for thing in things:
        key = str(thing.id)
        if isinstance(thing, User):
            resolved.setdefault("users", {})[key] = payloads.user(thing)
            member = channel.guild.members.get(thing.id)
            if member is not None:
                shown = payloads.member(member, channel)
                del shown["user"]
                resolved.setdefault("members", {})[key] = shown
        elif isinstance(thing, Role):
            resolved.setdefault("roles", {})[key] = payloads.role(thing)
        else:
            resolved.setdefault("channels", {})[key] = payloads.channel(thing) | {"permissions": "0"}
    return resolved
