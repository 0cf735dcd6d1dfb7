"""Room for open tables of a member, in a channel and in a server."""

import pytest

from bot.store import Full, Room, Status, Store
from tests.bot.store.store_rows import ANN, BO, a_change, a_place, a_seat, a_table

CHANNEL = a_place().channel_id

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


async def create(store: Store, name: str, room: Room, host: int = ANN, channel: int = CHANNEL) -> None:
    place = a_place(name, channel_id=channel)
    await store.create(a_table(name, host_id=host), place, [a_seat(user_id=host)], room)


async def test_what_is_open_takes_up_room_until_it_is_over(store: Store) -> None:
    room = Room(member=1, channel=2, server=3)
    await create(store, "t1", room)
    with pytest.raises(Full) as full:
        await create(store, "t2", room, channel=CHANNEL + 1)
    assert full.value.of == "member"
    assert await store.load("t2") is None
    await create(store, "t3", room, BO)
    with pytest.raises(Full) as full:
        await create(store, "t4", room, BO + 1)
    assert full.value.of == "channel"
    await create(store, "t5", room, BO + 1, CHANNEL + 1)
    with pytest.raises(Full) as full:
        await create(store, "t6", room, BO + 2, CHANNEL + 2)
    assert full.value.of == "server"
    await store.commit(a_change("t1", columns={"status": Status.PLAYING}))
    with pytest.raises(Full):
        await create(store, "t7", room)
    await store.commit(a_change("t1", was=2, columns={"status": Status.FINISHED}))
    await create(store, "t7", room)
    # A table whose log cannot be read cannot be closed by anybody.
    await store.commit(a_change("t3", columns={"status": Status.PARKED}))
    await create(store, "t8", room, BO)


async def test_a_table_is_its_hosts_while_they_play_there(store: Store) -> None:
    room = Room(member=1)
    await create(store, "t1", room)
    await store.commit(a_change("t1", marked=(a_seat(level="medium"),)))
    await create(store, "t2", room)


async def test_without_limits_there_is_always_room(store: Store) -> None:
    for number in range(30):
        await create(store, f"t{number}", Room())
