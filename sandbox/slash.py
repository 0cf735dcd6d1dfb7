"""A command as a member uses it, checked as a client does and turned into an interaction's data."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from sandbox import entities, payloads
from sandbox.commands import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ON_MESSAGE,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
    CommandError,
)
from sandbox.discord import Discord
from sandbox.errors import Json
from sandbox.messages import FILE_BYTES, Upload
from sandbox.objects import Channel, Membership, Message

ENTITIES = {USER: "user", CHANNEL: "channel", ROLE: "role", MENTIONABLE: "mentionable"}
STRANGE = re.compile(r"[^\w.-]+")


def kept(upload: Upload) -> Upload:
    """Return a member's file under the name that Discord gives it."""
    return Upload(STRANGE.sub("_", upload.filename) or "unknown", upload.data)


def too_large(upload: Upload) -> str | None:
    """Return why a client does not send a file, None if it does."""
    if not upload.data:
        return f"the file {upload.filename!r} is empty"
    if len(upload.data) > FILE_BYTES:
        return f"the file {upload.filename!r} has more than {FILE_BYTES} bytes"
    return None


@dataclass(slots=True)
class Use:
    """One use of a command by a member in a channel; raises CommandError where their client refuses it."""

    discord: Discord
    member: Membership
    channel: Channel
    resolved: Json = field(default_factory=dict)

    def menu(self, name: str, target: Message) -> Json:
        """Return the data for a command in the menu of a message."""
        command = self.discord.commands.find(self.channel.guild, name, ON_MESSAGE)
        number = str(target.id)
        return _data(command) | {
            "target_id": number,
            "resolved": {"messages": {number: payloads.message(target)}},
        }

    def slash(self, words: str, values: dict[str, Any], focused: str | None = None) -> Json:
        """Return the data for `words` such as `cicera start`; `focused` is the option that is being typed."""
        first, *rest = words.removeprefix("/").split() or [""]
        command = self.discord.commands.find(self.channel.guild, first)
        data = _data(command)
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
        place["options"] = self._filled(words, options, values, focused)
        if self.resolved:
            data["resolved"] = self.resolved
        return data

    def _filled(
        self, words: str, options: list[Json], values: dict[str, Any], focused: str | None
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
                entry["value"] = self._value(option, values[name])
            filled.append(entry)
        if focused is not None:
            # A file is sent with the command, not while its other options are still being typed.
            return [entry for entry in filled if entry["type"] != ATTACHMENT]
        for entry in filled:
            if entry["type"] == ATTACHMENT:
                entry["value"] = self._uploaded(entry["value"])
        return filled

    def _value(self, option: Json, value: Any) -> Any:
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
            return self._thing(option, value)
        elif kind == ATTACHMENT:
            if not isinstance(value, Upload):
                raise CommandError(f"{name}: {value!r} is no file")
            wrong = too_large(value)
            if wrong is not None:
                raise CommandError(f"{name}: {wrong}")
        else:
            raise CommandError(f"{name}: options of type {kind} are not supported by the sandbox")
        return value

    def _thing(self, option: Json, value: Any) -> str:
        of = ENTITIES[option["type"]]
        thing = entities.chosen(self.member, of, value, option.get("channel_types") or ())
        if thing is None:
            raise CommandError(f"{option['name']}: {value!r} is no {'member' if of == 'user' else of}")
        for key, found in entities.resolved(self.member, self.channel, [thing]).items():
            self.resolved.setdefault(key, {}).update(found)
        return str(thing.id)

    def _uploaded(self, upload: Upload) -> str:
        file = self.discord.post.attach(self.channel, kept(upload), private=True)
        self.discord.world.attachments[file.id] = file
        self.resolved.setdefault("attachments", {})[str(file.id)] = payloads.attachment(file, ephemeral=True)
        return str(file.id)


def _data(command: Json) -> Json:
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    return data | ({"guild_id": command["guild_id"]} if "guild_id" in command else {})
