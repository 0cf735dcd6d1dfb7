"""A lasting obstacle to a start is one sentence and a status of its own; a passing one is waited for."""

import asyncio
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from bot.host import exits
from bot.host.exits import Exit
from bot.host.settings import SETTING_NAMES
from bot.start import LOOKED_AT
from sandbox.faults import Faults
from sandbox.limits import Limit
from sandbox.server import Sandbox
from tests.bot.store.empty import empty
from tests.e2e.support.hosted import ROOT, Hosted, settings
from tests.nursery import KILLING

TELLING = ("PyNaCl", "davey", "Traceback")
"""Words that no start may print."""
ROOTLESS = "tests.e2e.support.rootless"
"""The bot without root's rights to files, for tests that root runs."""


def sentences(said: str) -> list[str]:
    """Return the sentences that were logged as errors."""
    return [line for line in said.splitlines() if " ERROR " in line or line.startswith("setting")]


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """Return an empty database of this version in a folder of its own."""
    await empty(tmp_path / "cards.db")
    return tmp_path / "cards.db"


async def test_a_token_that_discord_refuses(database: Path) -> None:
    async with Sandbox() as sandbox:
        values = settings(database.parent, sandbox, DISCORD_TOKEN="my.hushed.one")
        status, said = await Hosted.done(values, anew=True)
    assert status == Exit.TURNED_AWAY
    assert ["Discord refuses the token" in line for line in sentences(said)] == [True]
    assert not [word for word in (*TELLING, "hushed") if word in said]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (4004, "refuses the token"),
        (4011, "more shards"),
        (4013, "does not know the intents"),
        (4014, "does not allow the intents"),
    ],
)
async def test_a_gateway_that_turns_the_bot_away(database: Path, code: int, words: str) -> None:
    async with Sandbox() as sandbox:
        bot = await Hosted.start(settings(database.parent, sandbox))
        await sandbox.ready()
        sandbox.gateway.close(code)
        status = await bot.end()
    assert status == Exit.TURNED_AWAY
    assert [words in line for line in sentences(bot.said)] == [True]


async def test_a_gateway_that_refuses_the_token_at_once(database: Path) -> None:
    async with Sandbox() as sandbox:
        sandbox.gateway.token = "another"
        status, said = await Hosted.done(settings(database.parent, sandbox))
    assert status == Exit.TURNED_AWAY
    assert ["refuses the token" in line for line in sentences(said)] == [True]


@pytest.mark.parametrize("route", ["GET /users/@me", "GET /oauth2/applications/@me", "GET /gateway/bot"])
@pytest.mark.parametrize("status", [401, 404])
async def test_what_says_that_the_token_or_its_application_is_wrong(
    database: Path, route: str, status: int
) -> None:
    async with Sandbox() as sandbox:
        sandbox.faults.error(route, times=None, status=status, code=10002 if status == 404 else 0)
        status_of_bot, said = await Hosted.done(settings(database.parent, sandbox))
    assert status_of_bot == Exit.TURNED_AWAY
    words = "knows no application" if status == 404 else "refuses the token"
    assert [words in line for line in sentences(said)] == [True]


SIDE: Final = (
    "GET /oauth2/applications/@me",
    "GET /gateway/bot",
    "GET /applications/{application_id}/commands",
    "PUT /applications/{application_id}/commands",
    "GET /applications/{application_id}/emojis",
)
"""The requests of a start, the login aside."""


def refuse(faults: Faults, route: str, kind: str) -> None:
    """Have Discord refuse all requests of a route in some way."""
    match kind:
        case "too many commands":
            faults.error(route, times=None, status=400, code=30034)
        case "a page":
            faults.page(route, times=None)
        case "a refusal on a page":
            faults.page(route, times=None, status=403)
        case "no connection":
            faults.dropped(route, times=None)
        case _:
            faults.error(route, times=None, status=int(kind))


@pytest.mark.parametrize("kind", ["too many commands", "403", "404", "a page", "a refusal on a page"])
async def test_whatever_discord_refuses_beside_the_login_keeps_no_bot_from_playing(
    database: Path, kind: str
) -> None:
    async with Sandbox() as sandbox:
        for route in SIDE:
            refuse(sandbox.faults, route, kind)
        bot = await Hosted.start(settings(database.parent, sandbox, EMOJI="on"))
        await bot.until("ready: ")
        # Again and again, and said once.
        await sandbox.until(lambda: len([r for r in sandbox.requests if r.method == "PUT"]) >= 3)
        await bot.until("tiles are missing")
        assert await bot.end(ask=True) == Exit.FINE
    assert bot.said.count("the commands cannot be registered with Discord (") == 1
    assert bot.said.count("tiles are missing") == 1
    assert not [word for word in (*TELLING, "<html") if word in bot.said]


@pytest.mark.parametrize("kind", ["503", "no connection"])
async def test_where_discord_does_not_answer_beside_the_login_the_bot_plays(
    database: Path, kind: str
) -> None:
    async with Sandbox() as sandbox:
        for route in SIDE:
            if "gateway" not in route:
                refuse(sandbox.faults, route, kind)
        bot = await Hosted.start(settings(database.parent, sandbox))
        await bot.until("ready: ")
        await bot.until("the commands cannot be registered with Discord (")
        sandbox.faults.clear()
        await bot.until("the commands are registered after all")
        assert await bot.end(ask=True) == Exit.FINE
    assert bot.said.count("the commands ") == 2
    assert not [word for word in TELLING if word in bot.said]


@pytest.mark.parametrize("kind", ["400", "403", "a page", "a refusal on a page"])
async def test_a_login_that_is_refused_for_no_reason_is_tried_again(database: Path, kind: str) -> None:
    async with Sandbox() as sandbox:
        refuse(sandbox.faults, "GET /users/@me", kind)
        bot = await Hosted.start(settings(database.parent, sandbox))
        await bot.until("does not let the bot in (")
        sandbox.faults.clear()
        await bot.until("ready: ")
        assert await bot.end(ask=True) == Exit.FINE
    assert not [word for word in (*TELLING, "<html") if word in bot.said]


@pytest.mark.parametrize("route", ["GET /users/@me", "GET /gateway/bot"])
async def test_one_failure_at_the_login_is_waited_for(database: Path, route: str) -> None:
    async with Sandbox() as sandbox:
        fault = sandbox.faults.error(route, times=2, status=503)
        bot = await Hosted.start(settings(database.parent, sandbox))
        await sandbox.ready()
        await bot.until("ready")
        status = await bot.end(ask=True)
        assert fault.hits == 2
    assert status == Exit.FINE
    assert "(HTTP 503), which is tried again in 1 s" in bot.said
    assert "(HTTP 503), which is tried again in 2 s" in bot.said
    assert bot.said.count("tried again") == 2
    assert not [word for word in TELLING if word in bot.said]


async def test_a_connection_that_breaks_at_the_login_is_waited_for(database: Path) -> None:
    async with Sandbox() as sandbox:
        fault = sandbox.faults.dropped("GET /users/@me", times=3)
        bot = await Hosted.start(settings(database.parent, sandbox))
        await sandbox.ready()
        assert await bot.end(ask=True) == Exit.FINE
        assert fault.hits == 3
    assert "(ServerDisconnectedError), which is tried again" in bot.said


async def test_a_discord_that_is_not_there_yet_is_waited_for(database: Path) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    sandbox = Sandbox(port)
    bot = await Hosted.start(settings(database.parent, sandbox))
    await bot.until("127.0.0.1: Connection refused), which is tried again in 2 s")
    async with sandbox:
        await sandbox.ready()
        assert await bot.end(ask=True) == Exit.FINE
    assert not [word for word in TELLING if word in bot.said]


# Ways to end the bot


async def test_sigterm_is_heeded_from_the_first_moment(database: Path) -> None:
    for _ in range(3):
        bot = await Hosted.start(settings(database.parent, DISCORD_TOKEN="x"), anew=True)
        await bot.heeding()
        assert await bot.end(ask=True) == Exit.FINE
        assert bot.said == ""


def test_nothing_that_takes_long_is_imported_before_signals_are_heeded() -> None:
    program = "import sys, bot.__main__; print(sorted({name.partition('.')[0] for name in sys.modules}))"
    found = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not [name for name in ("discord", "pydantic", "sqlalchemy", "numpy") if name in found.stdout]


async def test_sigterm_is_heeded_while_discord_does_not_answer(database: Path) -> None:
    async with Sandbox() as sandbox:
        fault = sandbox.faults.slow("GET /users/@me", seconds=600)
        bot = await Hosted.start(settings(database.parent, sandbox))
        await sandbox.until(lambda: fault.hits)
        assert await bot.end(ask=True) == Exit.FINE


async def test_sigterm_is_heeded_while_discord_is_waited_for(database: Path) -> None:
    bot = await Hosted.start(settings(database.parent, DISCORD_TOKEN="x", DISCORD_URL="http://127.0.0.1:9"))
    await bot.until("tried again in 4 s")
    assert await bot.end(ask=True) == Exit.FINE


async def test_sigterm_is_heeded_where_discord_is_stuck(database: Path) -> None:
    """Discord does not answer when the bot says goodbye."""
    command = (sys.executable, "-m", "sandbox", "--port", "0")
    discord = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    try:
        assert discord.stdout is not None
        url = (await discord.stdout.readline()).decode().strip()
        bot = await Hosted.start(settings(database.parent, DISCORD_TOKEN="sandbox.token", DISCORD_URL=url))
        await bot.until("ready")
        discord.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        assert await bot.end(ask=True) == Exit.FINE
        assert time.monotonic() - began < 20
    finally:
        discord.kill()
        await discord.wait()


def test_a_process_that_does_not_come_to_its_end_is_ended() -> None:
    program = (
        "import os, signal, time; from bot.host import exits; exits.WITHIN = 0.1\n"
        "exits.when_asked(lambda: None); os.kill(os.getpid(), signal.SIGTERM)\n"
        "while True: time.sleep(1)"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, timeout=60, check=False).returncode == 0
    assert exits.WITHIN < 5


# A second process


async def test_a_second_process_is_refused_until_the_first_is_gone(database: Path) -> None:
    async with Sandbox() as sandbox:
        values = settings(database.parent, sandbox)
        first = await Hosted.start(values)
        await sandbox.ready()
        before = len(sandbox.requests)
        status, said = await Hosted.done(values)
        assert status == Exit.RUNNING
        assert ["another process runs the bot" in line for line in sentences(said)] == [True]
        assert len(sandbox.requests) == before
        first.process.send_signal(KILLING)
        assert await first.end() == -signal.SIGKILL
        await sandbox.gone()
        again = await Hosted.start(values)
        await sandbox.ready()
        assert await again.end(ask=True) == Exit.FINE


@pytest.mark.long
async def test_other_shards_are_nobodys(database: Path) -> None:
    async with Sandbox(shards=2) as sandbox:
        values = settings(database.parent, sandbox, SHARD_COUNT="2")
        bots = [await Hosted.start({**values, "SHARD_IDS": str(number)}) for number in range(2)]
        await sandbox.ready(2)
        for shards in ("0,1", "1", ""):
            status, _ = await Hosted.done({**values, "SHARD_IDS": shards})
            assert status == Exit.RUNNING
        assert [await bot.end(ask=True) for bot in bots] == [Exit.FINE] * 2


@pytest.mark.long
async def test_processes_that_start_together_open_their_sessions_in_turn(database: Path) -> None:
    async with Sandbox(shards=3, max_concurrency=1) as sandbox:
        sandbox.limits.off.remove(Limit.IDENTIFIES)
        values = settings(database.parent, sandbox, SHARD_COUNT="3")
        bots = [await Hosted.start({**values, "SHARD_IDS": shards}) for shards in ("0,1", "2")]
        await sandbox.ready(3)
        assert list(sandbox.violations) == []
        assert [await bot.end(ask=True) for bot in bots] == [Exit.FINE] * 2


# The database


def spoil(database: Path, trouble: str) -> None:
    """Make a database unusable."""
    if trouble == "damaged":
        with database.open("r+b") as file:
            file.seek(3 * 4096)
            file.write(b"\xa5" * 4096)
    elif trouble == "other":
        database.write_bytes(b"no database " * 1000)
    elif trouble == "newer":
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
    elif trouble == "read only folder":
        database.parent.chmod(0o500)
    else:
        database.chmod(0o400 if trouble == "read only" else 0o000)


@pytest.mark.parametrize("command", [(), ("check",)])
@pytest.mark.parametrize("trouble", ["damaged", "other", "newer", "read only", "closed", "read only folder"])
async def test_a_database_that_cannot_be_used(database: Path, trouble: str, command: tuple[str, ...]) -> None:
    words = {
        "damaged": "is damaged",
        "other": "is damaged (file is not a database)",
        "newer": "newer version",
        "read only": "cannot be written",
        "closed": "cannot be opened",
        "read only folder": "can",
    }[trouble]
    spoil(database, trouble)
    async with Sandbox() as sandbox:
        status, said = await Hosted.done(settings(database.parent, sandbox), *command, module=ROOTLESS)
        assert command or not sandbox.requests
    assert status == Exit.DATABASE
    lines = [line for line in said.splitlines() if "TROUBLE" in line] if command else sentences(said)
    assert [words in line and str(database.parent) in line for line in lines] == [True]


async def test_a_start_after_a_kill_looks_at_the_whole_database_beside_the_bot(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        # More than a start looks at, of which the pages in the middle are never read.
        connection.execute(
            "INSERT INTO games (table_id, data) VALUES ('large', zeroblob(?))", (2 * LOOKED_AT,)
        )
    async with Sandbox() as sandbox:
        values = settings(database.parent, sandbox, HEALTH_PORT="0")
        told = ["the whole database is checked beside the bot", "the database is sound"]
        for spoilt in (False, True):
            first = await Hosted.start(values)
            await first.until("ready: ")
            first.process.send_signal(KILLING)
            assert await first.end() == -signal.SIGKILL
            assert not [words for words in told if words in first.said]
            await sandbox.gone()
            if spoilt:
                with database.open("r+b") as file:
                    file.seek(LOOKED_AT // 4096 * 4096)
                    file.write(b"\xa5" * 4096)
            again = await Hosted.start(values)
            await again.until("is damaged" if spoilt else told[1])
            assert told[0] in again.said
            assert ["put a backup back" in line for line in sentences(again.said)] == [True] * spoilt
            found = re.search(r"served at (http://[\w.:]+)", again.said)
            assert found is not None
            async with aiohttp.ClientSession() as asking:
                metrics = await (await asking.get(f"{found[1]}/metrics")).text()
                assert (await asking.get(f"{found[1]}/healthz")).status == 200
            assert f"\ncards_database_unsound {float(spoilt)}\n" in metrics
            assert await again.end(ask=True) == Exit.FINE


async def test_a_server_that_cannot_be_reached_tells_no_password(tmp_path: Path) -> None:
    pytest.importorskip("asyncpg")
    for url in (
        "postgres://me:hushed@127.0.0.1:9/cards",
        "postgresql://me:hushed@127.0.0.1:9/cards?sslmode=require",
    ):
        status, said = await Hosted.done(settings(tmp_path, DISCORD_TOKEN="x", DATABASE_URL=url))
        assert status == Exit.DATABASE
        assert ["PostgreSQL at 127.0.0.1 cannot be used" in line for line in sentences(said)] == [True]
        assert "hushed" not in said


# The settings


@pytest.mark.parametrize(
    "values",
    [
        {"SHARD_COUNT": "2", "SHARD_IDS": "0,0"},
        {"LOBBY_MINUTES": "inf"},
        {"DATABASE_URL": "postgres://me:hus/hed@pa:ss@127.0.0.1:9/cards"},
        {"DATABASE_URL": "postgres://me:5hushed@db:hushed/cards"},
        {"DATABASE_URL": "postgres://me:hushed@db/cards?hushed=1"},
        {"DISCORD_TOKEN": "hushed and quoted"},
        {"DISCORD_URL": "discord.example"},
    ],
)
async def test_a_wrong_setting_is_one_line(tmp_path: Path, values: dict[str, str]) -> None:
    status, said = await Hosted.done(settings(tmp_path, DISCORD_TOKEN="x") | values)
    assert status == Exit.SETTINGS
    assert said.startswith(tuple(SETTING_NAMES))
    assert said.count("\n") == 1
    assert "hus" not in said


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
async def test_an_env_file_that_is_not_utf_8_is_one_line(tmp_path: Path, encoding: str) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=x # Süße\n", encoding)
    status, said = await Hosted.done(settings(tmp_path), cwd=tmp_path)
    assert (status, said) == (Exit.SETTINGS, ".env cannot be read: save it as text in UTF-8\n")


async def test_an_env_file_with_a_mark_of_its_encoding_is_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LOBBY_MINUTES=soon\n", "utf-8-sig")
    status, said = await Hosted.done(settings(tmp_path), cwd=tmp_path)
    assert status == Exit.SETTINGS
    assert said.startswith("LOBBY_MINUTES is ")


async def test_the_help_and_the_guide_name_every_status() -> None:
    status, said = await Hosted.done({}, "--help", anew=True)
    assert status == Exit.FINE
    guide = (ROOT / "README.md").read_text("utf-8")
    for exit_status in Exit:
        assert f"{exit_status.value}  {exit_status.meaning}" in said
        assert f"| {exit_status.value} | {exit_status.meaning} |" in guide


@pytest.mark.long
async def test_a_discord_that_goes_away_is_a_line_and_not_a_traceback(database: Path) -> None:
    async with Sandbox() as sandbox:
        port = sandbox.port
        bot = await Hosted.start(settings(database.parent, sandbox))
        await sandbox.ready()
        await bot.until("ready")
    await bot.until("Connection refused)")
    async with Sandbox(port) as sandbox:
        await sandbox.until(lambda: sandbox.gateway.live)
        assert await bot.end(ask=True) == Exit.FINE
