"""Rules for message components and forms: counts, lengths, nesting, unique ids, as Discord refuses them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.body_errors import BodyErrors, Path
from sandbox.components import (
    BUTTON,
    CHECKBOX,
    CHECKBOXES,
    CONTAINER,
    FILE,
    FILE_UPLOAD,
    GALLERY,
    LABEL,
    RADIO,
    ROW,
    SECTION,
    SELECTS,
    SEPARATOR,
    TEXT,
    TEXT_INPUT,
    THUMBNAIL,
)
from sandbox.errors import Json
from sandbox.limits import Limit
from sandbox.select_rules import check_select

LINK, PREMIUM = 5, 6
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
ON_TOP = (*IN_CONTAINER, CONTAINER)
IN_LABEL = (TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX)


class Check:
    """One validation of a component tree, which may refer to known emoji and to the files `attached`."""

    def __init__(self, errors: BodyErrors, known_emoji: Callable[[str], bool], attached: set[str]) -> None:
        self.errors = errors
        self.known_emoji = known_emoji
        self.attached = attached
        self.shown: set[str] = set()
        self.total = 0
        self.text = 0
        self.custom_ids: set[str] = set()
        self.numbers: set[int] = set()

    def message(self, components: Any, v2: bool, path: Path = ("components",)) -> None:
        """Check the components of a message."""
        limit = Limit.COMPONENT_TOTAL if v2 else Limit.ROW_COUNT
        children = self.errors.count(limit, path, components, 0, 40 if v2 else 5)
        self._each(children, ON_TOP if v2 else (ROW,), path)
        if v2 and self.total > 40:
            self.errors.refuse(
                Limit.COMPONENT_TOTAL,
                path,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                "The total number of components cannot exceed 40",
            )
        if v2 and self.text > 4000:
            self.errors.refuse(
                Limit.COMPONENT_TEXT,
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                "The total size of displayable text exceeds the maximum size of 4000",
            )

    def modal(self, data: Json, path: Path = ("data",)) -> None:
        """Check a modal: title, custom_id, one to five labels, texts or rows with one text input."""
        self.errors.length(Limit.MODAL_SHAPE, (*path, "title"), data.get("title"), 1, 45)
        self._custom_id(data, path)
        here = (*path, "components")
        children = self.errors.count(Limit.MODAL_SHAPE, here, data.get("components"), 1, 5)
        self._each(children, (ROW, TEXT, LABEL), here, modal=True)

    def _each(self, children: list[Any], allowed: tuple[int, ...], path: Path, modal: bool = False) -> None:
        for index, child in enumerate(children):
            self._one(child, allowed, (*path, index), modal)

    def _one(self, component: Any, allowed: tuple[int, ...], path: Path, modal: bool = False) -> None:
        kind = component.get("type") if isinstance(component, dict) else None
        if kind not in allowed:
            self.errors.refuse(
                Limit.COMPONENT_NESTING,
                (*path, "type"),
                "BASE_TYPE_CHOICES",
                f"Value must be one of {{{', '.join(map(str, allowed))}}}.",
            )
            if not isinstance(component, dict):
                return
        self.total += 1
        number = component.get("id")
        if number:
            if number in self.numbers:
                self.errors.refuse(
                    Limit.CUSTOM_ID_UNIQUE,
                    (*path, "id"),
                    "COMPONENT_ID_DUPLICATED",
                    "Component id cannot be duplicated",
                )
            self.numbers.add(number)
        check = self._checks.get(kind if isinstance(kind, int) else 0)
        if check is not None:
            check(self, component, path, modal)

    def _custom_id(self, component: Json, path: Path) -> None:
        custom_id = component.get("custom_id")
        path = (*path, "custom_id")
        self.errors.length(Limit.CUSTOM_ID_LENGTH, path, custom_id, 1, 100)
        if isinstance(custom_id, str):
            if custom_id in self.custom_ids:
                self.errors.refuse(
                    Limit.CUSTOM_ID_UNIQUE,
                    path,
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                )
            self.custom_ids.add(custom_id)

    def _row(self, row: Json, path: Path, modal: bool) -> None:
        path = (*path, "components")
        children = self.errors.count(Limit.ROW_WIDTH, path, row.get("components"), 1, 5)
        kinds = {child.get("type") for child in children if isinstance(child, dict)}
        if len(children) > 1 and kinds != {BUTTON}:
            self.errors.refuse(
                Limit.ROW_WIDTH,
                path,
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            )
        self._each(children, (TEXT_INPUT,) if modal else (BUTTON, *SELECTS), path, modal)

    def _button(self, button: Json, path: Path, modal: bool) -> None:
        style, label, emoji = button.get("style"), button.get("label"), button.get("emoji")
        if style not in range(1, 7):
            self.errors.refuse(
                Limit.COMPONENT_FIELDS, (*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1..6}."
            )
        if style == LINK:
            if "custom_id" in button:
                self._link(path, "custom_id", "A link button cannot have a custom id")
            url = button.get("url")
            if not isinstance(url, str) or not url.startswith(("http://", "https://", "discord://")):
                self._link(path, "url", "A url is required")
            elif len(url) > 512:
                self._link(path, "url", "Must be 512 or fewer in length.")
        else:
            if "url" in button:
                self._link(path, "url", "Only a link button may have a url")
            self._custom_id(button, path)
        if label is not None:
            self.errors.length(Limit.LABEL_LENGTH, (*path, "label"), label, 0, 80)
        if emoji is not None:
            self._emoji(emoji, (*path, "emoji"))
        if not label and not emoji and style != PREMIUM:
            self.errors.refuse(
                Limit.BUTTON_FACE,
                path,
                "BUTTON_COMPONENT_MISSING_LABEL_OR_EMOJI",
                "A button requires a label or an emoji",
            )

    def _link(self, path: Path, key: str, message: str) -> None:
        self.errors.refuse(Limit.BUTTON_LINK, (*path, key), "BUTTON_COMPONENT_INVALID_LINK", message)

    def _emoji(self, emoji: Any, path: Path) -> None:
        if isinstance(emoji, dict):
            if emoji.get("id"):
                valid = self.known_emoji(str(emoji["id"]))
            else:
                name = emoji.get("name")
                valid = isinstance(name, str) and 0 < len(name) <= 32 and not name.isascii()
            if valid:
                return
        self.errors.refuse(Limit.EMOJI_KNOWN, (*path, "id"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def _select(self, select: Json, path: Path, modal: bool) -> None:
        self._custom_id(select, path)
        check_select(self.errors, select, path, self._emoji)

    def _section(self, section: Json, path: Path, modal: bool) -> None:
        here = (*path, "components")
        self._each(
            self.errors.count(Limit.SECTION_TEXTS, here, section.get("components"), 1, 3),
            (TEXT,),
            here,
            modal,
        )
        if section.get("accessory") is None:
            self.errors.refuse(
                Limit.SECTION_ACCESSORY,
                (*path, "accessory"),
                "BASE_TYPE_REQUIRED",
                "This field is required",
            )
        else:
            self._one(section["accessory"], (BUTTON, THUMBNAIL), (*path, "accessory"), modal)

    def _text(self, text: Json, path: Path, modal: bool) -> None:
        content = text.get("content")
        self.errors.length(Limit.COMPONENT_TEXT, (*path, "content"), content, 1, 4000)
        self.text += len(content) if isinstance(content, str) else 0

    def _media(self, holder: Json, key: str, path: Path, attached_only: bool = False) -> None:
        media = holder.get(key)
        url = media.get("url") if isinstance(media, dict) else None
        here = (*path, key, "url")
        if isinstance(url, str) and url.startswith("attachment://"):
            name = url.removeprefix("attachment://")
            self.shown.add(name)
            if name not in self.attached:
                self.errors.refuse(
                    Limit.FILE_REFERENCE,
                    here,
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    f"The specified attachment {name} was not found",
                )
        elif not isinstance(url, str) or attached_only or not url.startswith(("http://", "https://")):
            self.errors.refuse(
                Limit.FILE_REFERENCE, here, "URL_TYPE_INVALID_SCHEME", "Not a well formed media URL."
            )
        description = holder.get("description")
        place = (*path, "description")
        self.errors.length(Limit.FILE_DESCRIPTION, place, description, 0, 1024, needed=False)

    def _thumbnail(self, thumbnail: Json, path: Path, modal: bool) -> None:
        self._media(thumbnail, "media", path)

    def _gallery(self, gallery: Json, path: Path, modal: bool) -> None:
        path = (*path, "items")
        for index, item in enumerate(
            self.errors.count(Limit.GALLERY_ITEMS, path, gallery.get("items"), 1, 10)
        ):
            self._media(item, "media", (*path, index))

    def _file(self, file: Json, path: Path, modal: bool) -> None:
        self._media(file, "file", path, attached_only=True)

    def _separator(self, separator: Json, path: Path, modal: bool) -> None:
        if separator.get("spacing", 1) not in (1, 2):
            self.errors.refuse(
                Limit.COMPONENT_FIELDS,
                (*path, "spacing"),
                "BASE_TYPE_CHOICES",
                "Value must be one of {1, 2}.",
            )

    def _container(self, container: Json, path: Path, modal: bool) -> None:
        colour = container.get("accent_color")
        if colour is not None and not (isinstance(colour, int) and 0 <= colour <= 0xFFFFFF):
            self.errors.refuse(
                Limit.COMPONENT_FIELDS, (*path, "accent_color"), "NUMBER_TYPE_MAX", "Not a colour."
            )
        path = (*path, "components")
        children = self.errors.count(Limit.COMPONENT_TOTAL, path, container.get("components"), 1, 40)
        self._each(children, IN_CONTAINER, path, modal)

    def _label(self, label: Json, path: Path, modal: bool) -> None:
        self.errors.length(Limit.MODAL_SHAPE, (*path, "label"), label.get("label"), 1, 45)
        place = (*path, "description")
        self.errors.length(Limit.MODAL_SHAPE, place, label.get("description"), 0, 100, needed=False)
        self._one(label.get("component"), IN_LABEL, (*path, "component"), modal)

    def _input(self, field: Json, path: Path, modal: bool) -> None:
        self._custom_id(field, path)
        place = (*path, "placeholder")
        self.errors.length(Limit.MODAL_SHAPE, place, field.get("placeholder"), 0, 100, needed=False)
        self.errors.length(Limit.MODAL_SHAPE, (*path, "value"), field.get("value"), 0, 4000, needed=False)
        if field.get("style") not in (1, 2):
            self.errors.refuse(
                Limit.MODAL_SHAPE, (*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}."
            )

    def _field(self, field: Json, path: Path, modal: bool) -> None:
        self._custom_id(field, path)

    _checks = {  # noqa: RUF012
        ROW: _row,
        BUTTON: _button,
        **dict.fromkeys(SELECTS, _select),
        TEXT_INPUT: _input,
        SECTION: _section,
        TEXT: _text,
        THUMBNAIL: _thumbnail,
        GALLERY: _gallery,
        FILE: _file,
        SEPARATOR: _separator,
        CONTAINER: _container,
        LABEL: _label,
        **dict.fromkeys((FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX), _field),
    }
