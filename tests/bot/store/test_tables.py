"""Tables, seats and panels: rows come back as they were stored, and changes are seen."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.store import Conflict, SeatRow, Shards, Status, Store, Stored, TableRow
from tests.bot.store.store_rows import (
    ANN,
    BO,
    CY,
    ENDED,
    a_change,
    a_panel,
    a_place,
    a_play,
    a_seat,
    a_table,
    counts,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def store(emptied: Store) -> Store:
    return emptied


async def stored(store: Store, table_id: str = "t1") -> Stored:
    found = await store.load(table_id)
    assert found is not None
    return found


async def made(store: Store, table: TableRow, *seats: SeatRow) -> None:
    await store.create(table, a_place(table.id), seats)


async def test_what_is_created_is_loaded_unchanged(store: Store) -> None:
    table = a_table(
        wake_at=1.25,
        version=3,
        entropy=("17", "1400000000000000009"),
        clock=86_400,
        timed=True,
        claims=True,
        due_at=3.5,
        warn_at=3.0,
        nudge_at=2.5,
        warned=True,
        fades_at=9.75,
        fading=True,
        ended="concede-1",
        calm_at=4.5,
        held=True,
        undo_until=4.25,
        turn_left=12.25,
        warn_left=-2.5,
        undo=False,
        cutter=1,
        cut=17,
        reserved=((1, BO, "Bo ♠"),),
        reserved_until=8.5,
        series=((0, 1), (1,)),
    )
    place = a_place(message_id=5, ping_id=6, ping_channel_id=7, calls=((ANN, "turn", 2),))
    said = (("-stop", 1_700_000_000.25), ("give-2", 1_700_000_001.5))
    seats = (
        a_seat(0, ANN, votes=said, overdue=True, missed=1),
        a_seat(1, BO, ready=True, level="easy"),
    )
    await store.create(table, place, seats)
    assert await store.load("t1") == Stored(table, place, seats, (), ())
    assert await store.load("t2") is None


async def test_a_table_exists_once_with_one_rematch(store: Store) -> None:
    await made(store, a_table("t1"))
    await made(store, a_table("t2", rematch_of="t1"), a_seat())
    with pytest.raises(Conflict):
        await made(store, a_table("t1"))
    with pytest.raises(Conflict):
        await made(store, a_table("t3", rematch_of="t1"), a_seat())
    assert await store.load("t3") is None
    assert await store.rematch_of("t1") == "t2"
    assert await store.rematch_of("t2") is None


async def test_a_rematch_that_is_given_up_frees_its_place(store: Store) -> None:
    await made(store, a_table("t1"))
    await made(store, a_table("t2", rematch_of="t1"), a_seat())
    await store.commit(a_change("t2", columns={"status": Status.PARKED}))
    assert await store.rematch_of("t1") == "t2"
    await store.commit(a_change("t2", was=2, columns={"status": Status.CLOSED, "rematch_of": None}))
    closed = (await stored(store, "t2")).table
    assert (closed.status, closed.rematch_of) == (Status.CLOSED, None)
    assert await store.rematch_of("t1") is None
    await made(store, a_table("t3", rematch_of="t1"), a_seat())
    assert await store.rematch_of("t1") == "t3"


async def test_a_change_sets_the_columns_that_it_names(store: Store) -> None:
    await made(store, a_table(wake_at=3.0))
    before = await stored(store)
    named: dict[str, Any] = {"touched_at": 7.5, "host_id": BO, "entropy": ("5", "6")}
    await store.commit(a_change(columns=named))
    after = await stored(store)
    assert after.table == a_table(wake_at=3.0, version=2, **named)
    assert after.place == before.place
    await store.commit(a_change(was=2, columns={"wake_at": None, "entropy": None}))
    assert (await stored(store)).table == a_table(version=3, **{**named, "entropy": None})


async def test_sitting_and_rising(store: Store) -> None:
    await made(store, a_table(), a_seat(0, ANN))
    await store.commit(a_change(sat=(a_seat(2, BO),), columns={"wake_at": 9.0}))
    after = await stored(store)
    assert [(seat.seat, seat.user_id) for seat in after.seats] == [(0, ANN), (2, BO)]
    assert after.table.wake_at == 9.0
    later = {"wake_at": 10.0}
    for taken in (a_seat(2, CY), a_seat(3, BO)):
        with pytest.raises(Conflict):
            await store.commit(a_change(was=2, sat=(taken,), columns=later))
    assert await stored(store) == after
    await store.commit(a_change(was=2, left=(BO,), sat=(a_seat(3, BO),)))
    moved = await stored(store)
    with pytest.raises(Conflict):
        await store.commit(a_change(was=3, left=(BO,), sat=(a_seat(0, BO),), columns=later))
    assert await stored(store) == moved
    assert [(seat.seat, seat.user_id) for seat in moved.seats] == [(0, ANN), (3, BO)]
    await store.commit(a_change(was=3, left=(ANN,), columns={"host_id": BO, "wake_at": None}))
    left = await stored(store)
    assert [seat.user_id for seat in left.seats] == [BO]
    assert (left.table.host_id, left.table.wake_at) == (BO, None)
    with pytest.raises(Conflict):
        await store.commit(a_change(was=4, left=(ANN,), columns=later))
    assert await stored(store) == left


async def test_two_change_places(store: Store) -> None:
    await made(store, a_table(), a_seat(0, ANN), a_seat(1, BO))
    swapped = (a_seat(0, BO), a_seat(1, ANN))
    await store.commit(a_change(left=(ANN, BO), sat=swapped))
    assert (await stored(store)).seats == swapped


async def test_marks_of_a_seat(store: Store) -> None:
    await made(store, a_table(), a_seat(0, ANN), a_seat(1, BO))
    agreed = a_seat(0, ANN, ready=True, votes=(("stop", 1.5), ("-wait", 2.25)), overdue=True, missed=2)
    await store.commit(a_change(marked=(agreed,)))
    assert (await stored(store)).seats == (agreed, a_seat(1, BO))
    played = a_seat(1, BO, level="hard")
    await store.commit(a_change(was=2, marked=(a_seat(0, ANN, ready=True), played)))
    assert (await stored(store)).seats == (a_seat(0, ANN, ready=True), played)
    taken_back = (a_seat(0, ANN), a_seat(1, BO))
    await store.commit(a_change(was=3, marked=taken_back))
    after = await stored(store)
    assert after.seats == taken_back
    with pytest.raises(Conflict):
        await store.commit(a_change(was=4, marked=(agreed, a_seat(2, CY, ready=True))))
    assert await stored(store) == after


CHANGES: dict[str, dict[str, Any]] = {
    "sit": {"sat": (a_seat(1, BO),)},
    "rise": {"left": (ANN,)},
    "mark": {"marked": (a_seat(ready=True),)},
    "append": {"entries": (a_play(0), a_play(1))},
    "status": {"columns": {"status": Status.PARKED}},
    "result": {"columns": {"status": Status.STOPPED, "ended": "concede-1"}, "ended_at": ENDED},
}
ASIDE: dict[str, Callable[[Store], Awaitable[None]]] = {
    "message": lambda store: store.set_message(a_place(channel_id=8, message_id=9)),
    "ping": lambda store: store.set_ping(a_place(ping_id=9, ping_channel_id=3)),
    "panel": lambda store: store.save_panel(a_panel()),
    "no panel": lambda store: store.drop_panel("t1", ANN),
    "published": lambda store: store.mark_published({"t1": 1}),
    "postponed": lambda store: store.put_off(5.0, lobbies_until=1.0, games_by=2.0),
    "finished": lambda store: store.finish("t1"),
}


@pytest.mark.parametrize("name", CHANGES)
async def test_a_change_of_another_version_is_refused_whole(store: Store, name: str) -> None:
    await made(store, a_table(version=5), a_seat())
    before = await stored(store)
    for was in (4, 6):
        with pytest.raises(Conflict):
            await store.commit(a_change(was=was, **CHANGES[name]))
    assert await stored(store) == before
    assert await counts(store) == {}
    await store.commit(a_change(was=5, **CHANGES[name]))
    assert (await stored(store)).table.version == 6
    with pytest.raises(Conflict):
        await store.commit(a_change(was=5, **CHANGES[name]))


async def test_a_change_that_nobody_sees_leaves_the_version(store: Store) -> None:
    await made(store, a_table(version=5, wake_at=1.0), a_seat())
    await store.mark_published({"t1": 5})
    await store.commit(replace(a_change(was=5), columns={"wake_at": 4.0}))
    assert (await stored(store)).table == a_table(version=5, wake_at=4.0)
    assert await store.behind() == []


@pytest.mark.parametrize("name", ASIDE)
async def test_what_is_no_change_leaves_the_version(store: Store, name: str) -> None:
    await made(store, a_table(version=5), a_seat())
    await ASIDE[name](store)
    assert (await stored(store)).table == a_table(version=5)


@pytest.mark.parametrize("name", [*CHANGES, "message", "ping", "panel"])
async def test_a_table_that_is_not_there_is_a_conflict(store: Store, name: str) -> None:
    work = store.commit(a_change(**CHANGES[name])) if name in CHANGES else ASIDE[name](store)
    with pytest.raises(Conflict):
        await work
    assert await store.load("t1") is None


async def test_where_the_message_and_the_ping_are(store: Store) -> None:
    await made(store, a_table())
    calls = ((ANN, "turn", 12), (BO, "hand", 1))
    await store.set_message(
        a_place(channel_id=71, message_id=72, ping_id=99, ping_channel_id=98, calls=calls)
    )
    assert (await stored(store)).place == a_place(channel_id=71, message_id=72)
    await store.set_ping(a_place(channel_id=99, message_id=98, ping_id=73, ping_channel_id=70, calls=calls))
    pinged = a_place(channel_id=71, message_id=72, ping_id=73, ping_channel_id=70, calls=calls)
    assert (await stored(store)).place == pinged
    await store.set_message(a_place(channel_id=71))
    await store.set_ping(a_place())
    assert (await stored(store)).place == a_place(channel_id=71)


async def test_the_channel_of_a_games_thread_is_where_its_next_game_begins(store: Store) -> None:
    await made(store, a_table())
    assert (await stored(store)).place.outside == a_place().channel_id
    await store.set_message(a_place(channel_id=71, message_id=72, parent_id=70))
    assert (await stored(store)).place.outside == 70


async def test_the_newest_panel_of_a_person_is_kept(store: Store) -> None:
    await made(store, a_table())
    await store.save_panel(a_panel())
    await store.save_panel(a_panel(user_id=BO))
    newest = a_panel(message_id=2, token="another", expires_at=2.0)
    await store.save_panel(newest)
    assert (await stored(store)).panels == (newest, a_panel(user_id=BO))
    await store.drop_panel("t1", ANN)
    await store.drop_panel("t1", ANN)
    assert (await stored(store)).panels == (a_panel(user_id=BO),)


async def test_games_without_a_clock_are_found_where_somebody_may_be_called(store: Store) -> None:
    both, alone = [a_seat(0, ANN), a_seat(1, BO)], [a_seat(0, ANN), a_seat(1, BO, level="easy")]
    for status in Status:
        await store.create(a_table(status, status=status), a_place(status), both)
    for name, seats, values in (
        ("timed", both, {"due_at": 9.0}),
        ("alone", alone, {}),
        ("called", alone, {}),
    ):
        await store.create(a_table(name, status=Status.PLAYING, **values), a_place(name), seats)
    await store.set_ping(a_place("called", ping_id=9, ping_channel_id=8))
    assert await store.untimed() == ["called", "playing"]


async def test_panels_of_open_tables_are_found_before_they_end(store: Store) -> None:
    for status in Status:
        await made(store, a_table(status, status=status))
        await store.save_panel(a_panel(status, expires_at=9.0))
        await store.save_panel(a_panel(status, user_id=BO, expires_at=7.0))
    late, early = ("lobby", "playing"), [(BO, 7.0), (ANN, 9.0)]
    assert sorted(await store.ending(1.0, 9.0)) == sorted((name, *one) for name in late for one in early)
    assert [end for _, _, end in await store.ending(1.0, 9.0)] == [7.0, 7.0, 9.0, 9.0]
    assert {end for _, _, end in await store.ending(7.0, 9.0)} == {9.0}
    assert await store.ending(1.0, 6.9) == []
    await store.lived(9.0, 7.0)
    for status in Status:
        found = await store.load(status)
        assert found is not None
        assert found.panels == (a_panel(status, expires_at=9.0),)


async def test_panels_that_may_not_be_the_only_ones_are_found(store: Store) -> None:
    await made(store, a_table())
    panel = a_panel(told=7, former_id=8, locale="it", expires_at=9.0)
    await store.save_panel(panel)
    await store.save_panel(a_panel(user_id=BO, expires_at=9.0))
    found = await store.load("t1")
    assert found is not None
    assert panel in found.panels
    assert await store.replacing(8.0) == [("t1", ANN)]
    assert await store.replacing(9.0) == []
    await store.mark_published({}, [replace(panel, former_id=None)])
    assert await store.replacing(8.0) == []


async def test_panels_of_another_processs_servers_are_left_to_it(url: str) -> None:
    stores = [await Store.open(url, Shards(2, (number,))) for number in (0, 1)]
    for name, guild_id in (("a", 2 << 22), ("b", 3 << 22)):
        row = a_table(name, guild_id=guild_id)
        await stores[0].create(row, a_place(name, guild_id=guild_id), [])
        await stores[0].save_panel(a_panel(name, expires_at=9.0))
    assert [await one.ending(1.0, 9.0) for one in stores] == [[("a", ANN, 9.0)], [("b", ANN, 9.0)]]
    for name in ("a", "b"):
        await stores[0].save_panel(a_panel(name, expires_at=9.0, former_id=8))
    assert [await one.replacing(1.0) for one in stores] == [[("a", ANN)], [("b", ANN)]]
    for one in stores:
        await one.close()


async def test_behind_until_published(store: Store) -> None:
    for table_id in ("t1", "t2", "t3"):
        await made(store, a_table(table_id))
    await store.commit(a_change("t3", columns={"status": Status.CLOSED}))
    await store.mark_published({"t1": 1, "t2": 1, "t3": 1})
    assert await store.behind() == ["t3"]
    await store.commit(a_change(entries=(a_play(0),)))
    assert await store.behind() == ["t1", "t3"]
    await store.mark_published({"t1": 2, "t3": 2, "gone": 9})
    assert await store.behind() == []
    await store.mark_published({"t1": 1})
    await store.mark_published({})
    assert await store.behind() == []


async def test_newest_panels_are_noted_with_what_was_shown(store: Store) -> None:
    await made(store, a_table())
    await store.save_panel(a_panel())
    newest = a_panel(token="renewed", expires_at=9.0)
    await store.mark_published({"t1": 1}, [newest, a_panel(user_id=BO)])
    assert (await stored(store)).panels == (newest, a_panel(user_id=BO))
    assert await store.behind() == []
    await store.mark_published({}, [a_panel()])
    assert (await stored(store)).panels == (a_panel(), a_panel(user_id=BO))


async def test_a_process_sees_deadlines_and_changes_of_its_own_shards(url: str) -> None:
    whole = await Store.open(url)
    for number in range(6):
        guild = (1_000_000 + number) << 22
        await made(whole, a_table(f"t{number}", guild_id=guild + 5, wake_at=float(number)))
    own = await Store.open(url, Shards(3, (0, 2)))
    mine = [f"t{number}" for number in range(6) if (1_000_000 + number) % 3 != 1]
    assert await own.behind() == await own.due(9.0) == mine
    assert await own.next_wake() == float(mine[0][1])
    assert len(await whole.behind()) == 6
    game = a_table("game", guild_id=1_000_000 << 22, status=Status.PLAYING, wake_at=7.0)
    await made(whole, game)
    await own.put_off(9.0, lobbies_until=50.0, games_by=3.0)
    assert {row.id for row in await whole.live() if row.wake_at == 50.0} == set(mine)
    # It belongs to another shard.
    assert (await stored(whole, "game")).table == game
    await own.close()
    await whole.close()


async def test_lobbies_are_put_off_where_they_close_sooner(store: Store) -> None:
    await made(store, a_table("t1", wake_at=5.0, due_at=5.0))
    await made(store, a_table("t2", wake_at=15.0, due_at=15.0))
    await made(store, a_table("t3"))
    await made(store, a_table("t4", wake_at=5.0, due_at=5.0, status=Status.CLOSED))
    await store.put_off(1.0, lobbies_until=10.0, games_by=3.0)
    for table in (
        a_table("t1", wake_at=10.0, due_at=10.0),
        a_table("t2", wake_at=15.0, due_at=15.0),
        a_table("t3"),
        a_table("t4", wake_at=5.0, due_at=5.0, status=Status.CLOSED),
    ):
        assert (await stored(store, table.id)).table == table


async def test_all_that_is_due_in_games_is_put_off(store: Store) -> None:
    dues = {"wake_at": 4.0, "due_at": 5.0, "warn_at": 4.5, "nudge_at": 4.0, "fades_at": 99.5}
    await made(store, a_table("t1", status=Status.PLAYING, **dues), a_seat(votes=(("stop", 3.0),)))
    await made(store, a_table("t2", status=Status.PLAYING, wake_at=20.0, fades_at=20.0))
    await made(store, a_table("t3", status=Status.PLAYING))
    await made(store, a_table("t4", status=Status.STOPPED, **dues))
    await made(store, a_table("t5", status=Status.PLAYING, wake_at=20.0, fades_at=20.0, fading=True))
    await store.mark_published({f"t{number}": 1 for number in range(1, 6)})
    await store.put_off(1.0, lobbies_until=50.0, games_by=30.25)
    later = {name: at + 30.25 for name, at in dues.items()}
    for table in (
        a_table("t1", status=Status.PLAYING, **later),
        a_table("t2", status=Status.PLAYING, wake_at=50.25, fades_at=50.25),
        a_table("t3", status=Status.PLAYING),
        a_table("t4", status=Status.STOPPED, **dues),
        a_table("t5", status=Status.PLAYING, wake_at=50.25, fades_at=50.25, fading=True),
    ):
        assert (await stored(store, table.id)).table == table
    # Players see the deadline for a seat, and when an abandoned game ends: a second start shows it once too.
    for _ in range(2):
        assert await store.behind() == ["t1", "t5"]
        await store.put_off(1.0, lobbies_until=50.0, games_by=0.0)
    assert await store.next_wake() == 34.25
    # Old votes hold no longer than before.
    assert (await stored(store)).seats[0].votes == (("stop", 3.0),)


async def test_when_the_bot_was_last_at_work_is_known(store: Store) -> None:
    assert await store.alive_at() is None
    await store.lived(5.5)
    assert await store.alive_at() == 5.5
    await store.lived(7.25)
    assert await store.alive_at() == 7.25
    # The bot's downtime is given back once.
    await store.put_off(90.0, lobbies_until=1.0, games_by=82.75)
    assert await store.alive_at() == 90.0


async def test_each_process_notes_that_itself_is_at_work(url: str) -> None:
    stores = [await Store.open(url), *[await Store.open(url, Shards(2, (number,))) for number in (0, 1)]]
    for number, one in enumerate(stores):
        await one.lived(float(number))
    await stores[1].put_off(9.0, lobbies_until=1.0, games_by=1.0)
    assert [await one.alive_at() for one in stores] == [0.0, 9.0, 2.0]
    for one in stores:
        await one.close()


async def test_live_tables_newest_first(store: Store) -> None:
    for number, status in enumerate(Status):
        table = a_table(f"t{number}", status=status, created_at=float(number))
        place = a_place(table.id, channel_id=number % 2)
        await store.create(table, place, [a_seat(0, ANN if number < 2 else BO)])
    everything = await store.live()
    assert [table.status for table in everything] == [Status.PARKED, Status.PLAYING, Status.LOBBY]
    assert everything[-1] == a_table("t0", created_at=0.0)
    guild = a_table().guild_id
    assert [table.id for table in await store.live(guild_id=guild, channel_id=0)] == ["t0"]
    assert [table.id for table in await store.live(guild_id=guild + 1)] == []
    assert [table.id for table in await store.live(user_id=ANN)] == ["t1", "t0"]
    assert [table.id for table in await store.live(channel_id=1, user_id=BO)] == ["t5"]


async def test_the_clock_sleeps_to_the_earliest_live_deadline(store: Store) -> None:
    assert await store.next_wake() is None
    await made(store, a_table("t1", wake_at=30.0))
    await made(store, a_table("t2", wake_at=20.0))
    await made(store, a_table("t3"))
    await made(store, a_table("t4", wake_at=1.0, status=Status.FINISHED))
    assert await store.next_wake() == 20.0
    assert await store.due(19.9) == []
    assert await store.due(20.0) == ["t2"]
    assert await store.due(99.0) == ["t2", "t1"]
    await store.commit(a_change("t1", columns={"calm_at": 25.0}))
    assert {*await store.to_hasten(19.9)} == {"t1"}
    assert {*await store.to_hasten(20.0)} == {"t1", "t2"}
    await store.commit(a_change("t2", columns={"wake_at": None}))
    await store.commit(a_change("t1", 2, columns={"status": Status.STOPPED}))
    assert await store.next_wake() is None
