"""What holds for all tests: when they begin, in which order, and how long kernels are held against the rules.

What computers think with is compiled before the first, and cards are drawn, in a time of their own. Tests
that take long begin before the others, so that no worker is left with one at the end.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bot.pictures.every import CACHE, is_whole
from engine import GAMES
from engine.ai.kernels import ready

COMPILE_SECONDS: Final = 900
FOLDER: Final = Path(__file__).parents[1]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Draw and compile what a fresh clone has not yet, once and not in every worker."""
    config = session.config
    if hasattr(config, "workerinput") or config.option.collectonly:
        return
    if not is_whole(CACHE):
        # Where that fails, each test draws what it needs.
        subprocess.run(
            [sys.executable, "-m", "bot.pictures"], cwd=FOLDER, stderr=subprocess.PIPE, check=False
        )
    if all(ready(game) for game in GAMES):
        return
    command = [sys.executable, "-m", "engine.ai"]
    try:
        made = subprocess.run(
            command, cwd=FOLDER, timeout=COMPILE_SECONDS, stderr=subprocess.PIPE, text=True, check=False
        )
    except subprocess.TimeoutExpired:
        pytest.exit(f"what computers think with is not compiled after {COMPILE_SECONDS} s", returncode=3)
    if made.returncode != 0:
        pytest.exit(f"what computers think with cannot be compiled:\n{made.stderr}", returncode=3)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `make bench` play far more hands than a test run has time for, and others every time."""
    parser.addoption("--hands", type=int, default=500, help="hands that kernels play in step with the rules")
    parser.addoption("--seed", type=int, default=1, help="what those hands are dealt from")


@pytest.fixture
def hands(pytestconfig: pytest.Config) -> int:
    """Return how many hands, or games of several hands, are played by a kernel and by the rules."""
    number: int = pytestconfig.getoption("--hands")
    return number


@pytest.fixture
def seed(pytestconfig: pytest.Config) -> int:
    """Return the seed from which these are dealt."""
    number: int = pytestconfig.getoption("--seed")
    return number


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests marked `long` before all others."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
