"""The games in which the sides of a finished game have met."""

import pytest

from bot.store import Meetings, ResultRow, Store
from tests.bot.store.store_rows import ANN, BO, CY, DI, a_place, a_result, a_table, add_result

GUILD = a_table().guild_id

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


async def play(store: Store, *results: ResultRow) -> None:
    for result in results:
        await store.create(a_table(result.table_id), a_place(result.table_id), [])
        await add_result(store, result)


async def test_meetings_are_those_of_the_same_sides_until_then(store: Store) -> None:
    pairs = ((ANN, CY), 52), ((BO, DI), 40)
    await play(
        store,
        a_result("g1", *pairs, ended_at=1.0),
        a_result("g2", ((DI, BO), 51), ((CY, ANN), 50), ended_at=2.0),
        # Other partners, another game, another server, fewer and more sides.
        a_result("g3", ((ANN, BO), 20), ((CY, DI), 10), ended_at=3.0),
        a_result("g4", *pairs, game="ciapano", ended_at=3.0),
        a_result("g5", *pairs, guild_id=GUILD + 1, ended_at=3.0),
        a_result("g6", ((ANN,), 20), ((CY,), 10), ended_at=3.0),
        a_result("g7", ((ANN,), 5), ((CY,), 10), ((BO,), 1), ended_at=3.0),
        a_result("g8", *pairs, ended_at=4.0),
        a_result("g9", ((CY,), 20), ((ANN,), 30), ended_at=5.0),
    )

    async def met(table_id: str) -> Meetings | None:
        return (await store.played.ended(table_id))[1]

    assert await met("g1") == Meetings(1, (1, 0))
    assert await met("g2") == Meetings(2, (1, 1))
    assert await met("g8") == Meetings(3, (2, 1))
    assert await met("g3") == await met("g4") == await met("g5") == Meetings(1, (1, 0))
    assert await met("g6") == Meetings(1, (1, 0))
    assert await met("g7") == Meetings(1, (0, 1, 0))
    # Ann has won both; she is the second side here.
    assert await met("g9") == Meetings(2, (0, 2))


async def test_a_shared_win_counts_for_each(store: Store) -> None:
    results = (
        a_result("g1", ((ANN,), 9), ((BO,), 9), ((CY,), 1), ended_at=1.0),
        a_result("g2", ((CY,), 1), ((BO,), 9), ((ANN,), 2), ended_at=2.0),
    )
    await play(store, *results)
    assert (await store.played.ended("g2"))[1] == Meetings(2, (0, 2, 1))


async def test_where_computers_took_part_nobody_has_met(store: Store) -> None:
    await store.create(a_table("g1"), a_place("g1"), [])
    stored, met = await store.played.ended("g1")
    assert stored is not None
    assert met is None
    assert await store.played.ended("g2") == (None, None)
