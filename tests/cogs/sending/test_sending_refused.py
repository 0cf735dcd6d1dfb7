"""Panels that Discord refuses: for a picture, for a tile, for good."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.blocks.blocks import Button, Document, Panel, Picture
from bot.locale.glyphs import AS_TEXT
from bot.messages.attachments import Attachment
from bot.pictures.decks import Deck
from bot.pictures.sketch.fonts import Font
from bot.pictures.sketch.sketch import Sketch, Text
from cogs.sending.channels import sent_whole
from cogs.sending.refusals import ALREADY_ACKNOWLEDGED
from cogs.sending.sending import edited, follow, sent
from tests.cogs.sending.requests import (
    ACE,
    KING,
    MESSAGE,
    RECORD,
    Bot,
    Requests,
    gallery_of,
    panel,
    refused,
    shown,
)


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
    assert not bot.follow_ups.busy


@pytest.mark.parametrize("error", [refused(400), refused(403, 50013), refused(413, 40005)])
async def test_a_picture_that_is_refused_later_is_left_out(bot: Bot, error: discord.HTTPException) -> None:
    quick, later = Requests(), Requests(error)
    bot.attachments.note(MESSAGE, {"old.png": Attachment(6, "Old", "hand")})
    await edited(bot, quick, MESSAGE, panel(ACE), later=later)
    await bot.still()
    # The old picture shows something that has changed.
    assert (quick.attachments, later.attachments) == ([[{"id": "6"}]], [[("ace.png", b"an ace")], []])
    assert not bot.follow_ups.troubled


@pytest.mark.parametrize("error", [refused(401, 50027), refused(404, 10008), refused(403, 50001)])
async def test_nothing_more_comes_to_a_message_that_is_gone(bot: Bot, error: discord.HTTPException) -> None:
    requests = Requests(error)
    follow(bot, requests, MESSAGE, panel(ACE))
    await bot.still()
    assert len(requests.made) == 1


async def test_what_is_drawn_again_is_sent_whole_where_the_message_lost_what_it_carried(bot: Bot) -> None:
    bot.attachments.note(MESSAGE, {"ace.png": Attachment(5, "The ace")})
    bot.follow_ups.note_abandoned(MESSAGE, panel(KING))
    requests = Requests(None, refused(400))
    await edited(bot, requests, MESSAGE, panel(ACE))
    await bot.still()
    assert requests.attachments == [[{"id": "5"}], [{"id": "5"}], [("ace.png", b"an ace")]]


async def test_a_message_that_lost_what_it_was_known_to_carry_is_drawn_in_words_first(bot: Bot) -> None:
    requests = Requests(refused(400))
    bot.attachments.note(MESSAGE, {"ace.png": Attachment(5, "The ace")})
    await edited(bot, requests, MESSAGE, panel(ACE))
    await bot.still()
    assert requests.attachments == [[{"id": "5"}], [], [("ace.png", b"an ace")]]


async def test_a_picture_that_cannot_be_painted_is_left_out(
    bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    secret = Text(0, 0, "Ann", Font.BOLD, 24, "no colour")
    sketch = Sketch("cicera", Deck.FRENCH, (secret,), "A table")
    requests = Requests()
    bot.attachments.note(MESSAGE, {"old.png": Attachment(6, "Old", "hand")})
    for _ in range(2):
        await edited(bot, requests, MESSAGE, panel(Picture.of(sketch)))
    assert requests.attachments == [[], []]
    assert not bot.follow_ups.busy
    assert [record.levelname for record in caplog.records] == ["ERROR"]


async def test_in_the_place_of_a_picture_that_cannot_be_painted_no_old_one_stays(bot: Bot) -> None:
    secret = Text(0, 0, "Ann", Font.BOLD, 24, "no colour")
    quick, later = Requests(), Requests()
    bot.attachments.note(MESSAGE, {"old.png": Attachment(6, "Old", "hand")})
    drawn = panel(Picture.of(Sketch("cicera", Deck.FRENCH, (secret,), "A table"))._replace(scene="hand"))
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
    assert (len(requests.made), bot.follow_ups.busy) == (1, False)


async def test_a_second_refusal_is_final(bot: Bot) -> None:
    requests = Requests(refused(400), refused(400))
    with pytest.raises(discord.HTTPException):
        await edited(bot, requests, MESSAGE, panel(ACE))
    assert len(requests.made) == 2


class NoEmoji(discord.HTTPException):
    """Discord's answer about an emoji that it does not have."""

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
    assert (first["label"], second["label"]) == ("•", f"7♠{AS_TEXT} •")
    assert "emoji" not in second
    drawn = len(files) if edits else 0
    assert [len(shown(request)) for request in requests.made] == [drawn + 1] * 2
    assert bot.tiles.doubted.is_set()
    assert not bot.follow_ups.busy


async def test_a_message_without_tiles_that_is_refused_for_one_is_not_sent_again(bot: Bot) -> None:
    requests = Requests(NoEmoji())
    with pytest.raises(NoEmoji):
        await sent(bot, requests, panel())
    assert len(requests.made) == 1


async def test_what_follows_goes_with_written_cards_too_where_a_tile_is_not_there(bot: Bot) -> None:
    requests = Requests(NoEmoji())
    follow(bot, requests, MESSAGE, Panel((ACE, TILED), 0))
    await bot.still()
    first, second = (shown(request)[-1]["components"][0] for request in requests.made)
    assert (first["label"], second["label"]) == ("•", f"7♠{AS_TEXT} •")
    assert [len(shown(request)) for request in requests.made] == [2, 2]
    assert bot.tiles.doubted.is_set()


async def test_a_message_that_nobody_waits_for_is_sent_with_its_pictures(bot: Bot) -> None:
    requests = Requests()
    requests.answer = SimpleNamespace(id=MESSAGE)
    await sent_whole(bot, requests, panel(ACE, RECORD))
    (made,) = requests.made
    assert made["files"] == [("ace.png", b"an ace"), ("game.json", b"{}")]
    assert gallery_of(ACE) in shown(made)


@pytest.mark.parametrize("error", [refused(400), refused(403, 50013), refused(413, 40005)])
async def test_a_new_message_that_is_refused_with_its_pictures_is_sent_in_words(
    bot: Bot, error: discord.HTTPException
) -> None:
    requests = Requests(error)
    await sent_whole(bot, requests, panel(ACE, RECORD))
    _, words = requests.made
    assert words["files"] == [("game.json", b"{}")]
    assert gallery_of(ACE) not in shown(words)


async def test_a_new_message_without_pictures_is_sent_as_it_is(bot: Bot) -> None:
    requests = Requests()
    await sent_whole(bot, requests, panel(RECORD))
    (made,) = requests.made
    assert made["files"] == [("game.json", b"{}")]
