"""The slash commands that a member may use in a channel, in the member's language."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox import entities
from sandbox.commands import (
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
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
}
NEAREST = {"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}
"""The translation that Discord takes if there is none for a language."""

IN_GUILDS = 0


def offers(member: Member, channel: Channel) -> list[Json]:
    """Return each command with its options, sorted by name."""
    found: list[Json] = []
    known: set[str] = set()
    for scope in (channel.guild.id, None):
        for command in member.discord.commands.scopes.get(scope, {}).values():
            contexts = command["contexts"]
            if command["type"] != 1 or command["name"] in known:
                continue
            known.add(command["name"])
            if (contexts is None or IN_GUILDS in contexts) and member.can_use(channel, command):
                found += _walk(member, command, "", "")
    return sorted(found, key=lambda offer: str(offer["name"]))


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
        things = entities.offered(member.guild, ENTITIES[option["type"]], option.get("channel_types") or ())
        offer["entities"] = [{"name": thing.name, "value": str(thing.id)} for thing in things]
    return offer


def used_words(member: Member, made: Interaction) -> str:
    """Return the words of the command that an interaction used, in the language of the member."""
    words: list[str] = []
    scopes = member.discord.commands.scopes
    known = [c for scope in (member.guild.id, None) for c in scopes.get(scope, {}).values()]
    thing: Json | None = made.data
    while thing is not None:
        named = next((each for each in known if each["name"] == thing["name"]), thing)
        words.append(_local(member, named, "name"))
        known = named.get("options") or []
        thing = next((o for o in thing.get("options", []) if o["type"] in (SUBCOMMAND, GROUP)), None)
    return " ".join(words)


def _local(member: Member, thing: Json, key: str) -> str:
    """Return a name or description in the member's language."""
    translations = thing.get(f"{key}_localizations") or {}
    locale = member.user.locale
    return str(translations.get(locale) or translations.get(NEAREST.get(locale, "")) or thing[key])
