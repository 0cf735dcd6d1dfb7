"""`python -m tests.browser.screenshots FOLDER`: what members see of their games, on phone and desktop.

Each is a moment that is played up to; the pictures in the messages by themselves are drawn by
`tests/bot/pictures/samples.py`.
"""

import argparse
import asyncio
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from PIL import Image
from playwright.async_api import Browser, Locator

from bot.shown import Shown
from bot.store import Status
from engine.civil_suits import Phase
from sandbox.driver import Member
from tests.browser.browsers import MISSING, chromium, launched
from tests.browser.evenings import Evening, Missed, evening
from tests.browser.screen import DESKTOP, PATIENCE, Screen, Screens

PHONE: Final = (375, 980)
"""CSS pixels of a large phone, on which a panel is seen without scrolling."""
COLOURS: Final = 256
"""Colours of a screenshot: nobody sees the difference, and it is a third as large."""
AROUND: Final = 132
"""Pixels of a window above and below the conversation."""
HIDDEN: Final = "() => { document.getElementById('pill').style.visibility = 'hidden'; }"
"""The button back to the newest message is in the way."""
DRAWN: Final = "() => [...document.images].every((image) => image.complete && image.naturalWidth)"


class Window(NamedTuple):
    """A kind of window, by the end of its screenshots' names."""

    size: tuple[int, int]
    dark: bool = True


WINDOWS: Final = {
    "phone": Window(PHONE),
    "phone-light": Window(PHONE, dark=False),
    "desktop": Window(DESKTOP),
    "desktop-light": Window(DESKTOP, dark=False),
}


class Album:
    """Takes the screenshots of one evening; `game` plays it, and `screens` has its windows."""

    def __init__(self, game: Evening, screens: Screens, folder: Path) -> None:
        self.game = game
        self.folder = folder
        self._screens = screens
        self._open: dict[tuple[int, str], Screen] = {}

    @property
    def people(self) -> list[Member]:
        """Return the members."""
        return self.game.house.people

    async def open(self, seat: int, *kinds: str) -> None:
        """Open windows for a member, who sees in them what is private from now on."""
        for kind in kinds:
            window = WINDOWS[kind]
            self._open[seat, kind] = await self._screens.open(self.people[seat], window.size, window.dark)

    async def table(self, name: str, *kinds: str, seat: int = 0) -> None:
        """Take the public message of the table."""
        for kind in kinds:
            screen = self._open[seat, kind]
            await self._take(screen, screen.table, name, kind)

    async def panel(self, name: str, *kinds: str, seat: int = 0, says: str = "") -> None:
        """Take a member's private panel once it says something."""
        for kind in kinds:
            screen = self._open[seat, kind]
            await self._take(screen, screen.panel.filter(has_text=says), name, kind)

    async def press(self, label: str | re.Pattern[str], *kinds: str) -> None:
        """Press a button of the first member's panel, and have it in all their windows."""
        screen = self._open[0, kinds[0]]
        await screen.panel.get_by_role("button", name=label).first.click(timeout=PATIENCE)

    async def _take(self, screen: Screen, message: Locator, name: str, kind: str) -> None:
        """Take a window from the head of a message on, high enough to show all of it."""
        page = screen.page
        await self.game.house.shown()
        await message.wait_for(timeout=PATIENCE)
        # What is shown a moment later is the last that comes: nobody plays on.
        await page.wait_for_timeout(700)
        await page.wait_for_function(DRAWN, timeout=PATIENCE)
        box = await message.bounding_box()
        assert box is not None
        width, height = WINDOWS[kind].size
        await page.set_viewport_size({"width": width, "height": max(height, round(box["height"]) + AROUND)})
        await message.evaluate("(node) => node.scrollIntoView({ block: 'start' })")
        await page.evaluate(HIDDEN)
        taken = Image.open(BytesIO(await page.screenshot())).convert("RGB")
        taken.quantize(COLOURS, dither=Image.Dither.NONE).save(
            self.folder / f"{name}-{kind}.png", optimize=True
        )
        sys.stdout.write(f"{name}-{kind}\n")


async def cicera(album: Album) -> None:
    """Four play Cicera: Ann with the deck of the server, Bo with an Italian one, Cy with big text."""
    game, (ann, bo, cy, di), table = album.game, album.people, album.game.house.public
    await game.prefer(1, deck="italian")
    await game.prefer(2, big_text="on")
    await album.open(0, "phone", "desktop")
    await album.open(1, "phone-light")
    await album.open(2, "phone")
    await ann.slash(game.house.channel, "cicera start")
    await bo.press(table(), label="Join B")
    await album.table("lobby", "phone", "desktop")
    await cy.press(table(), label="Join A")
    await di.press(table(), label="Join B")
    await game.house.start(ann)
    await game.play(lambda shown: shown.waits_for == (0,) and telling(shown))
    await album.panel("hand", "phone", "desktop", says="Your turn")
    await album.press("Hint", "phone")
    await album.panel("hint", "phone", says="Hint:")
    await game.play(can_choose(game))
    await bo.say(game.house.channel, "Who still has the ten of diamonds?")
    await cy.say(game.house.channel, "Play, and you will see 😇")
    # A window that is opened now shows no private messages.
    await album.open(3, "phone", "desktop-light")
    await album.table("table", "phone", "desktop-light", seat=3)
    await album.press(re.compile(r" •"), "phone")
    await album.panel("choice", "phone", says="can take")
    await game.play(lambda shown: shown.waits_for == (1,) and len(shown.seen.table) > 3)
    await album.panel("hand-italian", "phone-light", seat=1, says="Your turn")
    await game.play(lambda shown: shown.waits_for == (2,) and len(shown.seen.table) > 3)
    await album.panel("hand-big", "phone", seat=2, says="Your turn")
    await game.play(lambda shown: shown.between_hands)
    await album.table("sheet", "phone")
    await game.play(lambda shown: shown.status is Status.FINISHED)
    await album.table("over", "phone")


def telling(shown: Shown[Any]) -> bool:
    """Return whether a table of Cicera shows what there is: courts, suits, a score, some cards in hand."""
    table, suits = shown.seen.table, {card.suit for card in shown.seen.table}
    courts = [card for card in table if card.rank > 10]
    if not (4 < len(table) < 8 and courts and len(suits) > 2):
        return False
    return shown.seen.counts[0] in (3, 4, 5) and all(total > 0 for total in shown.seen.totals)


def can_choose(game: Evening) -> Callable[[Shown[Any]], bool]:
    """Return what tells whether the first member is to play and can take in several ways."""

    def choosing(shown: Shown[Any]) -> bool:
        if shown.waits_for != (0,):
            return False
        found = game.house.to_press(game.house.people[0])
        return found is not None and any(":pick:" in (button.custom_id or "") for button in found[1])

    return choosing


async def two(album: Album) -> None:
    """Two play Cicera with a colour for every suit, and stop."""
    game = album.game
    await game.choose(four_colours="on")
    await album.open(0, "phone", "phone-light")
    await game.open("cicera")
    await game.play(lambda shown: shown.waits_for == (1,) and len(shown.seen.table) > 4)
    await album.table("two", "phone-light")
    for person in album.people:
        await person.slash(game.house.channel, "cicera stop")
    await album.table("stopped", "phone")


async def ciapano(album: Album) -> None:
    """Five play Ciapano with an Italian deck."""
    game = album.game
    await game.choose(deck="italian")
    await album.open(0, "phone", "phone-light")
    await game.open("ciapano")
    await game.play(
        lambda shown: shown.waits_for == (0,) and len(shown.seen.sheets) == 2 and len(shown.seen.table) == 3
    )
    await album.table("ciapano", "phone-light")
    await album.panel("ciapano-hand", "phone", says="Your turn")
    await game.play(lambda shown: shown.between_hands)
    await album.table("ciapano-sheet", "phone-light")


async def civil(album: Album) -> None:
    """Four play Civil Suits."""
    game = album.game
    await album.open(0, "phone", "desktop-light")
    await game.open("civil-suits")
    await game.play(
        lambda shown: (
            shown.waits_for == (0,)
            and shown.seen.phase is Phase.PLAY
            and len(shown.seen.trick.laid) > 1
            and len(shown.seen.sheets) == 1
            and shown.seen.counts[0] < 9
        )
    )
    await album.table("civil", "desktop-light")
    await album.panel("civil-hand", "phone")
    await game.play(lambda shown: shown.seen.phase is Phase.MAGIC)
    await album.table("civil", "phone")


EVENINGS: Final = ((cicera, 4), (two, 2), (ciapano, 5), (civil, 4))


async def take(folder: Path) -> None:
    """Take all screenshots; exit with a message where there is no browser."""
    path = chromium()
    if path is None:
        sys.exit(MISSING)
    async with launched(path) as browser:
        for play, players in EVENINGS:
            while not await _taken(browser, folder, play, players):
                sys.stdout.write("another game\n")


async def _taken(
    browser: Browser, folder: Path, play: Callable[[Album], Awaitable[None]], players: int
) -> bool:
    """Return whether a game had all the moments of its evening."""
    with tempfile.TemporaryDirectory() as data:
        async with evening(Path(data), players) as game:
            try:
                await play(Album(game, Screens(browser, game.house), folder))
            except Missed:
                return False
    return True


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.browser.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path)
    chosen: Path = parser.parse_args().folder
    chosen.mkdir(parents=True, exist_ok=True)
    asyncio.run(take(chosen))
