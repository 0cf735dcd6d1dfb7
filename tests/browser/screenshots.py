"""`python -m tests.browser.screenshots FOLDER`: members' views of their games, on phone and desktop.

Every kind of message by itself, in a dark and in a light client, with a page that lists them; then windows as
a whole. The pictures in the messages by themselves are drawn by `tests/bot/pictures/samples.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from PIL import Image
from playwright.async_api import Locator

from bot.table.view import View
from engine.civil_suits import Phase
from sandbox.driver import Member
from sandbox.view import Message
from tests.browser.support.browsers import MISSING, chromium, launched
from tests.browser.support.evenings import Evening, Moment, evening
from tests.browser.support.friends import evening_of_four, friends
from tests.browser.support.kinds import Kind, Sight
from tests.browser.support.screen import Screen, Screens
from tests.browser.support.tours import TOURS
from tests.browser.support.windows import DESKTOP, Windows

PHONE: Final = (375, 980)
"""The size of a large phone in CSS pixels, which shows a panel without scrolling."""
WHOLE: Final = (PHONE[0], 2400)
"""The size of a window that shows every message whole."""
THEMES: Final = {"dark": True, "light": False}
LOCALES: Final = ("en-US", "it")
ALONE: Final = 64
IN_A_WINDOW: Final = 256
"""Colours of a screenshot, of a message or of a window: few that look the same, for a third of the bytes."""
LISTED: Final = {"cicera": "Cicera", "ciapano": "Ciapano", "civil-suits": "Civil Suits"}
"""The tours of which every kind of message is kept, with the games' names."""
AROUND: Final = 132
"""Pixels of a window above and below the conversation."""
TIDY: Final = """() => {
  for (const node of document.querySelectorAll("#pill, .badge")) node.style.visibility = "hidden";
}"""
"""The button back to the newest message is in the way, and so are calls from other channels."""
PAGE: Final = """# Every panel

What members see of each game on a phone 375 pixels wide, in the order of an evening, in a dark and in
a light client. `make screenshots` takes all of it anew from games that are played in the stand-in's
page; [What it looks like](look.md) has the best of it.
"""


def kept(png: bytes, path: Path, colours: int) -> None:
    """Save a screenshot in so many colours."""
    taken = Image.open(BytesIO(png)).convert("RGB")
    taken.quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)
    sys.stdout.write(f"{path.name}\n")


# Every kind of message


async def every_kind(windows: Windows, folder: Path) -> None:
    """Take every kind of message of every game, and write the page that shows them."""
    page = [PAGE]
    for name, title in LISTED.items():
        page.append(f"## {title}\n\n| | dark | light |\n|---|---|---|")
        with tempfile.TemporaryDirectory() as data:
            async with evening(Path(data), TOURS[name].players) as game:
                async for kind in _toured(windows, folder, game, name):
                    page.append(_row(name, title, kind))
        page.append("")
    (folder.parent / "panels.md").write_text("\n".join(page), "utf-8")


async def _toured(windows: Windows, folder: Path, game: Evening, name: str) -> AsyncIterator[Kind]:
    """Take every kind of message of a tour, and yield them."""
    sight, screens = Sight(game, TOURS[name]), Screens(windows, game.house)
    mine = await _windows(screens, sight.me)
    for kind in sight.tour.kinds:
        if not kind.onward:
            await sight.close()
        shown = await _windows(screens, sight.watcher) if kind.watched else mine
        message = await kind.reach(sight)
        await screens.shown()
        for theme, screen in shown.items():
            png = await screen.item(message).screenshot()
            kept(png, folder / f"{name}-{kind.name}-phone-{theme}.png", ALONE)
            if kind.watched:
                await screens.close(screen)
        yield kind


async def _windows(screens: Screens, member: Member) -> dict[str, Screen]:
    """Open a window in each theme for a member."""
    return {theme: await screens.open(member, WHOLE, dark, scale=1) for theme, dark in THEMES.items()}


def _row(name: str, title: str, kind: Kind) -> str:
    """Return the row of the page that shows a kind of message."""
    told = kind.name.replace("-", " ")
    shots = (
        f"![{title}, {told}, {theme}](screenshots/{name}-{kind.name}-phone-{theme}.png)" for theme in THEMES
    )
    return f"| {told} | {' | '.join(shots)} |"


# An evening of friends


async def every_message(windows: Windows, folder: Path, locale: str) -> None:
    """Take the messages of an evening of friends whose server and clients speak a language."""
    screens: dict[int, Screen] = {}

    async def look(kind: str, reader: Member, message: Message) -> None:
        await every.shown()
        screen = screens[reader.id]
        for theme, dark in THEMES.items():
            await screen.page.emulate_media(color_scheme="dark" if dark else "light")
            png = await screen.item(message).screenshot()
            kept(png, folder / f"{kind}-{locale[:2]}-{theme}.png", IN_A_WINDOW)

    with tempfile.TemporaryDirectory() as data:
        async with friends(Path(data), look, pictures=True, emoji=True) as made:
            every = Screens(windows, made.house)
            made.house.guild.locale = locale
            for member in (*made.house.people, made.fifth):
                member.speak(locale)
                screens[member.id] = await every.open(member, WHOLE)
            await evening_of_four(made)
            await windows.close_all()


# Windows


class Album:
    """Takes windows in their current state, in an evening that `game` plays."""

    def __init__(self, game: Evening, screens: Screens, folder: Path) -> None:
        self.game = game
        self.folder = folder
        self._screens = screens

    async def open(self, seat: int, size: tuple[int, int] = PHONE, theme: str = "dark") -> Window:
        """Open a window for a member, which shows their private messages from now on."""
        fine = 2 if size == PHONE else 1
        screen = await self._screens.open(self.game.house.people[seat], size, THEMES[theme], fine)
        return Window(self, screen, f"{'phone' if size == PHONE else 'desktop'}-{theme}", size)

    async def shown(self) -> None:
        """Wait until every window shows everything so far."""
        await self._screens.shown()


class Window(NamedTuple):
    """A member's window, by the end of its screenshots' names."""

    album: Album
    screen: Screen
    kind: str
    size: tuple[int, int]

    async def take(self, message: Locator, name: str) -> None:
        """Take the window from the head of a message on, high enough to show all of it."""
        page, (width, height) = self.screen.page, self.size
        await self.album.shown()
        box = await message.bounding_box()
        assert box is not None
        await page.set_viewport_size({"width": width, "height": max(height, round(box["height"]) + AROUND)})
        await message.evaluate("(node) => node.scrollIntoView({ block: 'start' })")
        await page.evaluate(TIDY)
        kept(await page.screenshot(), self.album.folder / f"{name}-{self.kind}.png", IN_A_WINDOW)


async def cicera(album: Album) -> None:
    """Four play Cicera: Ann with the deck of the server, Bo with an Italian one, Cy with big text."""
    game, (ann, bo, cy, _) = album.game, album.game.house.people
    await game.prefer(1, deck="italian")
    await game.prefer(2, big_text="on")
    phone, desktop = await album.open(0), await album.open(0, DESKTOP)
    italian, big = await album.open(1, theme="light"), await album.open(2)
    await game.lobby("cicera")
    await game.press(bo, game.public, "join:1")
    await desktop.take(desktop.screen.table, "cicera-lobby")
    await game.join()
    await game.fix(TOURS["cicera"].seed)
    await game.press(ann, game.public, "start")
    await game.play(lambda shown: shown.my_turn and telling(shown))
    await phone.take(phone.screen.panel, "cicera-your-turn")
    await desktop.take(desktop.screen.panel, "cicera-your-turn")
    await bo.say(game.house.channel, "Who still has the ten of diamonds?")
    await cy.say(game.house.channel, "Play, and you will see 😇")
    # A window opened now shows no private messages.
    for window in (await album.open(3), await album.open(3, DESKTOP, "light")):
        await window.take(window.screen.table, "cicera-channel")
    await game.play(to_play(bo))
    await italian.take(italian.screen.panel, "cicera-italian")
    await game.play(to_play(cy))
    await big.take(big.screen.panel, "cicera-big-text")


def to_play(person: Member) -> Moment:
    """Return the moment when a member is on turn, with some cards on the table."""

    def come(shown: View[Any]) -> bool:
        rows = [shown.at(seat) for seat in shown.waits_for]
        return len(shown.seen.table) > 3 and any(row and row.user_id == person.id for row in rows)

    return come


def telling(shown: View[Any]) -> bool:
    """Return whether a table of Cicera shows enough: courts, suits, a score, some cards in hand."""
    table, suits = shown.seen.table, {card.suit for card in shown.seen.table}
    courts = [card for card in table if card.rank > 10]
    if not (4 < len(table) < 8 and courts and len(suits) > 2):
        return False
    return shown.seen.counts[0] in (3, 4, 5) and all(total > 0 for total in shown.seen.totals)


async def two(album: Album) -> None:
    """Two play Cicera with a colour for every suit."""
    game = album.game
    await game.choose(four_colours="on")
    window = await album.open(0, theme="light")
    await game.open("cicera", seed=1)
    await game.play(lambda shown: shown.waits_for == (1,) and len(shown.seen.table) > 4)
    await window.take(window.screen.table, "cicera-two")


async def ciapano(album: Album) -> None:
    """Five play Ciapano with an Italian deck."""
    game = album.game
    await game.choose(deck="italian")
    window = await album.open(0, theme="light")
    await game.open("ciapano", seed=1)
    await game.play(lambda shown: len(shown.seen.sheets) == 2 and len(shown.seen.table) == 3)
    await window.take(window.screen.table, "ciapano-five")


async def civil(album: Album) -> None:
    """Four play Civil Suits."""
    game = album.game
    window = await album.open(0, DESKTOP, "light")
    await game.open("civil-suits", seed=1)
    await game.play(lambda shown: shown.seen.phase is Phase.PLAY and len(shown.seen.trick.laid) > 2)
    await window.take(window.screen.table, "civil-suits-table")


WINDOWS: Final[Mapping[Callable[[Album], Awaitable[None]], int]] = {cicera: 4, two: 2, ciapano: 5, civil: 4}
"""The plays for windows, with the number of players."""


async def take(folder: Path, *, of_friends: bool) -> None:
    """Take all screenshots, or those of an evening of friends; exit with a message without a browser."""
    path = chromium()
    if path is None:
        sys.exit(MISSING)
    async with launched(path) as browser:
        windows = Windows(browser)
        if of_friends:
            for locale in LOCALES:
                await every_message(windows, folder, locale)
            return
        await every_kind(windows, folder)
        for play, players in WINDOWS.items():
            with tempfile.TemporaryDirectory() as data:
                async with evening(Path(data), players) as game:
                    await play(Album(game, Screens(windows, game.house), folder))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.browser.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--friends",
        action="store_true",
        help="every message of an evening of friends instead, in two languages",
    )
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(take(chosen.folder, of_friends=chosen.friends))
