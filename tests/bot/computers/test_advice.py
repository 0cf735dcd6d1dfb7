"""Advice beside the event loop: once for each view, one review at a time, of the member's own decisions."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.computers.advice import Adviser, chosen_plays, own_plays
from bot.computers.thinking import Kernels, Thinking
from bot.limits.quotas import each_minute
from bot.store import LogRow, Store
from bot.table.table import Table
from bot.tables.replays.replay import Replay
from tests.bot.store.troubled import Troubled
from tests.bot.tavern import PEOPLE, Tavern, golden, lose, refusal

pytestmark = pytest.mark.searches

WORLDS = 3


@asynccontextmanager
async def advising(tmp_path: Path, kind: type[Store] = Store) -> AsyncIterator[tuple[Tavern, Adviser]]:
    tavern, thinking = await Tavern.open(tmp_path, kind), Thinking()
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
    assert chosen_plays(log) == {1, 2, 3, 4, 5}


# Games to be looked at again

GAME = golden("cicera-two")
ENTRIES = len(GAME.deals) + len(GAME.actions)
RECORD = "0123456789abcdef"
"""The digest of a record that was given as a file."""


async def finished(tavern: Tavern) -> Table:
    """Return a whole game that has been played."""
    return await tavern.plays(await tavern.recorded(GAME, ENTRIES - 1))


async def replay_of(tavern: Tavern, table: Table) -> Replay:
    stored = await tavern.store.load(table.row.id)
    assert stored is not None
    return Replay.of(stored)


@asynccontextmanager
async def anew(tavern: Tavern, *, missing: bool = False) -> AsyncIterator[Adviser]:
    """Yield another adviser on the same store, whose kernels are not compiled: it finds nothing itself."""
    kernels = Kernels(lambda game: False)
    kernels.missing = missing
    thinking = Thinking(kernels)
    try:
        yield Adviser(tavern.store, thinking, WORLDS)
    finally:
        thinking.close()


async def test_key_moments_are_found_once_and_kept_with_their_game(at_work: tuple[Tavern, Adviser]) -> None:
    tavern, adviser = at_work
    table = await finished(tavern)
    replay, source = await replay_of(tavern, table), table.row.id
    asked = [adviser.key_moments(replay, source, user_id) for user_id in PEOPLE[:2]]
    first, second = await asyncio.gather(*asked)
    assert first is second
    assert 3 <= len(first) <= 12
    assert all(replay.entry(replay.of_number(number)) is not None for number in first)
    assert await tavern.store.played.key_moments(source) == first
    async with anew(tavern) as other:
        assert await other.key_moments(replay, source, PEOPLE[0]) == first
        # A game without any is not looked at again.
        await tavern.store.played.note_key_moments(source, ())
        assert await other.key_moments(replay, source, PEOPLE[0]) == ()


async def test_key_moments_of_a_record_are_found_once_and_stored_nowhere(
    at_work: tuple[Tavern, Adviser],
) -> None:
    tavern, adviser = at_work
    table = await finished(tavern)
    replay = await replay_of(tavern, table)
    first = await adviser.key_moments(replay, RECORD, PEOPLE[0])
    assert await adviser.key_moments(replay, RECORD, PEOPLE[1]) is first
    assert await tavern.store.played.key_moments(table.row.id) is None
    async with anew(tavern) as other:
        assert await refusal(other.key_moments(replay, RECORD, PEOPLE[0])) == "replay.soon"


async def test_settled_plays_are_no_key_moments(at_work: tuple[Tavern, Adviser]) -> None:
    tavern, adviser = at_work
    replay = await replay_of(tavern, await finished(tavern))
    first = await adviser.key_moments(replay, RECORD, PEOPLE[0])
    plays = [seq for seq, entry in enumerate(replay.stored.log) if entry.seat is not None]
    settled = {plays[number - 1] for number in first}
    log = tuple(replace(entry, settled=entry.seq in settled) for entry in replay.stored.log)
    other = Replay.of(replace(replay.stored, log=log))
    assert not set(first) & set(await adviser.key_moments(other, RECORD[::-1], PEOPLE[0]))
    assert await refusal(adviser.decision(other, RECORD[::-1], first[0], PEOPLE[0])) == "replay.no-choice"


async def test_a_member_has_one_whole_game_looked_at_at_a_time(at_work: tuple[Tavern, Adviser]) -> None:
    tavern, adviser = at_work
    table = await finished(tavern)
    replay = await replay_of(tavern, table)
    held = threading.Event()
    waiting = asyncio.create_task(adviser.thinking.think(held.wait))
    first = asyncio.create_task(adviser.key_moments(replay, RECORD, PEOPLE[0]))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert await refusal(adviser.key_moments(replay, table.row.id, PEOPLE[0])) == "review.busy"
    assert await refusal(adviser.review(table, PEOPLE[0])) == "review.busy"
    again = asyncio.create_task(adviser.key_moments(replay, RECORD, PEOPLE[0]))
    held.set()
    await waiting
    assert await first is await again
    assert await adviser.key_moments(replay, table.row.id, PEOPLE[0]) == await first


async def test_a_game_that_is_looked_at_costs_quota_once(at_work: tuple[Tavern, Adviser]) -> None:
    tavern, adviser = at_work
    table = await finished(tavern)
    replay, source = await replay_of(tavern, table), table.row.id
    adviser.quota = each_minute(1, lambda: tavern.at)
    first = await adviser.key_moments(replay, source, PEOPLE[0])
    assert await adviser.key_moments(replay, source, PEOPLE[0]) == first
    for work in (
        adviser.key_moments(replay, RECORD, PEOPLE[0]),
        adviser.decision(replay, source, 1, PEOPLE[0]),
    ):
        assert await refusal(work) == "refused.advice"
    finding = await adviser.decision(replay, source, first[0], PEOPLE[1])
    assert await adviser.decision(replay, source, first[0], PEOPLE[0]) is finding


async def test_key_moments_that_cannot_be_stored_are_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with advising(tmp_path, Troubled) as (tavern, adviser):
        table = await finished(tavern)
        replay, source = await replay_of(tavern, table), table.row.id
        lose(tavern, happened=False)
        first = await adviser.key_moments(replay, source, PEOPLE[0])
        assert f"the key moments of table {source} are not stored" in caplog.text
        assert await tavern.store.played.key_moments(source) is None
        assert isinstance(tavern.store, Troubled)
        tavern.store.readers.deaf = True
        assert await adviser.key_moments(replay, source, PEOPLE[0]) is first
        async with anew(tavern) as other:
            assert await refusal(other.key_moments(replay, source, PEOPLE[0])) == "refused.not-read"
        tavern.store.readers.deaf = False


async def test_one_play_is_judged_by_the_view_of_its_seat(at_work: tuple[Tavern, Adviser]) -> None:
    tavern, adviser = at_work
    table = await finished(tavern)
    replay, source = await replay_of(tavern, table), table.row.id
    number = (await adviser.key_moments(replay, source, PEOPLE[0]))[0]
    moment = replay.of_number(number)
    entry = replay.entry(moment)
    assert entry is not None
    finding = await adviser.decision(replay, source, number, PEOPLE[0])
    assert (finding.hand, finding.number) == (moment.hand, number)
    assert (finding.seen.viewer, str(finding.played)) == (entry.seat, entry.action)
    before = replay.at(replay.moved(moment, -1))
    assert finding.seen == before.game.observe(before.state, entry.seat)
    for none in (0, len(GAME.actions), len(GAME.actions) + 1):
        assert await refusal(adviser.decision(replay, source, none, PEOPLE[0])) == "replay.no-choice"


async def test_without_kernels_no_game_is_looked_at(tmp_path: Path) -> None:
    tavern = await Tavern.open(tmp_path)
    table = await finished(tavern)
    replay, source = await replay_of(tavern, table), table.row.id
    for missing, word in ((False, "soon"), (True, "missing")):
        async with anew(tavern, missing=missing) as adviser:
            assert await refusal(adviser.key_moments(replay, source, PEOPLE[0])) == f"replay.{word}"
            assert await refusal(adviser.decision(replay, source, 1, PEOPLE[0])) == f"review.{word}"
    await tavern.close()
