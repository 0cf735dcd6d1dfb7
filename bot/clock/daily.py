"""The daily work: servers that the bot has left, old games, late waiters and old months are kept no longer.

No server is deleted that the log has not named before: a week, or all the days of `FORGET_SERVERS_DAYS` where
they are fewer.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from bot.store import ServerRow, StoreError
from bot.store.retention import There
from bot.table.deadlines import DAY
from bot.tables.tables import Tables

log = logging.getLogger(__name__)

WARNED_DAYS: Final = 7
"""The days between the line of the log that names a server and the deletion of its data."""


class Daily:
    """The daily work at a store; `run` is its task.

    `there` tells whether the bot is in a server, `application` which one it is at Discord, None before it is
    connected.
    """

    def __init__(self, tables: Tables, there: There, application: Callable[[], int | None]) -> None:
        self._tables = tables
        self._kept = tables.store.retention
        self._there = there
        self._application = application

    async def run(self) -> None:
        """Work at once and then each day, until cancelled; first note the servers where the bot is."""
        application_id = self._application()
        if application_id is not None:
            await self._kept.compare(application_id, self._there, self._tables.now())
        while True:
            if application_id is not None and self._tables.settings.forget_servers_days:
                await self.forget_servers(application_id)
            await self.drop_games()
            await self._kept.drop_waiters(self._tables.now() - DAY)
            await self._kept.drop_proposals(self._tables.now() - DAY)
            # A month lasts longer in some time zones.
            await self._tables.store.ratings.drop_months(self._tables.now() - 2 * DAY)
            await asyncio.sleep(DAY)

    # Servers

    async def removed(self, guild_id: int) -> None:
        """Note that the bot was removed from a server; if that fails, the next starts find it out."""
        await self._note(guild_id, gone_since=self._tables.now())

    async def added(self, guild_id: int) -> None:
        """Note that the bot was added to a server."""
        await self._note(guild_id, gone_since=None)

    async def _note(self, guild_id: int, gone_since: float | None) -> None:
        application_id = self._application()
        if application_id is None:
            return
        try:
            await self._kept.note(ServerRow(guild_id, application_id, gone_since=gone_since))
        except StoreError as error:
            log.warning("whether the bot is in server %d could not be noted: %s", guild_id, error)

    async def forget_servers(self, application_id: int) -> None:
        """Name servers in the log before their time ends, and delete the data of servers named before."""
        days = self._tables.settings.forget_servers_days
        ahead = min(WARNED_DAYS, days) * DAY
        for server in await self._kept.gone(application_id):
            if server.gone_since is None or self._there(server.guild_id):
                continue
            now, due = self._tables.now(), server.gone_since + days * DAY
            if server.warned_at is not None:
                if now >= max(due, server.warned_at + ahead):
                    await self._forget(server.guild_id)
            elif now >= due - ahead:
                on = time.strftime("%Y-%m-%d", time.gmtime(max(due, now + ahead)))
                log.warning(
                    "the bot has left server %d, whose data is deleted on %s unless it is added again",
                    server.guild_id,
                    on,
                )
                await self._kept.warned(server.guild_id, now)

    async def _forget(self, guild_id: int) -> None:
        """Delete all data of a server, from memory too, so that no table of it is stored again."""
        number = await self._kept.delete(guild_id, self._there)
        if not self._there(guild_id):
            self._tables.forget(guild_id)
            log.warning(
                "all data of server %d, which the bot has left, is deleted: %d tables", guild_id, number
            )

    # Games

    async def drop_games(self) -> None:
        """Drop the stored games that are older than the host wants to keep them."""
        days = self._tables.settings.keep_games_days
        if days and (number := await self._kept.drop_games(self._tables.now() - days * DAY)):
            log.info("%d games of more than %d days ago are no longer kept; their results are", number, days)
