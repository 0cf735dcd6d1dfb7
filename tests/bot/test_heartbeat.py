"""The heartbeat in a file, and its reading by a container's health check."""

import os
import subprocess
import sys
import time
from pathlib import Path

from bot import heartbeat

ROOT = Path(__file__).parents[2]


def asked(**environment: str) -> tuple[int, str]:
    """Return the status and the output of the health check."""
    without = {name: value for name, value in os.environ.items() if name != "HEARTBEAT_FILE"}
    done = subprocess.run(
        [sys.executable, "-m", "bot.heartbeat"],
        cwd=ROOT,
        env={**without, **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_bot_that_is_well_is_healthy(tmp_path: Path) -> None:
    path = tmp_path / "beat"
    heartbeat.write(path, "")
    assert asked(HEARTBEAT_FILE=str(path)) == (0, "healthy\n")


def test_trouble_is_told_in_the_words_of_the_bot(tmp_path: Path) -> None:
    path = tmp_path / "beat"
    heartbeat.write(path, "")
    heartbeat.write(path, "the last write has failed")
    assert asked(HEARTBEAT_FILE=str(path)) == (1, "the last write has failed\n")


def test_a_bot_that_hangs_is_not_healthy(tmp_path: Path) -> None:
    path = tmp_path / "beat"
    heartbeat.write(path, "")
    long_ago = time.time() - heartbeat.OLD_SECONDS - 1
    os.utime(path, (long_ago, long_ago))
    status, said = asked(HEARTBEAT_FILE=str(path))
    assert (status, said.count("\n")) == (1, 1)
    assert said.startswith("the last heartbeat is ")


def test_without_a_heartbeat_nobody_is_healthy(tmp_path: Path) -> None:
    status, said = asked(HEARTBEAT_FILE=str(tmp_path / "none"))
    assert (status, said) == (1, f"no heartbeat in {tmp_path / 'none'}: No such file or directory\n")
    assert asked() == (2, "HEARTBEAT_FILE is not set\n")


def test_the_check_loads_nothing_of_the_bot() -> None:
    program = (
        "import sys, bot.heartbeat; print([m for m in sys.modules if m in ('discord', 'asyncio', 'aiohttp')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "[]\n"
