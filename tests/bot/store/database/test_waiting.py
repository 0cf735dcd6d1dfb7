"""A wait for a lock is said once, with its cause, and goes on."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from sqlalchemy import NullPool, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import Identifying, Store
from bot.store.database import waiting
from bot.store.upkeep.migrate import ADVISORY_LOCK, MIGRATIONS, upgrade
from tests.bot.store.empty import empty
from tests.bot.store.migrations.test_migrations import revision, with_a_later_revision
from tests.bot.store.processes.test_claim import asked
from tests.bot.store.processes.test_identifying import holder

HEAD = max((MIGRATIONS / "versions").glob("v*.py")).name[1:5]


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Let waits be said after a moment."""
    monkeypatch.setattr(waiting, "SAID_SECONDS", 0.05)
    caplog.set_level(logging.INFO, "bot.store")


async def heard(caplog: pytest.LogCaptureFixture, work: Awaitable[object]) -> str:
    """Return the one line about a wait from now on, while the work that waits goes on."""
    # The file that the database was copied from may have been waited for.
    caplog.clear()
    waits = asyncio.ensure_future(work)
    async with asyncio.timeout(60):
        while not (lines := [said for said in caplog.messages if said.startswith("waiting for ")]):
            assert not waits.done()
            await asyncio.sleep(0.01)
    assert len(lines) == 1
    assert not waits.done()
    return lines[0]


@asynccontextmanager
async def held(url: str, statement: str) -> AsyncIterator[int]:
    """Yield the process of a session that holds the locks of a statement."""
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.begin() as connection:
        pid = int((await connection.execute(text("SELECT pg_backend_pid()"))).scalar_one())
        await connection.execute(text(statement))
        yield pid
    await engine.dispose()


@pytest.mark.parametrize(
    ("statement", "lock"),
    [
        ("LOCK TABLE tables IN ACCESS SHARE MODE", "the table tables"),
        (f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})", "a lock"),
    ],
    ids=["a table that is being backed up", "a migration of another process"],
)
async def test_a_migration_waits_for_another_session(
    empty_postgres_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, statement: str, lock: str
) -> None:
    more = 'op.add_column("tables", sa.Column("later", sa.Integer()))'
    migrations = with_a_later_revision(tmp_path, HEAD, more)
    async with held(empty_postgres_url, statement) as pid:
        migrating = asyncio.create_task(upgrade(make_url(empty_postgres_url), migrations))
        told = await heard(caplog, migrating)
    assert told.startswith(f"waiting for {lock} of PostgreSQL at ")
    assert f"held by another session ({pid} of " in told
    async with asyncio.timeout(60):
        await migrating
    assert await asked(empty_postgres_url, "SELECT version_num FROM alembic_version") == "later"


async def test_a_start_waits_for_a_process_that_has_locked_the_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "cards.db"
    url = await empty(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        migrating = asyncio.create_task(upgrade(make_url(url), with_a_later_revision(tmp_path, HEAD)))
        assert await heard(caplog, migrating) == f"waiting for {file}, which another process has locked"
        other.execute("COMMIT")
    async with asyncio.timeout(60):
        await migrating
    assert revision(file) == "later"


async def test_a_turn_to_connect_to_discord_is_waited_for(url: str, caplog: pytest.LogCaptureFixture) -> None:
    own = Identifying(url)
    with holder(url, 3600.0):
        turn = asyncio.create_task(own.turn())
        assert "connect to Discord one after the other" in await heard(caplog, turn)
    async with asyncio.timeout(60):
        await turn
    await own.close()


async def test_nothing_is_said_of_a_migration_that_only_takes_its_time(
    postgres_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await (await Store.open(postgres_url)).close()
    migrations = with_a_later_revision(tmp_path, HEAD, 'op.execute("SELECT pg_sleep(0.3)")')
    await upgrade(make_url(postgres_url), migrations)
    assert "waiting for" not in caplog.text
