"""A browser for the tests of the page; without one they are skipped, and say why."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser.browsers import MISSING, chromium, launched
from tests.browser.screen import Screens
from tests.e2e.house import house


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Return a browser without a window."""
    path = chromium()
    if path is None:
        pytest.skip(MISSING)
    async with launched(path) as made:
        yield made


@pytest.fixture
async def screens(browser: Browser, tmp_path: Path) -> AsyncIterator[Screens]:
    """Return the screens of four members of a guild with the bot at work in it."""
    async with house(tmp_path) as made:
        yield Screens(browser, made)
