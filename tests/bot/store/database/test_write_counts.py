"""Counts of the store's work: open tables, and outcomes of writes."""

import asyncio

import pytest

from bot.store import Busy, Conflict, Status, Store, Uncertain, WriteCounts
from tests.bot.store.store_rows import a_place, a_table


async def test_open_tables_are_counted_by_status(store: Store) -> None:
    assert await store.by_status() == {"lobby": 0, "playing": 0, "parked": 0}
    statuses = [Status.PLAYING, Status.LOBBY, Status.PLAYING, Status.FINISHED, Status.PARKED]
    for number, status in enumerate(statuses):
        await store.create(a_table(f"t{number}", status=status), a_place(f"t{number}"), ())
    assert await store.by_status() == {"lobby": 1, "playing": 2, "parked": 1}


async def test_writes_are_counted_and_a_conflict_is_no_trouble(store: Store) -> None:
    await store.create(a_table(), a_place(), ())
    with pytest.raises(Conflict):
        await store.create(a_table(), a_place(), ())
    writes = store.writes
    assert (writes.ended, writes.waiting, writes.failed, writes.trouble) == (2, 0, 0, "")
    assert writes.seconds > 0


@pytest.mark.parametrize("kind", [Busy, Uncertain])
async def test_a_write_that_fails_is_trouble_until_another_does_not(kind: type[Exception]) -> None:
    writes = WriteCounts()

    async def end(error: Exception | None) -> None:
        write = asyncio.get_running_loop().create_future()
        writes.follow(write)
        assert writes.waiting == 1
        if error is None:
            write.set_result(None)
        else:
            write.set_exception(error)
        await asyncio.wait({write})

    await end(kind("SQLITE_FULL: database or disk is full"))
    assert (writes.failed, writes.trouble) == (1, "SQLITE_FULL: database or disk is full")
    await end(KeyError("what was asked is wrong, and not the database"))
    assert writes.trouble == ""
    await end(kind("again"))
    await end(None)
    assert (writes.ended, writes.failed, writes.trouble, writes.waiting) == (4, 2, "", 0)


async def test_a_write_that_is_cancelled_waits_no_more() -> None:
    writes = WriteCounts()
    write = asyncio.get_running_loop().create_future()
    writes.follow(write)
    write.cancel()
    await asyncio.wait({write})
    assert (writes.ended, writes.failed, writes.waiting) == (1, 0, 0)
