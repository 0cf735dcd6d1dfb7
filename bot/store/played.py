"""The part of the store about games that are over: those of a member, and their results."""

from sqlalchemy import Connection

from bot.store.database.readers import Readers
from bot.store.model.results import Meetings, ResultRow
from bot.store.model.rows import SeatRow, Stored, TableRow
from bot.store.queries import games, reads, results


class StoredGames:
    """The finished games of each member and server."""

    def __init__(self, readers: Readers) -> None:
        self.readers = readers

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
