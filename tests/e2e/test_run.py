"""`python -m bot` without a token: a page on loopback, and a bot beside it that comes back when killed."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import psutil
import pytest

ADDRESS = re.compile(rb"open (http://127\.0\.0\.1:\d+) ")


async def started(**environment: str) -> asyncio.subprocess.Process:
    """Start the bot as a member of the public would."""
    without = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        env={**without, "DISCORD_TOKEN": "", **environment},
        stderr=asyncio.subprocess.PIPE,
    )


async def address_of(process: asyncio.subprocess.Process) -> str:
    """Return the page's address as the log tells it."""
    assert process.stderr is not None
    while line := await process.stderr.readline():
        if found := ADDRESS.search(line):
            return found[1].decode()
    raise AssertionError("no page was served")


class Visitor:
    """Somebody in front of the page."""

    def __init__(self, http: aiohttp.ClientSession, url: str) -> None:
        self.http = http
        self.url = url
        self.where: dict[str, str] = {}

    async def state(self) -> dict[str, Any]:
        """Return what the page shows to the first member in the first channel."""
        async with self.http.get(f"{self.url}/page/state", params={"version": "", **self.where}) as answer:
            state: dict[str, Any] = await answer.json()
        self.where.setdefault("member", state["members"][0]["id"])
        if "channels" in state:
            self.where.setdefault("channel", state["channels"][0]["id"])
        return state

    async def act(self, **action: str) -> str:
        """Do something as that member, and return the error that the page shows."""
        async with self.http.post(f"{self.url}/page/act", json={**self.where, **action}) as answer:
            return str((await answer.json()).get("error", ""))

    async def until(self, key: str, text: str) -> None:
        """Wait until a part of what the page shows contains `text`."""
        for _ in range(200):
            if text in str((await self.state()).get(key, "")):
                return
            await asyncio.sleep(0.1)
        raise AssertionError(f"the page's {key} never showed {text}")


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def test_anybody_can_play_at_once_and_a_killed_bot_comes_back(http: aiohttp.ClientSession) -> None:
    process = await started(SANDBOX_PORT="0")
    drained = None
    try:
        visitor = Visitor(http, await address_of(process))
        drained = asyncio.create_task(process.stderr.read())  # type: ignore[union-attr]  # it is a pipe
        async with http.get(visitor.url) as page:
            assert "<html" in await page.text()
        await visitor.until("commands", "/cicera start")
        await visitor.state()
        assert await visitor.act(do="write", text="/cicera start target:11") == ""
        await visitor.until("messages", "has opened a table")

        [bot] = psutil.Process(process.pid).children()
        bot.kill()
        for _ in range(100):
            if not await visitor.act(do="write", text="/cicera rules"):
                break
            await asyncio.sleep(0.2)
        await visitor.until("messages", "Cicera: the game")
        [again] = psutil.Process(process.pid).children()
        assert again.pid != bot.pid

        process.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), 15) == 0
        assert not again.is_running()
        said = await drained
        assert said.count(b"started again") == 1
        assert b"SELECT" not in said
        assert b"Traceback" not in said
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        if drained is not None:
            await drained


async def test_a_port_in_use_is_told_in_one_line() -> None:
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        process = await started(SANDBOX_PORT=str(port))
        _, said = await process.communicate()
    assert process.returncode == 1
    assert f"port {port} is in use" in said.decode()
    assert "Traceback" not in said.decode()


async def test_a_bad_setting_is_told_in_one_line() -> None:
    process = await started(LOBBY_MINUTES="soon")
    _, said = await process.communicate()
    assert process.returncode == 2
    assert said.decode().startswith("setting lobby_minutes: ")
    assert said.count(b"\n") == 1


async def test_a_database_that_cannot_be_used_is_told_in_one_line() -> None:
    process = await started(DISCORD_TOKEN="x", DATABASE_URL="sqlite+aiosqlite:////proc/none/cards.db")
    _, said = await process.communicate()
    assert process.returncode == 1
    assert "the database cannot be used" in said.decode()
    assert "Traceback" not in said.decode()
