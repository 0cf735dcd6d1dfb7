"""Processes that share a database open their sessions at Discord's gateway in turn."""

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.store import Identifying, StoreError
from bot.store.processes import identifying
from tests.nursery import KILLING, command

ROOT = Path(__file__).parents[4]
HOLDER = """
import asyncio, sys
from bot.store import Identifying
from bot.store.processes import identifying

async def hold(url, seconds):
    identifying.TURN_SECONDS = float(seconds)
    own = Identifying(url)
    await own.turn()
    print("held", flush=True)
    await asyncio.sleep(3600)

asyncio.run(hold(*sys.argv[1:]))
"""
LONG = 3600.0


@contextmanager
def holder(url: str, seconds: float) -> Iterator[subprocess.Popen[str]]:
    """Yield a process that holds the turn for so many seconds; it ends by SIGKILL."""
    holding = command("-c", HOLDER, url, str(seconds))
    with subprocess.Popen(holding, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline().strip() == "held"
            yield process
        finally:
            process.send_signal(KILLING)


async def test_the_next_one_waits_until_the_first_lets_go(url: str) -> None:
    own = Identifying(url)
    with holder(url, 2.0) as other:
        async with asyncio.timeout(60):
            await own.turn()
        assert other.poll() is None
    await own.close()


@pytest.mark.real_time
async def test_nobody_has_a_turn_meanwhile(url: str) -> None:
    own = Identifying(url)
    with holder(url, LONG) as other:
        turn = asyncio.create_task(own.turn())
        done, _ = await asyncio.wait({turn}, timeout=1.0)
        assert not done
        other.send_signal(KILLING)
        async with asyncio.timeout(60):
            await turn
    await own.close()


async def test_a_process_waits_for_itself_too(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identifying, "TURN_SECONDS", 0.5)
    own, loop = Identifying(url), asyncio.get_running_loop()
    await own.turn()
    began = loop.time()
    await own.turn()
    assert loop.time() - began > 0.4
    await own.close()


async def test_whoever_gives_up_waiting_holds_up_nobody(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identifying, "TURN_SECONDS", 0.0)
    own = Identifying(url)
    with holder(url, LONG), pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5):
            await own.turn()
    with holder(url, 0.0):
        pass
    async with asyncio.timeout(60):
        await own.turn()
    await own.close()


async def test_what_is_closed_lets_the_next_one_on(url: str) -> None:
    own = Identifying(url)
    await own.turn()
    await own.close()
    with holder(url, 0.0):
        pass


async def test_a_database_that_does_not_answer_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="nothing can be written"):
        await Identifying(f"sqlite+aiosqlite:///{tmp_path}/file/cards.db").turn()
