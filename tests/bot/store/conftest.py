"""A fresh database for each test: a SQLite file, and PostgreSQL too where TEST_POSTGRES_URL names one."""

import os
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import NullPool, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import Store


@pytest.fixture
def sqlite_file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "cards.db"


@pytest.fixture
def sqlite_url(sqlite_file: Path) -> str:
    return f"sqlite+aiosqlite:///{sqlite_file}"


@pytest.fixture
async def postgres_url() -> AsyncIterator[str]:
    server = os.environ.get("TEST_POSTGRES_URL")
    if not server:
        pytest.skip("TEST_POSTGRES_URL is not set (postgresql+asyncpg://user@host/database)")
    name = f"cards_test_{secrets.token_hex(6)}"
    engine = create_async_engine(server, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    async with engine.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
    yield make_url(server).set(database=name).render_as_string(hide_password=False)
    async with engine.connect() as connection:
        await connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    await engine.dispose()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    chosen: str = request.getfixturevalue(f"{request.param}_url")
    return chosen


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url)
    yield opened
    await opened.close()
