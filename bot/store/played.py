"""The part of the store about games that are over: those of a member, and their results."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

from sqlalchemy import Connection

from bot.store.database.readers import Readers
from bot.store.database.writer import Writer
from bot.store.history import lists, statements
from bot.store.history.rows import Access, HistoryPage, Reader, Wanted
from bot.store.model.results import Meetings, ResultRow
from bot.store.model.rows import SeatRow, Stored, TableRow
from bot.store.queries import exports, games, reads, results
from bot.store.queries.exports import MOST_EXPORTED, Export

_AT_ONCE: Final = 100
"""The results that an export reads at a time, so that plays come in between."""
_BETWEEN: Final = 0.01
"""Seconds between two such times."""


class StoredGames:
    """The finished games of each member and server."""

    def __init__(self, readers: Readers, writer: Writer) -> None:
        self.readers = readers
        self.writer = writer

    async def finished(self, user_id: int, game: str, most: int) -> frozenset[str]:
        """Return up to `most` finished tables of a game at which a user sat at the end."""
        key = {"user": user_id, "game": game, "most": most}
        return await self.readers.read(lambda c: frozenset(c.scalars(reads.FINISHED, key)))

    async def ended(self, table_id: str) -> tuple[Stored | None, Meetings | None]:
        """Return a finished table, and the games of its sides so far if its result counts."""

        def found(connection: Connection) -> tuple[Stored | None, Meetings | None]:
            return games.stored(connection, table_id), results.meetings(connection, table_id)

        return await self.readers.read(found)

    async def result(self, table_id: str) -> ResultRow | None:
        """Return the result of a game that is over, None without one."""
        return await self.readers.read(lambda connection: results.stored(connection, table_id))

    async def alone(self, user_id: int, game: str, most: int) -> list[tuple[TableRow, tuple[SeatRow, ...]]]:
        """Return a user's newest finished tables of a game against computers alone, with their seats."""
        key = {"user": user_id, "game": game, "most": most}

        def found(connection: Connection) -> list[tuple[TableRow, tuple[SeatRow, ...]]]:
            rows = [reads.as_table(row) for row in connection.execute(reads.AGAINST_COMPUTERS, key)]
            return [(row, reads.seats_of(connection, row.id)) for row in rows]

        return await self.readers.read(found)

    async def last_here(self, user_id: int, game: str, guild_id: int, channel_id: int) -> str | None:
        """Return the newest table of a game over in a channel, or in a thread of it, at which a user sat."""
        key = {"user": user_id, "game": game, "guild": guild_id, "channel": channel_id}
        return await self.readers.read(lambda c: c.scalar(reads.LAST_HERE, key))

    async def access(self, table_id: str, user_id: int) -> Access | None:
        """Return what a user may see of a table, None if there is no such table."""
        return await self.readers.read(lambda connection: statements.access(connection, table_id, user_id))

    async def history(
        self, reader: Reader, wanted: Wanted, most: int, beside: int | None = None, *, newer: bool = False
    ) -> HistoryPage:
        """Return the newest games that a reader may see, or those next to the one with the number `beside`.

        At most so many, newest first, of those that are wanted; games still to be counted have no number.
        """
        # Looked at once: that takes some milliseconds in a large server.
        reader = reader._replace(channels=tuple(reader.channels))
        reading = partial(
            lists.history_page, reader=reader, wanted=wanted, most=most, beside=beside, newer=newer
        )
        return await self.readers.read(reading)

    async def beginning(self, reader: Reader, text: str) -> list[str]:
        """Return the ids of at most two games that begin with a text, and which a reader may see."""
        return await self.readers.read(partial(lists.ids_beginning, reader=reader, text=text))

    async def open_by(self, commitment: str) -> bool:
        """Return whether a table is open, in any server, whose secret number has this commitment."""
        found = await self.readers.read(lambda c: c.scalar(statements.OPEN_BY, {"commitment": commitment}))
        return bool(found)

    async def key_moments(self, table_id: str) -> tuple[int, ...] | None:
        """Return the noted key moments of a game that is over, None as long as none were noted."""
        found = await self.readers.read(lambda c: c.scalar(games.KEY_MOMENTS, {"table": table_id}))
        return None if found is None else tuple(found)

    async def note_key_moments(self, table_id: str, numbers: Sequence[int]) -> None:
        """Note the key moments of a game, by the numbers of their plays, if its plays are kept."""
        statement = games.NOTE_KEY_MOMENTS.values(key_moments=list(numbers))
        await self.writer.write(lambda connection: connection.execute(statement, {"table": table_id}))

    async def export(self, guild_id: int) -> Export:
        """Return the file of a server's newest results, `MOST_EXPORTED` at most."""
        last = await self.readers.read(partial(exports.last_number, guild_id=guild_id))
        made, number = Export(), max(0, last - MOST_EXPORTED)
        reading = partial(exports.exported, guild_id=guild_id, most=_AT_ONCE)
        while (found := await self.readers.read(partial(reading, number=number))).results:
            await asyncio.to_thread(made.add, found)
            number = found.results[-1][1]
            await asyncio.sleep(_BETWEEN)
        return made
