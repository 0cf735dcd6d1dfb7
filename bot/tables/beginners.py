"""Beginners: members in their first two games of a kind, by the finished tables at which they sat."""

import time
from collections.abc import Callable
from functools import partial
from typing import Final

from bot.errors import NotRead
from bot.store import Known, Status, Store, StoreError, TableRow
from bot.table.table import Table
from engine import GAMES

FIRST_GAMES: Final = 2
"""The games of a kind in which a member is a beginner."""


class Beginners:
    """The members who play one of their first games, counted anew once a game of theirs has ended.

    While the store cannot be read, those not known to be beginners are none.
    """

    def __init__(self, store: Store, now: Callable[[], float] = time.monotonic) -> None:
        # The table itself may be among those finished, and does not count.
        most = FIRST_GAMES + 1
        read = partial(_finished, store, most)
        unknown = frozenset([str(number) for number in range(most)])
        # A panel without its legend is drawn again only after the next change: this is worth a wait.
        told = "which games members have finished"
        self._finished = Known(read, lambda _: unknown, told, now, times=4)

    async def plays(self, row: TableRow, user_id: int) -> bool:
        """Return whether a table is one of a member's first of its game, also once it is finished."""
        return len(await self._finished.of((user_id, row.game)) - {row.id}) < FIRST_GAMES

    async def begins(self, game: str, user_id: int) -> bool:
        """Return whether a member's next game of a kind is one of the first; NotRead if it cannot be read."""
        try:
            return len(await self._finished.surely((user_id, game))) < FIRST_GAMES
        except StoreError as error:
            raise NotRead(lasting=error.lasting) from None

    def forgotten(self, user_id: int) -> None:
        """Have the games of a member who was forgotten counted anew."""
        for game in GAMES:
            self._finished.expire((user_id, game))

    def changed(self, table: Table, *, panels: bool = True, only: int | None = None) -> None:
        """Have the games of the people at a table counted anew once it is finished."""
        if table.row.status is Status.FINISHED:
            for seat in table.seats:
                key = (seat.user_id, table.row.game)
                if seat.person and table.row.id not in self._finished.at_hand(key):
                    self._finished.expire(key)


async def _finished(store: Store, most: int, key: tuple[int, str]) -> frozenset[str]:
    return await store.played.finished(*key, most)
