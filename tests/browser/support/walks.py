"""A walk through an evening: one kind of message after another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

from bot.locale import Catalogue
from sandbox.driver import Member
from sandbox.view import Message
from tests.browser.support.evenings import evening
from tests.browser.support.kinds import Kind, Sight, Tour
from tests.e2e.support.house import NAMES
from tests.e2e.support.tiled import picture

ON, OFF = "on", "off"


class Manner(NamedTuple):
    """A way to see a message: with pictures if the server wants them, in words or in big text if the first
    member does.
    """

    name: str
    pictures: str
    words: str = OFF
    big_text: str = OFF


PICTURES: Final = Manner("with pictures", ON)
PLAIN: Final = Manner("without pictures", OFF)
ALOUD: Final = Manner("in words", ON, ON)
"""Private messages have no picture then, and cards are words."""
BIG: Final = Manner("in big text", ON, big_text=ON)


class Step(NamedTuple):
    """One kind of message in one manner, still to be reached, and the member who sees it.

    `again`: it has been reached in another manner.
    """

    kind: Kind
    manner: Manner
    again: bool
    sight: Sight
    member: Member

    async def come(self) -> Message:
        """Go to the message, and return it."""
        kind, sight = self.kind, self.sight
        try:
            if not self.again or kind.refusal:
                message = await kind.reach(sight)
            else:
                message = await (kind.again or Sight.drawn_anew)(sight)
        except Exception as error:
            error.add_note(f"on the way to {kind.name} {self.manner.name}")
            raise
        sight.message = message
        seen = [file.filename for file in message.attachments if file.content_type.startswith("image/")]
        assert self.manner.pictures == ON or not seen, f"{kind.name} {self.manner.name} has {seen}"
        return message


class Walk(NamedTuple):
    """An evening, and the manners in which it is seen."""

    sight: Sight
    manners: Sequence[Manner]

    async def choose(self, manner: Manner) -> None:
        """Set the manner of everything drawn from now on."""
        await self.sight.evening.choose(pictures=manner.pictures)
        await self.sight.evening.prefer(0, words=manner.words, big_text=manner.big_text)

    async def steps(
        self, wanted: Callable[[Kind, Manner], bool] = lambda kind, manner: True
    ) -> AsyncIterator[Step]:
        """Yield the wanted steps of the tour; each has to be taken before the next."""
        for kind in self.sight.tour.kinds:
            manners = [manner for manner in self.manners if wanted(kind, manner)]
            if not manners:
                continue
            if not kind.onward:
                await self.sight.close()
            member = self.sight.watcher if kind.watched else self.sight.me
            async for manner, again in self._turns(kind, manners):
                yield Step(kind, manner, again, self.sight, member)

    async def _turns(self, kind: Kind, manners: Sequence[Manner]) -> AsyncIterator[tuple[Manner, bool]]:
        """Set the manners one after the other, and yield each with whether another came before."""
        first, *others = manners
        yield first, False
        for manner in others:
            if manner.words == ON and not self.sight.message.ephemeral:
                # Public messages are the same.
                continue
            await self.choose(manner)
            if kind.refusal:
                # Opening a page counts as reading it.
                await self.sight.press(self.sight.private(), "more")
                await self.sight.close()
            yield manner, True
        if others:
            await self.choose(first)
            if kind.again is None:
                await self.sight.drawn_anew()


@asynccontextmanager
async def walking(
    folder: Path,
    tour: Tour,
    manners: Sequence[Manner] = (PICTURES,),
    names: Sequence[str] = NAMES,
    locale: str = "en-US",
    catalogue: Catalogue | None = None,
) -> AsyncIterator[Walk]:
    """Return a walk of members with these names, whose server and clients speak a language.

    Their tiles are small, as nobody looks at them: they take the same room.
    """
    async with evening(folder, tour.players, names, catalogue, picture) as game:
        # A review need not be a good one here.
        game.bot.adviser.worlds = 2
        sight = Sight(game, tour)
        game.house.guild.locale = locale
        for person in (*game.house.people, sight.watcher):
            person.speak(locale)
        walk = Walk(sight, manners)
        await walk.choose(manners[0])
        yield walk
