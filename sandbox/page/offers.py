"""The slash commands that a member may use in a channel, in the member's language."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox import entities
from sandbox.commands import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    CHAT,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ON_MESSAGE,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
)
from sandbox.driver import Member
from sandbox.errors import Json
from sandbox.interactions import Interaction
from sandbox.objects import Channel
from sandbox.slash import ENTITIES

TYPES = {
    STRING: "string",
    INTEGER: "integer",
    BOOLEAN: "boolean",
    USER: "user",
    CHANNEL: "channel",
    ROLE: "role",
    MENTIONABLE: "mentionable",
    NUMBER: "number",
    ATTACHMENT: "file",
}
NEAREST = {"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}
"""The translation that Discord takes if there is none for a language."""

IN_GUILDS = 0


def offers(member: Member, channel: Channel) -> list[Json]:
    """Return each command with its options, sorted by name."""
    found = [offer for command in _usable(member, channel, CHAT) for offer in _walk(member, command, "", "")]
    return sorted(found, key=lambda offer: str(offer["name"]))


def menu_offers(member: Member, channel: Channel) -> list[Json]:
    """Return the commands in the menu of each message there: the name, and as the member reads it."""
    found = (
        {"name": command["name"], "label": _local(member, command, "name")}
        for command in _usable(member, channel, ON_MESSAGE)
    )
    return sorted(found, key=lambda offer: str(offer["label"]))


def _usable(member: Member, channel: Channel, kind: int) -> Iterator[Json]:
    for command in member.discord.commands.offered(channel.guild, kind):
        contexts = command["contexts"]
        if (contexts is None or IN_GUILDS in contexts) and member.can_use(channel, command):
            yield command


def _walk(member: Member, thing: Json, words: str, name: str) -> Iterator[Json]:
    """Yield the command, or in its place the subcommands that it holds."""
    words = f"{words} {thing['name']}".lstrip()
    name = f"{name} {_local(member, thing, 'name')}".lstrip()
    options = thing.get("options") or []
    nested = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
    for option in nested:
        yield from _walk(member, option, words, name)
    if not nested and thing.get("type") != GROUP:
        yield {
            "words": words,
            "name": name,
            "description": _local(member, thing, "description"),
            "options": [_option(member, option) for option in options if option["type"] in TYPES],
        }


def _option(member: Member, option: Json) -> Json:
    offer: Json = {
        "name": option["name"],
        "label": _local(member, option, "name"),
        "description": _local(member, option, "description"),
        "type": TYPES[option["type"]],
        "required": bool(option.get("required")),
        "autocomplete": bool(option.get("autocomplete")),
        "choices": [
            {"name": _local(member, choice, "name"), "value": choice["value"]}
            for choice in option.get("choices") or []
        ],
        "min": option.get("min_value"),
        "max": option.get("max_value"),
        "min_length": option.get("min_length"),
        "max_length": option.get("max_length"),
    }
    if option["type"] in ENTITIES:
        types = option.get("channel_types") or ()
        things = entities.offered(member.membership, ENTITIES[option["type"]], types)
        offer["entities"] = [{"name": thing.name, "value": str(thing.id)} for thing in things]
    return offer


def used_words(member: Member, made: Interaction) -> str:
    """Return the words of the command that an interaction used, in the language of the member.

    A slash stands before them, unless the command is one of the menu of messages.
    """
    words: list[str] = []
    kind = made.data.get("type", CHAT)
    known = member.discord.commands.offered(member.guild, kind)
    thing: Json | None = made.data
    while thing is not None:
        named = next((each for each in known if each["name"] == thing["name"]), thing)
        words.append(_local(member, named, "name"))
        known = named.get("options") or []
        thing = next((o for o in thing.get("options", []) if o["type"] in (SUBCOMMAND, GROUP)), None)
    return ("/" if kind == CHAT else "") + " ".join(words)


def command_words(made: Interaction) -> str:
    """Return the words of the command that an interaction used, such as `/cicera start`."""
    words: list[str] = []
    thing: Json | None = made.data
    while thing is not None:
        words.append(thing["name"])
        thing = next(
            (option for option in thing.get("options", []) if option["type"] in (SUBCOMMAND, GROUP)), None
        )
    return ("/" if made.data.get("type", CHAT) == CHAT else "") + " ".join(words)


def _local(member: Member, thing: Json, key: str) -> str:
    """Return a name or description in the member's language."""
    translations = thing.get(f"{key}_localizations") or {}
    locale = member.user.locale
    return str(translations.get(locale) or translations.get(NEAREST.get(locale, "")) or thing[key])
