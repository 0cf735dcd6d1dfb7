"""A message as a client shows it: its text, buttons and selects, always as the message is now."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.components import BUTTON, SELECTS, TEXT, walk
from sandbox.errors import Json
from sandbox.objects import COMPONENTS_V2, LOADING, Attachment
from sandbox.objects import Message as Stored


@dataclass(frozen=True, slots=True)
class Button:
    """A button as shown; `custom_id` is None and `url` set for a link."""

    label: str
    custom_id: str | None
    style: int
    disabled: bool
    emoji: str | None
    url: str | None
    number: int


@dataclass(frozen=True, slots=True)
class Select:
    """A select menu as shown; `options` are (label, value), empty for menus of users, roles or channels.

    `chosen` are the values that are chosen at first.
    """

    custom_id: str
    kind: int
    placeholder: str | None
    options: tuple[tuple[str, str], ...]
    least: int
    most: int
    disabled: bool
    number: int
    channel_types: tuple[int, ...] = ()
    chosen: tuple[str, ...] = ()


class Message:
    """A message through a member's eyes; every property reads its present state."""

    def __init__(self, stored: Stored) -> None:
        self.stored = stored

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and other.stored is self.stored

    def __hash__(self) -> int:
        return hash(self.stored.id)

    def __repr__(self) -> str:
        return f"<Message {self.id} {'ephemeral ' if self.ephemeral else ''}{self.text!r}>"

    @property
    def id(self) -> int:
        return self.stored.id

    @property
    def author(self) -> str:
        return self.stored.author.name

    @property
    def content(self) -> str:
        return self.stored.content

    @property
    def components(self) -> list[Json]:
        return self.stored.components

    @property
    def embeds(self) -> list[Json]:
        return self.stored.embeds

    @property
    def attachments(self) -> list[Attachment]:
        return list(self.stored.attachments)

    @property
    def flags(self) -> int:
        return self.stored.flags

    @property
    def ephemeral(self) -> bool:
        return self.stored.ephemeral

    @property
    def loading(self) -> bool:
        return bool(self.flags & LOADING)

    @property
    def v2(self) -> bool:
        return bool(self.flags & COMPONENTS_V2)

    @property
    def edited(self) -> bool:
        return self.stored.edited is not None

    @property
    def deleted(self) -> bool:
        return self.stored.deleted

    @property
    def mentions(self) -> list[str]:
        return [user.name for user in self.stored.mentions]

    @property
    def text(self) -> str:
        """Return all text: content, embeds, then every text display, joined by newlines."""
        parts = [self.content]
        for embed in self.embeds:
            parts += [embed.get("title") or "", embed.get("description") or ""]
            parts += [f"{row['name']}\n{row['value']}" for row in embed.get("fields", [])]
            parts.append((embed.get("footer") or {}).get("text") or "")
        parts += [c["content"] for c in walk(self.components) if c["type"] == TEXT]
        return "\n".join(part for part in parts if part)

    @property
    def buttons(self) -> list[Button]:
        """Return every button, in the order of display."""
        drawn = self.components
        if self.stored.read[0] is not drawn:
            found = [button(component) for component in walk(drawn) if component["type"] == BUTTON]
            self.stored.read = (drawn, found)
        return list(self.stored.read[1])

    @property
    def selects(self) -> list[Select]:
        """Return every select menu, in the order of display."""
        return [select(component) for component in walk(self.components) if component["type"] in SELECTS]


def button(component: Json) -> Button:
    """Return a button from its component."""
    emoji = component.get("emoji") or {}
    return Button(
        component.get("label") or "",
        component.get("custom_id"),
        component["style"],
        bool(component.get("disabled")),
        emoji.get("name"),
        component.get("url"),
        component.get("id", 0),
    )


def select(component: Json) -> Select:
    """Return a select menu from its component."""
    return Select(
        component["custom_id"],
        component["type"],
        component.get("placeholder"),
        tuple((option["label"], option["value"]) for option in component.get("options", [])),
        component.get("min_values", 1),
        component.get("max_values", 1),
        bool(component.get("disabled")),
        component.get("id", 0),
        tuple(component.get("channel_types") or ()),
        tuple(option["value"] for option in component.get("options", []) if option.get("default"))
        + tuple(str(preset["id"]) for preset in component.get("default_values") or ()),
    )
