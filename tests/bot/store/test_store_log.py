"""The log: append only, all or nothing with what follows from an entry, and never cancelled."""

import asyncio

import pytest

from bot.store import Busy, Conflict, Status, Store
from tests.bot.store.store_rows import ANN, BO, CY, DI, a_play, a_result, a_seat, a_table


async def test_entries_with_all_that_follows(store: Store) -> None:
    await store.create(a_table(status=Status.PLAYING), [a_seat(0, ANN, ready=True)])
    entries = [a_play(0, seat=None, user_id=None, action="deal"), a_play(1)]
    result = a_result("t1", ((ANN, CY), 52), ((BO, DI), 40))
    await store.append("t1", entries, wake_at=None)
    ending = [a_play(2, action="♠ – 'x'; --")]
    await store.append("t1", ending, status=Status.FINISHED, wake_at=8.0, result=result)
    stored = await store.load("t1")
    assert stored is not None
    assert stored.log == (*entries, *ending)
    assert (stored.table.status, stored.table.wake_at, stored.table.version) == (Status.FINISHED, 8.0, 3)
    assert (await store.leaderboard(result.guild_id, "cicera", teams=True, offset=0, limit=9))[1] == 2


async def test_one_number_one_entry(store: Store) -> None:
    await store.create(a_table(), [a_seat()])
    await store.append("t1", [a_play(0)], wake_at=None)
    before = await store.load("t1")
    result = a_result("t1", ((ANN,), 5), ((BO,), 4))
    with pytest.raises(Conflict):
        await store.append(
            "t1",
            [a_play(1), a_play(0, action="other")],
            status=Status.FINISHED,
            wake_at=3.0,
            result=result,
            clear_ready=True,
        )
    assert await store.load("t1") == before
    assert await store.leaderboard(result.guild_id, "cicera", teams=False, offset=0, limit=9) == ([], 0)


async def test_a_game_counts_once(store: Store) -> None:
    await store.create(a_table(), [a_seat()])
    result = a_result("t1", ((ANN,), 5), ((BO,), 4))
    await store.append("t1", [a_play(0)], wake_at=None, result=result)
    before = await store.load("t1")
    with pytest.raises(Conflict):
        await store.append("t1", [a_play(1)], wake_at=None, result=result)
    assert await store.load("t1") == before
    lines, _ = await store.leaderboard(result.guild_id, "cicera", teams=False, offset=0, limit=9)
    assert [line.games for line in lines] == [1, 1]


async def test_two_writers_of_one_number(store: Store) -> None:
    await store.create(a_table(), [a_seat()])
    plays = [store.append("t1", [a_play(0, action=str(number))], wake_at=None) for number in range(8)]
    outcomes = await asyncio.gather(*plays, return_exceptions=True)
    assert outcomes.count(None) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 7
    stored = await store.load("t1")
    assert stored is not None
    assert [entry.action for entry in stored.log] == [str(outcomes.index(None))]


async def test_settling_leaves_the_table_to_be_shown(store: Store) -> None:
    await store.create(a_table(version=1, published=1), [a_seat()])
    await store.settle("t1")
    await store.settle("no such table")
    assert await store.behind() == ["t1"]
    await store.mark_published({"t1": 1})
    assert await store.behind() == []


async def test_a_cancelled_caller_does_not_cancel_its_write(store: Store) -> None:
    await store.create(a_table(), [a_seat()])
    for seq in range(20):
        caller = asyncio.create_task(store.append("t1", [a_play(seq)], wake_at=None))
        for _ in range(seq):
            await asyncio.sleep(0)
        caller.cancel()
        await asyncio.wait([caller])
    # Only a caller that never came to its first step has written nothing.
    await store.append("t1", [a_play(20)], wake_at=None)
    stored = await store.load("t1")
    assert stored is not None
    assert [entry.seq for entry in stored.log] == list(range(1, 21))


async def test_closing_waits_for_the_writes_under_way(url: str) -> None:
    store = await Store.open(url)
    await store.create(a_table(), [a_seat()])
    writes = [asyncio.create_task(store.append("t1", [a_play(seq)], wake_at=None)) for seq in range(5)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*writes) == [None] * 5
    store = await Store.open(url)
    stored = await store.load("t1")
    assert stored is not None
    assert len(stored.log) == 5
    await store.close()


async def test_a_value_that_no_column_holds_is_refused(store: Store) -> None:
    await store.create(a_table(), [a_seat()])
    with pytest.raises((Busy, OverflowError)):
        await store.append("t1", [a_play(2**70)], wake_at=5.0)
    await store.append("t1", [a_play(0)], wake_at=None)
    stored = await store.load("t1")
    assert stored is not None
    assert (len(stored.log), stored.table.version) == (1, 2)
