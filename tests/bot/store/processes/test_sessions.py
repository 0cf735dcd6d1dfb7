"""Behind a pooler that hands sessions on, no start; behind one that keeps them, all works as without it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import NullPool, make_url, text

from bot.host.exits import Exit
from bot.store import Claim, Denied, Identifying, Shards, Store, StoreError, examine
from bot.store.database.engine import async_engine
from bot.store.processes import sessions
from sandbox.server import Sandbox
from tests.bot.store.pooler import pooled
from tests.bot.store.processes.test_claim import holder
from tests.bot.store.store_rows import a_place, a_seat, a_table, a_turn
from tests.e2e.support.hosted import Hosted, settings
from tests.nursery import KILLING

SAID = "is behind a pooler in transaction mode.*use the pooler's session mode, or the direct address"


@pytest.mark.parametrize(
    ("mode", "options"),
    [
        ("transaction", {}),
        ("transaction", {"default_pool_size": 1}),
        ("transaction", {"default_pool_size": 3, "server_round_robin": 1}),
        ("transaction", {"server_round_robin": 1}),
        ("statement", {}),
    ],
)
async def test_sessions_that_are_handed_on_are_found(
    empty_postgres_url: str, tmp_path: Path, mode: str, options: dict[str, int]
) -> None:
    async with pooled(empty_postgres_url, tmp_path, mode, **options) as url, warmed(url, mode):
        for own in (None, Shards(2, (1,))):
            with pytest.raises(Denied, match=SAID):
                await Claim(url, own).take()
        with pytest.raises(Denied, match=SAID):
            await examine(url)


@asynccontextmanager
async def warmed(url: str, mode: str) -> AsyncIterator[None]:
    """Leave a pooler with several idle sessions, as many as it may have."""
    if mode == "transaction":
        engine = async_engine(make_url(url), pool=NullPool, settings=None)

        async def ask() -> None:
            async with engine.connect() as connection:
                await connection.execute(text("SELECT pg_sleep(0.05)"))

        await asyncio.gather(*(ask() for _ in range(5)))
        await engine.dispose()
    yield


async def test_other_clients_of_the_pooler_hide_nothing(empty_postgres_url: str, tmp_path: Path) -> None:
    async with pooled(empty_postgres_url, tmp_path, "transaction", server_round_robin=1) as url:
        engine = async_engine(make_url(url), pool=NullPool, settings=None)

        async def at_work() -> None:
            async with engine.connect() as connection:
                while True:
                    await connection.execute(text("SELECT 1"))
                    await connection.rollback()

        clients = [asyncio.create_task(at_work()) for _ in range(4)]
        for _ in range(10):
            with pytest.raises(Denied, match=SAID):
                await Claim(url, None).take()
        for client in clients:
            client.cancel()
        await asyncio.gather(*clients, return_exceptions=True)
        await engine.dispose()


async def test_a_pooler_that_keeps_sessions_is_as_good_as_none(postgres_url: str, tmp_path: Path) -> None:
    async with pooled(postgres_url, tmp_path, "session") as url:
        own = Claim(url, Shards(2, (1,)))
        await own.take()
        with holder(url, patience=300) as (_, came):
            assert came == "Taken"
        store = await Store.open(url)
        assert (await examine(url)).revision is not None
        await store.create(a_table(), a_place(), [a_seat()])
        await asyncio.gather(*(store.load("t1") for _ in range(20)), store.commit(a_turn()))
        turns = Identifying(url)
        await turns.turn()
        await turns.close()
        await store.close()
        await own.release()
        for _ in range(3):
            with holder(url) as (process, came):
                assert came == "held"
                process.send_signal(KILLING)


async def test_too_few_sessions_are_said(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "OPENING_SECONDS", 0.5)
    async with pooled(postgres_url, tmp_path, "session", default_pool_size=2) as url:
        with pytest.raises(StoreError, match="given the bot 2 of the 3 sessions"):
            await Claim(url, None).take()


async def test_a_claim_notices_that_its_session_is_another(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host changes the pooler's mode under a running bot."""
    monkeypatch.setattr("bot.store.processes.claim.WATCH_SECONDS", 0.0)
    async with pooled(postgres_url, tmp_path, "session") as url:
        own = Claim(url, None)
        await own.take()
        port = make_url(url).port
        assert port is not None
    async with pooled(postgres_url, tmp_path, "transaction", listen_port=port):
        with pytest.raises(Denied, match=SAID):
            await own.keep()
    await own.release()


def of_bot(tmp_path: Path, sandbox: Sandbox, url: str) -> dict[str, str]:
    return settings(tmp_path, sandbox, DATABASE_URL=url)


@pytest.mark.parametrize("ignored", [{}, {"ignore_startup_parameters": "lock_timeout,extra_float_digits"}])
async def test_the_bot_does_not_start_without_sessions_of_its_own(
    postgres_url: str, tmp_path: Path, ignored: dict[str, Any]
) -> None:
    async with Sandbox() as sandbox, pooled(postgres_url, tmp_path, "transaction", **ignored) as url:
        checked, findings = await Hosted.done(of_bot(tmp_path, sandbox, url), "check")
        started, said = await Hosted.done(of_bot(tmp_path, sandbox, url))
    assert (checked, started) == (Exit.DATABASE, Exit.DATABASE)
    told = "is behind a pooler in transaction mode"
    assert [told in line for line in findings.splitlines() if line.startswith("TROUBLE")] == [True]
    assert [told in line for line in said.splitlines() if " ERROR " in line] == [True]


async def test_the_bot_starts_again_after_its_death_behind_a_pooler_that_keeps_sessions(
    postgres_url: str, tmp_path: Path
) -> None:
    async with Sandbox() as sandbox, pooled(postgres_url, tmp_path, "session") as url:
        for _ in range(2):
            bot = await Hosted.start(of_bot(tmp_path, sandbox, url))
            await bot.until("ready")
            bot.process.send_signal(KILLING)
            await bot.end()
        bot = await Hosted.start(of_bot(tmp_path, sandbox, url))
        await bot.until("ready")
        status, findings = await Hosted.done(of_bot(tmp_path, sandbox, url), "check")
        assert await bot.end(ask=True) == Exit.FINE
    assert status == Exit.FINE, findings
