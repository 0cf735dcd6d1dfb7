"""A backup taken while the bot writes, and restored, or a database compacted: whole, and no data is lost."""

import asyncio
import shutil
import signal
import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.host.exits import Exit
from bot.store import Store, StoreError, Unsupported, backup, compact_file, restore
from tests.bot.store.disk import files_limited_to
from tests.bot.store.empty import empty
from tests.bot.store.migrations.test_released import left, old_table
from tests.bot.store.store_rows import a_place, a_seat, a_table, a_turn
from tests.e2e.support.hosted import Hosted, settings
from tests.nursery import KILLING


def ids(file: Path) -> list[str]:
    """Return the ids of the tables in a database."""
    with closing(sqlite3.connect(file)) as connection:
        return [name for (name,) in connection.execute("SELECT id FROM tables ORDER BY id")]


def log_of(file: Path) -> tuple[int, list[int]]:
    """Return the version of the only table in a database, and the numbers of its log entries."""
    with closing(sqlite3.connect(file)) as connection:
        ((version,),) = connection.execute("SELECT version FROM tables")
        return version, [seq for (seq,) in connection.execute("SELECT seq FROM log ORDER BY seq")]


def version_of(file: Path, revision: str) -> None:
    """Mark a database as one of another version."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """Return a database with a table in it."""
    await with_tables(tmp_path / "data" / "cards.db", "t1")
    return tmp_path / "data" / "cards.db"


async def with_tables(file: Path, *names: str) -> None:
    """Add tables to a database, which is made if there is none."""
    store = await Store.open(await empty(file))
    for name in names:
        await store.create(a_table(name), a_place(name), [a_seat()])
    await store.close()


def url(file: Path) -> str:
    """Return the URL of a database."""
    return f"sqlite+aiosqlite:///{file}"


async def test_a_backup_has_all_that_was_acknowledged_before_it(database: Path, tmp_path: Path) -> None:
    """A copy of the file alone has none of it: it is in the log beside the database."""
    store = await Store.open(url(database))
    await store.commit(a_turn())
    acknowledged = 0
    written: list[tuple[Path, int]] = []

    async def write() -> None:
        nonlocal acknowledged
        for seq in range(1, 100):
            await store.commit(a_turn(seq))
            acknowledged = seq

    writing = asyncio.create_task(write())
    while not writing.done():
        least, target = acknowledged, tmp_path / f"{len(written)}.db"
        await asyncio.to_thread(backup, url(database), target)
        written.append((target, least))
    await writing
    shutil.copyfile(database, tmp_path / "by-hand.db")
    for target, least in written:
        version, numbers = log_of(target)
        assert numbers == list(range(version - 1))
        assert least in numbers
    kept = await Store.open(url(written[-1][0]))
    stored = await kept.load("t1")
    assert stored is not None
    assert [entry.seq for entry in stored.log] == numbers
    await kept.close()
    await store.close()


def test_a_backup_is_one_file_that_only_its_owner_can_read(database: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    backup(url(database), tmp_path / "kept" / "b.db")
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["b.db"]
    assert stat.S_IMODE((tmp_path / "kept" / "b.db").stat().st_mode) == 0o600
    assert ids(tmp_path / "kept" / "b.db") == ["t1"]
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["b.db"]


def test_a_backup_is_written_over_nothing(database: Path, tmp_path: Path) -> None:
    (tmp_path / "b.db").write_text("dear")
    with pytest.raises(StoreError, match=r"b\.db exists already"):
        backup(url(database), tmp_path / "b.db")
    assert (tmp_path / "b.db").read_text() == "dear"


@pytest.mark.parametrize("trouble", ["no folder", "no database", "damaged"])
def test_a_backup_that_cannot_be_made_leaves_nothing(database: Path, tmp_path: Path, trouble: str) -> None:
    target = tmp_path / ("none" if trouble == "no folder" else "") / "b.db"
    if trouble == "no database":
        database.unlink()
    elif trouble == "damaged":
        spoil(database)
    with pytest.raises(StoreError, match=r"cards\.db"):
        backup(url(database), target)
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def spoil(file: Path) -> None:
    """Overwrite a page in the middle."""
    with file.open("r+b") as opened:
        opened.seek(3 * 4096)
        opened.write(b"\xa5" * 4096)


async def test_what_was_there_is_kept_with_its_log(database: Path, tmp_path: Path) -> None:
    backup(url(database), tmp_path / "b.db")
    running = await Store.open(url(database))
    await running.create(a_table("t2"), a_place("t2"), [a_seat()])
    # As after a kill: the last changes are only in the write-ahead log.
    killed = tmp_path / "killed"
    shutil.copytree(database.parent, killed)
    await running.close()
    former = restore(url(killed / "cards.db"), tmp_path / "b.db")
    assert former is not None
    assert ids(killed / "cards.db") == ["t1"]
    assert stat.S_IMODE((killed / "cards.db").stat().st_mode) == 0o600
    assert former.parent == killed
    assert ids(former) == ["t1", "t2"]
    assert ids(tmp_path / "b.db") == ["t1"]
    again = restore(url(killed / "cards.db"), tmp_path / "b.db")
    assert again not in (None, former)


async def test_open_tables_are_shown_again_after_a_restore(database: Path, tmp_path: Path) -> None:
    """Discord shows a later state of them."""
    store = await Store.open(url(database))
    await store.mark_published({"t1": 1})
    assert await store.behind() == []
    await store.close()
    backup(url(database), tmp_path / "b.db")
    restore(url(database), tmp_path / "b.db")
    store = await Store.open(url(database))
    assert await store.behind() == ["t1"]
    await store.close()


async def test_a_copy_by_hand_is_restored_with_its_log(database: Path, tmp_path: Path) -> None:
    running = await Store.open(url(database))
    await running.create(a_table("t2"), a_place("t2"), [a_seat()])
    shutil.copytree(database.parent, tmp_path / "copy")
    await running.close()
    copied = sorted(path.name for path in (tmp_path / "copy").iterdir())
    assert restore(url(tmp_path / "new" / "cards.db"), tmp_path / "copy" / "cards.db") is None
    assert ids(tmp_path / "new" / "cards.db") == ["t1", "t2"]
    assert sorted(path.name for path in (tmp_path / "copy").iterdir()) == copied


async def test_a_log_without_its_database_is_set_aside_too(database: Path, tmp_path: Path) -> None:
    backup(url(database), tmp_path / "b.db")
    running = await Store.open(url(database))
    await running.create(a_table("t2"), a_place("t2"), [a_seat()])
    (tmp_path / "left").mkdir()
    shutil.copyfile(f"{database}-wal", tmp_path / "left" / "cards.db-wal")
    await running.close()
    assert restore(url(tmp_path / "left" / "cards.db"), tmp_path / "b.db") is not None
    assert ids(tmp_path / "left" / "cards.db") == ["t1"]


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        ("damaged", "is damaged"),
        ("cut", "is damaged"),
        ("empty", "not a database of the bot"),
        ("other", "not the bot's"),
        ("newer", "newer version"),
        ("gone", "there is no file"),
    ],
)
async def test_what_is_no_backup_changes_nothing(
    database: Path, tmp_path: Path, trouble: str, words: str
) -> None:
    file = tmp_path / "b.db"
    backup(url(database), file)
    await with_tables(database, "t2")
    if trouble == "damaged":
        spoil(file)
    elif trouble == "cut":
        file.write_bytes(file.read_bytes()[:20_000])
    elif trouble == "empty":
        file.write_bytes(b"")
    elif trouble == "other":
        file.unlink()
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("CREATE TABLE tables (id)")
    elif trouble == "newer":
        version_of(file, "9999")
    else:
        file.unlink()
    with pytest.raises(StoreError, match=words) as caught:
        restore(url(database), file)
    assert "b.db" in str(caught.value)
    assert ".restored" not in str(caught.value)
    assert ids(database) == ["t1", "t2"]
    assert {path.name for path in database.parent.iterdir()} <= {"cards.db", "cards.db.lock"}


async def test_a_backup_of_an_older_version_is_migrated_at_the_next_start(
    database: Path, tmp_path: Path
) -> None:
    old = tmp_path / "old" / "cards.db"
    await left(url(old), "0003", {"tables": [old_table("from before", "lobby")]})
    restore(url(database), old)
    store = await Store.open(url(database))
    assert [table.id for table in await store.live()] == ["from before"]
    await store.close()


def rows_of(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of a sound database, by table."""
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for (name,) in tables}


def size_of(file: Path) -> int:
    """Return the bytes of a file, 0 if there is none."""
    return file.stat().st_size if file.exists() else 0


def with_room(file: Path, unused: int, used: int = 0) -> None:
    """Add so many bytes of rows to a database that are there, and so many that were deleted."""
    with closing(sqlite3.connect(file)) as connection, connection:
        add = "INSERT INTO games (table_id, data) VALUES (?, randomblob(?))"
        connection.execute(add, ("gone", unused))
        connection.executemany(add, [(f"g{number}", 1000) for number in range(used // 1000)])
        connection.execute("DELETE FROM games WHERE table_id = 'gone'")


async def test_free_space_goes_back_to_the_disk(database: Path) -> None:
    with_room(database, unused=2_000_000)
    rows, before = rows_of(database), size_of(database)
    said: list[str] = []
    await compact_file(url(database), said.append)
    after = size_of(database)
    assert before - after > 1_900_000
    assert rows_of(database) == rows
    assert f"has {before / 1e6:.1f} MB, and its data 0." in said[0]
    assert f"it has {after / 1e6:.1f} MB now, {(before - after) / 1e6:.1f} MB less" in said[1]
    assert {path.name for path in database.parent.iterdir()} == {"cards.db", "cards.db.lock"}


async def test_a_disk_without_the_room_to_compact_is_refused(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_room(database, unused=2_000_000, used=1_000_000)
    rows, size, said = rows_of(database), size_of(database), list[str]()
    room = shutil.disk_usage(database.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: room._replace(free=1_500_000))
    with pytest.raises(StoreError, match=r"takes 2\.\d MB of its disk, where 1\.5 MB are free"):
        await compact_file(url(database), said.append)
    assert (rows_of(database), size_of(database), said) == (rows, size, [])


async def test_a_disk_that_gets_full_meanwhile_changes_nothing(database: Path) -> None:
    with_room(database, unused=2_000_000, used=1_000_000)
    rows = rows_of(database)
    with files_limited_to(size_of(database) // 4), pytest.raises(StoreError, match="cannot be used"):
        await compact_file(url(database), lambda said: None)
    assert rows_of(database) == rows


@pytest.mark.parametrize("trouble", ["gone", "other", "damaged"])
async def test_what_cannot_be_compacted_is_said(database: Path, trouble: str) -> None:
    words = {"gone": "there is no database", "other": "not the bot's", "damaged": "is damaged"}[trouble]
    spoil(database)
    if trouble == "gone":
        database = database.with_name("none.db")
    elif trouble == "other":
        database = database.with_name("other.db")
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("CREATE TABLE tables (id)")
    with pytest.raises(StoreError, match=words):
        await compact_file(url(database), lambda said: None)


async def test_a_compacting_that_is_cancelled_changes_nothing(database: Path) -> None:
    with_room(database, unused=2_000_000, used=1_000_000)
    rows = rows_of(database)
    work = asyncio.create_task(compact_file(url(database), lambda said: work.cancel()))
    with pytest.raises(asyncio.CancelledError):
        await work
    assert rows_of(database) == rows


def written(log: Path, size: int) -> None:
    """Wait until a process has written so many bytes into a log."""
    while size_of(log) < size:
        time.sleep(0.001)


@pytest.mark.parametrize("copied", [0.0, 0.5])
async def test_a_compacting_that_is_killed_leaves_everything_as_it_was(database: Path, copied: float) -> None:
    """It is killed when it has begun, or has written so much of its copy into the log."""
    with_room(database, unused=20_000_000, used=20_000_000)
    rows, log = rows_of(database), database.with_name("cards.db-wal")
    process = await Hosted.start(settings(database.parent), "compact")
    await process.until("compacting it takes")
    await asyncio.to_thread(written, log, int(copied * 20_000_000))
    process.process.send_signal(KILLING)
    assert await process.end() == -signal.SIGKILL
    left = {path.name for path in database.parent.iterdir()}
    assert left == {"cards.db", "cards.db.lock", "cards.db-wal", "cards.db-shm"}
    assert rows_of(database) == rows
    status, said = await Hosted.done(settings(database.parent), "compact")
    assert (status, "MB less, after" in said) == (Exit.FINE, True)
    assert rows_of(database) == rows


async def test_postgres_compacts_by_a_tool_of_its_own() -> None:
    with pytest.raises(Unsupported, match=r"vacuumdb --full --dbname=postgresql://me@db\.example/cards"):
        await compact_file("postgresql://me:hushed@db.example/cards", lambda said: None)


@pytest.mark.parametrize("work", [backup, restore])
def test_postgres_has_a_tool_of_its_own(work: object, tmp_path: Path) -> None:
    address = "postgres://me:hush%40ed@db.example:5433/cards?sslmode=require"
    with pytest.raises(Unsupported) as caught:
        work(address, tmp_path / "the dump")  # type: ignore[operator]  # one of the two above
    said = str(caught.value)
    assert f"{tmp_path}/the dump" in said
    assert "--dbname=postgresql://me@db.example:5433/cards?sslmode=require" in said
    assert "hush" not in said
