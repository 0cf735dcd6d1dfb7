"""Panels as they are handed to discord.py, with their files: what comes at once, and what follows."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot import late
from bot.carried import Attached, Carried
from bot.late import Late
from bot.pictures.decks import Deck
from bot.pictures.fonts import Font
from bot.pictures.gallery import Gallery
from bot.pictures.sketch import Sketch, Text
from bot.render.panel import Button, Document, Panel, Picture
from bot.tiles import Tiles
from cogs import sending
from cogs.sending import ALREADY_ACKNOWLEDGED, edited, follow, sent

ACE = Picture("ace.png", b"an ace", "The ace")
KING = Picture("king.png", b"a king", "The king")
RECORD = Document("game.json", b"{}")
MESSAGE = 7


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110  # what is waited for tells nobody
            await asyncio.sleep(0.001)


@dataclass
class Bot:
    """What sending needs of the bot."""

    carried: Carried = field(default_factory=Carried)
    gallery: Gallery = field(default_factory=Gallery)
    late: Late = field(default_factory=Late)
    tiles: Tiles = field(default_factory=Tiles)

    async def still(self) -> None:
        """Wait until nothing is still to come to any message."""
        await until(lambda: not self.late.busy)


@pytest.fixture
async def bot(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    monkeypatch.setattr(sending, "LATER", (0.0, 0.01, 0.01))
    monkeypatch.setattr(late, "SETTLING", (1.0,))
    monkeypatch.setattr(sending, "PAINTING", 30.0)  # a slow machine paints too
    made = Bot()
    yield made
    await made.late.close()
    made.gallery.close()


def refused(status: int, code: int = 50035) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="made up")
    return discord.HTTPException(response, {"code": code, "message": "made up"})


class Requests:
    """Takes requests in the place of discord.py, and fails with `errors` first; files are read and closed.

    A request waits for `go`, if it sends a file and there is one.
    """

    def __init__(self, *errors: Exception | None, go: asyncio.Event | None = None) -> None:
        self.errors = list(errors)
        self.go = go
        self.made: list[dict[str, Any]] = []

    async def __call__(self, *, view: Any, **more: Any) -> str:
        for kind in ("files", "attachments"):
            if kind in more:
                more[kind] = [self._taken(file) for file in more[kind]]
        self.made.append({"components": view.to_components(), **more})
        if self.go is not None and any(isinstance(file, tuple) for file in more.get("attachments", ())):
            await self.go.wait()
        error = self.errors.pop(0) if self.errors else None
        if error is not None:
            raise error
        return "done"

    def _taken(self, file: Any) -> Any:
        if not isinstance(file, discord.File):
            return file.to_dict()
        data = file.fp.read()
        file.close()
        file.fp.close()
        return file.filename, data

    @property
    def attachments(self) -> list[Any]:
        return [request["attachments"] for request in self.made]


def panel(*files: Picture | Document) -> Panel:
    return Panel(("text", *files), 0)


def shown(request: dict[str, Any]) -> list[Any]:
    [container] = request["components"]
    return [component for component in container["components"] if component["type"] != 10]


def gallery_of(picture: Picture) -> dict[str, Any]:
    media = {"url": f"attachment://{picture.name}"}
    return {"type": 12, "items": [{"media": media, "description": picture.alt}]}


async def test_a_message_without_files_is_sent_as_it_is(bot: Bot) -> None:
    requests = Requests()
    assert await sent(bot, requests, panel(), nonce="n") == "done"
    assert await sent(bot, requests, "a sentence") == "done"
    assert [set(request) for request in requests.made] == [{"components", "nonce"}, {"components"}]
    assert requests.made[1]["components"] == [{"type": 10, "content": "a sentence"}]


async def test_a_new_message_is_made_in_words_with_its_documents(bot: Bot) -> None:
    requests = Requests()
    await sent(bot, requests, panel(ACE, RECORD))
    [request] = requests.made
    assert request["files"] == [("game.json", b"{}")]
    assert shown(request) == [{"type": 13, "file": {"url": "attachment://game.json"}}]


async def test_a_new_message_gets_its_pictures_by_an_edit(bot: Bot) -> None:
    requests = Requests()
    follow(bot, requests, MESSAGE, panel(ACE))
    await bot.still()
    [request] = requests.made
    assert request["attachments"] == [("ace.png", b"an ace")]
    assert shown(request) == [gallery_of(ACE)]


async def test_nothing_follows_a_message_that_has_its_pictures(bot: Bot) -> None:
    bot.carried.note(MESSAGE, {"ace.png": Attached(5, "The ace")})
    follow(bot, Requests(), MESSAGE, panel(ACE))
    follow(bot, Requests(), MESSAGE + 1, panel())
    follow(bot, Requests(), MESSAGE + 2, "a sentence")
    assert not bot.late.busy


async def test_a_description_is_never_too_long(bot: Bot) -> None:
    requests = Requests()
    await edited(bot, requests, MESSAGE, panel(ACE._replace(alt="x" * 2000)))
    [gallery] = shown(requests.made[0])
    assert len(gallery["items"][0]["description"]) == 1024


async def test_an_edit_keeps_what_it_names(bot: Bot) -> None:
    requests = Requests()
    bot.carried.note(MESSAGE, {"ace.png": Attached(5, "The ace"), "old.png": Attached(6, "Old")})
    assert await edited(bot, requests, MESSAGE, panel(ACE, KING)) == "done"
    assert requests.attachments == [[{"id": "5"}, ("king.png", b"a king")]]
    assert not bot.late.busy


async def test_an_edit_without_files_keeps_none(bot: Bot) -> None:
    requests = Requests()
    await edited(bot, requests, MESSAGE, panel())
    assert requests.attachments == [[]]


async def test_an_edit_that_has_to_be_quick_keeps_the_old_picture_until_the_new_one_follows(bot: Bot) -> None:
    quick, later = Requests(), Requests()
    bot.carried.note(MESSAGE, {"old.png": Attached(6, "Old")})
    await edited(bot, quick, MESSAGE, panel(ACE), later=later)
    assert quick.attachments == [[{"id": "6"}]]
    assert shown(quick.made[0]) == [gallery_of(Picture("old.png", b"", "Old"))]
    await bot.still()
    assert later.attachments == [[("ace.png", b"an ace")]]


async def test_an_edit_that_has_to_be_quick_needs_no_other_where_the_picture_is_there(bot: Bot) -> None:
    quick, later = Requests(), Requests()
    bot.carried.note(MESSAGE, {"ace.png": Attached(5, "The ace")})
    await edited(bot, quick, MESSAGE, panel(ACE), later=later)
    assert (quick.attachments, later.made, bot.late.busy) == ([[{"id": "5"}]], [], False)


async def test_words_do_not_wait_for_a_slow_picture(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "UPLOAD", 0.01)
    go = asyncio.Event()
    requests = Requests(go=go)
    bot.carried.note(MESSAGE, {"old.png": Attached(6, "Old")})
    await edited(bot, requests, MESSAGE, panel(ACE))
    assert requests.attachments[:2] == [[("ace.png", b"an ace")], [{"id": "6"}]]
    assert bot.late.troubled
    # From now on words come first at once.
    await edited(bot, requests, MESSAGE + 1, panel(KING))
    assert [made for made in requests.attachments if made == []] == [[]]
    go.set()
    await bot.still()
    assert requests.attachments.count([("ace.png", b"an ace")]) == 2
    assert requests.attachments.count([("king.png", b"a king")]) == 1


async def test_what_is_shown_next_does_not_wait_for_the_picture_before(bot: Bot) -> None:
    go = asyncio.Event()
    slow, quick = Requests(go=go), Requests()
    follow(bot, slow, MESSAGE, panel(ACE))
    await until(lambda: slow.made)
    await edited(bot, quick, MESSAGE, panel(KING))
    assert quick.attachments == [[("king.png", b"a king")]]
    # The request that was given up may still arrive, and draw over what is newer: that is drawn again.
    await bot.still()
    assert len(quick.made) > 1
    assert quick.attachments[-1] == [("king.png", b"a king")]


async def test_a_third_state_is_drawn_again_too_where_the_first_may_still_arrive(bot: Bot) -> None:
    slow, quick = Requests(go=asyncio.Event()), Requests()
    follow(bot, slow, MESSAGE, panel(ACE))
    await until(lambda: slow.made)
    await edited(bot, quick, MESSAGE, panel(KING))
    await edited(bot, quick, MESSAGE, panel())
    await bot.still()
    assert quick.attachments == [[("king.png", b"a king")], [], []]


async def test_words_are_drawn_again_where_a_picture_before_may_still_arrive(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "UPLOAD", 0.01)
    monkeypatch.setattr(sending, "LATER", (60.0,))
    await edited(bot, Requests(go=asyncio.Event()), MESSAGE, panel(ACE))
    monkeypatch.setattr(sending, "LATER", (0.0,))
    quick = Requests()
    await edited(bot, quick, MESSAGE, panel())
    await bot.still()
    assert quick.attachments == [[], []]


async def test_what_was_given_up_does_no_harm_where_it_shows_the_same(bot: Bot) -> None:
    slow, quick, ack = Requests(go=asyncio.Event()), Requests(), Requests()
    follow(bot, slow, MESSAGE, panel(ACE))
    await until(lambda: slow.made)
    await edited(bot, ack, MESSAGE, panel(ACE), later=quick)
    await bot.still()
    assert (ack.attachments, quick.attachments) == ([[]], [[("ace.png", b"an ace")]])


async def test_a_picture_that_is_on_its_way_is_not_sent_twice(bot: Bot) -> None:
    go = asyncio.Event()
    ack, later, worker = Requests(), Requests(go=go), Requests()
    await edited(bot, ack, MESSAGE, panel(ACE), later=later)
    await until(lambda: later.made)
    await edited(bot, worker, MESSAGE, panel(ACE))
    go.set()
    await bot.still()
    assert (later.attachments, worker.made) == ([[("ace.png", b"an ace")]], [])


async def test_an_edit_that_a_newer_one_has_overtaken_is_drawn_over(bot: Bot) -> None:
    go = asyncio.Event()
    slow, ack, later = Requests(go=go), Requests(), Requests(go=go)
    old = asyncio.create_task(edited(bot, slow, MESSAGE, panel(ACE)))
    await until(lambda: slow.made)
    await edited(bot, ack, MESSAGE, panel(KING), later=later)
    await until(lambda: later.made)
    go.set()
    await old
    await bot.still()
    # Whichever of the two came first, the newer one stays in the end.
    assert len(slow.made) == 1
    assert later.attachments == [[("king.png", b"a king")]] * 2


@pytest.mark.parametrize(
    "error",
    [refused(500, 0), refused(503, 0), ConnectionError(), TimeoutError(), aiohttp.ServerDisconnectedError()],
)
async def test_a_picture_that_fails_is_tried_again_later(bot: Bot, error: Exception) -> None:
    requests = Requests(error, None, error)
    await edited(bot, requests, MESSAGE, panel(ACE))
    assert requests.attachments[1] == []
    await bot.still()
    assert requests.attachments == [[("ace.png", b"an ace")], [], *([[("ace.png", b"an ace")]] * 2)]


@pytest.mark.parametrize("error", [refused(400), refused(403, 50013), refused(413, 40005)])
async def test_what_is_refused_with_a_picture_goes_without(
    bot: Bot, caplog: pytest.LogCaptureFixture, error: discord.HTTPException
) -> None:
    requests = Requests(error)
    assert await edited(bot, requests, MESSAGE, panel(ACE, RECORD)) == "done"
    with_picture, without = requests.made
    assert len(shown(with_picture)) == 2
    assert shown(without) == [{"type": 13, "file": {"url": "attachment://game.json"}}]
    assert without["attachments"] == [("game.json", b"{}")]
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "ace" not in caplog.text
    assert not bot.late.busy


@pytest.mark.parametrize("error", [refused(400), refused(403, 50013), refused(413, 40005)])
async def test_a_picture_that_is_refused_later_is_left_out(bot: Bot, error: discord.HTTPException) -> None:
    quick, later = Requests(), Requests(error)
    bot.carried.note(MESSAGE, {"old.png": Attached(6, "Old")})
    await edited(bot, quick, MESSAGE, panel(ACE), later=later)
    await bot.still()
    # The old picture shows what is no longer so.
    assert (quick.attachments, later.attachments) == ([[{"id": "6"}]], [[("ace.png", b"an ace")], []])
    assert not bot.late.troubled


@pytest.mark.parametrize("error", [refused(401, 50027), refused(404, 10008), refused(403, 50001)])
async def test_nothing_more_comes_to_a_message_that_is_gone(bot: Bot, error: discord.HTTPException) -> None:
    requests = Requests(error)
    follow(bot, requests, MESSAGE, panel(ACE))
    await bot.still()
    assert len(requests.made) == 1


async def test_what_is_drawn_again_is_sent_whole_where_the_message_lost_what_it_carried(bot: Bot) -> None:
    bot.carried.note(MESSAGE, {"ace.png": Attached(5, "The ace")})
    bot.late.give_up(MESSAGE, panel(KING))
    requests = Requests(None, refused(400))
    await edited(bot, requests, MESSAGE, panel(ACE))
    await bot.still()
    assert requests.attachments == [[{"id": "5"}], [{"id": "5"}], [("ace.png", b"an ace")]]


async def test_a_message_that_lost_what_it_was_known_to_carry_is_drawn_in_words_first(bot: Bot) -> None:
    requests = Requests(refused(400))
    bot.carried.note(MESSAGE, {"ace.png": Attached(5, "The ace")})
    await edited(bot, requests, MESSAGE, panel(ACE))
    await bot.still()
    assert requests.attachments == [[{"id": "5"}], [], [("ace.png", b"an ace")]]


async def test_a_picture_that_cannot_be_painted_is_left_out(
    bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    secret = Text(0, 0, "Ann", Font.BOLD, 24, "no colour")
    sketch = Sketch("cicera", Deck.FRENCH, (secret,), "A table")
    requests = Requests()
    bot.carried.note(MESSAGE, {"old.png": Attached(6, "Old")})
    for _ in range(2):
        await edited(bot, requests, MESSAGE, panel(Picture.of(sketch)))
    assert requests.attachments == [[], []]
    assert not bot.late.busy
    assert [record.levelname for record in caplog.records] == ["ERROR"]


async def test_in_the_place_of_a_picture_that_cannot_be_painted_no_old_one_stays(bot: Bot) -> None:
    secret = Text(0, 0, "Ann", Font.BOLD, 24, "no colour")
    quick, later = Requests(), Requests()
    bot.carried.note(MESSAGE, {"old.png": Attached(6, "Old")})
    drawn = panel(Picture.of(Sketch("cicera", Deck.FRENCH, (secret,), "A table")))
    await edited(bot, quick, MESSAGE, drawn, later=later)
    await bot.still()
    assert (quick.attachments, later.attachments) == ([[{"id": "6"}]], [[]])


@pytest.mark.parametrize(
    ("error", "file"),
    [
        (refused(400), RECORD),
        (refused(400, ALREADY_ACKNOWLEDGED), ACE),
        (refused(403, 50001), ACE),
        (refused(404, 10008), ACE),
    ],
)
async def test_other_refusals_are_final(
    bot: Bot, error: discord.HTTPException, file: Picture | Document
) -> None:
    requests = Requests(error)
    with pytest.raises(discord.HTTPException):
        await edited(bot, requests, MESSAGE, panel(file))
    assert (len(requests.made), bot.late.busy) == (1, False)


async def test_a_second_refusal_is_final(bot: Bot) -> None:
    requests = Requests(refused(400), refused(400))
    with pytest.raises(discord.HTTPException):
        await edited(bot, requests, MESSAGE, panel(ACE))
    assert len(requests.made) == 2


class NoEmoji(discord.HTTPException):
    """What Discord says of an emoji that it does not have."""

    def __init__(self) -> None:
        response: Any = SimpleNamespace(status=400, reason="Bad Request")
        wrong = {"id": {"_errors": [{"code": "COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]}}
        errors = {"components": {"0": {"components": {"0": {"emoji": wrong}}}}}
        super().__init__(response, {"code": 50035, "message": "Invalid Form Body", "errors": errors})


TILED = (Button("7♠ •", "id", emoji="<:spades_7:5>", beside="•"),)


@pytest.mark.parametrize("files", [(), (ACE,)])
@pytest.mark.parametrize("edits", [False, True])
async def test_a_message_whose_tile_is_not_there_goes_with_written_cards(
    bot: Bot, files: tuple[Picture, ...], edits: bool
) -> None:
    tiled = Panel((*files, TILED), 0)
    requests = Requests(NoEmoji())
    if edits:
        await edited(bot, requests, MESSAGE, tiled)
    else:
        await sent(bot, requests, tiled)
    first, second = (shown(request)[-1]["components"][0] for request in requests.made)
    assert (first["label"], second["label"]) == ("•", "7♠ •")
    assert "emoji" not in second
    drawn = len(files) if edits else 0
    assert [len(shown(request)) for request in requests.made] == [drawn + 1] * 2
    assert bot.tiles.doubted.is_set()
    assert not bot.late.busy


async def test_a_message_without_tiles_that_is_refused_for_one_is_not_sent_again(bot: Bot) -> None:
    requests = Requests(NoEmoji())
    with pytest.raises(NoEmoji):
        await sent(bot, requests, panel())
    assert len(requests.made) == 1
