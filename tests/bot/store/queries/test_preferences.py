"""Settings of servers and members, in the database."""

import pytest

from bot.store import Scope, Store
from tests.bot.store.store_rows import ANN, BO

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


async def test_nothing_is_stored_until_something_is_chosen(store: Store) -> None:
    for scope in Scope:
        assert await store.chosen(scope, ANN) == {}


async def test_a_choice_is_kept_and_the_next_one_replaces_it(store: Store) -> None:
    assert await store.choose(Scope.MEMBER, ANN, "language", "it") == {"language": "it"}
    assert await store.choose(Scope.MEMBER, ANN, "pings", "off") == {"language": "it", "pings": "off"}
    assert await store.choose(Scope.MEMBER, ANN, "language", "en") == {"language": "en", "pings": "off"}
    assert await store.chosen(Scope.MEMBER, ANN) == {"language": "en", "pings": "off"}


async def test_everybody_has_their_own_and_a_server_has_others(store: Store) -> None:
    await store.choose(Scope.MEMBER, ANN, "language", "it")
    await store.choose(Scope.SERVER, ANN, "language", "de")
    assert await store.chosen(Scope.MEMBER, ANN) == {"language": "it"}
    assert await store.chosen(Scope.SERVER, ANN) == {"language": "de"}
    assert await store.chosen(Scope.MEMBER, BO) == await store.chosen(Scope.SERVER, BO) == {}


async def test_it_is_still_there_after_a_restart(url: str) -> None:
    for expected in ({}, {"start": "moderators"}):
        store = await Store.open(url)
        assert await store.chosen(Scope.SERVER, 7) == expected
        await store.choose(Scope.SERVER, 7, "start", "moderators")
        await store.close()
