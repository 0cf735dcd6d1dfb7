"""The finished games of older versions: they get one row each, and a result by hand, while the bot plays.

The migration has listed them in `old_games`, in the order in which they count. A few are brought over at a
time, each in a transaction of its own that takes it off the list, so a next start goes on where this one
ends. Until then a game is read from its log, as before.
"""

import asyncio
import logging
from typing import Final

from sqlalchemy import Connection

from bot.store.database.patience import RETRY_SECONDS, patiently
from bot.store.database.readers import Readers
from bot.store.database.writer import Writer
from bot.store.model.errors import Conflict, StoreError
from bot.store.queries import games

log = logging.getLogger(__name__)

AT_ONCE: Final = 20
"""The games that are looked for at a time."""
BETWEEN_GAMES: Final = 0.01
"""Seconds between two games, so that plays go first and the machine is idle most of the time."""
SAID: Final = 1000
"""The games after which the log says again how many are left."""
_WHAT: Final = "the games of older versions"


class OldGames:
    """The move of old games to one row each; `left` is about how many are still to be moved."""

    def __init__(self, readers: Readers, writer: Writer) -> None:
        self.readers = readers
        self.writer = writer
        self.left = 0

    async def move(self) -> None:
        """Move all old games, and say in the log how that goes on."""
        moved, self.left = 0, await patiently(self.count, _WHAT)
        if self.left:
            log.info("%s: %d get one row each, while the bot plays", _WHAT, self.left)
        while found := await patiently(self._next, _WHAT):
            for table_id, number in found:
                await self._move(table_id, number)
                moved, self.left = moved + 1, max(0, self.left - 1)
                if moved % SAID == 0:
                    log.info("%s: %d moved, %d left", _WHAT, moved, self.left)
                await asyncio.sleep(BETWEEN_GAMES)
        if moved:
            log.info("%s: all %d are moved", _WHAT, moved)

    async def _next(self) -> list[tuple[str, int]]:
        """Return the next old games, each with its number."""
        return await self.readers.read(lambda connection: games.next_old(connection, AT_ONCE))

    async def count(self) -> int:
        """Return the number of old games."""
        return await self.readers.read(lambda connection: connection.scalar(games.OLD)) or 0

    async def _move(self, table_id: str, number: int) -> None:
        def work(connection: Connection) -> None:
            games.bring_over(connection, table_id, number)

        while True:
            try:
                return await self.writer.write(work)
            except Conflict:
                # Another process has moved it.
                return None
            except StoreError as error:
                log.info("the game of table %s cannot be moved yet: %s", table_id, error)
            await asyncio.sleep(RETRY_SECONDS)
