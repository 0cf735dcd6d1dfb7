"""Message components as data: their types, a walk through them, the form in which Discord returns them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sandbox.errors import Json

if TYPE_CHECKING:
    from sandbox.objects import Attachment

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
ENTITIES = {5: "user", 6: "role", 7: "mentionable", 8: "channel"}
SELECTS = (STRING_SELECT, *ENTITIES)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 19, 21, 22, 23


def walk(components: list[Json]) -> Iterator[Json]:
    """Yield every component, nested ones after the one that holds them, in the order of display."""
    for component in components:
        yield component
        children = component.get("components")
        if children:
            yield from walk(children)
        for key in ("accessory", "component"):
            if key in component:
                yield from walk([component[key]])


def shown_media(components: list[Json]) -> Iterator[Json]:
    """Yield every picture and file that the components show."""
    for component in walk(components):
        yield from (component[key] for key in ("media", "file") if key in component)
        yield from (item["media"] for item in component.get("items", ()))


DEFAULTS: dict[int, Json] = {
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"spoiler": False},
    SEPARATOR: {"spacing": 1, "divider": True},
    CONTAINER: {"accent_color": None, "spoiler": False},
}


def resolved(components: list[Json], attachments: list[Attachment]) -> list[Json]:
    """Return the components as Discord does: numbered, with defaults and the addresses of attached media."""
    taken = {component["id"] for component in walk(components) if component.get("id")}
    fresh = (number for number in range(1, 10_000) if number not in taken)
    files = {file.filename: file for file in attachments}

    def copy(component: Json) -> Json:
        given = {key: value for key, value in component.items() if value is not None}
        done = DEFAULTS.get(component["type"], {}) | given
        if not done.get("id"):
            done["id"] = next(fresh)
        if "components" in done:
            done["components"] = [copy(child) for child in done["components"]]
        for key in ("accessory", "component"):
            if done.get(key) is not None:
                done[key] = copy(done[key])
        if "default_values" in done:
            done["default_values"] = [preset | {"id": str(preset["id"])} for preset in done["default_values"]]
        if "items" in done:
            plain = {"description": None, "spoiler": False}
            done["items"] = [plain | item | {"media": _media(item["media"], files)} for item in done["items"]]
        for key in ("media", "file"):
            if key in done:
                done[key] = _media(done[key], files)
        if done["type"] == FILE:
            done["name"] = unquote(done["file"]["url"].rsplit("/", 1)[-1])
            done["size"] = done["file"].pop("size", 0)
        return done

    return [copy(component) for component in components]


def _media(media: Json, files: dict[str, Attachment]) -> Json:
    url = media["url"]
    file = files.get(url.removeprefix("attachment://"))
    if file is None:
        return {"id": "0", "url": url, "proxy_url": url, "width": None, "height": None}
    return {
        "id": str(file.id),
        "attachment_id": str(file.id),
        "url": file.url,
        "proxy_url": file.url,
        "content_type": file.content_type,
        "size": len(file.data),
    }
