"""The bot's health page and its metrics while people play."""

import asyncio
import logging
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import aiohttp
import pytest

from bot.heartbeat import judged
from bot.store import Busy, Scope
from tests.e2e.support.house import House, running, sandboxed

ADDRESS = re.compile(r"served at (http://\S+)")


async def asked(address: str) -> tuple[int, str]:
    """Return the status and the text at an address."""
    async with aiohttp.ClientSession() as http, http.get(address) as answer:
        return answer.status, await answer.text()


@asynccontextmanager
async def watched(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[tuple[House, str]]:
    """Run a bot, and yield it with the address of its health page."""
    caplog.set_level(logging.INFO, "bot.host.health")
    async with sandboxed() as house, running(house, tmp_path / "cards.db", health_port=0):
        await house.sandbox.until(lambda: ADDRESS.search(caplog.text), what="it is served")
        found = ADDRESS.search(caplog.text)
        assert found is not None
        assert found[1].startswith("http://127.0.0.1:")
        assert house.bot is not None
        await house.bot.wait_until_ready()
        yield house, found[1]


def sample(text: str, name: str) -> float:
    """Return the only figure with this name, labels included."""
    [value] = [line.rpartition(" ")[2] for line in text.splitlines() if line.startswith(f"{name} ")]
    return float(value)


@pytest.mark.long
async def test_what_people_do_is_counted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with watched(tmp_path, caplog) as (house, address):
        await house.open()
        for _ in range(4):
            await house.step()
        ann = house.people[0]
        await ann.forge(house.public(), "nonsense")
        await house.shown()
        status, text = await asked(f"{address}/metrics")
        commands = sample(text, 'cards_interactions_total{kind="command",outcome="done"}')
        presses = sample(text, 'cards_interactions_total{kind="press",outcome="done"}')
        assert (status, commands) == (200, 1)
        assert presses >= 4
        assert sample(text, 'cards_interactions_total{kind="press",outcome="refused"}') == 1
        assert sample(text, 'cards_refusals_total{reason="refused.forged"}') == 1
        assert sample(text, 'cards_acknowledgement_seconds_count{kind="press"}') == presses + 1
        assert sample(text, 'cards_acknowledgement_seconds_sum{kind="press"}') > 0
        callbacks = 'method="POST",route="/interactions/:id/:id/callback",status="200"'
        assert sample(text, f"cards_discord_requests_total{{{callbacks}}}") == commands + presses + 1
        assert sample(text, 'cards_tables{status="playing"}') == 1
        assert sample(text, 'cards_tables{status="lobby"}') == 0
        for queue in ("outbox", "messages", "writes"):
            assert sample(text, f'cards_queue_length{{queue="{queue}"}}') == 0
        assert sample(text, "cards_write_seconds_count") > 5
        assert sample(text, "cards_write_failures_total") == 0
        assert sample(text, "process_resident_memory_bytes") > 1e6
        assert "cards_event_loop_lateness_seconds_count" in text
        secret = [house.sandbox.token, str(house.guild.id), str(house.channel.id), house.public().id]
        secret += [str(person.id) for person in house.people]
        assert [text for each in secret if str(each) in text] == []
        # No part of a path that is longer than a word of Discord's API is kept.
        assert max(map(len, re.findall(r"[\w@-]+", text))) < 50


async def test_a_database_that_cannot_be_written_and_can_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with watched(tmp_path, caplog) as (house, address):
        assert house.bot is not None
        assert await asked(f"{address}/healthz") == (200, "healthy\n")
        with closing(sqlite3.connect(tmp_path / "cards.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Busy):
                await house.bot.store.choose(Scope.SERVER, 1, "language", "en")
            status, said = await asked(f"{address}/healthz")
            assert (status, said.count("\n")) == (503, 1)
            assert said.startswith("the last write has failed: SQLITE_BUSY")
            _, text = await asked(f"{address}/metrics")
            assert sample(text, "cards_write_failures_total") >= 1
        # Nobody plays: the bot writes by itself, and is well again.
        beating = asyncio.create_task(house.bot.health.beat(None, 0.01))
        await house.sandbox.until(lambda: house.bot and not house.bot.health.trouble)
        beating.cancel()
        assert await asked(f"{address}/healthz") == (200, "healthy\n")


async def test_a_bot_without_its_gateway(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with watched(tmp_path, caplog) as (house, address):
        assert house.bot is not None
        house.sandbox.gateway.drop()
        await house.sandbox.until(lambda: house.bot and house.bot.disconnected(), what="it is cut off")
        await house.sandbox.until(lambda: house.bot and not house.bot.disconnected(), what="it is back")
        assert await asked(f"{address}/healthz") == (200, "healthy\n")


async def test_the_heartbeat_follows(tmp_path: Path) -> None:
    path = tmp_path / "beat"
    async with sandboxed() as house, running(house, tmp_path / "cards.db", heartbeat_file=path) as bot:
        await bot.wait_until_ready()
        beating = asyncio.create_task(bot.health.beat(path, 0.01))
        await house.sandbox.until(lambda: path.exists() and judged(path, 0.0) == "", what="it is well")
        beating.cancel()


async def test_a_heartbeat_that_cannot_be_written_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "none" / "beat"
    async with sandboxed() as house, running(house, tmp_path / "cards.db", heartbeat_file=path):
        await house.open()
        told = [record.getMessage() for record in caplog.records if record.name == "bot.host.health"]
        assert told == [f"the heartbeat cannot be written to {path}: No such file or directory"]


async def test_a_port_that_is_taken_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        async with sandboxed() as house, running(house, tmp_path / "cards.db", health_port=port):
            await house.open()
    told = [record.getMessage() for record in caplog.records if record.name == "bot.host.health"]
    assert len(told) == 1
    assert told[0].startswith(f"health and metrics cannot be served at port {port}: ")
