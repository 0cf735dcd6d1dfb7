"""`python -m bot` without a token: a page on loopback, and a bot beside it that comes back when killed."""

import asyncio
import os
import re
import shutil
import signal
import sys
from pathlib import Path

import aiohttp
import psutil
import pytest

from bot.blocks.blocks import Press
from bot.host.exits import Exit
from sandbox.server import Sandbox
from tests.nursery import command
from tests.sandbox.visitor import Visitor, parts, texts, visiting

ROOT = Path(__file__).parents[3]
ADDRESS = re.compile(rb"open (http://127\.0\.0\.1:\d+) ")


async def started(
    cwd: Path = ROOT, *, forked: bool = False, **environment: str
) -> asyncio.subprocess.Process:
    """Start the bot as a member of the public would, in a session as a terminal gives it.

    Where it only has to print something and end, it can be forked with everything imported already.
    """
    without = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    return await asyncio.create_subprocess_exec(
        *(command("bot") if forked else (sys.executable, "-m", "bot")),
        env={**without, "DISCORD_TOKEN": "", **environment},
        cwd=cwd,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )


def installed(folder: Path) -> None:
    """Fill a folder as a host has it: no stand-in, and no compiled code for the computers."""
    for package in ("engine", "bot", "cogs"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("numba-*"))


async def address_of(process: asyncio.subprocess.Process) -> str:
    """Return the page's address from the log."""
    assert process.stderr is not None
    while line := await process.stderr.readline():
        if found := ADDRESS.search(line):
            return found[1].decode()
    raise AssertionError("no page was served")


def shown(visitor: Visitor) -> str:
    """Return all text on the page."""
    return "\n".join(texts(message) for message in visitor.messages)


def asked(visitor: Visitor) -> list[str]:
    """Return the verbs of the buttons on the page."""
    ids = [button["id"] or "" for message in visitor.messages for button in parts(message, "button")]
    return [press.verb for text in ids if (press := Press.parse(text))]


async def test_anybody_can_play_at_once_and_a_killed_bot_comes_back_until_ctrl_c() -> None:
    process = await started(SANDBOX_PORT="0")
    drained = None
    try:
        address = await address_of(process)
        drained = asyncio.create_task(process.stderr.read())  # type: ignore[union-attr]  # it is a pipe
        async with aiohttp.ClientSession() as http, http.get(address) as page:
            assert "<html" in await page.text()
        async with visiting(address) as visitor:
            await visitor.look(visitor.told["members"][0]["id"])
            await visitor.ask("watch", on=True)
            await visitor.until(lambda: visitor.connected, 30)
            # They are registered beside all else, and may come after the connection.
            await visitor.until(
                lambda: "cicera start" in [offer["words"] for offer in visitor.told["commands"]], 30
            )
            used = await visitor.ask("slash", words="cicera start", options={"target": 11})
            assert used == {}
            await visitor.until(lambda: "join" in asked(visitor))

            assert visitor.told["curious"]["bot"]["restartable"]
            [bot] = psutil.Process(process.pid).children()
            # The page kills it from outside, as the system would.
            assert await visitor.ask("restart") == {}
            await visitor.until(lambda: not visitor.connected, 30)
            await visitor.until(lambda: visitor.connected, 30)
            for _ in range(20):
                if await visitor.ask("slash", words="cicera rules") == {}:
                    break
            await visitor.until(lambda: "partners opposite" in shown(visitor))
            [again] = psutil.Process(process.pid).children()
            assert again.pid != bot.pid

        # A terminal's Ctrl-C goes to its whole session: in the middle of the imports it would show.
        assert os.getsid(again.pid) != os.getsid(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), 15) == 0
        assert not again.is_running()
        said = await drained
        assert said.count(b"started again") == 1
        assert b"SELECT" not in said
        assert b"Traceback" not in said
    finally:
        if process.returncode is None:
            # It ends the bot beside it, which a kill would leave behind.
            process.terminate()
            await process.wait()
        if drained is not None:
            await drained


def running(process: psutil.Process) -> bool:
    """Return whether a process still does anything; its exit may not have been collected."""
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


async def begun_by(process: asyncio.subprocess.Process) -> psutil.Process:
    """Return the bot beside a stand-in once its interpreter runs."""
    while True:
        for child in psutil.Process(process.pid).children():
            if "sandbox.tied" in child.cmdline():
                return child
        await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("ending", "at_work", "stuck"),
    [
        (signal.SIGTERM, False, True),
        (signal.SIGHUP, False, False),
        (signal.SIGKILL, True, False),
    ],
)
async def test_the_bot_ends_with_what_has_started_it(
    ending: signal.Signals, at_work: bool, stuck: bool
) -> None:
    """The bot is at work already, or has just begun to start."""
    process = await started(SANDBOX_PORT="0")
    assert process.stderr is not None
    address = await address_of(process)
    drained = asyncio.create_task(process.stderr.read())
    try:
        if at_work:
            async with visiting(address) as visitor:
                await visitor.ask("watch", on=True)
                await visitor.until(lambda: visitor.connected, 30)
        bot = await begun_by(process)
        if stuck:
            bot.suspend()
        os.killpg(process.pid, ending)
        status = await asyncio.wait_for(process.wait(), 15)
        assert status == (-ending if ending is signal.SIGKILL else 0)
        await asyncio.wait_for(drained, 15)
        assert not running(bot)
        said = await drained
        assert b"started again" not in said
        # After SIGKILL the stand-in is gone without a word, and discord.py says so before the bot ends.
        assert ending is signal.SIGKILL or b"Traceback" not in said
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        await drained


async def test_a_port_in_use_is_told_in_one_line() -> None:
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        process = await started(forked=True, SANDBOX_PORT=str(port))
        _, said = await process.communicate()
    assert process.returncode == 1
    assert f"port {port} is in use" in said.decode()
    assert "Traceback" not in said.decode()


async def test_a_bad_setting_is_told_in_one_line() -> None:
    process = await started(forked=True, LOBBY_MINUTES="soon")
    _, said = await process.communicate()
    assert process.returncode == 2
    assert said.decode().startswith("LOBBY_MINUTES is ")
    assert said.count(b"\n") == 1


async def test_without_a_token_and_without_the_stand_in_it_says_what_to_set(tmp_path: Path) -> None:
    installed(tmp_path)
    process = await started(tmp_path)
    _, said = await process.communicate()
    assert process.returncode == 2
    assert said.decode().startswith("DISCORD_TOKEN is not set")
    assert said.decode().endswith("(sandbox)\n")
    assert said.count(b"\n") == 1


async def test_a_database_that_cannot_be_used_is_told_in_one_line() -> None:
    database = "sqlite+aiosqlite:////proc/none/cards.db"
    process = await started(forked=True, DISCORD_TOKEN="x", DATABASE_URL=database)
    _, said = await process.communicate()
    assert process.returncode == Exit.DATABASE
    assert "nothing can be written in /proc/none" in said.decode()
    assert "Traceback" not in said.decode()


async def test_what_computers_think_with_is_compiled_beside_the_bot(tmp_path: Path) -> None:
    installed(tmp_path)
    async with Sandbox() as sandbox:
        database = f"sqlite+aiosqlite:///{tmp_path}/cards.db"
        process = await started(
            tmp_path, DISCORD_TOKEN=sandbox.token, DISCORD_URL=sandbox.url, DATABASE_URL=database
        )
        try:
            await sandbox.ready()
            bot = psutil.Process(process.pid)

            def compiling() -> list[psutil.Process]:
                return [child for child in bot.children() if child.cmdline()[1:] == ["-m", "engine.ai"]]

            await sandbox.until(compiling)
            [beside] = compiling()
            # In the bot's session, where priorities count; in a group that Ctrl-C does not reach.
            assert os.getsid(beside.pid) == os.getsid(bot.pid)
            assert os.getpgid(beside.pid) != os.getpgid(bot.pid)
            await sandbox.until(lambda: beside.nice() == 19, what="the bot comes first")
            idle = getattr(os, "SCHED_IDLE", None)
            await sandbox.until(lambda: idle in (None, os.sched_getscheduler(beside.pid)), what="it is idle")
        finally:
            process.terminate()
            _, said = await process.communicate()
        assert process.returncode == 0
        assert not running(beside)
        assert b"Traceback" not in said
