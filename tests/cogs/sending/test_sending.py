"""Panels as they are handed to discord.py, with their files: immediate parts, and follow-ups."""

import asyncio

import aiohttp
import pytest

from bot.blocks.blocks import Picture
from bot.messages.attachments import Attachment
from cogs.sending import sending
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
    until,
)


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
    bot.attachments.note(MESSAGE, {"ace.png": Attachment(5, "The ace")})
    follow(bot, Requests(), MESSAGE, panel(ACE))
    follow(bot, Requests(), MESSAGE + 1, panel())
    follow(bot, Requests(), MESSAGE + 2, "a sentence")
    assert not bot.follow_ups.busy


async def test_a_description_is_never_too_long(bot: Bot) -> None:
    requests = Requests()
    await edited(bot, requests, MESSAGE, panel(ACE._replace(alt="x" * 2000)))
    [gallery] = shown(requests.made[0])
    assert len(gallery["items"][0]["description"]) == 1024


async def test_an_edit_keeps_what_it_names(bot: Bot) -> None:
    requests = Requests()
    bot.attachments.note(
        MESSAGE, {"ace.png": Attachment(5, "The ace"), "old.png": Attachment(6, "Old", "hand")}
    )
    assert await edited(bot, requests, MESSAGE, panel(ACE, KING)) == "done"
    assert requests.attachments == [[{"id": "5"}, ("king.png", b"a king")]]
    assert not bot.follow_ups.busy


async def test_an_edit_without_files_keeps_none(bot: Bot) -> None:
    requests = Requests()
    await edited(bot, requests, MESSAGE, panel())
    assert requests.attachments == [[]]


async def test_an_edit_that_has_to_be_quick_keeps_the_old_picture_until_the_new_one_follows(bot: Bot) -> None:
    quick, later = Requests(), Requests()
    bot.attachments.note(MESSAGE, {"old.png": Attachment(6, "Old", "hand")})
    await edited(bot, quick, MESSAGE, panel(ACE), later=later)
    assert quick.attachments == [[{"id": "6"}]]
    assert shown(quick.made[0]) == [gallery_of(Picture("old.png", b"", "Old"))]
    await bot.still()
    assert later.attachments == [[("ace.png", b"an ace")]]


async def test_an_edit_that_has_to_be_quick_needs_no_other_where_the_picture_is_there(bot: Bot) -> None:
    quick, later = Requests(), Requests()
    bot.attachments.note(MESSAGE, {"ace.png": Attachment(5, "The ace")})
    await edited(bot, quick, MESSAGE, panel(ACE), later=later)
    assert (quick.attachments, later.made, bot.follow_ups.busy) == ([[{"id": "5"}]], [], False)


async def test_words_do_not_wait_for_a_slow_picture(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "UPLOAD", 0.01)
    go = asyncio.Event()
    requests = Requests(go=go)
    bot.attachments.note(MESSAGE, {"old.png": Attachment(6, "Old", "hand")})
    await edited(bot, requests, MESSAGE, panel(ACE))
    # The old picture would stay for long: words replace it.
    assert requests.attachments[:2] == [[("ace.png", b"an ace")], []]
    assert bot.follow_ups.troubled
    # From now on words come first at once.
    await edited(bot, requests, MESSAGE + 1, panel(KING))
    assert requests.attachments.count([]) == 2
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
    # The request under way may have drawn over something newer, which is drawn again once it has ended.
    go.set()
    await bot.still()
    assert quick.attachments == [[("king.png", b"a king")]] * 2


async def test_no_edit_names_a_file_that_a_request_under_way_may_replace(bot: Bot) -> None:
    go = asyncio.Event()
    slow, quick, later = Requests(go=go), Requests(), Requests()
    bot.attachments.note(MESSAGE, {"old.png": Attachment(6, "Old", "hand")})
    follow(bot, slow, MESSAGE, panel(ACE))
    await until(lambda: slow.made)
    await edited(bot, quick, MESSAGE, panel(KING), later=later)
    # A member does not wait for the end of that request.
    assert (quick.attachments, go.is_set(), later.made) == ([[]], False, [])
    go.set()
    await bot.still()
    assert later.attachments == [[("king.png", b"a king")]]


async def test_a_request_under_way_that_does_not_end_is_given_up(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, quick, later = Requests(go=asyncio.Event()), Requests(), Requests()
    follow(bot, slow, MESSAGE, panel(ACE))
    await until(lambda: slow.made)
    monkeypatch.setattr(sending, "UPLOAD", 0.01)
    await edited(bot, quick, MESSAGE, panel(KING), later=later)
    await until(lambda: later.made)
    assert bot.follow_ups.redraw_delay(MESSAGE, panel(KING)) is not None


async def test_nothing_is_drawn_again_where_no_request_was_under_way(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "UPLOAD_AGAIN", (60.0,))
    slow, quick = Requests(), Requests()
    follow(bot, slow, MESSAGE, panel(ACE))
    await asyncio.sleep(0)
    await edited(bot, quick, MESSAGE, panel(KING))
    await bot.still()
    assert (slow.made, quick.attachments) == ([], [[("king.png", b"a king")]])


async def test_a_third_state_is_drawn_again_too_where_the_first_may_still_arrive(bot: Bot) -> None:
    go = asyncio.Event()
    slow, quick = Requests(go=go), Requests()
    follow(bot, slow, MESSAGE, panel(ACE))
    await until(lambda: slow.made)
    await edited(bot, quick, MESSAGE, panel(KING))
    await edited(bot, quick, MESSAGE, panel())
    go.set()
    await bot.still()
    assert quick.attachments == [[("king.png", b"a king")], [], []]


async def test_words_are_drawn_again_where_a_picture_before_may_still_arrive(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "UPLOAD", 0.01)
    monkeypatch.setattr(sending, "UPLOAD_AGAIN", (60.0,))
    await edited(bot, Requests(go=asyncio.Event()), MESSAGE, panel(ACE))
    monkeypatch.setattr(sending, "UPLOAD_AGAIN", (0.0,))
    quick = Requests()
    await edited(bot, quick, MESSAGE, panel())
    await bot.still()
    assert quick.attachments == [[], []]


async def test_what_was_given_up_does_no_harm_where_it_shows_the_same(bot: Bot) -> None:
    go = asyncio.Event()
    slow, quick, ack = Requests(go=go), Requests(), Requests()
    follow(bot, slow, MESSAGE, panel(ACE))
    await until(lambda: slow.made)
    await edited(bot, ack, MESSAGE, panel(ACE), later=quick)
    go.set()
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
    go.set()
    await old
    await bot.still()
    # Whichever of the two came first, the newer one stays in the end.
    assert len(slow.made) == 1
    assert later.attachments == [[("king.png", b"a king")]]


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
