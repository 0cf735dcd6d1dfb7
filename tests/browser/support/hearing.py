"""The reading of a message to a member who listens to the page, and what it must be.

Both are lists in order: `button «Join A» disabled`, `heading «Your turn»`, and texts. Blanks are left out, as
they are not heard, and a point in time is `⏱`, as it goes on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import yaml
from playwright.async_api import Locator, Page

from sandbox.components import BUTTON, FILE, GALLERY, SECTION, SELECTS, SEPARATOR, TEXT, THUMBNAIL
from sandbox.driver import Member
from sandbox.page import STATIC
from sandbox.page.markdown import Node
from sandbox.page.names import read
from sandbox.page.offers import menu_offers
from sandbox.view import Message

Json = dict[str, Any]

WORDS: Final = json.loads((STATIC / "words.json").read_text("utf-8"))
NAMED: Final = re.compile(r'([a-z]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)')
"""A line of the accessibility tree: a role, perhaps a name, and states."""
SPOKEN: Final = ("button", "combobox", "heading", "link")
"""Roles that are read with their name."""
READ: Final = (
    *("blockquote", "code", "deletion", "emphasis", "insertion"),
    *("list", "listitem", "paragraph", "strong", "subscript", "text"),
)
"""Roles whose contents are read."""
TIME: Final = "⏱"
HEAD: Final = ":scope > .head"
"""The place of a message's author and time, missing where it follows another of the same author."""
ITEMS: Final = """(list, head) =>
  [...list.children].map((item) => [item.dataset.message, !!item.querySelector(head)])"""
LINK: Final = 5
LONGEST: Final = 900
"""The most letters of a name that Playwright returns."""


def squeezed(words: str) -> str:
    return re.sub(r"\s+", "", words)


def joined(parts: Iterable[tuple[str, str]]) -> list[str]:
    """Return the parts in the form that is heard: consecutive texts are one."""
    told: list[list[str]] = []
    for role, words in parts:
        if role == "text" and told and told[-1][0] == "text":
            told[-1][1] += squeezed(words)
        elif words.strip() or role != "text":
            told.append([role, squeezed(words)])
    return [words if role == "text" else f"{role} {words}".rstrip() for role, words in told]


def spoken(name: str, *states: str) -> str:
    """Return a name as it is heard; Playwright leaves out a longer one."""
    return " ".join([f"«{squeezed(name) if len(name) <= LONGEST else ''}»", *states])


# The actual reading


async def heard(item: Locator) -> list[str]:
    """Return the browser's reading of a message, from its author's name and time on."""
    tree = yaml.load(await item.aria_snapshot(), Loader=yaml.CBaseLoader)
    return _after_its_head(tree, bool(await item.locator(HEAD).count()))


async def heard_of_all(page: Page) -> dict[int, list[str]]:
    """Return the same for every message of a window, by its id."""
    messages = page.locator("#messages")
    [listed] = yaml.load(await messages.aria_snapshot(), Loader=yaml.CBaseLoader)
    [items] = listed.values()
    told = await messages.evaluate(ITEMS, HEAD)
    return {
        int(number): _after_its_head([item], headed)
        for item, (number, headed) in zip(items, told, strict=True)
    }


def _after_its_head(tree: Any, headed: bool) -> list[str]:
    parts = list(_said(tree))
    return joined(parts[parts.index(("text", TIME)) + 1 :] if headed else parts)


def _said(tree: Any) -> Iterator[tuple[str, str]]:
    for line in tree if isinstance(tree, list) else [tree]:
        [(head, inner)] = line.items() if isinstance(line, Mapping) else [(line, "")]
        if head.startswith("/"):
            continue
        found = NAMED.fullmatch(head)
        assert found, head
        role, name = found[1], re.sub(r"\\(.)", r"\1", found[2] or "")
        states = ["disabled"] if "[disabled]" in found[3] else []
        held = inner if isinstance(inner, str) else ""
        # A point in time within a heading is part of its name.
        for part in inner if role == "heading" and isinstance(inner, list) else []:
            if isinstance(part, Mapping) and "time" in part:
                name = name.replace(part["time"], TIME)
        if role == "combobox":
            value = held or "".join(words for _, words in _said(inner or []))
            yield role, spoken(name, *states) + (f":{squeezed(value)}" if value else "")
        elif role in SPOKEN:
            yield role, spoken(name, *states)
        elif role == "time":
            assert held, "a point in time says nothing"
            yield "text", TIME
        elif role == "img":
            yield "text", name
        elif role == "separator":
            yield role, ""
        else:
            assert role in READ, head
            if held:
                yield "text", held
            elif inner:
                yield from _said(inner)


# The right reading


def due(message: Message, member: Member) -> list[str]:
    """Return the right reading of a message that was sent, after its author's name and time."""
    return joined(_Reader(member).message(message))


class _Reader:
    """Reads a message to a member."""

    def __init__(self, member: Member) -> None:
        self.member = member
        self.words = WORDS[member.user.locale.partition("-")[0]]

    def message(self, message: Message) -> Iterator[tuple[str, str]]:
        yield from self._text(message.content)
        assert not message.embeds
        for component in message.components:
            yield from self._component(component)
        if message.edited:
            yield "text", self.words["edited"]
        thread = self.member.guild.channels.get(message.id)
        if thread is not None:
            yield "button", spoken(self.words["see-thread"].format(name=thread.name))
        if message.ephemeral:
            yield "text", f"{self.words['only-you']} ·"
            yield "button", spoken(self.words["dismiss"])
        elif menu_offers(self.member, message.stored.channel):
            yield "button", spoken(self.words["apps"].format(name=message.author))
        if self.member.can_delete(message):
            yield "button", spoken(self.words["delete-message"].format(name=message.author))

    def _component(self, part: Json) -> Iterator[tuple[str, str]]:
        kind = part["type"]
        if kind == TEXT:
            yield from self._text(part["content"])
        elif kind == BUTTON:
            yield self._button(part)
        elif kind in SELECTS:
            yield self._select(part)
        elif kind == SEPARATOR:
            if part.get("divider", True):
                yield "separator", ""
        elif kind == GALLERY:
            for item in part["items"]:
                yield self._picture(item)
        elif kind == THUMBNAIL:
            yield self._picture(part)
        elif kind == FILE:
            yield "link", spoken(part["name"])
            yield "text", f"{round(part['size'] / 1000, 1):g} kB"
        else:
            for inner in part["components"]:
                yield from self._component(inner)
            if kind == SECTION:
                yield from self._component(part["accessory"])

    def _button(self, button: Json) -> tuple[str, str]:
        name = f"{self._emoji(button)} {button.get('label') or ''}"
        # Screen readers know emoji by their names.
        assert re.search(r"[\w♠♥♦♣⏮◀▶⏭⭐]", name), f"a button without a name: {button}"
        states = ["disabled"] if button.get("disabled") else []
        return "link" if button["style"] == LINK else "button", spoken(name, *states)

    def _select(self, menu: Json) -> tuple[str, str]:
        assert menu.get("placeholder"), f"a menu without a name: {menu}"
        chosen = [f"{self._emoji(o)} {o['label']}" for o in menu["options"] if o.get("default")]
        value = squeezed("".join(chosen))
        name = spoken(menu["placeholder"], *(["disabled"] if menu.get("disabled") else []))
        return "combobox", name + (f":{value}" if value not in ("", squeezed(menu["placeholder"])) else "")

    def _picture(self, item: Json) -> tuple[str, str]:
        assert item.get("description"), f"a picture without a description: {item}"
        return "button", spoken(self.words["enlarge"].format(alt=item["description"]))

    @staticmethod
    def _emoji(part: Json) -> str:
        return str((part.get("emoji") or {}).get("name") or "").replace("_", " ")

    def _text(self, text: str) -> Iterator[tuple[str, str]]:
        for node in read(text, self.member):
            yield from self._node(node)

    def _node(self, node: Node) -> Iterator[tuple[str, str]]:
        if isinstance(node, str):
            yield "text", node
            return
        match node["k"]:
            case "heading":
                inner = (words for child in node["c"] for _, words in self._node(child))
                yield "heading", spoken("".join(inner))
            case "time":
                yield "text", TIME
            case "mention":
                mark = {"channel": "#", "command": "/"}.get(node["of"], "@")
                # A missing person or thing has lost its name.
                name = node["name"] or self.words[node["lack"]]
                yield "text", name if name.startswith(mark) else mark + name
            case "emoji":
                yield "text", node["name"].replace("_", " ")
            case "link":
                inner = (words for child in node["c"] for _, words in self._node(child))
                yield "link", spoken("".join(inner))
            case "br":
                return
            case "code" | "codeblock":
                yield "text", node["t"]
            case _:
                for child in node["c"]:
                    yield from self._node(child)
