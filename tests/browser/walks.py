"""A walk through an evening: one kind of message after another, as a phone shows it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from bot.locale import Catalogue
from sandbox.view import Message
from tests.browser.evenings import evening
from tests.browser.kinds import Kind, Sight, Tour
from tests.browser.screen import Screen, Screens
from tests.browser.windows import PHONE, Windows
from tests.e2e.house import NAMES


class Step(NamedTuple):
    """One kind of message that is still to be come to, and the window of the member who sees it."""

    kind: Kind
    sight: Sight
    screens: Screens
    screen: Screen

    async def come(self) -> Message:
        """Come to the message, and return it once every window shows it."""
        try:
            message = await self.kind.reach(self.sight)
        except Exception as error:
            error.add_note(f"on the way to {self.kind.name}")
            raise
        await self.screens.shown()
        return message


class Walk(NamedTuple):
    """An evening with the first member's window open on it."""

    sight: Sight
    screens: Screens
    mine: Screen

    async def steps(self, wanted: Callable[[Kind], bool] = lambda kind: True) -> AsyncIterator[Step]:
        """Give the steps of the tour that are wanted; each has to be taken before the next."""
        for kind in filter(wanted, self.sight.tour.kinds):
            if not kind.onward:
                await self.sight.close()
            if kind.watched:
                screen = await self.screens.open(self.sight.watcher, PHONE)
                yield Step(kind, self.sight, self.screens, screen)
                await self.screens.close(screen)
            else:
                yield Step(kind, self.sight, self.screens, self.mine)


@asynccontextmanager
async def walking(
    windows: Windows,
    folder: Path,
    tour: Tour,
    names: Sequence[str] = NAMES,
    pictures: str = "on",
    dark: bool = True,
    locale: str = "en-US",
    catalogue: Catalogue | None = None,
    words: str = "off",
) -> AsyncIterator[Walk]:
    """Return a walk of members with these names, whose server and clients speak a language, on a phone.

    Where `words` is on, the first of them has chosen cards in words.
    """
    async with evening(folder, tour.players, names, catalogue) as game:
        await game.choose(pictures=pictures)
        await game.prefer(0, words=words)
        # A look back need not be a good one here.
        game.bot.adviser.worlds = 2
        sight, screens = Sight(game, tour), Screens(windows, game.house)
        game.house.guild.locale = locale
        for person in (*game.house.people, sight.watcher):
            person.speak(locale)
        yield Walk(sight, screens, await screens.open(sight.me, PHONE, dark))
