"""What holds for all tests: when they begin, in which order, and how long kernels are held against the rules.

What computers think with is compiled before the first, in a time of its own. Tests that take long begin
before the others, so that no worker is left with one at the end.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from engine import GAMES
from engine.ai.kernels import ready

COMPILE_SECONDS: Final = 900


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile what a fresh clone has not compiled yet, once and not in every worker."""
    config = session.config
    if hasattr(config, "workerinput") or config.option.collectonly or all(ready(game) for game in GAMES):
        return
    command = [sys.executable, "-m", "engine.ai"]
    folder = Path(__file__).parents[1]
    try:
        made = subprocess.run(
            command, cwd=folder, timeout=COMPILE_SECONDS, stderr=subprocess.PIPE, text=True, check=False
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
