"""A member who asks to be forgotten: they leave their open tables, and the store removes their id and name.

Each step stands by itself, and the whole can be repeated: killed in between, the member has only left some
tables. Memory drops the member before the store does and again after it, so that it stores nothing of them.
"""

import logging
from typing import Final

from bot.errors import NotRead, NotSaved, Refused
from bot.lobby.lobby import Lobbies
from bot.preferences.cache import PreferenceCache
from bot.store import Status, StoreError
from bot.tables.beginners import Beginners
from bot.tables.seats import Seats

log = logging.getLogger(__name__)

_TRIES: Final = 3
"""The times that a member is forgotten where something has stored their id meanwhile."""


class Forgetting:
    """The way of a member out of tables, memory and store."""

    def __init__(
        self, lobbies: Lobbies, seats: Seats, preferences: PreferenceCache, beginners: Beginners
    ) -> None:
        self.tables = lobbies.tables
        self.lobbies = lobbies
        self.seats = seats
        self.preferences = preferences
        self.beginners = beginners

    async def leave(self, user_id: int) -> None:
        """Take a member from all their open tables, each by its rules; Refused if that cannot be stored.

        The seat in a table that cannot be left, such as one set aside, goes to a computer in `forget`.
        """
        try:
            rows = await self.tables.store.live(user_id=user_id)
        except StoreError as error:
            raise NotRead(lasting=error.lasting) from None
        for row in rows:
            leaving = self.lobbies.leave if row.status is Status.LOBBY else self.seats.hand_over
            try:
                await leaving(row.id, user_id)
            except (NotRead, NotSaved):
                raise
            except Refused as refused:
                log.info("a member is forgotten at table %s without leaving it: %s", row.id, refused.key)

    async def forget(self, user_id: int) -> None:
        """Forget a member in store and memory; Refused if that cannot be stored."""
        members = self.tables.store.members
        try:
            for _ in range(_TRIES):
                await self._forget(user_id)
                # A rematch that was opened at that moment keeps seats for the players of its former game.
                if not await members.named(user_id):
                    break
        except StoreError as error:
            raise NotSaved(lasting=error.lasting) from None
        finally:
            await members.empty_log()

    async def _forget(self, user_id: int) -> None:
        self.tables.ledgers.forget_everywhere(user_id)
        try:
            await self.tables.store.members.forget(user_id, self.tables.now())
        finally:
            # An uncertain write may have happened all the same.
            self.tables.ledgers.forget_everywhere(user_id)
            self.preferences.forgotten(user_id)
            self.beginners.forgotten(user_id)
            self.tables.store.ratings.forgotten()
            await self.tables.reread(user_id)
