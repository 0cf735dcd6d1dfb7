"""The words in place of a picture that is missing, still to come, or gone."""

from typing import Any

import pytest

from bot.blocks.blocks import Document, Panel, Picture
from bot.blocks.fit import text_length
from bot.messages.attachments import Attachment
from bot.pictures.decks import Deck
from bot.pictures.sketch.fonts import Font
from bot.pictures.sketch.sketch import Sketch, Text
from cogs.sending.files import in_words, still_attached
from cogs.sending.sending import edited, follow, sent
from tests.cogs.sending.requests import ACE, KING, MESSAGE, RECORD, Bot, Requests, refused

CARDS = ACE._replace(words="A\u2660\ufe0e lies there")
MORE = KING._replace(words="K\u2666\ufe0e lies there")
OLD = {"old.png": Attachment(6, "Old", "hand")}


def around(*blocks: Picture | Document) -> Panel:
    """Return a panel with these between two texts."""
    return Panel(("above", *blocks, "below"), 0)


def read(request: dict[str, Any]) -> list[str]:
    """Return the contents of a message from top to bottom: its texts, and the files by their names."""
    [container] = request["components"]
    found = []
    for component in container["components"]:
        match component:
            case {"content": text}:
                found.append(text)
            case {"items": [{"media": {"url": url}}]} | {"file": {"url": url}}:
                found.append(url.removeprefix("attachment://"))
    return found


async def test_a_new_message_has_words_in_the_place_of_its_pictures(bot: Bot) -> None:
    requests = Requests()
    await sent(bot, requests, around(CARDS, RECORD, ACE))
    assert read(requests.made[0]) == ["above", CARDS.words, RECORD.name, "below"]
    follow(bot, requests, MESSAGE, around(CARDS, RECORD, ACE))
    await bot.still()
    assert read(requests.made[-1]) == ["above", CARDS.name, RECORD.name, ACE.name, "below"]


async def test_a_picture_that_is_there_says_nothing_twice(bot: Bot) -> None:
    requests = Requests()
    await edited(bot, requests, MESSAGE, around(CARDS))
    assert [read(request) for request in requests.made] == [["above", CARDS.name, "below"]]


@pytest.mark.parametrize("status", [400, 413])
async def test_words_stand_where_a_picture_is_refused(bot: Bot, status: int) -> None:
    requests = Requests(refused(status))
    await edited(bot, requests, MESSAGE, around(CARDS))
    assert read(requests.made[-1]) == ["above", CARDS.words, "below"]


async def test_words_stand_where_a_picture_cannot_be_painted(bot: Bot) -> None:
    requests = Requests()
    faulty = Sketch("cicera", Deck.FRENCH, (Text(0, 0, "Ann", Font.BOLD, 24, "no colour"),), "A table")
    await edited(bot, requests, MESSAGE, around(Picture.of(faulty)._replace(words="in words")))
    assert read(requests.made[-1]) == ["above", "in words", "below"]


async def test_the_old_picture_stays_where_the_new_one_has_to_follow(bot: Bot) -> None:
    bot.attachments.note(MESSAGE, OLD)
    quick, later = Requests(), Requests()
    await edited(bot, quick, MESSAGE, around(CARDS), later=later)
    assert read(quick.made[0]) == ["above", "old.png", "below"]
    await bot.still()
    assert read(later.made[-1]) == ["above", CARDS.name, "below"]


async def test_words_stand_until_the_picture_comes_where_pictures_have_been_slow(bot: Bot) -> None:
    bot.follow_ups.failed()
    bot.attachments.note(MESSAGE, OLD)
    requests = Requests()
    await edited(bot, requests, MESSAGE, around(CARDS))
    assert read(requests.made[0]) == ["above", CARDS.words, "below"]
    assert requests.attachments[0] == []
    await bot.still()
    assert read(requests.made[-1]) == ["above", CARDS.name, "below"]


async def test_a_picture_that_is_carried_already_stays_though_pictures_have_been_slow(bot: Bot) -> None:
    bot.follow_ups.failed()
    bot.attachments.note(MESSAGE, {CARDS.name: Attachment(5, CARDS.alt)})
    requests = Requests()
    await edited(bot, requests, MESSAGE, around(CARDS))
    assert (read(requests.made[0]), requests.attachments) == (["above", CARDS.name, "below"], [[{"id": "5"}]])


@pytest.mark.parametrize(
    ("known", "blocks"),
    [
        ({}, ("above", CARDS.words, MORE.words, "below")),
        (OLD, ("above", Picture("old.png", b"", "Old", scene="hand"), MORE.words, "below")),
        ({KING.name: Attachment(7, "The king")}, ("above", CARDS.words, MORE, "below")),
        ({"example.png": Attachment(6, "Of the rules")}, ("above", CARDS.words, MORE.words, "below")),
        ({"sheet.png": Attachment(6, "Old", "sheet")}, ("above", CARDS.words, MORE.words, "below")),
        ({"game.json": Attachment(8)}, ("above", CARDS.words, MORE.words, "below")),
    ],
)
def test_words_stand_where_no_old_picture_is_to_spare(
    known: dict[str, Attachment], blocks: tuple[Any, ...]
) -> None:
    assert still_attached(around(CARDS, MORE), known) == Panel(blocks, 0)


def test_a_picture_without_words_leaves_nothing() -> None:
    for shown in (in_words(around(ACE)), still_attached(around(ACE), {})):
        assert shown == Panel(("above", "below"), 0)
    assert still_attached("a sentence", OLD) == in_words("a sentence") == "a sentence"
    plain = Panel(("above", "below"), 0)
    assert in_words(plain) is plain


def test_a_message_has_room_for_the_words_of_its_pictures() -> None:
    assert text_length(around(CARDS)) == len("above") + len(CARDS.words) + len("below")
