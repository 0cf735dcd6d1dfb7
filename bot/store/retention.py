"""The part of the store about the end of what is kept: servers that were left, old games, late waiters
and proposals.

A server counts as gone only if Discord has said so, or if the bot was not there at `STARTS` starts, each at
least a day after the one before. Both hold for one application: under another one nothing of it is deleted,
as the host may have yet to add that to the server.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from sqlalchemy import Connection

from bot.store.database.patience import patiently
from bot.store.database.readers import Readers
from bot.store.database.writer import Writer
from bot.store.model.others import ServerRow
from bot.store.model.rows import Shards
from bot.store.queries import application, calls, games
from bot.store.ratings import team_names

log = logging.getLogger(__name__)

_DAY: Final = 86_400.0
STARTS: Final = 3
"""The starts without a server after which the bot is taken to be gone from there."""
AT_ONCE: Final = 200
"""The servers that are compared in one transaction."""
DELETED_AT_ONCE: Final = 20
"""The tables of a server, or the games, that are deleted in one transaction."""
BETWEEN_DELETIONS: Final = 0.05
"""Seconds between two such transactions, so that plays go first."""
_SERVERS: Final = "the servers that the bot has left"
_GAMES: Final = "the games that are too old to be kept"
_WAITERS: Final = "the members who wait at tables that are over"
_PROPOSALS: Final = "the proposed names of teams"

There = Callable[[int], bool]
"""Whether the bot is in a server now, or cannot tell."""


class Retention:
    """The end of what is kept; `own` are the shards of this process."""

    def __init__(self, readers: Readers, writer: Writer, own: Shards | None) -> None:
        self.readers = readers
        self.writer = writer
        self._with_data = application.with_data(own)
        self._gone = application.gone_servers(own)

    # Servers

    async def compare(self, application_id: int, there: There, now: float) -> None:
        """Note for each server with data whether the bot is there at a start."""
        with_data = await patiently(self._read_with_data, _SERVERS)
        # A server of which nothing is noted may have had an application that was changed since.
        sure = set(await patiently(self._applications, _SERVERS)) == {application_id}

        def changed(connection: Connection, guild_ids: list[int]) -> list[ServerRow]:
            noted = application.stored_servers(connection, guild_ids)
            rows = [
                compared(noted.get(guild), guild, application_id, here=there(guild), sure=sure, now=now)
                for guild in guild_ids
            ]
            return [row for row in rows if row is not None and row != noted.get(row.guild_id)]

        def work(connection: Connection, guild_ids: list[int]) -> None:
            # Compared again: meanwhile Discord may have said that the bot was removed.
            application.save_servers(connection, changed(connection, guild_ids))

        for first in range(0, len(with_data), AT_ONCE):
            some = with_data[first : first + AT_ONCE]
            if await patiently(partial(self.readers.read, partial(changed, guild_ids=some)), _SERVERS):
                await patiently(partial(self.writer.write, partial(work, guild_ids=some)), _SERVERS)
                await asyncio.sleep(BETWEEN_DELETIONS)

    async def _read_with_data(self) -> list[int]:
        return await self.readers.read(lambda connection: list(connection.scalars(self._with_data)))

    async def _applications(self) -> list[int]:
        return await self.readers.read(lambda connection: list(connection.scalars(application.APPLICATIONS)))

    async def note(self, server: ServerRow) -> None:
        """Note whether the bot is in a server, as Discord has just said."""
        await self.writer.write(lambda c: application.save_servers(c, [server]), server.guild_id)

    async def gone(self, application_id: int) -> list[ServerRow]:
        """Return the servers that the application is gone from."""

        def work(connection: Connection) -> list[ServerRow]:
            return [
                ServerRow(*row) for row in connection.execute(self._gone, {"application": application_id})
            ]

        return await patiently(partial(self.readers.read, work), _SERVERS)

    async def warned(self, guild_id: int, at: float) -> None:
        """Note that the log has said when the data of a server will be deleted."""

        def work(connection: Connection) -> None:
            connection.execute(application.WARN, {"guild": guild_id, "at": at})

        await patiently(partial(self.writer.write, work), _SERVERS)

    async def delete_some(self, guild_id: int, there: There) -> int:
        """Delete a few tables of a server, and once there are none all its other data; return their number.

        Nothing happens if the bot is there again.
        """

        def work(connection: Connection) -> int:
            if there(guild_id):
                return 0
            number = application.delete_tables(connection, guild_id, DELETED_AT_ONCE)
            if not number:
                application.delete_others(connection, guild_id)
            return number

        return await patiently(partial(self.writer.write, work), _SERVERS)

    async def delete(self, guild_id: int, there: There) -> int:
        """Delete all data of a server, and return the number of its tables.

        A process that is killed goes on at the next start: the note that the server is gone is deleted last.
        """
        deleted = 0
        while number := await self.delete_some(guild_id, there):
            deleted += number
            await asyncio.sleep(BETWEEN_DELETIONS)
        return deleted

    # Games, waiters

    async def drop_games(self, before: float) -> int:
        """Drop the stored games that ended before a moment, and return their number; results stay."""
        dropped = 0
        work = partial(games.drop, before=before, most=DELETED_AT_ONCE)
        while number := await patiently(partial(self.writer.write, work), _GAMES):
            dropped += number
            await asyncio.sleep(BETWEEN_DELETIONS)
        return dropped

    async def drop_waiters(self, before: float) -> None:
        """Forget the members who could not be called to a table that was over before a moment."""

        key = {"before": before}

        def work(connection: Connection) -> None:
            connection.execute(calls.DROP_UNCALLED, key)

        found = partial(self.readers.read, lambda connection: connection.scalar(calls.UNCALLED, key))
        if await patiently(found, _WAITERS):
            await patiently(partial(self.writer.write, work), _WAITERS)

    async def drop_proposals(self, before: float) -> None:
        """Forget the names for teams that were proposed before a moment, and that nobody has agreed to."""
        work = partial(team_names.drop_proposals, before=before)
        found = partial(
            self.readers.read,
            lambda connection: connection.scalar(team_names.LATE_PROPOSALS, {"before": before}),
        )
        if await patiently(found, _PROPOSALS):
            await patiently(partial(self.writer.write, work), _PROPOSALS)


def compared(
    noted: ServerRow | None, guild_id: int, application_id: int, *, here: bool, sure: bool, now: float
) -> ServerRow | None:
    """Return the row of a server at a start, None if nothing can be said of it.

    `here` if the bot is there; `sure` if its data can only be this application's.
    """
    if here:
        return ServerRow(guild_id, application_id)
    if noted is None:
        noted = ServerRow(guild_id, application_id) if sure else None
    if noted is None or noted.application_id != application_id or noted.gone_since is not None:
        return noted
    if noted.missing_at is not None and now < noted.missing_at + _DAY:
        return noted
    missing = noted.missing + 1
    return replace(noted, missing=missing, missing_at=now, gone_since=now if missing >= STARTS else None)
