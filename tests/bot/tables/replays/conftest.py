"""The tavern in which a witness looks on."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.tables.replays.witness import PACE
from tests.bot.tavern import Tavern


@pytest.fixture
async def tavern(tmp_path: Path) -> AsyncIterator[Tavern]:
    """A tavern in which ends of hands are held in view, plays are taken back, and decks are cut."""
    made = await Tavern.open(tmp_path, **PACE)
    yield made
    await made.close()
