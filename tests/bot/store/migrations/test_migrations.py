"""From any older database to this version's schema, with a copy beside it, or not at all."""

import asyncio
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from subprocess import PIPE

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, NullPool, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import Store, StoreError
from bot.store.database import engine
from bot.store.model.schema import metadata
from bot.store.upkeep import migrate
from bot.store.upkeep.files import copy
from bot.store.upkeep.migrate import MIGRATIONS, revisions_in, upgrade
from tests.bot.store.empty import empty
from tests.bot.store.store_rows import a_panel, a_place, a_play, a_seat, a_table, a_turn
from tests.nursery import command

LATER = '''"""A later revision, for a test."""

import sqlalchemy as sa
from alembic import op

revision = "later"
down_revision = "{head}"


def upgrade() -> None:
    op.create_table("later", sa.Column("id", sa.Integer(), primary_key=True))
    {more}
'''


def with_a_later_revision(folder: Path, head: str, more: str = "") -> Path:
    migrations = folder / "migrations"
    shutil.copytree(MIGRATIONS, migrations, ignore=shutil.ignore_patterns("__pycache__"))
    (migrations / "versions" / "v9999_later.py").write_text(LATER.format(head=head, more=more))
    return migrations


def test_the_guide_names_every_table_and_column() -> None:
    guide = (Path(__file__).parents[4] / "docs" / "data.md").read_text("utf-8")
    named = set(re.findall(r"`(\w+)`", guide))
    lacking = {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.columns
        if table.name not in named or column.name not in named
    }
    assert not lacking
    known = {name for table in metadata.sorted_tables for name in (table.name, *table.columns.keys())}
    assert all(name in known for name in re.findall(r"^\| `(\w+)`", guide, re.MULTILINE))


def rows(file: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


def contents(file: Path) -> bytes:
    return file.read_bytes()


def revision(file: Path) -> object:
    return rows(file, "SELECT version_num FROM alembic_version")[0][0]


def backups(file: Path) -> list[str]:
    return sorted(path.name for path in file.parent.iterdir() if "backup" in path.name)


@pytest.fixture
async def used(sqlite_file: Path) -> Path:
    """A database with a game in it, left by a process that had no time to close it: there is a WAL."""
    store = await Store.open(await empty(sqlite_file))
    await store.create(a_table(), a_place(), [a_seat()])
    await store.commit(a_turn())
    await store.save_panel(a_panel())
    left = sqlite_file.with_name("left.db")
    for suffix in ("", "-wal"):
        shutil.copy(f"{sqlite_file}{suffix}", f"{left}{suffix}")
    await store.close()
    assert contents(Path(f"{left}-wal"))
    return left


async def test_the_migrated_schema_is_the_one_in_the_code(store: Store, url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


def schema(file: Path) -> dict[str, tuple[object, ...]]:
    """Return each index with its uniqueness and condition, and whether each table has row ids, by name."""
    with closing(sqlite3.connect(file)) as connection:
        found: dict[str, tuple[object, ...]] = {}
        for _, name, kind, _, without_rowid, _ in connection.execute("PRAGMA table_list").fetchall():
            if kind == "table" and not name.startswith(("sqlite_", "alembic_")):
                found[name] = (without_rowid,)
                for _, index, unique, _, partial in connection.execute(
                    f"PRAGMA index_list({name})"
                ).fetchall():
                    # Without the place of a column in its table: migrations add columns at the end.
                    columns = [
                        name for _, _, name in connection.execute(f"PRAGMA index_info({index})").fetchall()
                    ]
                    statement = "SELECT sql FROM sqlite_master WHERE name = ? AND sql IS NOT NULL"
                    written = connection.execute(statement, (index,)).fetchone()
                    condition = written[0].partition(" WHERE ")[2] if written else None
                    found[index] = (unique, partial, condition, *columns)
    return found


async def test_what_autogenerate_does_not_compare_is_the_same_too(
    sqlite_url: str, sqlite_file: Path, tmp_path: Path
) -> None:
    store = await Store.open(sqlite_url)
    await store.close()
    created = tmp_path / "created.db"
    engine = create_async_engine(f"sqlite+aiosqlite:///{created}", poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.run_sync(metadata.create_all)
    assert schema(sqlite_file) == schema(created)
    assert schema(created)["log"] == (1,)
    assert schema(created)["ix_tables_wake_at"][:3] == (0, 1, "wake_at IS NOT NULL")


async def test_opening_twice_changes_nothing(sqlite_url: str, sqlite_file: Path) -> None:
    for _ in range(2):
        store = await Store.open(sqlite_url)
        await store.close()
    assert backups(sqlite_file) == []


async def test_a_start_without_a_migration_does_without_alembic(tmp_path: Path) -> None:
    urls = [await empty(tmp_path / "empty.db"), f"sqlite+aiosqlite:///{tmp_path}/new.db"]
    program = (
        "import asyncio, sys; from bot.store import Store; "
        "print([(asyncio.run(asyncio.wait_for(Store.open(url), 20)), 'alembic' in sys.modules)[1] "
        "for url in sys.argv[1:]])"
    )
    command = [sys.executable, "-c", program, *urls]
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE)
    async with asyncio.timeout(60):
        said, _ = await process.communicate()
    assert said == b"[False, True]\n"


def test_the_revisions_are_those_that_alembic_knows() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    script = ScriptDirectory.from_config(config)
    known = {revision.revision for revision in script.walk_revisions()}
    assert revisions_in(MIGRATIONS) == (known, script.get_current_head())


async def test_a_copy_is_kept_before_a_migration(used: Path, tmp_path: Path) -> None:
    head = str(revision(used))
    migrations = with_a_later_revision(tmp_path, head)
    await upgrade(make_url(f"sqlite+aiosqlite:///{used}"), migrations)
    assert revision(used) == "later"
    assert rows(used, "SELECT count(*) FROM log") == [(1,)]
    assert backups(used) == [f"left.db.{head}.backup"]
    copy = used.with_name(f"left.db.{head}.backup")
    assert revision(copy) == head
    assert rows(copy, "SELECT table_id, seq FROM log") == [("t1", 0)]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    await upgrade(make_url(f"sqlite+aiosqlite:///{used}"), migrations)
    assert backups(used) == [f"left.db.{head}.backup"]


async def test_a_copy_is_never_overwritten(used: Path, tmp_path: Path) -> None:
    head = str(revision(used))
    earlier = used.with_name(f"left.db.{head}.backup")
    earlier.write_text("precious")
    await upgrade(make_url(f"sqlite+aiosqlite:///{used}"), with_a_later_revision(tmp_path, head))
    assert earlier.read_text() == "precious"
    assert backups(used) == [f"left.db.{head}.backup", f"left.db.{head}.backup.1"]
    assert revision(used.with_name(f"left.db.{head}.backup.1")) == head


async def test_a_migration_may_take_longer_than_any_other_statement(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(postgres_url)
    await store.close()
    monkeypatch.setattr("bot.store.database.engine.COMMAND_SECONDS", 0.2)
    head = max((MIGRATIONS / "versions").glob("v*.py")).name[1:5]
    migrations = with_a_later_revision(tmp_path, head, 'op.execute("SELECT pg_sleep(0.5)")')
    await upgrade(make_url(postgres_url), migrations)
    engine = create_async_engine(postgres_url, poolclass=NullPool)
    async with engine.connect() as connection:
        assert await connection.scalar(text("SELECT version_num FROM alembic_version")) == "later"
    await engine.dispose()


@pytest.mark.parametrize(
    "more",
    [
        'op.execute("INSERT INTO no_such_table VALUES (1)")',
        'raise ValueError("a mistake")',
        'op.execute("DELETE FROM tables")',
    ],
    ids=["sql", "python", "references"],
)
async def test_a_failed_migration_leaves_everything_as_it_was(used: Path, tmp_path: Path, more: str) -> None:
    head = str(revision(used))
    dump = "SELECT sql FROM sqlite_master ORDER BY name"
    before = rows(used, dump)
    with pytest.raises(StoreError):
        await upgrade(make_url(f"sqlite+aiosqlite:///{used}"), with_a_later_revision(tmp_path, head, more))
    assert revision(used) == head
    assert rows(used, dump) == before
    assert rows(used, "SELECT table_id, seq FROM log") == [("t1", 0)]
    assert backups(used) == []
    store = await Store.open(f"sqlite+aiosqlite:///{used}")
    stored = await store.load("t1")
    assert stored is not None
    assert stored.log == (a_play(0),)
    await store.close()


@pytest.mark.real_time
@pytest.mark.parametrize("known", [False, True], ids=["new", "put back"])
async def test_a_start_waits_for_a_process_that_has_just_the_same_database_open(
    used: Path, tmp_path: Path, known: bool
) -> None:
    """Processes with some of the shards each start together on a database without a write-ahead log."""
    file = tmp_path / "shared.db"
    if known:
        copy(used, file)
    else:
        file.touch()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM sqlite_master").fetchall()
        opening = asyncio.create_task(Store.open(f"sqlite+aiosqlite:///{file}"))
        await asyncio.wait({opening}, timeout=1.5)
        other.execute("COMMIT")
    store = await opening
    assert len(await store.live()) == known
    await store.close()
    assert rows(file, "PRAGMA journal_mode") == [("wal",)]


TOGETHER = """
import asyncio, sys
from bot.store import Store
print(flush=True)
input()

async def main():
    store = await Store.open(sys.argv[1])
    await store.live()
    await store.close()

asyncio.run(main())
"""


def test_processes_may_start_together(used: Path, tmp_path: Path) -> None:
    file = tmp_path / "shared.db"
    copy(used, file)
    program = command("-c", TOGETHER, f"sqlite+aiosqlite:///{file}")
    starting = [subprocess.Popen(program, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) for _ in range(6)]
    for process in starting:
        assert process.stdout is not None
        process.stdout.readline()
    for process in starting:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    said = [process.communicate() for process in starting]
    assert [process.returncode for process in starting] == [0] * 6, said


async def test_a_start_does_not_wait_for_ever(
    used: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "shared.db"
    copy(used, file)
    for module in (engine, migrate):
        monkeypatch.setattr(module, "PATIENT_LOCK_SECONDS", 0.1)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM sqlite_master").fetchall()
        with pytest.raises(StoreError, match=r"shared\.db cannot be used: SQLITE_BUSY: database is locked"):
            await Store.open(f"sqlite+aiosqlite:///{file}")


async def test_a_database_of_a_newer_version_is_left_alone(used: Path) -> None:
    with closing(sqlite3.connect(used)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'from_the_future'")
    with pytest.raises(StoreError, match=r"newer version.*from_the_future"):
        await Store.open(f"sqlite+aiosqlite:///{used}")
    assert revision(used) == "from_the_future"
    assert backups(used) == []


async def test_somebody_elses_database_is_left_alone(sqlite_url: str, sqlite_file: Path) -> None:
    sqlite_file.parent.mkdir()
    with closing(sqlite3.connect(sqlite_file)) as connection, connection:
        connection.execute("CREATE TABLE recipes (id INTEGER)")
    with pytest.raises(StoreError, match="not the bot's"):
        await Store.open(sqlite_url)
    assert rows(sqlite_file, "SELECT name FROM sqlite_master") == [("recipes",)]


@pytest.fixture
def shopping_list(sqlite_file: Path) -> Path:
    sqlite_file.parent.mkdir()
    sqlite_file.write_text("shopping list " * 100)
    return sqlite_file


async def test_a_file_that_is_no_database_is_left_alone(shopping_list: Path) -> None:
    before = contents(shopping_list)
    with pytest.raises(StoreError, match="not a database"):
        await Store.open(f"sqlite+aiosqlite:///{shopping_list}")
    assert contents(shopping_list) == before


async def test_only_the_owner_can_read_the_files(sqlite_url: str, sqlite_file: Path) -> None:
    before = os.umask(0)
    try:
        store = await Store.open(sqlite_url)
        await store.create(a_table(), a_place(), [a_seat()])
        files = sorted(sqlite_file.parent.iterdir())
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in files}
        await store.close()
    finally:
        os.umask(before)
    assert modes == {"cards.db": 0o600, "cards.db-shm": 0o600, "cards.db-wal": 0o600}
    assert stat.S_IMODE(sqlite_file.parent.stat().st_mode) == 0o700


async def test_a_folder_with_strange_characters(tmp_path: Path) -> None:
    file = tmp_path / "50% off, ♠ & co" / "cards.db"
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    await store.close()
    assert file.exists()
