"""The files of messages, kept as in Discord: a file that an edit does not list is gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from sandbox.driver import Message
from sandbox.interactions import COMPONENT, DEFERRED, MESSAGE, UPDATE
from tests.sandbox import openapi
from tests.sandbox.conftest import Place
from tests.sandbox.lab import V2, Json, Lab, gallery, lab_of, text

ACE, KING = {"ace.png": b"an ace"}, {"king.png": b"a king"}


@pytest.fixture
async def lab(place: Place) -> AsyncIterator[Lab]:
    async with lab_of(place) as made:
        yield made
    if openapi.available:
        good = [entry for entry in place.sandbox.requests if entry.status == 200]
        assert [text for entry in good for text in openapi.check(entry)] == []
        assert [text for entry in place.sandbox.requests for text in openapi.check_answer(entry)] == []


def stored(lab: Lab, answer: Json) -> Message:
    return Message(lab.sandbox.world.messages[int(answer["id"])])


def files(message: Message) -> dict[str, bytes]:
    return {file.filename: file.data for file in message.attachments}


def media(answer: Json) -> Json:
    [shown] = answer["components"]
    [item] = shown["items"]
    found: Json = item["media"]
    return found


async def found(lab: Lab, url: str) -> tuple[int, bytes]:
    async with lab.session.get(url) as response:
        return response.status, await response.read()


async def pictured(lab: Lab) -> tuple[Message, Json]:
    """Return a public message that shows an ace, and the answer to its request."""
    status, answer = await lab.v2(gallery("attachment://ace.png", description="an ace"), files=ACE)
    assert status == 200, answer
    return stored(lab, answer), answer


async def edit(lab: Lab, message: Message, new: dict[str, bytes] | None = None, **body: object) -> int:
    status, _ = await lab.call("PATCH", f"{lab.here}/{message.id}", body, new)
    return status


def listed(*, kept: str = "", new: str = "") -> list[Json]:
    return [*([{"id": kept}] if kept else []), *([{"id": 0, "filename": new}] if new else [])]


async def test_a_file_that_a_component_shows_is_told_of_there(lab: Lab) -> None:
    message, answer = await pictured(lab)
    [file] = message.attachments
    shown = media(answer)
    assert answer["attachments"] == []
    assert (shown["attachment_id"], shown["content_type"], shown["size"]) == (str(file.id), "image/png", 6)
    assert await found(lab, shown["url"]) == (200, b"an ace")
    _, answer = await lab.send(ACE, content="see")
    [file_apart] = answer["attachments"]
    keys = ("filename", "size", "content_type")
    assert [file_apart[key] for key in keys] == ["ace.png", 6, "image/png"]


async def test_a_gallery_shows_moving_pictures_too(lab: Lab) -> None:
    status, answer = await lab.v2(gallery("attachment://clip.gif"), files={"clip.gif": b"GIF89a"})
    assert (status, media(answer)["content_type"]) == (200, "image/gif")
    async with lab.session.get(media(answer)["url"]) as response:
        assert (response.content_type, await response.read()) == ("image/gif", b"GIF89a")


async def test_a_file_has_its_name_whatever_stands_in_it(lab: Lab) -> None:
    shown = {"type": 13, "file": {"url": "attachment://è finita?.json"}}
    status, answer = await lab.v2(shown, files={"è finita?.json": b"{}"})
    [file] = answer["components"]
    assert (status, file["name"]) == (200, "è finita?.json")
    assert await found(lab, file["file"]["url"]) == (200, b"{}")


async def test_an_edit_that_lists_nothing_keeps_all(lab: Lab) -> None:
    message, _ = await pictured(lab)
    assert await edit(lab, message, components=[text()]) == 200
    assert files(message) == ACE


async def test_an_edit_keeps_what_it_lists(lab: Lab) -> None:
    message, answer = await pictured(lab)
    before, kept = media(answer)["url"], media(answer)["attachment_id"]
    again = gallery("attachment://ace.png")
    assert await edit(lab, message, components=[again], attachments=listed(kept=kept)) == 200
    assert files(message) == ACE
    assert await found(lab, before) == (200, b"an ace")
    both = gallery("attachment://ace.png", "attachment://king.png")
    assert (
        await edit(lab, message, KING, components=[both], attachments=listed(kept=kept, new="king.png"))
        == 200
    )
    assert files(message) == ACE | KING


async def test_what_an_edit_does_not_list_is_gone(lab: Lab) -> None:
    message, answer = await pictured(lab)
    shown = gallery("attachment://king.png")
    assert await edit(lab, message, KING, components=[shown], attachments=listed(new="king.png")) == 200
    assert files(message) == KING
    assert (await found(lab, media(answer)["url"]))[0] == 404
    assert await edit(lab, message, components=[text()], attachments=[]) == 200
    assert files(message) == {}


async def test_new_files_alone_take_the_place_of_the_old(lab: Lab) -> None:
    message, _ = await pictured(lab)
    assert await edit(lab, message, KING, components=[gallery("attachment://king.png")]) == 200
    assert files(message) == KING


@pytest.mark.parametrize("kept", [None, "7"])
async def test_a_gallery_needs_its_file(lab: Lab, kept: str | None) -> None:
    message, _ = await pictured(lab)
    body: Json = {"components": [gallery("attachment://ace.png")], "attachments": listed(kept=kept or "")}
    assert await edit(lab, message, **body) == 400
    assert files(message) == ACE


async def test_a_press_is_answered_with_files(lab: Lab) -> None:
    message, answer = await pictured(lab)
    kept = media(answer)["attachment_id"]
    made = lab.begin(COMPONENT, message)
    both = [gallery("attachment://ace.png", "attachment://king.png")]
    body: Json = {"components": both, "attachments": listed(kept=kept, new="king.png")}
    assert (await lab.respond(made, UPDATE, files=KING, **body))[0] == 204
    assert files(message) == ACE | KING


async def test_an_answer_to_a_press_that_lists_nothing_takes_all_files(lab: Lab) -> None:
    message, _ = await pictured(lab)
    assert (await lab.respond(lab.begin(COMPONENT, message), UPDATE, components=[text()]))[0] == 204
    assert files(message) == {}


async def test_private_messages_carry_files(lab: Lab) -> None:
    made = lab.begin()
    shown = {"flags": V2 | 64, "components": [gallery("attachment://ace.png")]}
    _, outcome = await lab.respond(made, MESSAGE, "?with_response=true", ACE, **shown)
    message = stored(lab, outcome["resource"]["message"])
    [file] = message.attachments
    assert file.url.startswith(f"{lab.sandbox.url}/ephemeral-attachments/")
    hook = f"/webhooks/{lab.app}/{made.token}"
    body = {"components": [gallery("attachment://king.png")], "attachments": listed(new="king.png")}
    assert (await lab.call("PATCH", f"{hook}/messages/{message.id}", body, KING))[0] == 200
    assert files(message) == KING
    status, further = await lab.call("POST", hook, shown, ACE)
    assert (status, files(stored(lab, further))) == (200, ACE)


async def test_a_file_comes_after_the_thinking(lab: Lab) -> None:
    made = lab.begin()
    await lab.respond(made, DEFERRED, flags=64)
    body = {"flags": V2, "components": [gallery("attachment://ace.png")]}
    status, answer = await lab.call("POST", f"/webhooks/{lab.app}/{made.token}", body, ACE)
    assert (status, files(stored(lab, answer))) == (200, ACE)
    assert made.original is not None
    assert int(answer["id"]) == made.original.id


@pytest.mark.parametrize("all_of_it", [False, True])
async def test_files_go_with_their_message(lab: Lab, all_of_it: bool) -> None:
    message, answer = await pictured(lab)
    if all_of_it:
        lab.place.channel.delete()
    else:
        lab.sandbox.world.delete(message.stored)
    assert (await found(lab, media(answer)["url"]))[0] == 404
    assert lab.sandbox.world.attachments == {}


async def test_edits_with_galleries_can_be_refused(lab: Lab) -> None:
    fault = lab.sandbox.faults.gallery(times=None)
    message, answer = await pictured(lab)
    kept = listed(kept=media(answer)["attachment_id"])
    shown: Json = {"components": [gallery("attachment://ace.png")], "attachments": kept}
    assert await edit(lab, message, **shown) == 400
    assert (await lab.respond(lab.begin(COMPONENT, message), UPDATE, **shown))[0] == 400
    assert fault.hits == 2
    assert await edit(lab, message, components=[text()], attachments=[]) == 200
    assert files(message) == {}
    assert not lab.sandbox.violations


async def test_a_request_that_is_given_up_halfway_leaves_no_trace(
    lab: Lab, caplog: pytest.LogCaptureFixture
) -> None:
    _, writer = await asyncio.open_connection("127.0.0.1", lab.sandbox.port)
    writer.write(
        f"POST /api/v10{lab.here} HTTP/1.1\r\nHost: 127.0.0.1:{lab.sandbox.port}\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n--x\r\n".encode()
    )
    await writer.drain()
    await lab.send(content="one")
    writer.close()
    await writer.wait_closed()
    await lab.send(content="two")
    assert [entry.json["content"] for entry in lab.sandbox.requests] == ["one", "two"]
    assert not lab.sandbox.violations
    assert not caplog.records
