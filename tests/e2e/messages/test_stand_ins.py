"""Pictures on their way while other pages are opened: nothing shows the picture of something else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.messages import follow_ups
from bot.panels.table.rules import pages
from bot.pictures.sketch.style import Style
from cogs.sending import sending
from sandbox.driver import Member
from sandbox.faults import uploads as uploading
from sandbox.view import Message
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.faulty import next_play, take, until_easy
from tests.e2e.support.house import House, running, sandboxed
from tests.e2e.support.pictured import Album, Seen, at_hand, expected_by, seen
from tests.e2e.support.referee import Referee, unlimited

SLOW = 1.0
"""Seconds that a picture is on its way, on the clock of the stand-in."""


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine gives up no picture; one that was given up arrives at once, or never."""
    monkeypatch.setattr(follow_ups, "SETTLING", (0.1,))
    monkeypatch.setattr(sending, "PAINTING", 30.0)
    monkeypatch.setattr(sending, "UPLOAD", 30.0)


@asynccontextmanager
async def at_play(tmp_path: Path) -> AsyncIterator[tuple[House, Referee]]:
    async with sandboxed(2) as made, running(made, tmp_path / "cards.db", pictures=True) as bot:
        at_hand(bot)
        unlimited(made)
        referee = Referee(made)
        await referee.begin(players=2)
        await made.shown()
        yield made, referee
        assert list(made.sandbox.violations) == []


async def visit(person: Member, panel: Message, table_id: str, page: str) -> Seen:
    """Open a page on a panel; return the pictures that it shows at once."""
    await person.forge(panel, f"t:{table_id}:0:{page}")
    return seen(panel)


async def through(made: House, person: Member, panel: Message, table_id: str, every: list[str]) -> None:
    """Go from each page to each other and back while pictures are on their way, and check all of them."""
    own = {}
    for page in every:
        await visit(person, panel, table_id, page)
        await made.shown()
        own[page] = seen(panel)
    for first in every:
        for second in every:
            await visit(person, panel, table_id, first)
            await made.shown()
            made.sandbox.faults.slow("*", None, SLOW, only=uploading)
            for page in (second, first, second):
                shown = await visit(person, panel, table_id, page)
                assert shown in ([], own[page]), (first, second, page)
            made.sandbox.faults.clear()
            made.sandbox.clock.advance(SLOW)
            await made.shown()
            assert seen(panel) == own[second], (first, second)


@pytest.mark.long
async def test_no_page_of_a_panel_shows_the_picture_of_another(tmp_path: Path) -> None:
    async with at_play(tmp_path) as (made, referee):
        album = Album(made, referee.table_id)
        person, panel, play = next_play(referee)
        await person.press(panel, play)
        take(referee, play)
        await made.shown()
        table = await album.table()
        person = referee.people[referee.state.turn]
        panel = made.panel(person) or made.public()
        assert seen(panel) == expected_by(table, person, panel, Style()) != []
        rules = [f"rules:{page}" for page in range(1, pages("cicera", WORDS) + 1)]
        every = ["back", "more", "last", "scores", "fairness", "leave", *rules]
        await through(made, person, panel, referee.table_id, every)


SECONDS = [0.0, pytest.param(0.2, marks=pytest.mark.long)]
"""Seconds that each request takes beside the time over the socket."""


@pytest.mark.parametrize("seconds", SECONDS)
async def test_no_press_on_a_panel_during_an_upload_is_refused(tmp_path: Path, seconds: float) -> None:
    async with at_play(tmp_path) as (made, referee):
        slow = made.sandbox.faults.slow("*", None, seconds)

        async def looks_up(person: Member) -> None:
            panel = made.panel(person)
            assert panel is not None
            for page in ("back", "back", "last", "back", "rules:2", "back", "more", "rules:1", "rules:2"):
                await visit(person, panel, referee.table_id, page)
            await visit(person, panel, referee.table_id, "back")

        for _ in range(2 if seconds else 6):
            await until_easy(referee)
            person, panel, play = next_play(referee)
            await person.press(panel, play)
            take(referee, play)
            await asyncio.gather(*map(looks_up, made.people))
            await made.sandbox.until(lambda: made.to_press(referee.people[referee.state.turn]))
        made.sandbox.faults.remove(slow)
        await made.shown()
        await Album(made, referee.table_id).check()


@pytest.mark.parametrize("seconds", SECONDS)
async def test_no_press_on_a_board_during_an_upload_is_refused(tmp_path: Path, seconds: float) -> None:
    async with sandboxed(4) as made, running(made, tmp_path / "cards.db", pictures=True) as bot:
        at_hand(bot)
        unlimited(made)
        ann, *others = made.people
        await ann.slash(made.channel, "cicera start")
        await made.sandbox.until(lambda: made.public())
        await made.shown()
        made.sandbox.faults.slow("*", None, seconds)
        lobby, table_id = made.public(), Referee(made).table_id
        for verb in ["join", "leave"] * (1 if seconds else 3):
            for person in others:
                answer = await person.forge(lobby, f"t:{table_id}:0:{verb}")
                assert (answer.kind, answer.milliseconds < 3000) == ("update", True)
        made.sandbox.faults.clear()
        await Album(made, table_id).check()
        assert list(made.sandbox.violations) == []
