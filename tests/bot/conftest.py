"""The tavern that most tests of tables play in."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.store.troubled import Troubled
from tests.bot.tavern import Tavern


@pytest.fixture
def pause_seconds() -> float:
    """As it is unless the host has changed it; a test file may have its own."""
    return 4


@pytest.fixture
async def tavern(tmp_path: Path, pause_seconds: float) -> AsyncIterator[Tavern]:
    made = await Tavern.open(tmp_path, Troubled, pause_seconds=pause_seconds)
    yield made
    await made.close()
