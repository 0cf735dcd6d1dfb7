"""SIGKILL in every phase of Ciapano and Civil Suits: the game goes on, and the log matches the answers."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path

import pytest

from bot.table import situation
from bot.table.situation import formality_of
from bot.table.table import Table
from tests.e2e.restarts.test_kill import finished
from tests.e2e.support.foreseen import Foreseen, after, choose, last
from tests.e2e.support.killable import COUNTED, IN_TRANSACTION

pytestmark = pytest.mark.slow

PHASES = {
    "suit": "before the commit",
    "pass": "before the acknowledgement",
    "offer": "after the acknowledgement",
    "play": "before the board",
    "ban": "after the commit",
    "replay": "after the board",
    "challenge": IN_TRANSACTION,
    "intelligence": "before a panel",
    "expose": "after the commit",
    "magic": "before the commit",
    "might": "after a panel:2",
}
"""The point at which the bot dies in each phase of Civil Suits."""


@pytest.fixture
async def mortal(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Foreseen]:
    async with Foreseen.born(tmp_path, request.param, PAUSE_SECONDS="1") as made:
        yield made


def phase(table: Table) -> str:
    """Return the current phase of a table of Civil Suits."""
    if table.between_hands:
        return "between"
    if situation.rest(table) is not None:
        return "settling"
    if situation.formality(table) is None and formality_of(table.game, after(table)) is not None:
        return "formality next"
    seat, action = choose(table)
    return str(table.state.phase) if seat in table.waits_for() else str(action)


async def die_between(mortal: Foreseen, once: str, finally_: str) -> None:
    """Let the bot die when the first member is ready for the next hand, and when the last one is."""
    first, *others = (await mortal.table()).active()
    await mortal.die_agreeing(first, once)
    if once.startswith("before"):
        await mortal.agree(first)
    for seat in others[:-1]:
        await mortal.agree(seat)
    await mortal.die_agreeing(others[-1], finally_)
    if finally_.startswith("before"):
        await mortal.agree(others[-1])
    assert not (await mortal.table()).between_hands


async def die_settling(mortal: Foreseen) -> None:
    """Let the bot die while the rest of a hand is agreed to, partly and by all."""
    first, *others = (await mortal.table()).active()
    await mortal.die_agreeing(first, "after being ready")
    for seat in others[:-1]:
        await mortal.agree(seat)
    await mortal.kill()
    await mortal.revive("partly agreed")
    assert [row.ready for row in (await mortal.stored()).seats].count(True) == len(others)
    await mortal.die_agreeing(others[-1], IN_TRANSACTION, "after the commit")
    assert (await mortal.table()).between_hands


async def die_answering(mortal: Foreseen) -> None:
    """Let the bot die of its answer for a seat, before and after that is stored; nobody presses for it."""
    seq = (await mortal.table()).seq
    await mortal.arm("before the commit:2")
    await mortal.move()
    await mortal.dies("before an answer")
    assert (await mortal.table()).seq == seq + 1
    await mortal.start("after the commit")
    await mortal.dies("after an answer")
    assert (await mortal.table()).seq == seq + 2
    await mortal.revive("an answer")


RARE: Mapping[str, Callable[[Foreseen], Awaitable[None]]] = {
    "formality next": die_answering,
    "settling": die_settling,
    "between": lambda mortal: die_between(mortal, "after being ready", "before the deal"),
}


@pytest.mark.parametrize("mortal", [4], indirect=True)
async def test_civil_suits_goes_through_a_death_in_every_phase(mortal: Foreseen, tmp_path: Path) -> None:
    await mortal.begin("civil-suits", 137)
    left = {*PHASES, *RARE}
    while left:
        found = phase(await mortal.table())
        if found not in left:
            await mortal.move()
        elif found in PHASES:
            await mortal.die_moving(PHASES[found])
        else:
            await RARE[found](mortal)
        left.discard(found)
    await mortal.unseen(last)
    await mortal.die_moving("before the end", COUNTED, "after the end")
    await finished(mortal, tmp_path)
    assert len(mortal.deaths) >= 20


def removes(table: Table) -> bool:
    """Return whether the next play ends a hand that puts a seat out, but not the game."""
    if table.between_hands:
        return False
    following = table.game.active(after(table))
    return 1 < len(following) < len(table.active())


@pytest.mark.parametrize("mortal", [3], indirect=True)
async def test_ciapano_goes_through_a_death_in_every_phase(mortal: Foreseen, tmp_path: Path) -> None:
    await mortal.begin("ciapano", 35, players=3)
    assert str(choose(await mortal.table())[1]).startswith("discard")
    await mortal.die_moving(IN_TRANSACTION, "after the commit")
    while len((await mortal.table()).state.table) != 1:
        await mortal.move()
    await mortal.die_moving("before a panel")
    await mortal.unseen(removes)
    await mortal.die_moving("before the commit", "after the acknowledgement")
    assert len((await mortal.table()).active()) == 2
    await die_between(mortal, "before being ready", "after the deal")
    await mortal.move()
    await mortal.unseen(last)
    await mortal.die_moving("after the end")
    await finished(mortal, tmp_path)
    assert len(mortal.deaths) >= 10
