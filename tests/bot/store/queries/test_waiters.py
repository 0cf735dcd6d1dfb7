"""Members who wait for a seat are stored, with the message that has called them, until they are forgotten."""

from dataclasses import replace

import pytest

from bot.store import Shards, Store, WaiterRow
from tests.bot.store.store_rows import ANN, BO, CY, a_change, a_place, a_seat, a_table

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


async def waiting(store: Store, table_id: str = "t1") -> tuple[WaiterRow, ...]:
    found = await store.load(table_id)
    assert found is not None
    return found.waiters


async def test_who_has_waited_longest_comes_first(store: Store) -> None:
    await store.create(a_table(), a_place(), [a_seat()])
    assert await store.calls.with_waiters() == []
    bo, cy = WaiterRow("t1", BO, 8.5), WaiterRow("t1", CY, 7.25)
    await store.calls.save_waiters([bo])
    await store.calls.save_waiters([cy])
    assert await waiting(store) == (cy, bo)
    assert await store.calls.with_waiters() == ["t1"]
    called = [
        replace(row, channel_id=8, call_id=1_400_000_000_000_000_009, called_to="claim") for row in (bo, cy)
    ]
    await store.calls.save_waiters(called)
    assert await waiting(store) == (called[1], called[0])
    await store.calls.drop_waiters("t1", [ANN, CY])
    assert await waiting(store) == (called[0],)
    await store.calls.drop_waiters("t1", [BO])
    assert await waiting(store) == ()
    assert await store.calls.with_waiters() == []


async def test_who_waits_in_another_processs_servers_is_left_to_it(url: str) -> None:
    for guild, owner in ((1 << 22, 1), (2 << 22, 0)):
        store = await Store.open(url, Shards(2, (owner,)))
        table_id = f"t{owner}"
        await store.create(a_table(table_id, guild_id=guild), replace(a_place(table_id), guild_id=guild), [])
        await store.calls.save_waiters([WaiterRow(table_id, ANN, 1.0)])
        assert await store.calls.with_waiters() == [table_id]
        await store.close()


async def test_a_seat_that_was_taken_over_knows_whose_it_was(store: Store) -> None:
    await store.create(a_table(), a_place(), [a_seat(0, ANN), a_seat(1, BO, level="easy")])
    mine = a_seat(1, CY, former_id=BO, former_name="Bo", claimed_seq=17)
    await store.commit(a_change(left=(BO,), sat=(mine,)))
    found = await store.load("t1")
    assert found is not None
    assert found.seats == (a_seat(0, ANN), mine)
