"""The finished games of older versions, which have a row for each play: they get one row while the bot plays.

A few are moved at a time, each in a transaction of its own. Nothing notes how far that is: a game that has
rows in the log and is over is still to be moved, at the next start too. Until then it is read as before.
"""

import asyncio
import logging
from functools import partial
from typing import Final

from sqlalchemy import Connection

from bot.store.database.readers import Readers
from bot.store.database.writer import Writer
from bot.store.model.errors import Conflict, StoreError
from bot.store.patience import RETRY_SECONDS, patiently
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
        moved, after = 0, ""
        while found := await patiently(partial(self._next, after), _WHAT):
            after = found[-1][0]
            for table_id in [table_id for table_id, old in found if old]:
                if not moved:
                    self.left = await patiently(self.count, _WHAT)
                    log.info("%s: %d get one row each, while the bot plays", _WHAT, self.left)
                await self._move(table_id)
                moved += 1
                self.left = max(0, self.left - 1)
                if moved % SAID == 0:
                    log.info("%s: %d moved, %d left", _WHAT, moved, self.left)
                await asyncio.sleep(BETWEEN_GAMES)
        self.left = 0
        if moved:
            log.info("%s: all %d are moved", _WHAT, moved)

    async def _next(self, after: str) -> list[tuple[str, bool]]:
        """Return the next tables with a log, by id, and whether each is an old game."""
        return await self.readers.read(lambda connection: games.with_log(connection, after, AT_ONCE))

    async def count(self) -> int:
        """Return the number of old games; it takes longer the more tables there are."""
        return await self.readers.read(lambda connection: connection.scalar(games.OLD)) or 0

    async def _move(self, table_id: str) -> None:
        def work(connection: Connection) -> None:
            games.put_away(connection, table_id)

        while True:
            try:
                return await self.writer.write(work)
            except Conflict:
                # Another process has moved it.
                return None
            except StoreError as error:
                log.info("the game of table %s cannot be moved yet: %s", table_id, error)
            await asyncio.sleep(RETRY_SECONDS)
