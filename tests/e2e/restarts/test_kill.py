"""SIGKILL at named points and at random ones.

Nothing acknowledged is lost, nothing is played twice, and every message and panel catches up by itself.
"""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Status
from tests.bot.store.store_rows import counts, differing
from tests.e2e.games.test_game import checked, record
from tests.e2e.support.foreseen import Foreseen, last
from tests.e2e.support.house import tap
from tests.e2e.support.killable import COUNTED, IN_TRANSACTION
from tests.e2e.support.mortal import Mortal
from tests.nursery import KILLING

pytestmark = pytest.mark.long


@pytest.fixture
async def mortal(tmp_path: Path) -> AsyncIterator[Foreseen]:
    async with Foreseen.born(tmp_path) as made:
        yield made


def results(database: Path) -> int:
    """Return the number of games that count."""
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("SELECT count(*) FROM results WHERE why = ''").fetchone()[0])


async def open_table(mortal: Mortal, **options: object) -> None:
    """Open a lobby, seat everybody and start, without a death."""
    ann, *others = mortal.house.people
    await ann.slash(mortal.house.channel, "cicera start", **options)
    await mortal.house.sandbox.until(lambda: len(ann.sees(mortal.house.channel)) >= 2)
    for person, side in zip(others, "BAB", strict=True):
        await tap(person, mortal.house.public(), "join", str("AB".index(side)))
    await mortal.house.start(ann)


async def finished(mortal: Mortal, folder: Path) -> None:
    """Check a game that is over: log, result and record."""
    await mortal.house.sandbox.until(mortal.house.over)
    await mortal.honest()
    stored = await mortal.stored()
    assert stored.table.status is Status.FINISHED
    assert results(mortal.database) == 1
    result = await mortal.store.played.result(mortal.table_id)
    assert result is not None
    assert [sum(points) for points in zip(*(hand.points for hand in result.hands), strict=True)] == [
        side.points for side in result.sides
    ]
    found = await counts(mortal.store, result.game, result.guild_id)
    assert {games for games, _ in found.values()} == {1}
    assert len(found) == len(stored.seats)
    assert not await differing(mortal.store, result.guild_id, result.ended_at)
    path, _ = await record(mortal.house, mortal.house.people[0], folder)
    assert checked(path).json["finished"]
    assert list(mortal.house.sandbox.violations) == []


async def test_a_game_goes_through_a_death_in_every_phase(mortal: Foreseen, tmp_path: Path) -> None:
    house = mortal.house
    ann, bo, cy, di = house.people

    # The lobby
    await mortal.start("before creating")
    assert await mortal.attempt(ann.slash(house.channel, "cicera start", target=31)) is None
    await mortal.dead()
    assert await mortal.store.live() == []
    await mortal.start("after creating")
    assert await mortal.attempt(ann.slash(house.channel, "cicera start", target=51)) is None
    await mortal.dead()
    await mortal.start()
    await house.sandbox.until(lambda: ann.sees(house.channel), what="the lobby is shown")
    await mortal.caught_up()
    for person, point in ((bo, "before sitting"), (bo, "after sitting"), (cy, "after the acknowledgement")):
        await mortal.arm(point)
        side = "B" if person is bo else "A"
        answer = await mortal.attempt(tap(person, house.public(), "join", str("AB".index(side))))
        assert (answer is None) == (point != "after the acknowledgement")
        await mortal.dead()
        await mortal.revive(point)
        seated = [row.user_id for row in (await mortal.stored()).seats]
        assert (person.id in seated) == (point != "before sitting")
    await mortal.arm("before saving a panel")
    await mortal.attempt(tap(di, house.public(), "join", "1"))
    await mortal.dead()
    await mortal.revive("before saving a panel")

    # The first deal
    for point in ("before the deal", "after the deal"):
        await mortal.arm(point)
        assert await mortal.attempt(tap(ann, house.public(), "start")) is None
        await mortal.dead()
        await mortal.revive(point)
    await mortal.hands()
    await mortal.caught_up()

    # A play
    for point in (
        "before the commit",
        IN_TRANSACTION,
        "after the commit",
        "before the acknowledgement",
        "after the acknowledgement",
        "before the board",
        "after the board",
        "before a panel",
        "after a panel:2",
        "after a panel:3",
    ):
        await mortal.die_at(point)
    for point in ("before noting", "after noting"):
        await mortal.die_at(point, most=1)

    # Between two hands
    await mortal.play_until(lambda: any(map(house.between, house.people)))
    for point in ("before being ready", "after being ready", "before the deal", "after the deal"):
        await mortal.die_at(point)

    # The end
    await mortal.unseen(last)
    await mortal.die_at("before the end", most=2000)
    await mortal.die_at(COUNTED)
    await mortal.die_at("after the end")
    await finished(mortal, tmp_path)
    assert len(mortal.deaths) >= 24


@pytest.mark.slow
async def test_deaths_at_random_moments(mortal: Foreseen, tmp_path: Path) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")  # noqa: T201  # pytest shows it where the test fails
    rng = random.Random(seed)
    mortal.rng = random.Random(rng.random())
    await mortal.start()
    await open_table(mortal, target=51)
    await mortal.hands()
    deaths = 12
    for number in range(deaths):
        for _ in range(rng.randint(0, 5)):
            assert await mortal.step()
        assert mortal.process is not None
        asyncio.get_running_loop().call_later(rng.uniform(0.0, 0.04), mortal.process.send_signal, KILLING)
        while mortal.alive:
            assert await mortal.step()
        await mortal.dead()
        await mortal.revive(f"death {number}, seed {seed}")
        await mortal.hands()
    assert len(mortal.deaths) == deaths
    await mortal.unseen(last)
    await mortal.play_until(lambda: False)
    await finished(mortal, tmp_path)
