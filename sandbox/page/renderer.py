"""Messages, components, embeds and forms as the page draws them for one member: plain JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from sandbox import entities
from sandbox.components import (
    BUTTON,
    CHECKBOX,
    CHECKBOXES,
    CONTAINER,
    ENTITIES,
    FILE,
    GALLERY,
    LABEL,
    RADIO,
    ROW,
    SECTION,
    SELECTS,
    SEPARATOR,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    THUMBNAIL,
)
from sandbox.driver import Member, Message, Modal
from sandbox.errors import Json
from sandbox.interactions import USED_MENU, USED_SLASH
from sandbox.modals import TICKED, Field
from sandbox.objects import Attachment, Channel, User
from sandbox.page.names import emoji, read
from sandbox.page.offers import used_words

STYLES = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium"}
CHOICES = {STRING_SELECT: "string", **ENTITIES, RADIO: "radio", CHECKBOXES: "checks", CHECKBOX: "check"}
COLOURS = (0x0B6B5D, 0x8A4B08, 0x5B3FA8, 0x9C2F5A, 0x1F5FA8, 0x4E6B12, 0x7A3E2E)
LONG_TEXT = 2
WIDE = 2


class Renderer:
    """Draws messages and forms for one member."""

    def __init__(self, member: Member) -> None:
        self.member = member
        self.world = member.discord.world

    def message(self, message: Message) -> Json:
        """Return one message as it is now."""
        stored = message.stored
        author = stored.author
        files = {f"attachment://{file.filename}": file for file in message.attachments}
        apart = [] if message.v2 else [f for url, f in files.items() if url not in _urls(message.embeds)]
        return {
            "id": str(message.id),
            "author": {"name": author.name, "bot": author.bot, "color": colour(author)},
            "at": stored.created,
            "edited": message.edited,
            "private": message.ephemeral,
            "loading": message.loading,
            "used": self._used(message),
            "reply": self._reply(message),
            "pinged": self.member.user in stored.mentions,
            "deletable": self.member.can_delete(message),
            "text": read(message.content, self.member),
            "embeds": [self._embed(embed, files) for embed in message.embeds],
            "components": [self._component(component) for component in message.components],
            "attachments": [self._file(file) for file in apart],
            "thread": self._thread(message),
        }

    def _thread(self, message: Message) -> Json | None:
        """Return the thread that was started from a message, which can be opened there."""
        thread = self.member.guild.channels.get(message.id)
        return None if thread is None else {"id": str(thread.id), "name": thread.name}

    def _used(self, message: Message) -> Json | None:
        made = self.member.discord.interactions.by_id.get(message.stored.made_by or 0)
        if made is None or message.stored.kind not in (USED_SLASH, USED_MENU):
            return None
        return {"name": made.member.user.name, "words": used_words(self.member, made)}

    def _reply(self, message: Message) -> Json | None:
        if message.stored.reference is None:
            return None
        stored = message.stored.channel.messages.get(message.stored.reference)
        if stored is None or not self.member.can_see(Message(stored)):
            return {"name": "", "text": None}
        return {"name": stored.author.name, "text": Message(stored).text.partition("\n")[0]}

    # media

    def _address(self, url: str) -> str | None:
        """Return the path of a file on this server; None for one outside, which is not to be loaded."""
        path = url.removeprefix(self.member.discord.post.url)
        return path if path.startswith("/") else None

    def _file(self, file: Attachment) -> Json:
        return {
            "name": file.filename,
            "url": self._address(file.url),
            "alt": file.description,
            "image": file.content_type.startswith("image/"),
            "size": len(file.data),
            "spoiler": file.filename.startswith("SPOILER_"),
        }

    def _media(self, media: Json | None, alt: str | None = None, spoiler: bool = False) -> Json | None:
        if not media:
            return None
        return {"url": self._address(media["url"]), "alt": alt, "spoiler": spoiler}

    def _illustration(self, picture: Json | None, files: dict[str, Attachment]) -> Json | None:
        file = files.get((picture or {}).get("url", ""))
        return self._media(picture) if file is None else self._media({"url": file.url}, file.description)

    def _embed(self, embed: Json, files: dict[str, Attachment]) -> Json:
        return {
            "title": read(embed.get("title") or "", self.member),
            "url": embed.get("url"),
            "description": read(embed.get("description") or "", self.member),
            "color": embed.get("color"),
            "author": (embed.get("author") or {}).get("name"),
            "fields": [
                {
                    "name": read(row["name"], self.member),
                    "value": read(row["value"], self.member),
                    "inline": bool(row.get("inline")),
                }
                for row in embed.get("fields") or []
            ],
            "image": self._illustration(embed.get("image"), files),
            "thumbnail": self._illustration(embed.get("thumbnail"), files),
            "footer": (embed.get("footer") or {}).get("text"),
        }

    # components

    def _component(self, component: Json) -> Json:
        kind = component["type"]
        if kind in SELECTS:
            return {"kind": "select", **self._choice(component), "disabled": bool(component.get("disabled"))}
        return self._draw[kind](self, component)

    def _children(self, component: Json) -> list[Json]:
        return [self._component(child) for child in component["components"]]

    def _row(self, row: Json) -> Json:
        return {"kind": "row", "children": self._children(row)}

    def _button(self, button: Json) -> Json:
        return {
            "kind": "button",
            "style": STYLES[button["style"]],
            "label": button.get("label") or "",
            "emoji": emoji(button.get("emoji"), self.member),
            "id": button.get("custom_id"),
            "url": button.get("url"),
            "disabled": bool(button.get("disabled")),
        }

    def _section(self, section: Json) -> Json:
        accessory = self._component(section["accessory"])
        return {"kind": "section", "children": self._children(section), "accessory": accessory}

    def _text(self, text: Json) -> Json:
        return {"kind": "text", "text": read(text["content"], self.member)}

    def _picture(self, item: Json) -> Json:
        media = self._media(item["media"], item.get("description"), bool(item.get("spoiler")))
        return {"kind": "thumbnail", **(media or {})}

    def _gallery(self, gallery: Json) -> Json:
        items = [
            self._media(item["media"], item.get("description"), bool(item.get("spoiler")))
            for item in gallery["items"]
        ]
        return {"kind": "gallery", "items": items}

    def _attached(self, file: Json) -> Json:
        return {
            "kind": "file",
            "name": file.get("name") or "",
            "url": self._address(file["file"]["url"]),
            "alt": None,
            "image": False,
            "size": file.get("size", 0),
            "spoiler": bool(file.get("spoiler")),
        }

    def _separator(self, separator: Json) -> Json:
        wide = separator.get("spacing") == WIDE
        return {"kind": "separator", "line": bool(separator.get("divider", True)), "wide": wide}

    def _container(self, container: Json) -> Json:
        return {
            "kind": "container",
            "color": container.get("accent_color"),
            "spoiler": bool(container.get("spoiler")),
            "children": self._children(container),
        }

    _draw: ClassVar[dict[int, Callable[[Renderer, Json], Json]]] = {
        ROW: _row,
        BUTTON: _button,
        SECTION: _section,
        TEXT: _text,
        THUMBNAIL: _picture,
        GALLERY: _gallery,
        FILE: _attached,
        SEPARATOR: _separator,
        CONTAINER: _container,
    }

    def _choice(self, menu: Json) -> Json:
        return {
            "of": CHOICES[menu["type"]],
            "id": menu["custom_id"],
            "placeholder": menu.get("placeholder"),
            "least": menu.get("min_values", 1),
            "most": menu.get("max_values", 1),
            "options": self._options(menu),
        }

    def _options(self, menu: Json) -> list[Json]:
        of = ENTITIES.get(menu["type"])
        if of is None:
            return [self._option(option) for option in menu.get("options", [])]
        preset = {str(default["id"]) for default in menu.get("default_values") or ()}
        things = entities.offered(self.member.membership, of, menu.get("channel_types") or ())
        return [
            self._option(
                {
                    "label": thing.name,
                    "value": str(thing.id),
                    "description": thing.parent.name if isinstance(thing, Channel) and thing.parent else None,
                    "default": str(thing.id) in preset,
                }
            )
            for thing in things
        ]

    def _option(self, option: Json) -> Json:
        return {
            "label": option["label"],
            "value": option["value"],
            "description": option.get("description"),
            "emoji": emoji(option.get("emoji"), self.member),
            "chosen": bool(option.get("default")),
        }

    # forms

    def modal(self, modal: Modal) -> Json:
        """Return a form that the bot has opened."""
        fields = {field.custom_id: field for field in modal.fields}
        items: list[Json] = []
        for top in modal.data["components"]:
            if top["type"] == TEXT:
                items.append(self._text(top))
            else:
                inner = [top["component"]] if top["type"] == LABEL else top["components"]
                items += [self._field(fields[item["custom_id"]], item, top) for item in inner]
        return {"interaction": str(modal.opener.id), "title": modal.title, "items": items}

    def _field(self, field: Field, item: Json, top: Json) -> Json:
        drawn: Json = {
            "id": field.custom_id,
            "label": field.label,
            "description": top.get("description"),
            "required": field.required,
            "placeholder": item.get("placeholder"),
            "least": field.least,
            "most": field.most,
        }
        if field.kind == TEXT_INPUT:
            return {"kind": "input", "long": item["style"] == LONG_TEXT, "value": field.value, **drawn}
        options = self._options(item)
        if field.kind == CHECKBOX:
            chosen = bool(item.get("default"))
            options = [self._option({"label": field.label, "value": TICKED, "default": chosen})]
        return {"kind": "choice", "of": CHOICES.get(field.kind, "string"), "options": options, **drawn}


def colour(user: User) -> int:
    """Return the colour that stands for a user."""
    return COLOURS[ord(user.name[0]) % len(COLOURS)]


def _urls(embeds: list[Json]) -> set[str]:
    """Return the addresses of all pictures in embeds."""
    return {(embed.get(place) or {}).get("url", "") for embed in embeds for place in ("image", "thumbnail")}
