"""The page's own way to give files, use the menu of a message and choose channels, without a browser."""

from __future__ import annotations

import base64
from typing import Any

from sandbox.messages import FILE_BYTES
from sandbox.permissions import Permission
from tests.sandbox.conftest import Door, Place
from tests.sandbox.sample import SampleBot
from tests.sandbox.visitor import parts, texts


def file(name: str = "game.json", data: bytes = b"{}") -> dict[str, str]:
    return {"name": name, "data": base64.b64encode(data).decode()}


async def test_a_file_is_given_to_a_command(place: Place, door: Door) -> None:
    ann = await door.open(place.ann)
    [load] = [offer for offer in ann.told["commands"] if offer["words"] == "cicera load"]
    assert [(option["name"], option["type"]) for option in load["options"]] == [
        ("file", "file"),
        ("word", "string"),
    ]
    assert await ann.ask("slash", words="cicera load", options={"file": file()}) == {}
    await ann.until(lambda: "game.json (application/json, 2): {}" in "".join(map(texts, ann.messages)))
    wrong: list[Any] = ["x", {"name": "x"}, {"name": 1, "data": ""}, file() | {"data": "*"}, file(data=b"")]
    for value in wrong:
        kind, said = await ann.error("slash", words="cicera load", options={"file": value})
        assert (kind, "file" in said) == ("client", True)


async def test_a_message_carries_the_largest_file_and_no_larger_one(place: Place, door: Door) -> None:
    ann = await door.open(place.ann)
    assert await ann.ask("say", text="", files=[file(data=bytes(FILE_BYTES))]) == {}
    [said] = await ann.showing(1)
    assert [each["size"] for each in said["attachments"]] == [FILE_BYTES]
    kind, text = await ann.error("say", text="", files=[file(data=bytes(FILE_BYTES + 1))])
    assert (kind, "bytes" in text) == ("client", True)
    wrong: list[Any] = [{}, [1], "x", [file()] * 11]
    for files in wrong:
        assert (await ann.error("say", text="x", files=files))[0] == "client"
    place.channel.deny(place.ann, Permission.ATTACH_FILES)
    await ann.until(lambda: not ann.told["channels"][0]["attach"])
    assert (await ann.error("say", text="x", files=[file()]))[0] == "client"


async def test_the_menu_of_a_message_is_in_the_members_language(
    place: Place, door: Door, bot: SampleBot
) -> None:
    [menu] = place.sandbox.commands.offered(place.guild, 3)
    menu["name_localizations"] = {"it": "Pesalo"}
    ann, bo = await door.open(place.ann), await door.open(place.bo)
    assert ann.told["menus"] == [{"name": "Weigh it", "label": "Weigh it"}]
    assert bo.told["menus"] == [{"name": "Weigh it", "label": "Pesalo"}]
    await ann.ask("say", text="mine", files=[file()])
    [said] = await bo.showing(1)
    assert await bo.ask("menu", message=said["id"], name="Weigh it") == {}
    answer = (await bo.showing(2))[-1]
    assert answer["used"] == {"name": "bo", "words": "Pesalo"}
    assert answer["reply"] == {"name": "ann", "text": "mine"}
    assert "game.json: {}" in texts(answer)
    assert await bo.error("menu", message=said["id"], name="cicera") == (
        "client",
        "there is no command cicera here",
    )
    assert (await bo.error("menu", message="77", name="Weigh it"))[0] == "client"
    menu["default_member_permissions"] = str(int(Permission.MANAGE_MESSAGES))
    bo.told.clear()
    place.ann.moderate(True)
    await bo.until(lambda: bo.told.get("menus") == [])


async def test_channels_are_offered_as_the_member_sees_them(place: Place, door: Door) -> None:
    hidden = place.guild.add_channel("hidden")
    hidden.deny(place.ann, Permission.VIEW_CHANNEL)
    place.channel.add_thread("serata")
    ann, bo = await door.open(place.ann), await door.open(place.bo)
    await ann.ask("slash", words="cicera post")
    [message] = await ann.showing(1)
    [menu] = parts(message, "select")
    assert [(each["label"], each["description"], each["chosen"]) for each in menu["options"]] == [
        ("carte", None, True),
        ("serata", "carte", False),
    ]
    [other] = parts((await bo.showing(1))[0], "select")
    assert [each["label"] for each in other["options"]] == ["carte", "hidden", "serata"]
    hidden.allow(place.ann, Permission.VIEW_CHANNEL)
    await ann.until(lambda: len(parts(ann.messages[0], "select")[0]["options"]) == 3)
    where = {"message": message["id"], "id": menu["id"]}
    assert await ann.ask("select", **where, values=[str(hidden.id)]) == {}
    await ann.until(lambda: "hidden True" in texts(ann.messages[-1]))
    assert (await ann.error("select", **where, values=["77"]))[0] == "failed"
