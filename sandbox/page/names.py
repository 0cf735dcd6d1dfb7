"""Names for the marks in a text as one member sees them: users, roles, channels, the application's emoji."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandbox.driver import Member
from sandbox.errors import Json
from sandbox.objects import Channel, Role, User
from sandbox.page.markdown import Node, parse


def read(text: str, member: Member) -> list[Node]:
    """Return a text's nodes with the names that the member sees."""
    return _named(parse(text), member)


def emoji(data: Json | None, member: Member) -> Json | None:
    """Return an emoji of a button or an option: its name, and for a custom one the address of its picture."""
    if not data:
        return None
    if not data.get("id"):
        return {"name": data.get("name") or "", "url": None}
    return _custom(data.get("name") or "", str(data["id"]), member)


def _named(nodes: Iterable[Node], member: Member) -> list[Node]:
    named: list[Node] = []
    for node in nodes:
        if isinstance(node, str):
            named.append(node)
        elif node["k"] == "mention":
            named.append(node | _mention(node, member))
        elif node["k"] == "emoji":
            named.append({"k": "emoji", **_custom(node["name"], node["id"], member)})
        elif "c" in node:
            named.append(node | {"c": _named(node["c"], member)})
        else:
            named.append(node)
    return named


def _custom(name: str, emoji_id: str, member: Member) -> Json:
    """Return the application's emoji of an id; a deleted one is shown by its name."""
    if emoji_id in member.discord.world.emoji_images:
        return {"name": name, "url": f"/emojis/{emoji_id}"}
    return {"name": f":{name}:", "url": None}


def _mention(node: dict[str, Any], member: Member) -> Json:
    guild, world = member.guild, member.discord.world
    match node["of"]:
        case "user":
            user = world.users.get(int(node["id"]))
            return _called(user, "unknown-user", user is member.user)
        case "role":
            role = guild.roles.get(int(node["id"]))
            mine = role is not None and role.id in member.membership.roles
            return _called(role, "unknown-role", mine)
        case "channel":
            channel = guild.channels.get(int(node["id"]))
            if channel is not None and not member.can_view(channel):
                return _called(None, "hidden-channel")
            return _called(channel, "unknown")
    return {"me": False}


def _called(thing: User | Role | Channel | None, lack: str, me: bool = False) -> Json:
    """Return the name of a thing, or the key of the page's word for a missing one."""
    return {"name": None, "lack": lack, "me": me} if thing is None else {"name": thing.name, "me": me}
