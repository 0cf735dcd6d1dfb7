"""Set-up for all tests: things made before them, places of files, the order of tests, and decks.

Cards are drawn once, and the computers' search and the tests themselves compiled. Slow tests come before half
of the others, so that no worker is left with one at the end.
"""

import gc
import os
import random
import secrets
import shutil
import subprocess
import sys
from collections.abc import Generator
from itertools import chain, islice
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from bot import app
from bot.painting.predrawn import CACHE, is_whole
from engine import GAMES
from engine.ai.kernels import installed, ready
from engine.ai.loading import NoCompiler
from tests.nursery import AT_ONCE

MAKE_SECONDS: Final = 900
FOLDER: Final = Path(__file__).parents[1]
COMPILE: Final = "import sys; from engine.ai.kernels import prepare; prepare(sys.argv[1])"
"""Compiles for one game as `python -m engine.ai` does for all, but does not let everything else go first."""
COMPILED: Final = FOLDER / "tests" / "engine" / "__pycache__"

MEMORY: Final = Path("/dev/shm")
"""A folder in memory, if there is one: databases are written there without waiting."""
ROOM: Final = 4 << 30
"""Bytes that must be free there."""
GARBAGE: Final = (20_000, 20, 20)
"""New objects before Python looks for garbage, and for old garbage; its own values are 700, 10, 10."""

collect_ignore = (
    []
    if installed()
    else [
        "bench",
        "engine/ai/test_ciapano.py",
        "engine/ai/test_cicera.py",
        "engine/ai/test_civil_suits.py",
        "engine/ai/test_soak.py",
    ]
)
"""Tests of kernels, which cannot even be imported without numba."""

# The time of an example shows how busy a machine is, and nothing about the code.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
# Modules loaded while tests are collected stay: looking for garbage in them takes a tenth of that time.
gc.disable()
# Set for all processes: otherwise each worker, and each bot that tests start, compiles all of it anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Make what a fresh clone lacks, side by side, and once instead of in every worker."""
    config = session.config
    if hasattr(config, "workerinput") or config.option.collectonly:
        return
    # Where one of the first two fails, tests draw what they need, and their failures name the cause.
    drawn = None if is_whole(CACHE) else _python("-m", "bot.painting")
    alone = not config.getoption("numprocesses", None)
    collected = None if alone or COMPILED.exists() else _python("-m", "pytest", "--collect-only", "-q")
    compiled = [_python("-c", COMPILE, game) for game in GAMES if installed() and not ready(game)]
    for made in filter(None, (drawn, collected, *compiled)):
        try:
            told, _ = made.communicate(timeout=MAKE_SECONDS)
        except subprocess.TimeoutExpired:
            pytest.exit(f"tests cannot begin: {made.args!r} takes over {MAKE_SECONDS} s", returncode=3)
        if made in compiled and made.returncode != 0:
            pytest.exit(f"what computers think with cannot be compiled:\n{told}", returncode=3)


def _python(*arguments: str) -> subprocess.Popen[str]:
    """Start Python beside the running processes, with all its output in one pipe."""
    command = (sys.executable, *arguments)
    return subprocess.Popen(command, cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def pytest_report_header() -> str | None:
    """Say that tests of kernels are left out, where they are."""
    return None if installed() else f"numba is not installed: without {', '.join(collect_ignore)}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, None, None]:
    """Skip a test that needs kernels where there is no numba."""
    try:
        yield
    except NoCompiler as error:
        pytest.skip(str(error))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `make bench` play far more hands than a test run has time for, and others every time."""
    parser.addoption("--hands", type=int, default=200, help="hands that kernels play in step with the rules")
    parser.addoption("--seed", type=int, default=1, help="what those hands, and all decks, come of")


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


@pytest.fixture(autouse=True)
def ready_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a bot be ready as soon as its servers have arrived."""
    monkeypatch.setattr(app, "GUILDS_SECONDS", AT_ONCE)


@pytest.fixture(autouse=True)
def same_decks(request: pytest.FixtureRequest, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Derive the bot's secrets from the test's name and `--seed`, so that failures repeat.

    The stand-in numbers presses by its clock, and these numbers are shuffled in: decks there differ.
    """
    drawn = random.Random(f"{seed} {request.node.nodeid}")
    monkeypatch.setattr(secrets, "token_bytes", lambda count=None: drawn.randbytes(count or 32))


def pytest_collection_finish() -> None:
    """Look for garbage more rarely, and never among the modules and tests that have been loaded by now.

    Tests that read all the code spend a third of their time on it otherwise, and all others some.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the tests marked `long` over the first half of each worker's share of the list.

    Workers begin with equal shares (`--dist worksteal`), and take from another's end once theirs is done.
    Some tests wait more than they work, whole files of them too, so both the long ones and the files of the
    others are mixed: where all wait, nothing is done.
    """
    for item in items:
        if not installed() and item.get_closest_marker("searches") is not None:
            item.add_marker(pytest.mark.skip(reason="numba is not installed"))
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    mixed = random.Random(1)
    long = [item for item in items if item.get_closest_marker("long") is not None]
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("long") is None:
            files.setdefault(item.path, []).append(item)
    mixed.shuffle(long)
    others = chain.from_iterable(mixed.sample([*files.values()], len(files)))
    ordered: list[pytest.Item] = []
    for number in range(workers):
        mine = long[number::workers]
        rest = len(items) * (number + 1) // workers - len(ordered) - len(mine)
        ordered += _spread(mine, list(islice(others, max(0, rest))))
    items[:] = [*ordered, *others]


def _spread(long: list[pytest.Item], others: list[pytest.Item]) -> list[pytest.Item]:
    """Return tests in an order in which some others come after each long one, and half of them at last."""
    some = len(others) // (2 * len(long) + 1)
    parts = [[item, *others[n * some : (n + 1) * some]] for n, item in enumerate(long)]
    return [*chain.from_iterable(parts), *others[len(long) * some :]]
