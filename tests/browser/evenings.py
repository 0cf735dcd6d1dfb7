"""Evenings at a table, played up to moments that are worth a picture."""

import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from bot.app import CardsBot
from bot.preferences import Scope
from bot.shown import Shown
from bot.table import Table
from bot.tiles import ART
from engine.ai import named
from tests.e2e.house import House, running, sandboxed
from tests.e2e.tiled import already
from tests.e2e.umpire import unlimited

MOST: Final = 3000
"""Plays after which a moment is no longer waited for."""
CARELESS: Final = 0.5
"""How often somebody plays whatever is allowed, so that tables fill and games last."""


class Missed(Exception):
    """The game ended before the moment came."""


class Evening:
    """A game in a house: its members choose, and play by a rule of thumb until a moment has come."""

    def __init__(self, house: House) -> None:
        assert house.bot is not None
        self.house = house
        self.bot: CardsBot = house.bot
        self._rng = random.Random(7)

    async def choose(self, **values: str) -> None:
        """Choose for the server, such as its deck."""
        for name, value in values.items():
            await self.bot.chosen.choose(Scope.SERVER, self.house.guild.id, name.replace("_", "-"), value)

    async def prefer(self, seat: int, **values: str) -> None:
        """Choose for a member."""
        member = self.house.people[seat].id
        for name, value in values.items():
            await self.bot.chosen.choose(Scope.MEMBER, member, name.replace("_", "-"), value)

    async def open(self, game: str, **options: Any) -> None:
        """Open a table, seat everybody and start."""
        await self.house.open(game, **options)

    async def play(self, until: Callable[[Shown[Any]], bool]) -> Shown[Any]:
        """Play until the table is so for everybody, wait until that is shown, and return it; or Missed."""
        (row,) = await self.bot.store.live(guild_id=self.house.guild.id)
        for _ in range(MOST):
            table = self.bot.tables.current(await self.bot.tables.get(row.id))
            if until(table.shown()):
                await self.house.shown()
                return table.shown()
            if not table.playing:
                break
            await self._go_on(table)
        raise Missed

    async def _go_on(self, table: Table) -> None:
        """Let those act for whom the game waits: one to play, or all for the next hand."""
        tables, people = self.bot.tables, {row.seat: row.user_id for row in table.seats}
        if table.between_hands:
            for seat in table.voters():
                await tables.ready(table.row.id, people[seat], table.seq)
            return
        user_id = people[self._rng.choice(table.waits_for())]
        shown = table.shown(user_id)
        if self._rng.random() < CARELESS:
            action = self._rng.choice(shown.seen.legal)
        else:
            action = named(table.row.game, "greedy").choose(shown.seen, self._rng)
        await tables.submit(table.row.id, user_id, str(action), shown.asked)


@asynccontextmanager
async def evening(folder: Path, players: int = 4) -> AsyncIterator[Evening]:
    """Return an evening of so many people with a bot that shows pictures and tiles, all of them made."""
    database = folder / "cards.db"
    async with sandboxed(players) as made:
        await already(made, database, ART.drawings(), ART.png)
        async with running(made, database, pictures=True, emoji=True):
            unlimited(made)
            yield Evening(made)
