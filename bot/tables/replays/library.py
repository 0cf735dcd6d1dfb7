"""The replays of games that are over, each for a reader who may see it, and those of records in files."""

import asyncio
from collections.abc import Hashable
from typing import Final

from bot.caches import BoundedDict
from bot.errors import NotKept, NotOpen, NotRead, Refused
from bot.store import Access, Reader, StoreError
from bot.table.table import Unreplayable
from bot.tables.replays.files import RecordFiles, of_file
from bot.tables.replays.replay import Replay
from bot.tables.tables import Tables
from bot.tasks import end_of

_KEPT: Final = 32
"""The replays in memory; that of a long game takes half a megabyte."""


class Replays:
    """The replays of games that are over; the last ones looked at stay in memory.

    Those of records that were given as `files` are known by their source.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.files = RecordFiles(tables.store)
        self._made: BoundedDict[Hashable, asyncio.Task[Replay]] = BoundedDict(_KEPT)

    async def of(self, source: str, reader: Reader) -> Replay:
        """Return the replay of a game or a file for a reader, without the names of members who hide.

        NotOpen unless the reader may see the game; Refused while it goes on or its last hand is counted, if
        it has no deal, or if it cannot be read or replayed. A file is shown to whoever has its source.
        """
        if of_file(source):
            return self.files.of(source)
        access = await self.access(source, reader)
        # Whoever is forgotten, here or by another process, has another id from then on.
        key = (source, access.people, access.unnamed)
        task = self._made.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = asyncio.create_task(self._replay(source, access.unnamed))
        self._made[key] = task
        return await end_of(task)

    async def access(self, source: str, reader: Reader) -> Access:
        """Return what a reader may see of a game that is over, or of a file; Refused as in `of`."""
        if of_file(source):
            nobody = frozenset[int]()
            return Access(
                reader.guild_id, 0, over=True, people=nobody, sat=False, unnamed=nobody, closed=False
            )
        try:
            access = await self.tables.store.played.access(source, reader.user_id)
        except StoreError as error:
            raise NotRead(lasting=error.lasting) from None
        if access is None or not access.open_to(reader):
            raise NotOpen
        table = self.tables.in_memory(source)
        if table is not None and table.ending:
            raise Refused("refused.counting")
        if not access.over or (table is not None and table.open):
            # Others are not told that a game goes on which they may not see.
            raise Refused("replay.later") if access.sat else NotOpen
        return access

    def expire(self) -> None:
        """Drop all replays from memory: a member was forgotten."""
        self._made.clear()

    async def _replay(self, table_id: str, unnamed: frozenset[int]) -> Replay:
        try:
            stored = await self.tables.store.load(table_id)
        except StoreError as error:
            raise NotRead(lasting=error.lasting) from None
        if stored is None:
            raise NotOpen
        if not stored.kept:
            raise NotKept
        try:
            # A whole game takes some hundredths of a second, which no press is to wait for.
            replay = await asyncio.to_thread(Replay.of, stored, unnamed)
        except Unreplayable:
            raise Refused("replay.unreadable") from None
        if not replay.hands:
            raise Refused("replay.undealt")
        return replay
