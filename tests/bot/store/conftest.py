"""A fresh database for each test: a SQLite file, and PostgreSQL too where TEST_POSTGRES_URL names one."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final
from uuid import uuid4

import pytest
import pytest_asyncio
from sqlalchemy import Connection, NullPool, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import Store
from bot.store.model.schema import metadata
from bot.store.upkeep.migrate import upgrade
from tests.bot.store.empty import empty

HERE: Final = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder that need a PostgreSQL server."""
    for item in items:
        if HERE in item.path.parents and _on_postgres(item):
            item.add_marker(pytest.mark.postgres)


def _on_postgres(test: pytest.Item) -> bool:
    """Return whether a test uses the server, by its name or by a fixture."""
    chosen = test.callspec.params.values() if hasattr(test, "callspec") else ()
    return "postgres" in chosen or "server" in getattr(test, "fixturenames", ())


@pytest.fixture
def sqlite_file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "cards.db"


@pytest.fixture
def sqlite_url(sqlite_file: Path) -> str:
    return f"sqlite+aiosqlite:///{sqlite_file}"


@pytest.fixture
async def empty_sqlite_url(sqlite_file: Path) -> str:
    return await empty(sqlite_file)


@pytest.fixture(scope="session")
def server() -> str:
    """Return the URL of the PostgreSQL server for test databases."""
    url = os.environ.get("TEST_POSTGRES_URL")
    if not url:
        pytest.skip("TEST_POSTGRES_URL is not set (postgresql+asyncpg://user@host/database)")
    return url


async def said(server: str, statement: str) -> None:
    """Execute a statement on a server outside of transactions."""
    engine = create_async_engine(server, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    async with engine.connect() as connection:
        await connection.execute(text(statement))
    await engine.dispose()


@asynccontextmanager
async def database(server: str, template: str = "template1") -> AsyncIterator[str]:
    """Yield the URL of a temporary database, copied from another.

    Its name is not seeded: another run on the same server, or one that was killed, has other names.
    """
    name = f"cards_test_{uuid4().hex[:12]}"
    await said(server, f"CREATE DATABASE {name} TEMPLATE {template}")
    yield make_url(server).set(database=name).render_as_string(hide_password=False)
    await said(server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
async def postgres_url(server: str) -> AsyncIterator[str]:
    async with database(server) as url:
        yield url


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def migrated(server: str) -> AsyncIterator[str]:
    """Yield the name of a database made by the migrations, which takes as long as many a test."""
    async with database(server) as url:
        await upgrade(make_url(url))
        yield str(make_url(url).database)


@pytest.fixture
async def empty_postgres_url(server: str, migrated: str) -> AsyncIterator[str]:
    async with database(server, migrated) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def new_url(request: pytest.FixtureRequest) -> str:
    """Return the URL of a database without any tables."""
    chosen: str = request.getfixturevalue(f"{request.param}_url")
    return chosen


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """Return the URL of a database of this version with nothing in it."""
    chosen: str = request.getfixturevalue(f"empty_{request.param}_url")
    return chosen


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url)
    yield opened
    await opened.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def lasting_sqlite(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Store]:
    opened = await Store.open(await empty(tmp_path_factory.mktemp("lasting") / "cards.db"))
    yield opened
    await opened.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def lasting_postgres(server: str, migrated: str) -> AsyncIterator[Store]:
    async with database(server, migrated) as url:
        opened = await Store.open(url)
        yield opened
        await opened.close()


@pytest.fixture(params=["sqlite", "postgres"])
def lasting(request: pytest.FixtureRequest) -> Store:
    """Return a store that is open for the whole session."""
    chosen: Store = request.getfixturevalue(f"lasting_{request.param}")
    return chosen


@pytest_asyncio.fixture(loop_scope="session")
async def emptied(lasting: Store) -> AsyncIterator[Store]:
    """Yield that store, emptied: for tests that run in the loop of the session."""

    def delete(connection: Connection) -> None:
        for table in reversed(metadata.sorted_tables):
            connection.execute(table.delete())

    yield lasting
    await lasting.writer.write(delete)
    lasting.ratings.forgotten()
