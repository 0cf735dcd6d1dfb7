"""A browser for the tests of the page; without one they are skipped, with the reason.

It is started once for all of them, so they share an event loop; each test has windows that were emptied.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.browser.support.browsers import MISSING, chromium, launched
from tests.browser.support.screen import Screens
from tests.browser.support.windows import Windows
from tests.e2e.support.house import house

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let all these tests run in the browser's event loop."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def started() -> AsyncIterator[Windows]:
    """Return the windows of the browser that all tests share."""
    path = chromium()
    if path is None:
        pytest.skip(MISSING)
    async with launched(path) as made:
        yield Windows(made)


@pytest_asyncio.fixture(loop_scope="session")
async def windows(started: Windows) -> AsyncIterator[Windows]:
    """Return windows with none open; those that a test opens are closed after it."""
    yield started
    await started.close_all()


@pytest_asyncio.fixture(loop_scope="session")
async def screens(windows: Windows, tmp_path: Path) -> AsyncIterator[Screens]:
    """Return the screens of four members of a guild with the bot at work in it."""
    async with house(tmp_path) as made:
        yield Screens(windows, made)
