"""Writes that wait are committed together, in turns, and each stands or fails by itself."""

import asyncio
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, event

from bot.store import Busy, Conflict, Denied, Store, StoreError, Uncertain
from bot.store.database.writer import TOGETHER
from tests.bot.store.disk import files_limited_to
from tests.bot.store.empty import empty
from tests.bot.store.store_rows import ANN, BO, a_change, a_panel, a_place, a_play, a_seat, a_table, a_turn
from tests.bot.store.test_faults import cut_at_commit, pages_limited_to

NAMES = [f"t{number}" for number in range(6)]
SERVER = a_place().guild_id


@contextmanager
def commits() -> Iterator[list[Connection]]:
    """Yield a list that gets a connection for each commit."""
    seen: list[Connection] = []
    note = seen.append
    event.listen(Engine, "commit", note)
    try:
        yield seen
    finally:
        event.remove(Engine, "commit", note)


async def opened(store: Store, names: list[str] = NAMES) -> None:
    await asyncio.gather(*(store.create(a_table(name), a_place(name), [a_seat()]) for name in names))


async def plays(store: Store, name: str) -> int:
    """Return how many plays of a table are stored."""
    stored = await store.load(name)
    assert stored is not None
    return len(stored.log)


async def test_what_waits_is_committed_together_and_nothing_waits_for_company(store: Store) -> None:
    await opened(store)
    with commits() as seen:
        await store.commit(a_turn(0, table_id="t0"))
        assert len(seen) == 1
        await asyncio.gather(*(store.commit(a_turn(0, table_id=name)) for name in NAMES[1:]))
        assert len(seen) < len(NAMES)
    assert [await plays(store, name) for name in NAMES] == [1] * len(NAMES)


async def test_one_that_is_refused_takes_only_itself_back(store: Store) -> None:
    await opened(store)

    def broken(connection: Connection) -> None:
        connection.exec_driver_sql("DELETE FROM seats")
        raise ZeroDivisionError

    attempts: list[Awaitable[Any]] = [
        store.commit(a_turn(0, table_id="t0")),
        # The table is right, and the seat is not.
        store.commit(a_turn(0, table_id="t1", sat=(a_seat(1, ANN),))),
        store.commit(a_turn(4, table_id="t2")),
        store.writer.write(broken),
        store.save_panel(a_panel("no such table")),
        store.save_panel(a_panel("t3", message_id=None)),
        store.commit(a_turn(0, table_id="t4")),
    ]
    with commits() as seen:
        outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    assert len(seen) == 1
    kinds = [type(None), Conflict, Conflict, ZeroDivisionError, Conflict, Denied, type(None)]
    assert [type(outcome) for outcome in outcomes] == kinds
    assert [await plays(store, name) for name in NAMES] == [1, 0, 0, 0, 1, 0]
    stored = await store.load("t1")
    assert stored is not None
    assert (stored.table.version, stored.seats) == (1, (a_seat(),))


Doing = Callable[[Store], Awaitable[Any]]
DOINGS: st.SearchStrategy[Doing] = st.one_of(
    st.builds(
        lambda name: lambda store: store.create(a_table(name), a_place(name), [a_seat()]),
        st.sampled_from(NAMES[:2]),
    ),
    st.builds(
        lambda name, seq: lambda store: store.commit(a_turn(seq, table_id=name), SERVER),
        st.sampled_from(NAMES[:2]),
        st.integers(0, 2),
    ),
    st.builds(
        lambda name, user: lambda store: store.save_panel(a_panel(name, user_id=user), SERVER),
        st.sampled_from(NAMES[:2]),
        st.sampled_from([ANN, BO]),
    ),
    st.builds(lambda name: lambda store: store.drop_panel(name, ANN, SERVER), st.sampled_from(NAMES[:2])),
    st.builds(lambda name: lambda store: store.set_message(a_place(name, message_id=3)), st.just("t0")),
)


@given(st.lists(DOINGS, max_size=12))
@settings(max_examples=15)
def test_together_has_the_same_outcome_as_one_by_one(doings: list[Doing]) -> None:
    async def outcome(folder: Path, *, together: bool) -> list[Any]:
        store = await Store.open(await empty(folder / f"{together}.db"))
        told: list[Any]
        if together:
            told = await asyncio.gather(*(doing(store) for doing in doings), return_exceptions=True)
        else:
            told = [(await asyncio.gather(doing(store), return_exceptions=True))[0] for doing in doings]
        kept = [await store.load(name) for name in NAMES[:2]]
        await store.close()
        return [[(type(one), str(one)) for one in told], kept]

    async def both() -> None:
        with tempfile.TemporaryDirectory() as folder:
            alone = await outcome(Path(folder), together=False)
            assert await outcome(Path(folder), together=True) == alone

    asyncio.run(both())


async def test_a_server_with_much_to_write_delays_nobody_else(store: Store) -> None:
    await opened(store)
    done: list[int] = []

    async def write(guild_id: int) -> None:
        await store.drop_panel("t0", ANN, guild_id)
        done.append(guild_id)

    await asyncio.gather(*(write(1) for _ in range(5 * TOGETHER)), write(2))
    assert done.index(2) < TOGETHER


async def test_a_burst_of_starts_and_presses_is_served(store: Store) -> None:
    await opened(store, [f"t{number}" for number in range(200)])
    starts = [f"new{number}" for number in range(120)]
    await asyncio.gather(
        *(
            store.create(a_table(name, guild_id=number), a_place(name), [a_seat()])
            for number, name in enumerate(starts)
        ),
        *(store.commit(a_turn(0, table_id=f"t{number}"), number % 9) for number in range(200)),
    )
    assert len(await store.live()) == 320


async def test_a_cancelled_caller_cancels_neither_its_write_nor_another(store: Store) -> None:
    await opened(store)
    writes = [asyncio.create_task(store.commit(a_turn(0, table_id=name))) for name in NAMES]
    await asyncio.sleep(0)
    writes[0].cancel()
    writes[3].cancel()
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes].count(asyncio.CancelledError) == 2
    await store.finish("t0")
    assert [await plays(store, name) for name in NAMES] == [1] * len(NAMES)


async def test_closing_waits_for_all_that_waits(url: str) -> None:
    store = await Store.open(url)
    await opened(store)
    writes = [asyncio.create_task(store.drop_panel("t0", ANN)) for _ in range(3 * TOGETHER)]
    last = asyncio.create_task(store.commit(a_turn(0, table_id="t0")))
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*writes, last)
    store = await Store.open(url)
    assert await plays(store, "t0") == 1
    await store.close()


async def test_a_commit_that_fails_is_uncertain_for_all(empty_sqlite_url: str, sqlite_file: Path) -> None:
    store = await Store.open(empty_sqlite_url)
    await opened(store)
    wal = sqlite_file.with_name(sqlite_file.name + "-wal")
    with files_limited_to(wal.stat().st_size + 100):
        writes = [store.commit(a_turn(0, table_id=name)) for name in NAMES]
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {Uncertain}
    assert len(set(map(id, outcomes))) == len(NAMES)
    for name in NAMES:
        await store.finish(name)
    assert len({await plays(store, name) for name in NAMES}) == 1
    await store.close()


@pytest.mark.parametrize("deliver", [True, False])
async def test_a_commit_of_many_without_an_answer_is_uncertain_for_all(
    postgres_url: str, deliver: bool
) -> None:
    async with cut_at_commit(postgres_url, deliver=deliver) as (url, armed):
        store = await Store.open(url)
        await opened(store)
        armed.set()
        writes = [store.commit(a_turn(0, table_id=name)) for name in NAMES]
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert {type(outcome) for outcome in outcomes} == {Uncertain}
        for name in NAMES:
            await store.finish(name)
        assert [await plays(store, name) for name in NAMES] == [int(deliver)] * len(NAMES)
        await store.close()


async def test_a_full_database_tells_everybody_the_truth(empty_sqlite_url: str, sqlite_file: Path) -> None:
    store = await Store.open(empty_sqlite_url)
    await opened(store)
    await store.close()
    with closing(sqlite3.connect(sqlite_file)) as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
    store = await Store.open(empty_sqlite_url)
    long = a_change("t3", entries=(a_play(0, action="x" * 100_000),))
    with pages_limited_to(pages):
        turns = [long if name == "t3" else a_turn(0, table_id=name) for name in NAMES]
        outcomes = await asyncio.gather(*map(store.commit, turns), return_exceptions=True)
    assert isinstance(outcomes[3], Busy)
    stands = [not isinstance(outcome, StoreError) for outcome in outcomes]
    assert [bool(await plays(store, name)) for name in NAMES] == stands
    await store.commit(a_turn(1 if stands[0] else 0, table_id="t0"))
    await store.close()


@pytest.fixture
async def locked(empty_sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    """Yield a store whose writes wait for the database's lock much longer than for each other."""
    monkeypatch.setattr("bot.store.database.engine.LOCK_SECONDS", 60.0)
    monkeypatch.setattr("bot.store.database.writer.LOCK_SECONDS", 0.05)
    monkeypatch.setattr("bot.store.database.writer.STILL_SECONDS", 0.1)
    store = await Store.open(empty_sqlite_url)
    yield store
    await store.close()


async def test_what_waits_is_refused_when_nothing_is_committed(locked: Store, sqlite_file: Path) -> None:
    await opened(locked)
    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        first = asyncio.create_task(locked.commit(a_turn(0, table_id="t0")))
        await asyncio.sleep(0.02)
        with pytest.raises(Busy, match="too long"):
            await locked.commit(a_turn(0, table_id="t1"))
        assert not first.done()
        other.execute("COMMIT")
    await first
    await locked.commit(a_turn(0, table_id="t1"))
