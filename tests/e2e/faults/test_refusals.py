"""Discord refuses a table in any way: the panels say so and why, and it is shown as soon as it can be."""

import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.table.deadlines import FADE_SECONDS
from cogs.messages import access, panels
from cogs.publisher import publisher
from sandbox.driver import NoAnswer
from sandbox.faults import Fault
from tests.e2e.faults.test_trouble import in_thread
from tests.e2e.faults.test_trouble import panels as panel_texts
from tests.e2e.faults.test_trouble_ends import end, forgotten
from tests.e2e.restarts.test_restart import published
from tests.e2e.support.at_table import WORDS
from tests.e2e.support.faulty import (
    ACK,
    EDIT,
    PANEL,
    SEND,
    easy,
    in_step,
    next_play,
    only,
    play,
    playing,
    tables,
    take,
)
from tests.e2e.support.house import House, house, running, sandboxed
from tests.e2e.support.referee import Referee, unlimited

PAGE = "<!DOCTYPE html>\n<html><head><title>Forbidden</title></head>\n<body>Sorry, blocked</body></html>"
FORM = {"components": {"_errors": [{"code": "BASE_TYPE_BAD", "message": "Must be another"}]}}

Body = dict[str, Any] | str | bytes


def says(code: int, text: str, **more: Any) -> Body:
    """Return the body of a refusal of Discord's own."""
    return {"message": text, "code": code, **more}


KINDS: dict[str, tuple[int, Body, str]] = {
    "invalid form": (400, says(50035, "Invalid Form Body", errors=FORM), "untold"),
    "unknown code": (400, says(999_999, "Something\nnew"), "untold"),
    "old message": (400, says(30046, "Maximum number of edits to old messages reached"), "untold"),
    "write rate": (400, says(20028, "The write action on the channel has hit the limit"), "untold"),
    "archived": (400, says(50083, "Thread is archived"), "closed"),
    "locked": (400, says(160005, "Thread is locked"), "closed"),
    "AutoMod": (400, says(200000, "Message was blocked by automatic moderation"), "automod"),
    "unauthorised": (401, says(0, "401: Unauthorized"), "untold"),
    "no access": (403, says(50001, "Missing Access"), "untold"),
    "no permission": (403, says(50013, "Missing Permissions"), "untold"),
    "page of a proxy": (403, PAGE, "untold"),
    "not the JSON it claims to be": (403, b"", "untold"),
    "page that is not found": (404, PAGE, "untold"),
    "unknown message": (404, says(10008, "Unknown Message"), "untold"),
    "method": (405, says(0, "405: Method Not Allowed"), "untold"),
    "conflict": (409, "", "untold"),
    "too large": (413, PAGE, "untold"),
    "media type": (415, says(0, "415: Unsupported Media Type"), "untold"),
    "not processable": (422, says(50035, "Invalid Form Body"), "untold"),
    "legal reasons": (451, PAGE, "untold"),
}
SOME = ("invalid form", "AutoMod", "page of a proxy", "conflict")
"""Kinds that stand for the others where the way does not depend on them."""


def told(made: House, why: str) -> bool:
    """Return whether every panel has the sentence of this reason."""
    sentence = WORDS(f"panel.refused.{why}", game="cicera", command="table")
    return all(sentence in text for text in panel_texts(made))


def silent(made: House) -> bool:
    """Return whether no panel mentions anything missing."""
    return not any("⚠" in text for text in panel_texts(made))


def refuse(made: House, kind: str, *routes: str, times: int | None = None) -> list[Fault]:
    """Have requests refused in a way, and return the faults."""
    status, body, _ = KINDS[kind]
    return [made.sandbox.faults.error(route, times, status=status, body=body) for route in routes]


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Check that the log has neither a traceback nor a page nor a line break."""
    caplog.set_level(logging.INFO)
    yield
    for record in caplog.get_records("call"):
        line = record.getMessage()
        assert record.exc_info is None, line
        assert "\n" not in line
        assert "<" not in line


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try refused messages again at once."""
    monkeypatch.setattr(access, "REFUSED_AGAIN", (0.05,))
    monkeypatch.setattr(panels, "REFUSED_AGAIN", (0.05,))


@pytest.fixture
def never(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try nothing again that has no reason to work now."""
    monkeypatch.setattr(access, "REFUSED_AGAIN", (3600.0,))


# The public message


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("kind", KINDS)
async def test_the_panels_tell_why_and_the_table_is_shown_once_discord_takes_it(
    tmp_path: Path, kind: str
) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        gone = kind == "unknown message"
        if gone:
            made.sandbox.world.delete(made.public().stored)
        edits, posts = refuse(made, kind, EDIT, SEND)
        await play(referee)
        await made.sandbox.until(lambda: told(made, KINDS[kind][2]), what="the panels tell")
        tried = edits.hits
        await made.sandbox.until(lambda: edits.hits > tried + 1, what="it is tried again")
        made.sandbox.faults.remove(edits)
        made.sandbox.faults.remove(posts)
        await made.sandbox.until(lambda: silent(made), what="the table is shown")
        await in_step(referee)
        assert len(tables(made)) == 1
        only(made, *(("10008",) if gone else ()))


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("kind", ["old message", "archived"])
async def test_a_message_that_takes_no_edit_is_posted_anew(tmp_path: Path, kind: str) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        old = made.public()
        refuse(made, kind, EDIT, times=1)
        await play(referee)
        await made.sandbox.until(lambda: made.public() != old, what="the table is posted anew")
        await in_step(referee)
        assert len(tables(made)) == 1
        assert silent(made)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("kind", SOME)
async def test_a_table_that_cannot_be_posted_anew_stays_where_it_is(tmp_path: Path, kind: str) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        old = made.public()
        (posts,) = refuse(made, kind, SEND)
        for _ in range(16):
            await made.people[0].say(made.channel, "chat")
        await play(referee)
        await made.sandbox.until(lambda: told(made, KINDS[kind][2]), what="the panels tell")
        await referee.agree()
        assert made.public() == old
        made.sandbox.faults.remove(posts)
        await made.sandbox.until(lambda: made.public() != old and silent(made), what="it moves down")
        await in_step(referee)


# The end of a game


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("kind", [*SOME, "page that is not found", "locked"])
async def test_the_end_is_shown_once_discord_takes_it(tmp_path: Path, kind: str) -> None:
    async with playing(tmp_path) as (made, referee):
        assert made.bot is not None
        edits, posts = refuse(made, kind, EDIT, SEND)
        await made.bot.seats.stop(referee.table_id)
        await made.sandbox.until(lambda: edits.hits > 1, what="it is tried again")
        assert not made.over()
        made.sandbox.faults.remove(edits)
        made.sandbox.faults.remove(posts)
        await made.sandbox.until(made.over, what="the end is shown")
        await published(made.bot.store)
        await made.shown()
        assert forgotten(made)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("kind", SOME)
async def test_the_end_is_shown_after_a_restart(tmp_path: Path, kind: str) -> None:
    database = tmp_path / "cards.db"
    async with sandboxed(2) as made:
        async with running(made, database):
            unlimited(made)
            referee = Referee(made)
            await referee.begin(players=2)
            await made.shown()
            faults = refuse(made, kind, EDIT, SEND)
            await end(made, referee.table_id)
        before = faults[0].hits
        async with running(made, database) as bot:
            await made.sandbox.until(lambda: faults[0].hits > before + 1, what="it is tried again")
            assert await bot.store.behind() == [referee.table_id]
            for fault in faults:
                made.sandbox.faults.remove(fault)
            await made.sandbox.until(made.over, what="the end is shown")
            await published(bot.store)


@pytest.mark.usefixtures("soon")
async def test_the_end_is_not_tried_longer_than_an_untouched_game_lasts(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        assert made.bot is not None
        places = publisher(made.bot).boards.places
        refuse(made, "invalid form", EDIT, SEND)
        await end(made, referee.table_id)
        await made.sandbox.until(lambda: places.tries(referee.table_id), what="it is to be tried again")
        made.sandbox.clock.advance(FADE_SECONDS + 60)
        await made.sandbox.until(lambda: not places.tries(referee.table_id), what="the last try")
        await made.shown()
        made.sandbox.faults.clear()
        # A change of the place is a reason to try once more.
        made.channel.reset(made.sandbox.bot)
        await made.sandbox.until(made.over, what="the end is shown")


# At once


def locked(made: House) -> Callable[[], None]:
    """Lock the thread of the table, whose message is gone."""
    made.sandbox.world.delete(made.public().stored)
    made.channel.lock()
    return lambda: made.channel.lock(False)


def put_away(made: House) -> Callable[[], None]:
    """Archive and lock the thread of the table."""
    made.channel.locked = True
    made.channel.archive()

    def open_again() -> None:
        made.channel.locked = False
        made.channel.archive(False)

    return open_again


@pytest.mark.usefixtures("never")
@pytest.mark.parametrize("way", [locked, put_away])
async def test_a_table_is_shown_as_soon_as_its_thread_is_open_again(
    tmp_path: Path, way: Callable[[House], Callable[[], None]]
) -> None:
    async with in_thread(tmp_path) as (made, referee):
        await easy(referee)
        open_again = way(made)
        await play(referee)
        await made.sandbox.until(lambda: told(made, "closed"), what="the panels tell")
        open_again()
        await made.sandbox.until(lambda: silent(made) and len(tables(made)) == 1, what="the table is shown")
        await in_step(referee)
        only(made, "50083", "160005", "10008")


@pytest.mark.usefixtures("never")
async def test_a_table_is_shown_as_soon_as_a_timeout_of_the_bot_is_over(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        made.guild.time_out(made.sandbox.bot, time.time() + 3600)
        await made.sandbox.until(lambda: told(made, "timeout"), what="the panels tell")
        made.sandbox.world.delete(made.public().stored)
        await play(referee)
        await made.shown()
        assert (told(made, "timeout"), tables(made)) == (True, [])
        made.guild.time_out(made.sandbox.bot, None)
        await made.sandbox.until(lambda: silent(made) and len(tables(made)) == 1, what="the table is shown")
        await in_step(referee)
        only(made, "50013", "10008")


@pytest.mark.usefixtures("never")
@pytest.mark.parametrize("kind", SOME)
async def test_a_change_of_the_channel_is_a_reason_to_try_at_once(tmp_path: Path, kind: str) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        refuse(made, kind, EDIT, SEND)
        await play(referee)
        await made.sandbox.until(lambda: told(made, KINDS[kind][2]), what="the panels tell")
        made.sandbox.faults.clear()
        made.channel.reset(made.sandbox.bot)
        await made.sandbox.until(lambda: silent(made), what="the table is shown")
        await in_step(referee)


# Answers and private panels


@pytest.mark.parametrize("kind", [*SOME, "not the JSON it claims to be"])
async def test_a_member_whose_answer_is_refused_is_told_so_and_the_play_stands(
    tmp_path: Path, kind: str
) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        refuse(made, kind, ACK, times=1)
        person, panel, button = next_play(referee)
        answer = await person.press(panel, button)
        take(referee, button)
        assert WORDS("refused.failed") in answer.text
        await in_step(referee)
        only(made)


@pytest.mark.parametrize("kind", SOME)
async def test_a_lobby_whose_answer_is_refused_stands_in_the_channel(tmp_path: Path, kind: str) -> None:
    async with house(tmp_path, players=2) as made:
        refuse(made, kind, ACK, times=1)
        answer = await made.people[0].slash(made.channel, "cicera start", players=2)
        assert WORDS("refused.failed") in answer.text
        await made.sandbox.until(lambda: len(tables(made)) == 1, what="the lobby is shown")
        await made.join(made.people[1])
        await made.shown()
        only(made)


async def test_a_refused_answer_without_another_is_no_error(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        refuse(made, "page of a proxy", ACK, times=2)
        person, panel, button = next_play(referee)
        made.sandbox.interactions.window = 0.5
        with pytest.raises(NoAnswer):
            await person.press(panel, button)
        take(referee, button)
        await in_step(referee)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("kind", [*SOME, "not the JSON it claims to be"])
async def test_a_private_panel_that_is_refused_follows_on(tmp_path: Path, kind: str) -> None:
    async with playing(tmp_path) as (made, referee):
        await easy(referee)
        (edits,) = refuse(made, kind, PANEL)
        person, panel, button = next_play(referee)
        await person.press(panel, button)
        take(referee, button)
        await made.sandbox.until(lambda: edits.hits > 2, what="it is tried again")
        made.sandbox.faults.remove(edits)
        await in_step(referee)
        only(made)
