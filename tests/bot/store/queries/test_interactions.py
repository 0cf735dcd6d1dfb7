"""Interactions that have changed something are noted together with the change, for as long as they live."""

import pytest

from bot.store import Conflict, Scope, Store, WaiterRow, asked_by
from bot.store.queries.application import OLDER
from tests.bot.store.store_rows import ANN, BO, a_change, a_place, a_seat, a_table

pytestmark = pytest.mark.asyncio(loop_scope="session")

FIRST = 1_400_000_000_000_000_000


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


async def test_every_change_is_noted_with_the_interaction_that_asks_for_it(store: Store) -> None:
    with asked_by(FIRST):
        await store.create(a_table(), a_place(), [a_seat()])
    with asked_by(FIRST + 1):
        await store.commit(a_change())
    with asked_by(FIRST + 2):
        await store.calls.save_waiters([WaiterRow("t1", BO, 8.5)])
    with asked_by(FIRST + 3):
        await store.calls.drop_waiters("t1", [BO])
    with asked_by(FIRST + 4):
        await store.choose(Scope.MEMBER, ANN, "deck", "italian")
    await store.choose(Scope.MEMBER, ANN, "deck", "french")
    assert await store.interactions.noted() == {FIRST + n: "t1" for n in range(4)} | {FIRST + 4: ""}


async def test_a_change_that_is_not_made_is_not_noted(store: Store) -> None:
    await store.create(a_table(), a_place(), [a_seat()])
    with asked_by(FIRST), pytest.raises(Conflict):
        await store.commit(a_change(was=7))
    assert await store.interactions.noted() == {}


async def test_one_interaction_may_ask_for_several_changes(store: Store) -> None:
    with asked_by(FIRST):
        await store.create(a_table(), a_place(), [a_seat()])
        await store.commit(a_change())
    assert await store.interactions.noted() == {FIRST: "t1"}


async def test_an_interaction_is_forgotten_once_nobody_can_answer_it(store: Store) -> None:
    for number in (FIRST, FIRST + OLDER, FIRST + OLDER + 1):
        with asked_by(number):
            await store.choose(Scope.MEMBER, ANN, "deck", "italian")
    assert set(await store.interactions.noted()) == {FIRST + OLDER, FIRST + OLDER + 1}
