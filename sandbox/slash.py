"""A slash command as a member types it, checked as a client does and turned into an interaction's data."""

from __future__ import annotations

from typing import Any

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
    CommandError,
    Commands,
)
from sandbox.errors import Json
from sandbox.objects import Channel

ENTITIES = {USER: "user", CHANNEL: "channel", ROLE: "role", MENTIONABLE: "mentionable"}


def data(
    commands: Commands, channel: Channel, words: str, values: dict[str, Any], focused: str | None = None
) -> Json:
    """Return the data of an interaction for `words` such as `cicera start`; raises CommandError."""
    first, *rest = words.removeprefix("/").split() or [""]
    command = commands.find(channel.guild, first)
    resolved: Json = {}
    data: Json = {"id": command["id"], "name": command["name"], "type": 1}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    place, options = data, command.get("options") or []
    for word in rest:
        found = next((o for o in options if o["name"] == word and o["type"] in (SUBCOMMAND, GROUP)), None)
        if found is None:
            raise CommandError(f"/{words}: there is no subcommand {word}")
        inner: Json = {"name": word, "type": found["type"]}
        place["options"] = [inner]
        place, options = inner, found.get("options") or []
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in options):
        raise CommandError(f"/{words} needs one of {', '.join(o['name'] for o in options)}")
    place["options"] = _filled(channel, words, options, values, focused, resolved)
    if resolved:
        data["resolved"] = resolved
    return data


def _filled(
    channel: Channel,
    words: str,
    options: list[Json],
    values: dict[str, Any],
    focused: str | None,
    resolved: Json,
) -> list[Json]:
    known = {option["name"]: option for option in options}
    for name in values:
        if name not in known:
            raise CommandError(f"/{words} has no option {name}")
    filled: list[Json] = []
    for name, option in known.items():
        if name not in values:
            if option.get("required") and focused is None:
                raise CommandError(f"/{words} needs the option {name}")
            continue
        entry: Json = {"name": name, "type": option["type"], "value": values[name]}
        if name == focused:
            if not option.get("autocomplete"):
                raise CommandError(f"/{words}: {name} has no autocompletion")
            entry["focused"] = True
        else:
            entry["value"] = _value(channel, option, values[name], resolved)
        filled.append(entry)
    return filled


def _value(channel: Channel, option: Json, value: Any, resolved: Json) -> Any:
    name, kind = option["name"], option["type"]
    choices = option.get("choices") or []
    if choices:
        for choice in choices:
            if value in (choice["value"], choice["name"]):
                return choice["value"]
        raise CommandError(f"{name}: {value!r} is not one of {', '.join(c['name'] for c in choices)}")
    if kind == STRING:
        if not isinstance(value, str):
            raise CommandError(f"{name}: {value!r} is no text")
        if not option.get("min_length", 0) <= len(value) <= option.get("max_length", 6000):
            raise CommandError(f"{name}: {value!r} is too short or too long")
    elif kind in (INTEGER, NUMBER):
        if isinstance(value, bool) or not isinstance(value, int if kind == INTEGER else int | float):
            raise CommandError(f"{name}: {value!r} is no number")
        least, most = option.get("min_value", -(2**53)), option.get("max_value", 2**53)
        if not least <= value <= most:
            raise CommandError(f"{name}: {value} is not between {least} and {most}")
    elif kind == BOOLEAN:
        if not isinstance(value, bool):
            raise CommandError(f"{name}: {value!r} is neither true nor false")
    elif kind in ENTITIES:
        return _thing(channel, option, value, resolved)
    else:
        raise CommandError(f"{name}: options of type {kind} are not supported by the sandbox")
    return value


def _thing(channel: Channel, option: Json, value: Any, resolved: Json) -> str:
    of = ENTITIES[option["type"]]
    thing = entities.chosen(channel.guild, of, value, option.get("channel_types") or ())
    if thing is None:
        raise CommandError(f"{option['name']}: {value!r} is no {'member' if of == 'user' else of}")
    for key, found in entities.resolved(channel, [thing]).items():
        resolved.setdefault(key, {}).update(found)
    return str(thing.id)
