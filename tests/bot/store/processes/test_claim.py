"""Shards are claimed by one process at a time: the second is refused, and a claim ends with its process."""

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import NullPool, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import Claim, Shards, StoreError, Taken, backup, restore
from bot.store.processes import claim
from tests.bot.store.empty import empty
from tests.nursery import KILLING, command

ROOT = Path(__file__).parents[4]
HOLDER = """
import asyncio, sys
from bot.store import Claim, Shards, StoreError
from bot.store.processes.claim import SESSION

async def hold(url, patience, *shards):
    SESSION["lock_timeout"] = patience
    claim = Claim(url, Shards(8, tuple(map(int, shards))) if shards else None)
    try:
        await claim.take()
    except StoreError as error:
        print(type(error).__name__, flush=True)
        return
    print("held", flush=True)
    await claim.keep()

asyncio.run(hold(*sys.argv[1:]))
"""


@contextmanager
def holder(url: str, *shards: int, patience: int = 5000) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Yield a process that claims these shards, none for all, and the outcome; it ends by SIGKILL.

    PostgreSQL has so many milliseconds of patience.
    """
    holding = command("-c", HOLDER, url, *map(str, (patience, *shards)))
    with subprocess.Popen(holding, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.send_signal(KILLING)


@pytest.mark.parametrize(
    ("first", "second", "came"),
    [
        ((), (), "Taken"),
        ((), (3,), "Taken"),
        ((3,), (), "Taken"),
        ((0, 3), (3, 4), "Taken"),
        ((0, 1), (2, 3), "held"),
    ],
)
def test_whoever_comes_second(url: str, first: tuple[int, ...], second: tuple[int, ...], came: str) -> None:
    with holder(url, *first) as (_, had), holder(url, *second, patience=300) as (_, got):
        assert (had, got) == ("held", came)


def test_a_killed_process_holds_nothing(url: str) -> None:
    for _ in range(3):
        with holder(url) as (process, came):
            assert came == "held"
            process.send_signal(KILLING)


async def test_nothing_is_restored_under_a_running_bot(
    sqlite_url: str, sqlite_file: Path, tmp_path: Path
) -> None:
    await empty(sqlite_file)
    backup(sqlite_url, tmp_path / "b.db")
    with holder(sqlite_url, 5) as (_, came):
        assert came == "held"
        with pytest.raises(Taken):
            restore(sqlite_url, tmp_path / "b.db")
    assert restore(sqlite_url, tmp_path / "b.db") is not None


async def test_what_is_released_can_be_claimed(url: str) -> None:
    own = Claim(url, Shards(2, (1,)))
    await own.take()
    with holder(url, 1, patience=300) as (_, came):
        assert came == "Taken"
    await own.release()
    with holder(url, 1) as (_, came):
        assert came == "held"


async def asked(url: str, statement: str) -> Any:
    """Return the only value of a statement's result."""
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.connect() as connection:
        value = await connection.scalar(text(statement))
    await engine.dispose()
    return value


async def ended(url: str) -> None:
    """End every other session on a database, and wait for their end."""
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    await asked(url, f"SELECT count(pg_terminate_backend(pid)) {others}")
    async with asyncio.timeout(60):
        while await asked(url, f"SELECT count(*) {others}"):
            pass


async def locks(url: str) -> int:
    """Return how many advisory locks are held on a database."""
    here = "(SELECT oid FROM pg_database WHERE datname = current_database())"
    found = f"SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = {here}"
    return int(await asked(url, found))


async def test_a_claim_outlives_its_connection(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim, "WATCH_SECONDS", 0.0)
    own = Claim(postgres_url, None)
    await own.take()
    await ended(postgres_url)
    assert await locks(postgres_url) == 0
    keeping = asyncio.create_task(own.keep())
    async with asyncio.timeout(60):
        while not await locks(postgres_url):
            assert not keeping.done()
    with holder(postgres_url, patience=300) as (_, came):
        assert came == "Taken"
    keeping.cancel()
    await asyncio.wait({keeping})
    await own.release()


async def test_a_claim_that_another_process_has_taken_meanwhile_is_lost(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claim, "WATCH_SECONDS", 0.0)
    own = Claim(postgres_url, None)
    await own.take()
    await ended(postgres_url)
    with holder(postgres_url) as (_, came):
        assert came == "held"
        with pytest.raises(Taken):
            await own.keep()
    await own.release()


async def test_a_server_that_refuses_is_said_without_the_password(postgres_url: str) -> None:
    missing = postgres_url.replace("postgres@", "nobody:hushed@").rsplit("/", 1)[0] + "/none"
    with pytest.raises(StoreError, match="cannot be used: PostgreSQL ") as caught:
        await Claim(missing, None).take()
    assert "hushed" not in str(caught.value)
