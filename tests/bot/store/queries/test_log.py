"""The log: append only, all or nothing with the changes that follow from an entry, and never cancelled."""

import asyncio
from dataclasses import replace

import pytest

from bot.store import Busy, Conflict, Status, Store
from bot.store.model.games import FORMER
from tests.bot.store.store_rows import (
    ANN,
    BO,
    CY,
    FOR_TWO,
    a_change,
    a_concession,
    a_place,
    a_play,
    a_seat,
    a_table,
    a_turn,
    counts,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


async def test_entries_with_all_that_follows(store: Store) -> None:
    await store.create(a_table(status=Status.PLAYING), a_place(), [a_seat(0, ANN, ready=True)])
    entries = (a_play(0, seat=None, user_id=None, action="deal"), a_play(1))
    await store.commit(a_change(entries=entries))
    ending = (a_play(2, action="♠ – 'x'; --"), a_play(3, seat=1, settled=True))
    over = {"status": Status.FINISHED, "wake_at": 8.0}
    unready = (a_seat(0, ANN, ready=False),)
    await store.commit(a_change(was=2, columns=over, marked=unready, entries=ending))
    stored = await store.load("t1")
    assert stored is not None
    # Of a game that is over the seats are kept, and whole seconds.
    kept = [replace(entry, at=int(entry.at)) for entry in (*entries, *ending)]
    assert stored.log == (*kept[:3], replace(kept[3], user_id=FORMER))
    assert (stored.table.status, stored.table.wake_at, stored.table.version) == (Status.FINISHED, 8.0, 3)
    assert stored.seats == unready


async def test_a_log_is_read_by_its_numbers_though_the_hosts_clock_was_set_back(store: Store) -> None:
    await store.create(a_table(), a_place(), [a_seat()])
    entries = tuple(a_play(seq, at=at) for seq, at in enumerate((5.0, 6.0, 3.0, 3.0, 4.0)))
    await store.commit(a_change(entries=entries))
    stored = await store.load("t1")
    assert stored is not None
    assert stored.log == entries


async def test_one_number_one_entry(store: Store) -> None:
    await store.create(a_table(**FOR_TWO), a_place(), [a_seat(ready=True), a_seat(1, BO)])
    await store.commit(a_turn())
    before = await store.load("t1")
    change = a_concession(
        was=2,
        columns={"wake_at": 3.0},
        left=(BO,),
        sat=(a_seat(1, CY),),
        marked=(a_seat(ready=False),),
        entries=(a_play(1), a_play(0, action="other")),
    )
    with pytest.raises(Conflict):
        await store.commit(change)
    assert await store.load("t1") == before
    assert await counts(store) == {}


async def test_a_game_counts_once(store: Store) -> None:
    await store.create(a_table(**FOR_TWO), a_place(), [a_seat(), a_seat(1, BO)])
    await store.commit(a_concession())
    before = await store.load("t1")
    with pytest.raises(Conflict):
        await store.commit(a_concession(was=2))
    assert await store.load("t1") == before
    assert await counts(store) == {(ANN,): (1, 1), (BO,): (1, 0)}


async def test_of_many_changes_of_one_version_one_comes_first(url: str) -> None:
    """Two processes may also write to one database."""
    stores = [await Store.open(url) for _ in range(2)]
    await stores[0].create(a_table(), a_place(), [a_seat()])
    changes = [a_change(entries=(a_play(number),)) for number in range(8)]
    writes = [stores[number % 2].commit(change) for number, change in enumerate(changes)]
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert outcomes.count(None) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 7
    stored = await stores[0].load("t1")
    assert stored is not None
    assert [entry.seq for entry in stored.log] == [outcomes.index(None)]
    for store in stores:
        await store.close()


async def test_finishing_leaves_the_table_to_be_shown(store: Store) -> None:
    await store.create(a_table(version=1), a_place(), [a_seat()])
    await store.mark_published({"t1": 1})
    await store.finish("t1")
    await store.finish("no such table")
    assert await store.behind() == ["t1"]
    await store.mark_published({"t1": 1})
    assert await store.behind() == []


async def test_a_cancelled_caller_does_not_cancel_its_write(store: Store) -> None:
    await store.create(a_table(), a_place(), [a_seat()])
    for seq in range(20):
        # Only a caller that never came to its first step has written nothing.
        change = a_change(was=max(seq, 1), entries=(a_play(seq),))
        caller = asyncio.create_task(store.commit(change))
        for _ in range(seq):
            await asyncio.sleep(0)
        caller.cancel()
        await asyncio.wait([caller])
    await store.commit(a_change(was=20, entries=(a_play(20),)))
    stored = await store.load("t1")
    assert stored is not None
    assert [entry.seq for entry in stored.log] == list(range(1, 21))


async def test_closing_waits_for_the_writes_under_way(url: str) -> None:
    store = await Store.open(url)
    await store.create(a_table(), a_place(), [a_seat()])
    writes = [asyncio.create_task(store.commit(a_turn(seq))) for seq in range(5)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*writes) == [None] * 5
    store = await Store.open(url)
    stored = await store.load("t1")
    assert stored is not None
    assert len(stored.log) == 5
    await store.close()


async def test_a_value_that_no_column_holds_is_refused(store: Store) -> None:
    await store.create(a_table(), a_place(), [a_seat()])
    with pytest.raises((Busy, OverflowError)):
        await store.commit(a_change(columns={"wake_at": 5.0}, entries=(a_play(2**70),)))
    await store.commit(a_turn())
    stored = await store.load("t1")
    assert stored is not None
    assert (len(stored.log), stored.table.version) == (1, 2)
