"""The games that a member has played to their end, in the database."""

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from bot.store import Status, Store
from tests.bot.store.ended import ended
from tests.bot.store.queries.test_games import whole_log
from tests.bot.store.store_rows import ANN, BO, CY, ENDED, a_change, a_place, a_seat, a_table

pytestmark = pytest.mark.asyncio(loop_scope="session")

GUILD = a_table().guild_id


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


async def table(
    store: Store,
    table_id: str,
    status: Status,
    *users: int,
    where: Mapping[str, int] = MappingProxyType({}),
    **values: object,
) -> None:
    """Store a table of these users, `where` it stands if that matters, and then its status."""
    place = a_place(table_id, guild_id=values.get("guild_id", GUILD), **where)
    seats = [a_seat(seat, user_id) for seat, user_id in enumerate(users)]
    await store.create(a_table(table_id, **values), place, seats)
    await store.set_message(place)
    await store.commit(a_change(table_id, columns={"status": status}))


async def test_finished_games_of_a_kind_count_in_every_server(store: Store) -> None:
    assert await store.played.finished(ANN, "cicera", 3) == frozenset()
    await table(store, "t1", Status.FINISHED, ANN, BO)
    await table(store, "t2", Status.FINISHED, BO, ANN, guild_id=GUILD + 2**22)
    await table(store, "t3", Status.FINISHED, BO, CY)
    await table(store, "t4", Status.FINISHED, ANN, game="ciapano")
    for status in set(Status) - {Status.FINISHED}:
        await table(store, status, status, ANN, BO)
    assert await store.played.finished(ANN, "cicera", 3) == {"t1", "t2"}
    assert await store.played.finished(ANN, "ciapano", 3) == {"t4"}
    assert await store.played.finished(CY, "cicera", 3) == {"t3"}


async def test_no_more_are_read_than_asked_for(store: Store) -> None:
    for number in range(5):
        await table(store, f"t{number}", Status.FINISHED, ANN)
    assert len(await store.played.finished(ANN, "cicera", 3)) == 3


async def test_games_against_computers_alone_come_newest_first_with_their_seats(store: Store) -> None:
    for number, (users, status) in enumerate(
        (
            ((ANN, -2), Status.FINISHED),
            ((ANN, BO, -3), Status.FINISHED),
            ((BO, -2), Status.FINISHED),
            ((ANN, -2, -3), Status.FINISHED),
            ((ANN, -2), Status.STOPPED),
        )
    ):
        await table(store, f"t{number}", status, *users, created_at=1000.0 + number)
    found = await store.played.alone(ANN, "cicera", 5)
    assert [(row.id, [seat.user_id for seat in seats]) for row, seats in found] == [
        ("t3", [ANN, -2, -3]),
        ("t0", [ANN, -2]),
    ]
    assert [row.id for row, _ in await store.played.alone(ANN, "cicera", 1)] == ["t3"]
    assert await store.played.alone(CY, "cicera", 5) == []


async def test_the_last_game_in_a_channel_or_in_a_thread_of_it(store: Store) -> None:
    here, thread = {"channel_id": 500}, {"channel_id": 501, "parent_id": 500}
    for number, (where, status, users) in enumerate(
        (
            (here, Status.FINISHED, (ANN, BO)),
            (thread, Status.STOPPED, (ANN, CY)),
            ({"channel_id": 502}, Status.FINISHED, (ANN, BO)),
            (here, Status.CLOSED, (ANN, BO)),
            (here, Status.PLAYING, (ANN, BO)),
        )
    ):
        await table(store, f"t{number}", status, *users, where=where, created_at=1000.0 + number)
    found = {user: await store.played.last_here(user, "cicera", GUILD, 500) for user in (ANN, BO, CY)}
    assert found == {ANN: "t1", BO: "t0", CY: "t1"}
    assert await store.played.last_here(ANN, "cicera", GUILD, 501) == "t1"
    assert await store.played.last_here(ANN, "ciapano", GUILD, 500) is None
    assert await store.played.last_here(ANN, "cicera", GUILD + 1, 500) is None


async def test_key_moments_are_noted_in_the_row_of_a_game(store: Store) -> None:
    for table_id in ("t1", "t2"):
        await ended(store, *whole_log("cicera", 1), table_id)
    await table(store, "open", Status.PLAYING, ANN, BO)
    assert await store.played.key_moments("t1") is None
    await store.played.note_key_moments("t1", (3, 14, 15))
    assert await store.played.key_moments("t1") == (3, 14, 15)
    # A game without any is not one of which they are not known.
    await store.played.note_key_moments("t1", ())
    assert await store.played.key_moments("t1") == ()
    assert await store.played.key_moments("t2") is None
    for table_id in ("open", "none"):
        await store.played.note_key_moments(table_id, (1,))
        assert await store.played.key_moments(table_id) is None
    await store.retention.drop_games(ENDED + 1)
    assert await store.played.key_moments("t1") is None
