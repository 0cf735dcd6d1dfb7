"""The tavern that most tests of tables play in."""

import gc
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.pace import PACE
from tests.bot.store.troubled import Troubled
from tests.bot.tavern import Tavern


@pytest.fixture
def pause_seconds() -> float:
    """Return the default; a test file may have its own."""
    return 4


@pytest.fixture
def young() -> None:
    """Limit garbage collection to objects made from now on: there are many others."""
    gc.freeze()


@pytest.fixture
async def tavern(tmp_path: Path, pause_seconds: float) -> AsyncIterator[Tavern]:
    made = await Tavern.open(tmp_path, Troubled, pause_seconds=pause_seconds)
    yield made
    await made.close()


@pytest.fixture
async def paced(tmp_path: Path) -> AsyncIterator[Tavern]:
    """The tavern in which plays are held in view and can be taken back."""
    made = await Tavern.open(tmp_path, Troubled, **PACE)
    yield made
    await made.close()
