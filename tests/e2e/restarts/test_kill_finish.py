"""SIGKILL around *Finish now*: the game goes on as it was, or all of its rest is stored."""

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.store import LogRow, Status
from bot.table.changes import change
from bot.table.deadlines import wake_at
from bot.table.table import Table
from bot.table.votes import FINISH
from sandbox.driver import Answer, Member
from tests.bot.watched import played_until_watched
from tests.e2e.games.test_game import checked, record
from tests.e2e.restarts.test_delivered_again import AGAIN, dies_of
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.faulty import only
from tests.e2e.support.house import tap, until
from tests.e2e.support.killable import IN_TRANSACTION, SILENCE_SECONDS
from tests.e2e.support.mortal import Mortal

pytestmark = pytest.mark.long


@dataclass
class Watched(Mortal):
    """A bot that dies at a table where two members are out, and computers play on, slowly.

    `began` is the log at the time when they went out.
    """

    began: tuple[LogRow, ...] = field(default=())

    async def goes_out(self) -> None:
        """Open a table of four, and put both members out of the game while the bot is dead."""
        ann, bo = self.house.people
        await self.start()
        await ann.slash(self.house.channel, "ciapano start", players=4, computers=2)
        await self.house.sandbox.until(lambda: len(ann.sees(self.house.channel)) >= 2)
        await tap(bo, self.house.public(), "join")
        await self.house.start(ann)
        await self.house.sandbox.until(lambda: all(map(self.house.panel, (ann, bo))))
        await self.kill()
        before = await self.table()
        after, entries = played_until_watched(before, time.time())
        after = after.with_row(version=before.row.version + 1, due_at=None, nudge_at=None)
        after = after.with_row(wake_at=wake_at(after))
        await self.store.commit(change(before, after, tuple(entries), time.time()))
        self.began = (await self.stored()).log
        await self.start()
        await self.hands()
        await self.caught_up()

    async def honest(self) -> None:
        """Check the log: as it was when the members went out, or all of a game after that."""
        stored = await self.stored()
        began = [(entry.seat, entry.action) for entry in stored.log[: len(self.began)]]
        assert began == [(entry.seat, entry.action) for entry in self.began]
        over = stored.table.status is Status.FINISHED
        assert over == (len(stored.log) > len(self.began)) == stored.table.ended.startswith(FINISH)
        assert bool(Table.restore(stored).game.to_act(Table.restore(stored).state)) is not over

    async def said(self) -> list[list[str]]:
        """Return the votes on the members' seats."""
        people = [row for row in (await self.stored()).seats if row.person]
        return [[vote for vote, _ in row.votes] for row in people]

    async def say(self, person: Member, verb: str) -> Answer:
        """Press a yes or a no to the end of the game on the board."""
        return await person.forge(self.house.public(), f"t:{self.table_id}:0:{verb}:{FINISH}")

    async def over(self, folder: Path) -> None:
        """Wait for the end of the game, and check its record."""
        await self.house.sandbox.until(self.house.over, what="the rest is played")
        await self.honest()
        await self.caught_up()
        path, _ = await record(self.house, self.house.people[0], folder)
        assert checked(path).json["finished"]


@pytest.fixture
async def mortal(tmp_path: Path) -> AsyncIterator[Watched]:
    async with Watched.born(tmp_path, players=2, PAUSE_SECONDS="3600") as made:
        await made.goes_out()
        yield made
        only(made.house, AGAIN)


async def test_a_yes_is_noted_or_not_and_the_rest_is_stored_whole_or_not_at_all(
    mortal: Watched, tmp_path: Path
) -> None:
    ann, bo = mortal.house.people
    for point, noted in (("before marking a seat", []), ("after marking a seat", [FINISH])):
        await mortal.arm(point)
        assert await mortal.attempt(mortal.say(ann, "vote")) is None
        await mortal.dead()
        # It dies once more while the others can object.
        await mortal.start()
        await mortal.honest()
        assert await mortal.said() == [noted, []]
        await mortal.caught_up()
    await mortal.arm("before finishing")
    await mortal.say(bo, "vote")
    # The computers have thought, and nothing of it is stored: they think again after each start.
    await mortal.dies("before finishing")
    await mortal.honest()
    await mortal.start(IN_TRANSACTION)
    await mortal.dies(IN_TRANSACTION)
    await mortal.honest()
    await mortal.start("after finishing")
    await mortal.dies("after finishing")
    assert (await mortal.stored()).table.status is Status.FINISHED
    await mortal.revive("after finishing")
    await mortal.over(tmp_path)


async def test_a_start_gives_the_others_their_time_to_object_again(mortal: Watched) -> None:
    ann, bo = mortal.house.people
    await mortal.arm("after the acknowledgement")
    await mortal.attempt(mortal.say(ann, "vote"))
    await mortal.dead()
    (asked_at,) = [at for row in (await mortal.stored()).seats for _, at in row.votes]
    await mortal.start()

    async def anew() -> bool:
        (at,) = [at for row in (await mortal.stored()).seats for _, at in row.votes]
        return at > asked_at

    await until(anew)
    table = await mortal.table()
    assert table.row.wake_at == max(at for row in table.seats for _, at in row.votes) + SILENCE_SECONDS
    await mortal.caught_up()
    await mortal.say(bo, "against")
    assert await mortal.said() == [[], [f"-{FINISH}"]]
    await mortal.honest()


@pytest.mark.parametrize("point", ["before the acknowledgement", "after the acknowledgement"])
async def test_a_yes_or_an_objection_that_comes_again_counts_once(mortal: Watched, point: str) -> None:
    ann, bo = mortal.house.people
    await dies_of(mortal, point, mortal.say(ann, "vote"))
    assert await mortal.said() == [[FINISH], []]
    await dies_of(mortal, point, mortal.say(bo, "against"))
    assert await mortal.said() == [[], [f"-{FINISH}"]]
    await mortal.caught_up()
    assert WORDS("button.ask-finish") not in [button.label for button in mortal.house.public().buttons]
    await mortal.honest()
