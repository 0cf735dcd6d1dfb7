"""The part of the store about calls: waiting members, and the digests of slow games."""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection

from bot.store.database.readers import Readers
from bot.store.database.writer import Writer
from bot.store.interactions import noting
from bot.store.model.others import DigestRow
from bot.store.model.rows import Shards, WaiterRow
from bot.store.queries import calls, reads


class StoredCalls:
    """The waiting members of every table, and the digests; `own` are the shards of this process."""

    def __init__(self, readers: Readers, writer: Writer, own: Shards | None) -> None:
        self.readers = readers
        self.writer = writer
        self._with_waiters = calls.WITH_WAITERS.where(reads.owned(own))
        self._digests = calls.newest_digests(own)
        self._digest_wanted = calls.digests_wanted(own)

    async def save_waiters(self, rows: Sequence[WaiterRow], guild_id: int | None = None) -> None:
        """Note waiting members, and the messages that have called them."""
        table_id = rows[0].table_id if rows else ""
        await self.writer.write(noting(lambda c: calls.save_waiters(c, rows), table_id), guild_id)

    async def drop_waiters(
        self, table_id: str, user_ids: Collection[int], guild_id: int | None = None
    ) -> None:
        """Forget that these users wait at a table, or have been called to it."""
        await self.writer.write(
            noting(lambda c: calls.drop_waiters(c, table_id, user_ids), table_id), guild_id
        )

    async def with_waiters(self) -> list[str]:
        """Return the tables, of any status, with a member who waits for a seat or has been called to one."""
        return await self.readers.read(lambda connection: list(connection.scalars(self._with_waiters)))

    async def digests(self, after: float) -> list[DigestRow]:
        """Return the digests that stand in their channel, and the ones sent after `after`."""

        def work(connection: Connection) -> list[DigestRow]:
            return [DigestRow(*row) for row in connection.execute(self._digests, {"after": after})]

        return await self.readers.read(work)

    async def digest_wanted(self, slow: int, value: str) -> list[tuple[int, int]]:
        """Return server and id of the members who want digests and sit at a game at least this slow."""

        def work(connection: Connection) -> list[tuple[int, int]]:
            return [
                (guild, user)
                for guild, user in connection.execute(self._digest_wanted, {"slow": slow, "value": value})
            ]

        return await self.readers.read(work)

    async def note_digest(self, digest: DigestRow) -> None:
        """Note the newest digest of a member in a server in place of the one before."""
        await self.writer.write(lambda connection: calls.save_digest(connection, digest), digest.guild_id)
