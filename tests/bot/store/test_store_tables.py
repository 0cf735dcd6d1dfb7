"""Tables, seats and panels: what goes in comes out, and what changes is seen."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.store import Conflict, Shards, Status, Store, Stored
from tests.bot.store.store_rows import ANN, BO, CY, a_panel, a_play, a_seat, a_table

Change = Callable[[Store], Awaitable[None]]


async def stored(store: Store, table_id: str = "t1") -> Stored:
    found = await store.load(table_id)
    assert found is not None
    return found


async def test_what_is_created_is_loaded_unchanged(store: Store) -> None:
    table = a_table(message_id=5, wake_at=1.25, ping_id=6, version=3, published=2)
    seats = (a_seat(0, ANN), a_seat(1, BO, ready=True, consents=True))
    await store.create(table, seats)
    assert await store.load("t1") == Stored(table, seats, (), ())
    assert await store.load("t2") is None


async def test_a_table_exists_once_with_one_rematch(store: Store) -> None:
    await store.create(a_table("t1"), [])
    await store.create(a_table("t2", rematch_of="t1"), [a_seat()])
    with pytest.raises(Conflict):
        await store.create(a_table("t1"), [])
    with pytest.raises(Conflict):
        await store.create(a_table("t3", rematch_of="t1"), [a_seat()])
    assert await store.load("t3") is None
    assert await store.rematch_of("t1") == "t2"
    assert await store.rematch_of("t2") is None


async def test_a_closed_rematch_frees_its_place(store: Store) -> None:
    await store.create(a_table("t1"), [])
    await store.create(a_table("t2", rematch_of="t1"), [a_seat()])
    await store.set_status("t2", Status.PARKED)
    assert await store.rematch_of("t1") == "t2"
    await store.set_status("t2", Status.CLOSED)
    closed = (await stored(store, "t2")).table
    assert (closed.status, closed.rematch_of) == (Status.CLOSED, None)
    assert await store.rematch_of("t1") is None
    await store.create(a_table("t3", rematch_of="t1"), [a_seat()])
    assert await store.rematch_of("t1") == "t3"


async def test_sitting_and_rising(store: Store) -> None:
    await store.create(a_table(), [a_seat(0, ANN)])
    await store.sit("t1", a_seat(2, BO), wake_at=9.0)
    after = await stored(store)
    assert [(seat.seat, seat.user_id) for seat in after.seats] == [(0, ANN), (2, BO)]
    assert after.table.wake_at == 9.0
    for taken in (a_seat(2, CY), a_seat(3, BO)):
        with pytest.raises(Conflict):
            await store.sit("t1", taken, wake_at=10.0)
    assert await stored(store) == after
    await store.sit("t1", a_seat(3, BO), wake_at=9.0, without=[BO])
    with pytest.raises(Conflict):
        await store.sit("t1", a_seat(0, BO), wake_at=10.0, without=[BO])
    assert [(seat.seat, seat.user_id) for seat in (await stored(store)).seats] == [(0, ANN), (3, BO)]
    await store.rise("t1", ANN, wake_at=None, host_id=BO)
    left = await stored(store)
    assert [seat.user_id for seat in left.seats] == [BO]
    assert (left.table.host_id, left.table.wake_at) == (BO, None)
    with pytest.raises(Conflict):
        await store.rise("t1", ANN, wake_at=3.0)
    assert await stored(store) == left


async def test_marks_of_a_seat(store: Store) -> None:
    await store.create(a_table(), [a_seat(0, ANN), a_seat(1, BO)])
    await store.mark_seat("t1", ANN, ready=True)
    await store.mark_seat("t1", ANN, consents=True)
    await store.mark_seat("t1", BO, ready=True, consents=True)
    assert [(seat.ready, seat.consents) for seat in (await stored(store)).seats] == [(True, True)] * 2
    await store.clear_consents("t1")
    assert [(seat.ready, seat.consents) for seat in (await stored(store)).seats] == [(True, False)] * 2
    await store.append("t1", [], wake_at=None, clear_ready=True)
    assert [(seat.ready, seat.consents) for seat in (await stored(store)).seats] == [(False, False)] * 2
    with pytest.raises(Conflict):
        await store.mark_seat("t1", CY, ready=True)


SEEN: dict[str, Change] = {
    "sit": lambda store: store.sit("t1", a_seat(1, BO), wake_at=None),
    "rise": lambda store: store.rise("t1", ANN, wake_at=None),
    "mark": lambda store: store.mark_seat("t1", ANN, ready=True),
    "clear": lambda store: store.clear_consents("t1"),
    "append": lambda store: store.append("t1", [a_play(0), a_play(1)], wake_at=None),
    "status": lambda store: store.set_status("t1", Status.PARKED),
}
UNSEEN: dict[str, Change] = {
    "wake": lambda store: store.set_wake("t1", 4.0),
    "message": lambda store: store.set_message("t1", 8, 9),
    "ping": lambda store: store.set_ping("t1", 9),
    "panel": lambda store: store.save_panel(a_panel()),
    "no panel": lambda store: store.drop_panel("t1", ANN),
    "published": lambda store: store.mark_published({"t1": 1}),
}


@pytest.mark.parametrize("name", [*SEEN, *UNSEEN])
async def test_a_version_counts_what_players_see(store: Store, name: str) -> None:
    await store.create(a_table(version=5), [a_seat()])
    await {**SEEN, **UNSEEN}[name](store)
    assert (await stored(store)).table.version == (6 if name in SEEN else 5)


@pytest.mark.parametrize("name", [name for name in [*SEEN, *UNSEEN] if name not in ("published", "no panel")])
async def test_a_table_that_is_not_there_is_a_conflict(store: Store, name: str) -> None:
    with pytest.raises(Conflict):
        await {**SEEN, **UNSEEN}[name](store)
    assert await store.load("t1") is None


async def test_where_the_message_and_the_ping_are(store: Store) -> None:
    await store.create(a_table(), [])
    await store.set_message("t1", 71, 72)
    await store.set_ping("t1", 73)
    table = (await stored(store)).table
    assert (table.channel_id, table.message_id, table.ping_id) == (71, 72, 73)
    await store.set_message("t1", 71, None)
    await store.set_ping("t1", None)
    table = (await stored(store)).table
    assert (table.message_id, table.ping_id) == (None, None)


async def test_the_newest_panel_of_a_person_is_kept(store: Store) -> None:
    await store.create(a_table(), [])
    await store.save_panel(a_panel())
    await store.save_panel(a_panel(user_id=BO))
    newest = a_panel(message_id=2, token="another", expires_at=2.0)
    await store.save_panel(newest)
    assert (await stored(store)).panels == (newest, a_panel(user_id=BO))
    await store.drop_panel("t1", ANN)
    await store.drop_panel("t1", ANN)
    assert (await stored(store)).panels == (a_panel(user_id=BO),)


async def test_behind_until_published(store: Store) -> None:
    for table_id in ("t1", "t2", "t3"):
        await store.create(a_table(table_id), [])
    await store.set_status("t3", Status.CLOSED)
    await store.mark_published({"t1": 1, "t2": 1, "t3": 1})
    assert await store.behind() == ["t3"]
    await store.append("t1", [a_play(0)], wake_at=None)
    assert await store.behind() == ["t1", "t3"]
    await store.mark_published({"t1": 2, "t3": 2, "gone": 9})
    assert await store.behind() == []
    await store.mark_published({"t1": 1})
    await store.mark_published({})
    assert (await stored(store)).table.published == 2


async def test_newest_panels_are_noted_with_what_was_shown(store: Store) -> None:
    await store.create(a_table(), [])
    await store.save_panel(a_panel())
    newest = a_panel(token="renewed", expires_at=9.0)
    await store.mark_published({"t1": 1}, [newest, a_panel(user_id=BO)])
    assert (await stored(store)).panels == (newest, a_panel(user_id=BO))
    assert (await stored(store)).table.published == 1
    await store.mark_published({}, [a_panel()])
    assert (await stored(store)).panels == (a_panel(), a_panel(user_id=BO))


async def test_a_process_sees_deadlines_and_changes_of_its_own_shards(url: str) -> None:
    whole = await Store.open(url)
    for number in range(6):
        guild = (1_000_000 + number) << 22
        await whole.create(a_table(f"t{number}", guild_id=guild + 5, wake_at=float(number)), [])
    own = await Store.open(url, Shards(3, (0, 2)))
    mine = [f"t{number}" for number in range(6) if (1_000_000 + number) % 3 != 1]
    assert await own.behind() == await own.due(9.0) == mine
    assert await own.next_wake() == float(mine[0][1])
    assert len(await whole.behind()) == 6
    await own.postpone(Status.LOBBY, 50.0)
    assert {row.id for row in await whole.live() if row.wake_at == 50.0} == set(mine)
    await own.close()
    await whole.close()


async def test_deadlines_are_put_off_where_they_come_sooner(store: Store) -> None:
    await store.create(a_table("t1", wake_at=5.0), [])
    await store.create(a_table("t2", wake_at=15.0), [])
    await store.create(a_table("t3"), [])
    await store.create(a_table("t4", wake_at=5.0, status=Status.PLAYING), [])
    await store.postpone(Status.LOBBY, 10.0)
    assert {row.id: row.wake_at for row in await store.live()} == {
        "t1": 10.0,
        "t2": 15.0,
        "t3": None,
        "t4": 5.0,
    }
    assert (await stored(store)).table.version == a_table().version


async def test_live_tables_newest_first(store: Store) -> None:
    for number, status in enumerate(Status):
        table = a_table(f"t{number}", status=status, created_at=float(number))
        await store.create(replace(table, channel_id=number % 2), [a_seat(0, ANN if number < 2 else BO)])
    everything = await store.live()
    assert [table.status for table in everything] == [Status.PARKED, Status.PLAYING, Status.LOBBY]
    assert everything[-1] == a_table("t0", channel_id=0, created_at=0.0)
    guild = a_table().guild_id
    assert [table.id for table in await store.live(guild_id=guild, channel_id=0)] == ["t0"]
    assert [table.id for table in await store.live(guild_id=guild + 1)] == []
    assert [table.id for table in await store.live(user_id=ANN)] == ["t1", "t0"]
    assert [table.id for table in await store.live(channel_id=1, user_id=BO)] == ["t5"]


async def test_the_clock_sleeps_to_the_earliest_live_deadline(store: Store) -> None:
    assert await store.next_wake() is None
    await store.create(a_table("t1", wake_at=30.0), [])
    await store.create(a_table("t2", wake_at=20.0), [])
    await store.create(a_table("t3"), [])
    await store.create(a_table("t4", wake_at=1.0, status=Status.FINISHED), [])
    assert await store.next_wake() == 20.0
    assert await store.due(19.9) == []
    assert await store.due(20.0) == ["t2"]
    assert await store.due(99.0) == ["t2", "t1"]
    await store.set_wake("t2", None)
    await store.set_status("t1", Status.STOPPED)
    assert await store.next_wake() is None
