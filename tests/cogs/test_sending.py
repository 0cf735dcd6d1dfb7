"""Panels as they are handed to discord.py, with their files."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.carried import Carried
from bot.render.panel import Document, Panel, Picture
from cogs.sending import ALREADY_ACKNOWLEDGED, edited, sent, uploads

ACE = Picture("ace.png", b"an ace", "The ace")
KING = Picture("king.png", b"a king", "The king")
RECORD = Document("game.json", b"{}")
MESSAGE = 7


def refused(status: int, code: int = 50035) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="made up")
    return discord.HTTPException(response, {"code": code, "message": "made up"})


class Requests:
    """Takes requests in the place of discord.py, and fails with `errors` first; files are read and closed."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.made: list[dict[str, Any]] = []

    async def __call__(self, *, view: Any, **more: Any) -> str:
        for kind in ("files", "attachments"):
            if kind in more:
                more[kind] = [self._taken(file) for file in more[kind]]
        self.made.append({"components": view.to_components(), **more})
        if self.errors:
            raise self.errors.pop(0)
        return "done"

    def _taken(self, file: Any) -> Any:
        if not isinstance(file, discord.File):
            return file.to_dict()
        data = file.fp.read()
        file.close()
        file.fp.close()
        return file.filename, data


def panel(*files: Picture | Document) -> Panel:
    return Panel(("text", *files), 0)


def shown(request: dict[str, Any]) -> list[Any]:
    [container] = request["components"]
    return [component for component in container["components"] if component["type"] != 10]


async def test_a_message_without_files_is_sent_as_it_is() -> None:
    requests = Requests()
    assert await sent(Carried(), requests, panel(), nonce="n") == "done"
    assert await sent(Carried(), requests, "a sentence") == "done"
    assert [set(request) for request in requests.made] == [{"components", "nonce"}, {"components"}]
    assert requests.made[1]["components"] == [{"type": 10, "content": "a sentence"}]


async def test_a_new_message_takes_its_files_along() -> None:
    requests = Requests()
    await sent(Carried(), requests, panel(ACE, RECORD))
    [request] = requests.made
    assert request["files"] == [("ace.png", b"an ace"), ("game.json", b"{}")]
    assert shown(request) == [
        {"type": 12, "items": [{"media": {"url": "attachment://ace.png"}, "description": "The ace"}]},
        {"type": 13, "file": {"url": "attachment://game.json"}},
    ]


async def test_a_description_is_never_too_long() -> None:
    requests = Requests()
    await sent(Carried(), requests, panel(ACE._replace(alt="x" * 2000)))
    [gallery] = shown(requests.made[0])
    assert len(gallery["items"][0]["description"]) == 1024


async def test_an_edit_keeps_what_it_names() -> None:
    carried, requests = Carried(), Requests()
    carried.note(MESSAGE, {"ace.png": 5, "old.png": 6})
    await edited(carried, requests, MESSAGE, panel(ACE, KING))
    assert requests.made[0]["attachments"] == [{"id": "5"}, ("king.png", b"a king")]


async def test_an_edit_without_files_keeps_none() -> None:
    requests = Requests()
    await edited(Carried(), requests, MESSAGE, panel())
    assert requests.made[0]["attachments"] == []


async def test_only_files_that_a_message_lacks_are_uploaded() -> None:
    carried = Carried()
    carried.note(MESSAGE, {"ace.png": 5})
    assert not uploads(carried, panel(ACE), MESSAGE)
    assert uploads(carried, panel(ACE, KING), MESSAGE)
    assert uploads(carried, panel(ACE))
    assert not uploads(carried, panel())
    assert not uploads(carried, "a sentence")


async def test_what_is_tried_again_is_sent_whole() -> None:
    carried, requests = Carried(), Requests(ConnectionError())
    carried.note(MESSAGE, {"ace.png": 5})
    with pytest.raises(ConnectionError):
        await edited(carried, requests, MESSAGE, panel(ACE, KING))
    await edited(carried, requests, MESSAGE, panel(ACE, KING))
    first, second = [request["attachments"] for request in requests.made]
    assert first == [{"id": "5"}, ("king.png", b"a king")]
    assert second == [("ace.png", b"an ace"), ("king.png", b"a king")]


async def test_what_is_refused_with_a_picture_goes_without(caplog: pytest.LogCaptureFixture) -> None:
    new, old = Requests(refused(400)), Requests(refused(400))
    assert await sent(Carried(), new, panel(ACE, RECORD)) == "done"
    assert await edited(Carried(), old, MESSAGE, panel(ACE, RECORD)) == "done"
    for requests, kind in ((new, "files"), (old, "attachments")):
        with_picture, without = requests.made
        assert len(shown(with_picture)) == 2
        assert shown(without) == [{"type": 13, "file": {"url": "attachment://game.json"}}]
        assert without[kind] == [("game.json", b"{}")]
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
    assert "ace" not in caplog.text


@pytest.mark.parametrize(
    ("error", "files"),
    [
        (refused(400), (RECORD,)),
        (refused(400, ALREADY_ACKNOWLEDGED), (ACE,)),
        (refused(403, 50013), (ACE,)),
        (refused(404, 10008), (ACE,)),
        (refused(500, 0), (ACE,)),
    ],
)
async def test_other_refusals_are_final(
    error: discord.HTTPException, files: tuple[Picture | Document, ...]
) -> None:
    new, old = Requests(error), Requests(error)
    with pytest.raises(discord.HTTPException):
        await sent(Carried(), new, panel(*files))
    with pytest.raises(discord.HTTPException):
        await edited(Carried(), old, MESSAGE, panel(*files))
    assert (len(new.made), len(old.made)) == (1, 1)


async def test_a_second_refusal_is_final() -> None:
    requests = Requests(refused(400), refused(400))
    with pytest.raises(discord.HTTPException):
        await sent(Carried(), requests, panel(ACE))
    assert len(requests.made) == 2
