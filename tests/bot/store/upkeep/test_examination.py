"""A start looks at little of a large database, and finds it damaged all the same where it usually is."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Store, StoreError, examine, killed, look_beside
from bot.store.upkeep.files import executed
from tests.bot.store.empty import empty
from tests.bot.store.store_rows import a_place, a_seat, a_table
from tests.bot.store.upkeep.test_backups import size_of, spoil

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


def harm(file: Path, trouble: str) -> None:
    """Damage a database in one of the usual ways."""
    whole = file.read_bytes()
    if trouble == "lost":
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("DROP TABLE seats")
    elif trouble == "garbled":
        file.write_bytes(b"\xa5" * 100 + whole[100:])
    else:
        file.write_bytes(whole[:-4096] if trouble == "cut" else whole[: len(whole) // 2])


@pytest.mark.parametrize("trouble", ["cut", "cut in half", "garbled", "lost"])
async def test_the_usual_damage_is_found_without_a_look_at_all_pages(
    empty_sqlite_url: str, sqlite_file: Path, trouble: str
) -> None:
    harm(sqlite_file, trouble)
    with pytest.raises(StoreError, match="is damaged"):
        await examine(empty_sqlite_url, 0)


async def test_a_small_database_is_looked_at_whole(empty_sqlite_url: str, sqlite_file: Path) -> None:
    spoil(sqlite_file)
    size = size_of(sqlite_file)
    with pytest.raises(StoreError, match="is damaged"):
        await examine(empty_sqlite_url, size)
    assert (await examine(empty_sqlite_url, size - 1)).revision is not None
    for look in (examine, look_beside):
        with pytest.raises(StoreError, match="is damaged"):
            await look(empty_sqlite_url)


async def test_a_look_beside_the_bot_disturbs_no_write(empty_sqlite_url: str) -> None:
    store = await Store.open(empty_sqlite_url)
    await store.create(a_table("t0"), a_place("t0"), [a_seat()])
    looks = [asyncio.create_task(look_beside(empty_sqlite_url)) for _ in range(3)]
    for number in range(1, 9):
        await store.create(a_table(f"t{number}"), a_place(f"t{number}"), [a_seat()])
    await asyncio.gather(*looks)
    await store.close()
    assert not killed(empty_sqlite_url)


@pytest.mark.parametrize("begun", [False, True])
async def test_a_close_waits_for_no_statement_that_takes_long(begun: bool) -> None:
    started, loop = asyncio.Event(), asyncio.get_running_loop()

    def progress() -> None:
        loop.call_soon_threadsafe(started.set)

    with closing(sqlite3.connect(":memory:", check_same_thread=False)) as connection:
        connection.set_progress_handler(progress, 100_000)
        work = asyncio.create_task(executed(connection, ENDLESS))
        if begun:
            await started.wait()
        else:
            await asyncio.sleep(0)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        assert await executed(connection, "SELECT 1") == [(1,)]


async def test_a_database_that_was_not_closed_is_known(empty_sqlite_url: str, sqlite_file: Path) -> None:
    assert not killed(empty_sqlite_url)
    store = await Store.open(empty_sqlite_url)
    await store.create(a_table(), a_place(), [a_seat()])
    # As a kill leaves it.
    left = sqlite_file.parents[1] / "killed"
    shutil.copytree(sqlite_file.parent, left)
    await store.close()
    assert not killed(empty_sqlite_url)
    url = await empty(left / "cards.db")
    assert killed(url)
    await (await Store.open(url)).close()
    assert not killed(url)
    assert not killed("postgresql://me@db.example/cards")
