"""The fourth game at the bot's side, as long as a test runs."""

from pathlib import Path
from typing import Final

import pytest

from bot.games import LOOKS
from bot.locale import FOLDERS, Catalogue
from engine import GAMES
from engine.ai import ADDED
from tests.fourth import look, rules

HERE: Final = Path(__file__).parent


@pytest.fixture(autouse=True)
def fourth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter the game in the registries: a line in each."""
    monkeypatch.setitem(GAMES, rules.NAME, rules)
    monkeypatch.setitem(ADDED, rules.NAME, "tests.fourth.computers")
    monkeypatch.setitem(LOOKS, rules.NAME, look)


@pytest.fixture
def catalogue() -> Catalogue:
    """Return all texts, those of the game from its own folder."""
    return Catalogue.load(*FOLDERS, HERE)
