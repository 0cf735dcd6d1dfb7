"""Pictures on the messages of a table: kept, replaced, sent again, left out; and no answer waits for them.

They are made up here, so that a test decides when a picture changes.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.blocks.blocks import Panel, Picture
from bot.messages import follow_ups
from bot.panels.table import board, hand
from cogs.sending import sending
from sandbox.faults import uploads as uploading
from sandbox.rest import Request
from sandbox.view import Message
from tests.e2e.support.faulty import ACK, EDIT, PANEL, SEND, easy, only, play, until_easy
from tests.e2e.support.house import House, running, sandboxed, tap
from tests.e2e.support.pictured import last, seen, since
from tests.e2e.support.referee import Referee, unlimited
from tests.sandbox import openapi

BYTES = 5_000
HELD_UP = ("ATTACHMENT_NOT_FOUND",)
"""Expected complaints where a picture that was given up lands all the same."""


class Painter:
    """Puts a picture of `scene`, if there is one, on everything that is drawn."""

    def __init__(self) -> None:
        self.scene = "first"

    def over(self, draw: Callable[..., Panel]) -> Callable[..., Panel]:
        def drawn(*args: Any, **values: Any) -> Panel:
            plain = draw(*args, **values)
            if not self.scene:
                return plain
            name, data = f"{self.scene}.png", self.scene.encode() * BYTES
            picture = Picture(name, data, f"The {self.scene} scene", f"Words of the {self.scene} scene")
            return Panel((picture, *plain.blocks), plain.accent)

        return drawn


@pytest.fixture
def painter(monkeypatch: pytest.MonkeyPatch) -> Painter:
    made = Painter()
    monkeypatch.setattr(board, "public_panel", made.over(board.public_panel))
    monkeypatch.setattr(hand, "panel", made.over(hand.panel))
    return made


@pytest.fixture(autouse=True)
def settling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an upload that was given up arrive at once here, or not at all."""
    monkeypatch.setattr(follow_ups, "SETTLING", (0.2,))


@asynccontextmanager
async def playing(tmp_path: Path) -> AsyncIterator[tuple[House, Referee]]:
    """A game of two under way, whose next play needs no choice."""
    async with sandboxed(2) as made, running(made, tmp_path / "cards.db"):
        unlimited(made)
        referee = Referee(made)
        await referee.begin(players=2)
        await made.shown()
        await easy(referee)
        await made.shown()
        yield made, referee


def messages(made: House) -> list[Message]:
    """Return the messages that follow the table: the public one and the panels."""
    panels = [panel for person in made.people if (panel := made.panel(person)) is not None]
    assert len(panels) == len(made.people)
    return [made.public(), *panels]


def files(message: Message) -> list[str]:
    return [file.filename for file in message.attachments]


def alts(message: Message) -> list[str]:
    return [alt for _, alt in seen(message)]


def ids(made: House) -> list[int]:
    return [file.id for message in messages(made) for file in message.attachments]


async def played(made: House, referee: Referee) -> list[Request]:
    """Play an easy card, wait until everything is shown, and return the requests of that."""
    await easy(referee)
    await made.shown()
    number = last(made)
    answer = await play(referee)
    assert answer.milliseconds < 3000
    await made.shown()
    await referee.agree()
    return since(made, number)


def uploads(requests: list[Request]) -> list[tuple[str, int]]:
    """Return the files of some requests: name and bytes."""
    return [file for entry in requests for file in entry.files]


def show(made: House, scene: str) -> None:
    """Check that every message shows this scene and no other, and that no other file is kept."""
    for message in messages(made):
        assert (files(message), alts(message)) == ([f"{scene}.png"], [f"The {scene} scene"])
    assert set(made.sandbox.world.attachments) == set(ids(made))


async def test_a_picture_that_has_not_changed_is_kept(tmp_path: Path, painter: Painter) -> None:
    async with playing(tmp_path) as (made, referee):
        show(made, "first")
        before = ids(made)
        requests = await played(made, referee)
        show(made, "first")
        assert ids(made) == before
        assert uploads(requests) == []
        if openapi.available:
            assert [text for entry in made.sandbox.requests for text in openapi.check(entry)] == []
        only(made)


async def test_a_picture_that_has_changed_takes_the_place_of_the_old_one(
    tmp_path: Path, painter: Painter
) -> None:
    async with playing(tmp_path) as (made, referee):
        painter.scene = "second"
        requests = await played(made, referee)
        show(made, "second")
        assert uploads(requests) == [("second.png", len(b"second") * BYTES)] * 3
        painter.scene = ""
        requests = await played(made, referee)
        assert [files(message) for message in messages(made)] == [[], [], []]
        assert made.sandbox.world.attachments == {}
        assert uploads(requests) == []
        only(made)


@pytest.mark.parametrize("kind", ["lost", "dropped"])
@pytest.mark.parametrize("route", [ACK, PANEL, EDIT])
async def test_a_picture_whose_answer_is_lost_is_sent_again(
    tmp_path: Path, painter: Painter, route: str, kind: str
) -> None:
    async with playing(tmp_path) as (made, referee):
        painter.scene = "second"
        fault = getattr(made.sandbox.faults, kind)(route)
        await played(made, referee)
        assert fault.hits == 1
        await made.sandbox.until(lambda: all(files(message) == ["second.png"] for message in messages(made)))
        await made.shown()
        show(made, "second")
        await played(made, referee)
        show(made, "second")
        # An edit may name a file that another edit is just removing: it then goes without pictures, and one
        # more edit follows.
        only(made, "40060", "ATTACHMENT_NOT_FOUND")


async def test_a_new_message_whose_answer_is_lost_is_sent_again_whole(
    tmp_path: Path, painter: Painter
) -> None:
    async with playing(tmp_path) as (made, referee):
        made.sandbox.faults.lost(SEND)
        old = made.public()
        made.sandbox.world.delete(old.stored)
        await played(made, referee)
        await made.sandbox.until(lambda: made.public() != old)
        await made.shown()
        show(made, "first")
        # Both hands come down to the new message, each when its owner is asked.
        await played(made, referee)
        requests = await played(made, referee)
        assert uploads(requests) == []
        only(made, "10008")


async def test_where_galleries_are_refused_the_table_goes_on_in_words(
    tmp_path: Path, painter: Painter
) -> None:
    async with playing(tmp_path) as (made, referee):
        fault = made.sandbox.faults.gallery(times=None)
        painter.scene = "second"
        await played(made, referee)
        assert fault.hits >= 3
        assert [(files(message), alts(message)) for message in messages(made)] == [([], [])] * 3
        made.sandbox.faults.clear()
        await played(made, referee)
        show(made, "second")
        only(made)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait only a moment for a picture."""
    monkeypatch.setattr(sending, "UPLOAD", 0.5)
    monkeypatch.setattr(sending, "UPLOAD_AT_MOST", 0.5)
    monkeypatch.setattr(sending, "UPLOAD_AGAIN", (0.0, *(0.2,) * 100))


@pytest.mark.parametrize("kind", ["slow", "error", "dropped"])
@pytest.mark.usefixtures("hasty")
async def test_a_picture_that_is_not_taken_holds_up_no_words(
    tmp_path: Path, painter: Painter, kind: str
) -> None:
    async with playing(tmp_path) as (made, referee):
        painter.scene = "second"
        values = {"seconds": 600} if kind == "slow" else {}
        fault = getattr(made.sandbox.faults, kind)("*", None, only=uploading, **values)
        for _ in range(2):
            await until_easy(referee)
            answer = await play(referee)
            assert answer.milliseconds < 3000
        # All panels are as the referee expects, and words replace the refused pictures.
        await referee.agree()

        def in_words() -> bool:
            shown = [(files(message), alts(message)) for message in messages(made)]
            return shown == [([], [])] * 3 and all(
                "second scene" in message.text for message in messages(made)
            )

        # After the first failure, pictures are asked for once the words are there.
        await made.sandbox.until(lambda: in_words() and fault.hits >= 3)
        made.sandbox.faults.clear()
        await made.sandbox.until(lambda: all(files(message) == ["second.png"] for message in messages(made)))
        await made.shown()
        show(made, "second")
        only(made, *HELD_UP)


@pytest.mark.usefixtures("hasty")
async def test_a_slow_picture_holds_up_no_new_message(tmp_path: Path, painter: Painter) -> None:
    async with playing(tmp_path) as (made, _):
        made.sandbox.faults.slow("*", None, 600, only=uploading)
        person = made.people[0]
        answer = await tap(person, made.public(), "hand")
        assert answer.milliseconds < 3000
        assert answer.message is not None
        assert files(answer.message) == []
        assert made.panel(person) == answer.message
        made.sandbox.faults.clear()
        await made.sandbox.until(lambda: files(messages(made)[1]) == ["first.png"])
        await made.shown()
        only(made, *HELD_UP)


@pytest.mark.usefixtures("hasty")
async def test_a_slow_picture_holds_up_no_command(tmp_path: Path, painter: Painter) -> None:
    async with sandboxed(2) as made, running(made, tmp_path / "cards.db"):
        unlimited(made)
        ann, bo = made.people
        made.sandbox.faults.slow("*", None, 600, only=uploading)
        answer = await ann.slash(made.channel, "cicera start", players=2)
        assert answer.milliseconds < 3000
        await made.sandbox.until(lambda: len(ann.sees(made.channel)) == 2 and len(bo.sees(made.channel)) == 1)
        made.sandbox.faults.clear()
        await made.sandbox.until(lambda: files(bo.sees(made.channel)[0]) == ["first.png"])
        [lobby] = bo.sees(made.channel)
        assert lobby == answer.message
        only(made, *HELD_UP)


async def test_after_a_restart_what_is_not_known_to_be_there_is_sent_again(
    tmp_path: Path, painter: Painter
) -> None:
    async with playing(tmp_path) as (made, referee):
        before = ids(made)
        assert made.bot is not None
        await made.bot.close()
        async with running(made, tmp_path / "cards.db"):
            # All is shown anew, with the time that the restart gave back.
            await made.sandbox.until(lambda: not set(ids(made)).intersection(before))
            await made.shown()
            show(made, "first")
            assert uploads(await played(made, referee)) == []
            only(made)
