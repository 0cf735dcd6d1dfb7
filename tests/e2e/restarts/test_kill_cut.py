"""SIGKILL before the first deal and between a cut and its deal.

A cut stays, is dealt once, and a game that waits for the cut goes on by itself.
"""

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.store import Change, Status
from bot.table import situation
from engine import cicera
from engine.deals import Deal
from sandbox.driver import Member
from tests.e2e.support.house import tap
from tests.e2e.support.mortal import Mortal
from tests.e2e.support.reading import notation, verb

pytestmark = pytest.mark.long

LONG_AGO = -10_000.0
"""So long ago that it is due even after a restart, which postpones everything."""


@dataclass
class Cut(Mortal):
    """A bot that dies at a table whose decks are cut."""

    async def lobby(self) -> None:
        """Open a lobby for two and fill it."""
        ann, bo = self.house.people
        await ann.slash(self.house.channel, "cicera start", players=2, target=51)
        await self.house.sandbox.until(lambda: len(ann.sees(self.house.channel)) >= 2)
        await tap(bo, self.house.public(), "join")
        await self.house.startable()

    async def cutter(self) -> Member:
        """Return the member who is asked to cut, once they see it."""
        row = situation.cutter(await self.table())
        assert row is not None
        (person,) = [p for p in self.house.people if p.id == row.user_id]
        await self.house.sandbox.until(lambda: "26" in self.places(person), what="the places are shown")
        return person

    def places(self, person: Member) -> list[str]:
        """Return the places at which a member can cut, or has cut."""
        panel = self.house.panel(person)
        return [notation(b) for b in panel.buttons if verb(b) == "cut"] if panel else []

    async def cut(self, place: str) -> bool:
        """Cut the next deck; return whether the bot lived to acknowledge that."""
        person = await self.cutter()
        panel = self.house.panel(person)
        assert panel is not None
        if place not in self.places(person):
            await tap(person, panel, "places")
            await self.house.sandbox.until(lambda: place in self.places(person), what="all places are shown")
        return await self.attempt(tap(person, panel, "cut", place)) is not None

    async def dealt(self) -> list[int]:
        """Return the place of the cut for each deal of the log."""
        log = (await self.stored()).log
        return [Deal.parse(entry.action, cicera).cut for entry in log if entry.seat is None]

    async def due(self) -> None:
        """Start the bot anew, at a table where the time has run out."""
        await self.kill()
        table = await self.table()
        at = {"due_at": time.time() + LONG_AGO, "wake_at": time.time() + LONG_AGO}
        await self.store.commit(Change(table.row.id, table.row.version, at))
        await self.start()


@pytest.fixture
async def mortal(tmp_path: Path) -> AsyncIterator[Cut]:
    async with Cut.born(tmp_path, players=2, cut_seconds="60") as made:
        yield made


async def test_a_game_goes_through_a_death_at_every_point_of_its_first_cut(mortal: Cut) -> None:
    ann = mortal.house.people[0]
    await mortal.start()
    await mortal.lobby()
    for point in ("before asking to cut", "after asking to cut"):
        await mortal.arm(point)
        assert await mortal.attempt(tap(ann, mortal.house.public(), "start")) is None
        await mortal.dead()
        await mortal.revive(point)
        stored = await mortal.stored()
        began = point.startswith("after")
        assert (stored.table.status is Status.PLAYING, stored.table.cutter is not None) == (began, began)
        assert stored.log == ()
    await mortal.hands()
    for point in ("before the deal", "after the deal"):
        await mortal.arm(point)
        assert not await mortal.cut("26")
        await mortal.dead()
        await mortal.revive(point)
        assert await mortal.dealt() == ([26] if point.startswith("after") else [])
    await mortal.hands()
    assert await mortal.step()
    await mortal.honest()


async def test_a_game_that_waited_for_its_first_cut_goes_on_by_itself(mortal: Cut) -> None:
    await mortal.start()
    await mortal.lobby()
    await tap(mortal.house.people[0], mortal.house.public(), "start")
    await mortal.cutter()
    await mortal.due()
    await mortal.house.sandbox.until(lambda: bool(mortal.house.able()), what="the first hand is dealt")
    assert await mortal.dealt() == [0]
    await mortal.caught_up()


async def test_a_cut_between_hands_is_dealt_once_whoever_dies(mortal: Cut) -> None:
    await mortal.start()
    await mortal.lobby()
    await tap(mortal.house.people[0], mortal.house.public(), "start")
    await mortal.cut("8")
    await mortal.hands()
    await mortal.play_until(lambda: any(map(mortal.house.between, mortal.house.people)))
    for point, kept in (("before being ready", 0), ("after being ready", 26)):
        await mortal.arm(point)
        assert not await mortal.cut("26")
        await mortal.dead()
        await mortal.revive(point)
        await mortal.hands()
        stored = await mortal.stored()
        assert (stored.table.cut, any(row.ready for row in stored.seats)) == (kept, bool(kept))
    # The clock deals the cut deck.
    await mortal.due()
    await mortal.house.sandbox.until(
        lambda: not any(map(mortal.house.between, mortal.house.people)), what="the next hand is dealt"
    )
    assert await mortal.dealt() == [8, 26]
    await mortal.honest()
    await mortal.caught_up()
