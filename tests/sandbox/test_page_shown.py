"""The page's drawing of any message of a bot, and the data that choosing and filling in send back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from sandbox.driver import Answer, Message, Refused
from sandbox.interactions import COMMAND
from sandbox.page.renderer import Renderer
from sandbox.permissions import Permission
from tests.sandbox.conftest import Place
from tests.sandbox.lab import Lab, button, lab_of, row, text

Json = dict[str, Any]


@pytest.fixture
async def lab(place: Place) -> AsyncIterator[Lab]:
    async with lab_of(place) as lab:
        yield lab


def drawn(place: Place, answer: tuple[int, Any]) -> Json:
    """Return a message that has just been sent, in ann's view."""
    status, body = answer
    assert status == 200, body
    return Renderer(place.ann).message(Message(place.sandbox.world.messages[int(body["id"])]))


async def test_every_component_is_drawn(place: Place, lab: Lab) -> None:
    picture = {"media": {"url": "attachment://a.png"}, "description": "an ace", "spoiler": True}
    outside = {"media": {"url": "https://example.org/x.png"}}
    shown = drawn(
        place,
        await lab.v2(
            {
                "type": 17,
                "accent_color": 0x2E7D4F,
                "spoiler": True,
                "components": [
                    {"type": 9, "components": [text("**one**")], "accessory": {"type": 11, **picture}},
                    {"type": 14, "divider": False, "spacing": 2},
                    {"type": 12, "items": [picture, outside]},
                ],
            },
            {"type": 13, "file": {"url": "attachment://game.json"}},
            row(
                button("a", label="Play", emoji={"name": "🂡"}, style=1),
                button("b", style=4, disabled=True),
                {"type": 2, "style": 5, "label": "Rules", "url": "https://example.org"},
            ),
            files={"a.png": b"png", "game.json": b"{}"},
        ),
    )
    container, file, buttons = shown["components"]
    assert (container["kind"], container["color"], container["spoiler"]) == ("container", 0x2E7D4F, True)
    section, separator, gallery = container["children"]
    words = [{"k": "p", "c": [{"k": "bold", "c": ["one"]}]}]
    assert section["children"] == [{"kind": "text", "text": words}]
    ace = section["accessory"]
    assert (ace["kind"], ace["alt"], ace["spoiler"]) == ("thumbnail", "an ace", True)
    assert ace["url"].startswith("/attachments/")
    assert separator == {"kind": "separator", "line": False, "wide": True}
    assert [item["url"] for item in gallery["items"]] == [ace["url"], None]
    assert (file["kind"], file["name"], file["size"]) == ("file", "game.json", 2)
    keys = ("style", "label", "emoji", "id", "url", "disabled")
    assert [tuple(drawn_button[key] for key in keys) for drawn_button in buttons["children"]] == [
        ("primary", "Play", {"name": "🂡", "url": None}, "a", None, False),
        ("danger", "X", None, "b", None, True),
        ("link", "Rules", None, None, "https://example.org", False),
    ]
    assert shown["attachments"] == []


async def test_content_embeds_and_files_are_drawn(place: Place, lab: Lab) -> None:
    embed = {
        "title": "*Score*",
        "description": "all",
        "color": 5,
        "author": {"name": "Cicera"},
        "footer": {"text": "end"},
        "fields": [{"name": "A", "value": "1", "inline": True}],
        "image": {"url": "https://example.org/x.png"},
    }
    first = drawn(place, await lab.send(content=f"for <@{place.ann.id}>", embeds=[embed]))
    assert (first["pinged"], first["private"], first["edited"], first["used"]) == (True, False, False, None)
    [shown] = first["embeds"]
    assert shown["title"] == [{"k": "p", "c": [{"k": "italic", "c": ["Score"]}]}]
    assert (shown["author"], shown["footer"], shown["color"]) == ("Cicera", "end", 5)
    assert shown["fields"][0]["inline"]
    assert (shown["image"], shown["thumbnail"]) == ({"url": None, "alt": None, "spoiler": False}, None)
    reply = {"message_id": first["id"]}
    listed = [{"id": 0, "filename": "SPOILER_a.png", "description": "an ace"}]
    answer = await lab.send({"x.png": b"png"}, content="see", attachments=listed, message_reference=reply)
    second = drawn(place, answer)
    assert second["reply"]["name"] == "Cicera"
    assert second["reply"]["text"].startswith("for ")
    [file] = second["attachments"]
    assert file["url"].startswith("/attachments/")
    assert {k: v for k, v in file.items() if k != "url"} == {
        "name": "SPOILER_a.png",
        "alt": "an ace",
        "image": True,
        "size": 3,
        "spoiler": True,
    }
    place.sandbox.world.delete(place.sandbox.world.messages[int(first["id"])])
    assert drawn(place, answer)["reply"] == {"name": "", "text": None}


async def test_an_embed_shows_attached_pictures(place: Place, lab: Lab) -> None:
    embed = {
        "image": {"url": "attachment://a.png"},
        "thumbnail": {"url": "attachment://none.png"},
    }
    listed = [{"id": 0, "filename": "a.png", "description": "an ace"}, {"id": 1, "filename": "b.png"}]
    files = {"a.png": b"png", "b.png": b"png"}
    message = drawn(place, await lab.send(files, embeds=[embed], attachments=listed))
    [shown] = message["embeds"]
    assert shown["image"]["url"].startswith("/attachments/")
    assert shown["image"]["url"].endswith("/a.png")
    assert shown["image"] | {"url": ""} == {"url": "", "alt": "an ace", "spoiler": False}
    assert shown["thumbnail"] == {"url": None, "alt": None, "spoiler": False}
    assert [file["name"] for file in message["attachments"]] == ["b.png"]


async def test_names_are_those_that_the_member_may_know(place: Place, lab: Lab) -> None:
    hidden = place.guild.add_channel("secret")
    hidden.deny(place.ann, Permission.VIEW_CHANNEL)
    role = place.guild.add_role("Players", 0)
    place.guild.give_roles(place.ann.user, [role.id])
    marks = f"<@{place.bo.id}> <@1> <@&{role.id}> <@&1> <#{place.channel.id}> <#{hidden.id}> <#1>"
    shown = drawn(place, await lab.send(content=marks))
    nodes = [node for node in shown["text"][0]["c"] if not isinstance(node, str)]
    assert [(node["of"], node["name"] or {node["lack"]}, node["me"]) for node in nodes] == [
        ("user", "bo", False),
        ("user", {"unknown-user"}, False),
        ("role", "Players", True),
        ("role", {"unknown-role"}, False),
        ("channel", "carte", False),
        ("channel", {"hidden-channel"}, False),
        ("channel", {"unknown"}, False),
    ]


@pytest.mark.parametrize(
    ("kind", "of", "label", "key"),
    [
        (5, "user", "bo", "users"),
        (6, "role", "Players", "roles"),
        (7, "mentionable", "bo", "users"),
        (8, "channel", "carte", "channels"),
    ],
)
async def test_a_menu_offers_what_the_server_has(
    place: Place, lab: Lab, kind: int, of: str, label: str, key: str
) -> None:
    place.guild.add_role("Players", 0)
    place.channel.add_thread("serata")
    types = {"channel_types": [0]} if kind == 8 else {}
    answer = await lab.send(content="who?", components=[row({"type": kind, "custom_id": "who", **types})])
    [menu] = drawn(place, answer)["components"][0]["children"]
    assert (menu["kind"], menu["of"]) == ("select", of)
    values = {option["label"]: option["value"] for option in menu["options"]}
    assert label in values
    assert "serata" not in values
    message = Message(place.sandbox.world.messages[int(answer[1]["id"])])
    with pytest.raises(Refused):
        await place.ann.select(message, "who", values=["77"])
    choosing = asyncio.create_task(place.ann.select(message, "who", values=[values[label]]))
    await asyncio.sleep(0)
    made = list(place.sandbox.interactions.by_id.values())[-1]
    assert made.data["values"] == [values[label]]
    assert list(made.data["resolved"][key]) == [values[label]]
    await lab.respond(made, 6)
    assert (await choosing).kind == "deferred_update"


OPTIONS = [{"label": "One", "value": "1"}, {"label": "Two", "value": "2", "default": True}]


def field(kind: int, name: str, **more: Any) -> Json:
    return {"type": 18, "label": name, "component": {"type": kind, "custom_id": name, **more}}


async def test_a_form_of_every_kind_is_filled_in(place: Place, lab: Lab) -> None:
    opener = lab.begin(COMMAND)
    fields = [
        field(3, "menu", options=OPTIONS, required=False, max_values=2),
        field(5, "user"),
        field(21, "radio", options=OPTIONS),
        field(22, "checks", options=OPTIONS, min_values=0),
        field(23, "check", default=True),
    ]
    status, _ = await lab.respond(opener, 9, title="All", custom_id="form", components=fields)
    assert status == 204
    form = Answer(opener)
    assert form.modal is not None
    items = Renderer(place.ann).modal(form.modal)["items"]
    assert [(item["id"], item["of"], item["least"], item["most"], item["required"]) for item in items] == [
        ("menu", "string", 1, 2, False),
        ("user", "user", 1, 1, True),
        ("radio", "radio", 1, 1, True),
        ("checks", "checks", 0, 2, True),
        ("check", "check", 0, 1, False),
    ]
    assert [option["chosen"] for option in items[0]["options"]] == [False, True]
    assert [(option["value"], option["chosen"]) for option in items[4]["options"]] == [("true", True)]
    bo = str(place.bo.id)
    good: dict[str, str | list[str]] = {
        "menu": [],
        "user": [bo],
        "radio": ["1"],
        "checks": ["1", "2"],
        "check": [],
    }
    wrong: list[dict[str, str | list[str]]] = [
        {"menu": ["3"]},
        {"user": []},
        {"user": ["77"]},
        {"radio": ["1", "2"]},
        {"checks": ["1", "1"]},
        {"check": ["yes"]},
    ]
    for change in wrong:
        with pytest.raises(Refused):
            await place.ann.submit(form, good | change)
    sending = asyncio.create_task(place.ann.submit(form, good))
    await asyncio.sleep(0)
    made = list(place.sandbox.interactions.by_id.values())[-1]
    held = [top["component"] for top in made.data["components"]]
    assert [item.get("values", item.get("value")) for item in held] == [[], [bo], "1", ["1", "2"], False]
    assert list(made.data["resolved"]["users"]) == [bo]
    await lab.respond(made, 4, content="thanks")
    assert (await sending).text == "thanks"
