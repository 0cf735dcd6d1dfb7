"""Advice beside the event loop: once for each view, one review at a time, of the member's own decisions."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.computers.advice import Adviser, own_plays
from bot.computers.thinking import Thinking
from bot.store import LogRow
from tests.bot.tavern import PEOPLE, Tavern, golden, refusal

pytestmark = pytest.mark.searches

WORLDS = 3


@asynccontextmanager
async def advising(tmp_path: Path) -> AsyncIterator[tuple[Tavern, Adviser]]:
    tavern, thinking = await Tavern.open(tmp_path), Thinking()
    adviser = Adviser(tavern.store, thinking, WORLDS)
    try:
        yield tavern, adviser
    finally:
        await adviser.close()
        thinking.close()
        await tavern.close()


@pytest.fixture
async def at_work(tmp_path: Path) -> AsyncIterator[tuple[Tavern, Adviser]]:
    async with advising(tmp_path) as both:
        yield both


async def test_whoever_asks_again_is_told_the_same(at_work: tuple[Tavern, Adviser]) -> None:
    tavern, adviser = at_work
    table = await tavern.game()
    (seat,) = table.waits_for()
    first, second = await asyncio.gather(adviser.hint(table, seat), adviser.hint(table, seat))
    assert first is second is await adviser.hint(table, seat)
    assert first.action in table.game.legal(table.state, seat)
    assert await refusal(adviser.hint(table, 1 - seat)) == "refused.not-your-turn"
    table = await tavern.plays(table)
    assert (await adviser.hint(table, 1 - seat)).action in table.game.legal(table.state, 1 - seat)


async def test_a_look_back_is_taken_once_and_one_at_a_time(at_work: tuple[Tavern, Adviser]) -> None:
    tavern, adviser = at_work
    tables = [await tavern.recorded(golden("cicera-two"), 40) for _ in range(2)]
    held = threading.Event()
    waiting = asyncio.create_task(adviser.thinking.think(held.wait))
    first = asyncio.create_task(adviser.review(tables[0], PEOPLE[0]))
    again = asyncio.create_task(adviser.review(tables[0], PEOPLE[0]))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert await refusal(adviser.review(tables[1], PEOPLE[0])) == "review.busy"
    other = asyncio.create_task(adviser.review(tables[1], PEOPLE[1]))
    held.set()
    await waiting
    assert await first is await again
    await other
    assert await adviser.review(tables[1], PEOPLE[0]) is not None


async def test_the_adviser_can_be_closed_while_it_thinks(tmp_path: Path) -> None:
    async with advising(tmp_path) as (tavern, adviser):
        table = await tavern.game()
        held = threading.Event()
        asyncio.get_running_loop().call_later(0.1, held.set)
        waiting = asyncio.create_task(adviser.thinking.think(held.wait))
        hint = asyncio.create_task(adviser.hint(table, table.waits_for()[0]))
        await asyncio.sleep(0)
        await adviser.close()
        with pytest.raises(asyncio.CancelledError):
            await hint
        await waiting


def entry(seq: int, seat: int | None, user_id: int | None, at: float, *, settled: bool = False) -> LogRow:
    return LogRow(seq, seat, "AS", user_id, at, settled)


def test_own_decisions_are_those_of_ones_own_presses() -> None:
    log = [
        entry(0, None, None, 1.0),
        entry(1, 0, 100, 2.0),
        entry(2, 1, 101, 3.0),
        entry(3, 0, None, 4.0),  # by the clock, or by a computer in the seat
        entry(4, 1, 101, 5.0),
        entry(5, None, None, 6.0),
        entry(6, 0, 100, 7.0),
        entry(7, 1, 101, 8.0, settled=True),
        entry(8, 0, 100, 8.0, settled=True),
        entry(9, 1, 101, 8.0, settled=True),
    ]
    assert own_plays(log, 100) == {1, 5}
    assert own_plays(log, 101) == {2, 4}
    assert own_plays(log, 102) == set()
