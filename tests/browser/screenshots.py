"""`python -m tests.browser.screenshots FOLDER`: pictures of a game as members see it, on phone and desktop.

Each is a moment that is played up to: lobby, table, hand, hint, choice among captures, score sheet.
"""

import argparse
import asyncio
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, expect

from sandbox.view import Button
from tests.browser.browsers import MISSING, chromium, launched
from tests.browser.screen import DESKTOP, PATIENCE, PHONE, Screens
from tests.e2e.house import House, house, verb

SIZES: Final = {"phone": PHONE, "desktop": DESKTOP}


class Album:
    """Takes the pictures of one game in windows of one size."""

    def __init__(self, screens: Screens, folder: Path, kind: str) -> None:
        self.screens = screens
        self.house: House = screens.house
        self.folder = folder
        self.kind = kind

    async def fill(self) -> None:
        """Play a hand, and take all pictures on the way."""
        made, (ann, bo, cy, di) = self.house, self.house.people
        self.ann = await self.screens.open(ann, SIZES[self.kind])
        await ann.slash(made.channel, "cicera start")
        await bo.press(made.public(), label="Join B")
        await self.take("lobby", "Ann & (free)")
        await cy.press(made.public(), label="Join A")
        await di.press(made.public(), label="Join B")
        await ann.press(made.public(), label="Start")
        await self._play_until(lambda: len(self._mine()) == 9)
        await self.take("hand", "Your turn")
        await self.ann.press(self.ann.panel, "Hint")
        await self.take("hint", "Hint:")
        await self._play_until(lambda: any(verb(button) == "pick" for button in self._mine()))
        await self.ann.panel.get_by_role("button", name=re.compile("•$")).first.click(timeout=PATIENCE)
        await self.take("choice", "can take")
        await self.ann.press(self.ann.panel, "Back")
        await self._play_until(lambda: made.between(ann))
        await self.take("sheet", "Hand 1")
        await self.ann.page.reload()
        await self.take("table", "Hand 1")

    async def _play_until(self, moment: Callable[[], bool]) -> None:
        """Let the members play until the moment has come, looking whenever one of them is to act."""
        people = self.house.people
        while True:
            await self.house.sandbox.until(lambda: any(map(self.house.to_press, people)))
            if moment():
                return
            await self.house.step()

    def _mine(self) -> list[Button]:
        """Return the buttons that Ann can press to play on."""
        found = self.house.to_press(self.house.people[0])
        return found[1] if found else []

    async def take(self, name: str, shown: str) -> None:
        """Take the picture of a window that shows a text."""
        await expect(self.ann.messages.filter(has_text=shown).last).to_be_visible(timeout=PATIENCE)
        # The public message is edited about once a second.
        await self.ann.page.wait_for_timeout(2000)
        await self.ann.page.screenshot(path=self.folder / f"{name}-{self.kind}.png")


async def take(folder: Path) -> None:
    """Take all pictures; exit with a message where there is no browser."""
    path = chromium()
    if path is None:
        sys.exit(MISSING)
    async with launched(path) as browser:
        for kind in SIZES:
            await _album(browser, folder, kind)


async def _album(browser: Browser, folder: Path, kind: str) -> None:
    with tempfile.TemporaryDirectory() as data:
        async with house(Path(data)) as made:
            await Album(Screens(browser, made), folder, kind).fill()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.browser.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path)
    chosen: Path = parser.parse_args().folder
    chosen.mkdir(parents=True, exist_ok=True)
    asyncio.run(take(chosen))
