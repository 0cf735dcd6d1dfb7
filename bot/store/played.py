"""The part of the store about the games that a member has played to their end."""

from bot.store.database.readers import Readers
from bot.store.queries import reads


class StoredGames:
    """The finished games of each member, in any server."""

    def __init__(self, readers: Readers) -> None:
        self.readers = readers

    async def finished(self, user_id: int, game: str, most: int) -> frozenset[str]:
        """Return up to `most` finished tables of a game at which a user sat at the end."""
        key = {"user": user_id, "game": game, "most": most}
        return await self.readers.read(lambda c: frozenset(c.scalars(reads.FINISHED, key)))
