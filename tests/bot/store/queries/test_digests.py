"""The digests of slow games, in the database."""

from dataclasses import replace

import pytest

from bot.store import DigestRow, Scope, Shards, Status, Store
from tests.bot.store.store_rows import ANN, BO, CY, a_change, a_place, a_seat, a_table

GUILD, OTHER = 1_200_000_000_000_000_001, 1_200_000_000_000_000_001 + 2**22
SENT = 1_700_000_000.5
DAY, HOUR = 86_400, 3_600
DIGEST = DigestRow(
    GUILD, ANN, 1_300_000_000_000_000_001, 1_400_000_000_000_000_001, SENT, {"t1": 3, "t2": 17}
)

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


async def test_the_newest_of_each_member_and_server_is_kept(store: Store) -> None:
    assert await store.calls.digests(0.0) == []
    next_one = replace(DIGEST, message_id=5, sent_at=SENT + DAY, listed={"t3": 1})
    elsewhere, bos = replace(DIGEST, guild_id=OTHER), replace(DIGEST, user_id=BO)
    for row in (DIGEST, elsewhere, bos, next_one):
        await store.calls.note_digest(row)
    found = await store.calls.digests(0.0)
    assert {(row.guild_id, row.user_id): row for row in found} == {
        (GUILD, ANN): next_one,
        (OTHER, ANN): elsewhere,
        (GUILD, BO): bos,
    }


async def test_one_that_stands_is_found_however_old_it_is(store: Store) -> None:
    await store.calls.note_digest(DIGEST)
    gone = replace(DIGEST, user_id=BO, message_id=None, listed={})
    await store.calls.note_digest(gone)
    assert await store.calls.digests(SENT) == [DIGEST]
    assert len(await store.calls.digests(SENT - 1)) == 2


async def test_who_wants_one_sits_at_a_slow_game_under_way(store: Store) -> None:
    games = {"slow": HOUR, "slower": DAY, "live": HOUR - 1, "lobby": DAY, "over": DAY}
    for table_id, clock in games.items():
        user_id = {"live": BO, "lobby": BO, "over": BO}.get(table_id, ANN)
        seats = [a_seat(user_id=user_id), a_seat(1, CY)]
        await store.create(a_table(table_id, clock=clock), a_place(table_id), seats)
        status = {"lobby": Status.LOBBY, "over": Status.FINISHED}.get(table_id, Status.PLAYING)
        await store.commit(a_change(table_id, columns={"status": status}))
    assert await store.calls.digest_wanted(HOUR, "on") == []
    for user_id in (ANN, BO):
        await store.choose(Scope.MEMBER, user_id, "digest", "on")
    await store.choose(Scope.SERVER, CY, "digest", "on")
    await store.choose(Scope.MEMBER, CY, "big-text", "on")
    assert await store.calls.digest_wanted(HOUR, "on") == [(GUILD, ANN)]
    await store.choose(Scope.MEMBER, ANN, "digest", "off")
    assert await store.calls.digest_wanted(HOUR, "on") == []


async def test_each_process_knows_those_of_its_own_servers(url: str) -> None:
    stores = [await Store.open(url, Shards(2, (number,))) for number in (0, 1)]
    await stores[0].choose(Scope.MEMBER, ANN, "digest", "on")
    for table_id, guild_id in (("t1", GUILD), ("t2", OTHER)):
        table = a_table(table_id, guild_id=guild_id, clock=DAY, status=Status.PLAYING)
        await stores[0].create(table, a_place(table_id, guild_id=guild_id), [a_seat()])
        await stores[0].calls.note_digest(replace(DIGEST, guild_id=guild_id))
    own = [GUILD, OTHER] if GUILD // 2**22 % 2 == 0 else [OTHER, GUILD]
    for store, guild_id in zip(stores, own, strict=True):
        assert [row.guild_id for row in await store.calls.digests(0.0)] == [guild_id]
        assert await store.calls.digest_wanted(HOUR, "on") == [(guild_id, ANN)]
        await store.close()
