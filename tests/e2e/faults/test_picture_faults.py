"""Pictures that cannot be painted, sent or kept: nothing waits, and in the end the right ones come."""

import asyncio
import errno
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot import app
from bot.messages import follow_ups
from bot.painting import gallery, raster
from bot.pictures.sketch.sketch import Sketch
from cogs.sending import sending
from sandbox.faults import uploads as uploading
from sandbox.permissions import Permission
from tests.e2e.support.faulty import EDIT, easy, next_play, only, play, tables, take, told_of, until_easy
from tests.e2e.support.house import House, running, sandboxed, tap
from tests.e2e.support.pictured import Album, Seen, at_hand, last, seen, since, uploaded
from tests.e2e.support.referee import Referee, unlimited

LATE = "ATTACHMENT_NOT_FOUND"
"""The error about a picture replaced by one that lands after all patience."""


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait only a moment for an upload; one that was given up arrives at once here, or never."""
    monkeypatch.setattr(sending, "PAINTING", 30.0)
    monkeypatch.setattr(sending, "UPLOAD", 0.5)
    monkeypatch.setattr(sending, "UPLOAD_AT_MOST", 0.5)
    monkeypatch.setattr(sending, "UPLOAD_AGAIN", (0.0, *(0.2,) * 200))
    monkeypatch.setattr(follow_ups, "SETTLING", (0.2,))


@asynccontextmanager
async def playing(tmp_path: Path, *, afresh: bool = False) -> AsyncIterator[tuple[House, Referee, Album]]:
    """A game of two under way, with pictures, whose next play needs no choice.

    Cards and felts are at hand, unless they are to be drawn `afresh`.
    """
    async with sandboxed(2) as made, running(made, tmp_path / "cards.db", pictures=True) as bot:
        if not afresh:
            at_hand(bot)
        unlimited(made)
        referee = Referee(made)
        await referee.begin(players=2)
        await easy(referee)
        album = Album(made, referee.table_id)
        await right(album)
        yield made, referee, album


async def right(album: Album) -> None:
    """Wait until every message has its picture."""
    async with asyncio.timeout(60):
        while await album.wrong():  # noqa: ASYNC110  # a database sends no events
            await asyncio.sleep(0.02)


async def on(referee: Referee) -> None:
    """Play twice, and check that answers come in time and all words are right."""
    for _ in range(2):
        await until_easy(referee)
        answer = await play(referee)
        assert answer.milliseconds < 3000
    await referee.agree()


async def stands(made: House, *wanted: Seen) -> None:
    """Wait until the public message shows one of these."""
    await made.sandbox.until(lambda: seen(made.public()) in wanted, what="a picture, or words")


def trouble(made: House, kind: str) -> None:
    faults = made.sandbox.faults
    match kind:
        case "slow":
            faults.slow("*", None, 600, only=uploading)
        case "lost" | "dropped":
            getattr(faults, kind)("*", None, only=uploading)
        case "gallery":
            faults.gallery(times=None)
        case _:
            faults.error("*", None, int(kind), only=uploading)


@pytest.mark.parametrize("kinds", [("500", "lost", "400"), ("413", "gallery"), ("dropped",), ("slow",)])
async def test_uploads_that_fail_hold_up_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, kinds: tuple[str, ...]
) -> None:
    async with playing(tmp_path) as (made, referee, album):
        for kind in kinds:
            before = seen(made.public())
            trouble(made, kind)
            await on(referee)
            if kind in ("500", "slow", "dropped"):
                # The old picture stays until the new one is there, or words where that may take long.
                await stands(made, before, [])
            elif kind != "lost":
                await stands(made, [])
            made.sandbox.faults.clear()
            await on(referee)
            await right(album)
        only(made)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_without_the_right_to_attach_files_a_table_goes_on_in_words(tmp_path: Path) -> None:
    async with playing(tmp_path) as (made, referee, album):
        await album.check()
        made.channel.deny(made.sandbox.bot, Permission.ATTACH_FILES)
        number = last(made)
        await on(referee)
        await made.sandbox.until(lambda: told_of(made, "Attach Files"))
        await made.sandbox.until(lambda: not seen(made.public()), what="the table is shown in words")
        assert not any("/channels/" in entry.path for entry in since(made, number) if uploaded([entry]))
        text = (made.panel(made.people[0]) or made.public()).text
        assert "I cannot show the table" not in text
        assert "I cannot show pictures in the table’s channel" in text
        made.channel.reset(made.sandbox.bot)
        await right(album)
        await made.sandbox.until(lambda: not told_of(made, "Attach Files"))
        await on(referee)
        await right(album)
        only(made)


# Uploads that land late


@pytest.mark.long
async def test_a_picture_that_lands_late_does_not_stay_over_newer_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow_ups, "SETTLING", (0.2, 1.0, 12.0))
    async with playing(tmp_path) as (made, referee, album):
        made.sandbox.faults.slow("*", None, 600, only=uploading)
        await on(referee)
        made.sandbox.faults.clear()
        await on(referee)
        # All uploads that were given up arrive now, over the newer pictures.
        held = [entry for entry in made.sandbox.requests if not entry.status]
        assert held
        made.sandbox.clock.advance(600)
        await made.sandbox.until(lambda: all(entry.status for entry in held), what="all of it has come")
        await right(album)
        await referee.agree()
        await made.shown()
        await right(album)
        await referee.agree()
        only(made, LATE)


async def test_a_seat_that_is_taken_while_a_picture_is_under_way_is_shown(tmp_path: Path) -> None:
    async with sandboxed(2) as made, running(made, tmp_path / "cards.db", pictures=True) as bot:
        at_hand(bot)
        unlimited(made)
        ann, bo = made.people
        slow = made.sandbox.faults.slow("*", None, 600, only=uploading)
        await ann.slash(made.channel, "cicera start", players=2)
        await made.sandbox.until(lambda: slow.hits, what="a picture is under way")
        answer = await tap(bo, made.public(), "join")
        assert answer.milliseconds < 3000
        await made.sandbox.until(lambda: "Bo" in made.public().text)
        made.sandbox.faults.clear()
        await right(Album(made, Referee(made).table_id))
        await made.shown()
        [(_, alt)] = seen(made.public())
        assert "Bo" in alt
        only(made)


async def test_a_message_that_is_deleted_while_its_picture_is_under_way_is_posted_anew(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path) as (made, referee, album):
        slow = made.sandbox.faults.slow(EDIT, None, 600, only=uploading)
        person, panel, button = next_play(referee)
        await person.press(panel, button)
        take(referee, button)
        await made.sandbox.until(lambda: slow.hits, what="a picture is under way")
        old = made.public()
        made.sandbox.world.delete(old.stored)
        made.sandbox.faults.clear()
        await made.sandbox.until(lambda: tables(made))
        assert made.public() != old
        await on(referee)
        await right(album)
        only(made, "10008")


async def test_a_bot_that_is_closed_while_pictures_are_under_way_ends_clean(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with playing(tmp_path) as (made, referee, _):
        slow = made.sandbox.faults.slow("*", None, 600, only=uploading)
        await easy(referee)
        await play(referee)
        await made.sandbox.until(lambda: slow.hits >= 2, what="pictures are under way")
        assert made.bot is not None
        bot = made.bot
        await bot.close()
        assert not bot.follow_ups.busy
        # A press still being answered starts no new upload.
        bot.follow_ups.follow(1, "panel", partial(asyncio.sleep, 60))
        assert not bot.follow_ups.busy
        made.sandbox.faults.clear()
        async with running(made, tmp_path / "cards.db", pictures=True):
            # Messages that were shown in part are shown again.
            await right(Album(made, referee.table_id))
            await referee.agree()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


# Painting


async def test_a_painter_that_fails_leaves_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with playing(tmp_path) as (made, referee, album):
        assert made.bot is not None

        def fails(sketch: Sketch) -> bytes:
            raise MemoryError

        with monkeypatch.context() as broken:
            broken.setattr(made.bot.gallery.painter, "png", fails)
            await on(referee)
            await made.sandbox.until(lambda: seen(made.public()) == [])
            await made.shown()
        await on(referee)
        await right(album)
        only(made)
    errors = {record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR}
    assert errors == {"a picture of cicera could not be painted"}


async def test_a_painter_that_is_slow_holds_up_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "PAINTING", 0.3)
    async with playing(tmp_path) as (made, referee, album):
        assert made.bot is not None
        painter, before = made.bot.gallery.painter, seen(made.public())
        png, go = painter.png, threading.Event()

        def waits(sketch: Sketch) -> bytes:
            assert go.wait(60)
            return png(sketch)

        monkeypatch.setattr(painter, "png", waits)
        try:
            await on(referee)
            await made.sandbox.until(lambda: seen(made.public()) == before)
        finally:
            go.set()
        await right(album)
        only(made)


@pytest.mark.parametrize("kind", ["no folder", "full"])
async def test_cards_that_cannot_be_kept_are_drawn_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(app, "CACHE", tmp_path / ("file" if kind == "no folder" else "new") / "drawn")
    if kind == "full":

        def full(*_: Any) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(raster, "write_whole", full)
        monkeypatch.setattr(gallery, "is_whole", lambda _: True)
    async with playing(tmp_path, afresh=True) as (made, referee, album):
        await on(referee)
        await right(album)
        only(made)
    assert caplog.text.count("drawn cards are not kept") == 1
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
