"""Forms (modals): their fields, the checks of a client, and the data of the submission."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sandbox import entities
from sandbox.components import (
    CHECKBOX,
    CHECKBOXES,
    ENTITIES,
    FILE_UPLOAD,
    LABEL,
    RADIO,
    SELECTS,
    TEXT,
    TEXT_INPUT,
)
from sandbox.errors import Json
from sandbox.interactions import Interaction

Values = Mapping[str, str | list[str]]
TICKED = "true"


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a modal; `least` and `most` count characters of a text, otherwise choices.

    `options` are (label, value), `value` is the text and `chosen` the choices that it begins with.
    """

    custom_id: str
    kind: int
    label: str
    required: bool
    value: str
    options: tuple[tuple[str, str], ...]
    least: int
    most: int
    chosen: tuple[str, ...] = ()

    def wrong(self, value: str | list[str] | None) -> str | None:
        """Return why a client would not send `value` (None: the field is left alone), None if it would."""
        if self.kind == TEXT_INPUT:
            return self._wrong_text(self.value if value is None else value)
        picked = list(self.chosen) if value is None else [value] if isinstance(value, str) else value
        if self.kind == FILE_UPLOAD:
            return f"the field {self.label!r} needs a file" if self.required else None
        if not self.least <= len(picked) <= self.most and (picked or self.required):
            return f"the field {self.label!r} takes {self.least} to {self.most} choices"
        offered = {value for _, value in self.options}
        if not offered.issuperset(picked) or len(set(picked)) != len(picked):
            return f"the field {self.label!r} does not offer this choice"
        return None

    def _wrong_text(self, value: str | list[str]) -> str | None:
        if isinstance(value, list):
            return f"the field {self.label!r} takes a text"
        if not value:
            return f"the field {self.label!r} is required" if self.required else None
        if not self.least <= len(value) <= self.most:
            return f"the field {self.label!r} takes {self.least} to {self.most} characters"
        return None


class Modal:
    """A form that the bot opened on a member's screen in answer to `opener`."""

    def __init__(self, data: Json, opener: Interaction) -> None:
        self.data = data
        self.opener = opener
        self.title: str = data["title"]
        self.custom_id: str = data["custom_id"]

    @property
    def fields(self) -> list[Field]:
        """Return every field, in the order of display."""
        fields: list[Field] = []
        for top in self.data["components"]:
            for item in held(top):
                options = self._options(item)
                least, most = _range(item, len(options))
                required = item.get("required", item["type"] != CHECKBOX)
                fields.append(
                    Field(
                        item["custom_id"],
                        item["type"],
                        top.get("label") or item.get("label") or "",
                        required,
                        item.get("value") or "",
                        tuple(options),
                        least,
                        most,
                        tuple(_preset(item)),
                    )
                )
        return fields

    def _options(self, item: Json) -> list[tuple[str, str]]:
        if item["type"] in ENTITIES:
            of = ENTITIES[item["type"]]
            things = entities.offered(self.opener.member, of, item.get("channel_types") or ())
            return [(thing.name, str(thing.id)) for thing in things]
        if item["type"] == CHECKBOX:
            return [("", TICKED)]
        return [(option["label"], option["value"]) for option in item.get("options", [])]

    def wrong(self, values: Values) -> str | None:
        """Return why a client would not send these values by custom_id, None if it would."""
        fields = {field.custom_id: field for field in self.fields}
        for name in values:
            if name not in fields:
                return f"the form has no field {name!r}"
        reasons = (field.wrong(values.get(name)) for name, field in fields.items())
        return next((reason for reason in reasons if reason is not None), None)

    def filled(self, values: Values) -> Json:
        """Return the data of its submission; fields that `values` leaves out keep their contents."""
        tops: list[Json] = []
        things: list[entities.Thing] = []
        for number, top in enumerate(self.data["components"], 1):
            if top["type"] == TEXT:
                tops.append({"type": TEXT, "id": number})
                continue
            done = [_filled(item, values.get(item["custom_id"]), 100 + number) for item in held(top)]
            inner: Json = {"component": done[0]} if top["type"] == LABEL else {"components": done}
            tops.append({"type": top["type"], "id": number, **inner})
            for item in done:
                if item["type"] in ENTITIES:
                    things += entities.by_ids(self.opener.channel.guild, item["values"])
        data: Json = {"custom_id": self.custom_id, "components": tops}
        if things:
            data["resolved"] = entities.resolved(self.opener.member, self.opener.channel, things)
        return data


def held(top: Json) -> list[Json]:
    """Return the fields that one of a modal's outermost components holds."""
    components: list[Json] = [top["component"]] if top["type"] == LABEL else top.get("components", [])
    return components


def _preset(item: Json) -> list[str]:
    if item["type"] == CHECKBOX:
        return [TICKED] if item.get("default") else []
    if item["type"] in ENTITIES:
        return [str(default["id"]) for default in item.get("default_values", [])]
    return [option["value"] for option in item.get("options", []) if option.get("default")]


def _range(item: Json, options: int) -> tuple[int, int]:
    kind = item["type"]
    if kind == TEXT_INPUT:
        return item.get("min_length") or 0, item.get("max_length") or 4000
    if kind in SELECTS:
        return item.get("min_values", 1), item.get("max_values", 1)
    if kind == CHECKBOXES:
        return item.get("min_values", 1), item.get("max_values") or options
    return (0 if kind == CHECKBOX else 1), 1


def _filled(item: Json, value: str | list[str] | None, number: int) -> Json:
    done: Json = {"type": item["type"], "id": number, "custom_id": item["custom_id"]}
    if item["type"] == TEXT_INPUT:
        return done | {"value": value if value is not None else item.get("value") or ""}
    picked = _preset(item) if value is None else [value] if isinstance(value, str) else value
    if item["type"] == RADIO:
        return done | {"value": picked[0] if picked else None}
    if item["type"] == CHECKBOX:
        return done | {"value": bool(picked)}
    return done | {"values": picked}
