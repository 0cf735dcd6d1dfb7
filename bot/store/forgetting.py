"""The part of the store about one member: all that is kept of them, and how they are forgotten.

Where the database is a file, nothing of a forgotten id or name stays in it, nor in its log. The id is noted
in a list of its own before the transaction is committed, so that a backup that is restored forgets it again;
a line too many, of a forgetting that was not committed, only repeats what the member has asked for.
"""

import asyncio
import logging
import math
import sqlite3
from contextlib import suppress
from functools import partial
from typing import Any, Final

from sqlalchemy import URL, Connection

from bot.store.database.address import file_of
from bot.store.database.readers import Readers
from bot.store.database.writer import Writer
from bot.store.interactions import noting
from bot.store.model.own_data import as_data
from bot.store.queries import forgetting, members, reads
from bot.store.upkeep.files import empty_log, vacuum
from bot.store.upkeep.forgotten import ForgottenList, list_of

log = logging.getLogger(__name__)

AT_ONCE: Final = 50
"""The tables of a member that are read at a time, so that plays come in between."""
AHEAD_SECONDS: Final = 3600.0
"""The seconds by which the noted last sign of life may be too late: time that was given is noted ahead."""
LOG_TRIES: Final = 5
LOG_SECONDS: Final = 0.2
"""Tries to empty the log of a file, and the seconds between two: a reader may still need it."""


class StoredMembers:
    """All that is kept of each member; `forgotten` is the list of forgotten members."""

    def __init__(self, url: URL, readers: Readers, writer: Writer) -> None:
        self.readers = readers
        self.writer = writer
        self.forgotten = ForgottenList(list_of(url))
        self._file = file_of(url)

    async def numbers(self, user_id: int) -> dict[str, int]:
        """Return the number of a member's `open` tables, finished `games`, and `settings`."""
        return await self.readers.read(lambda connection: members.kept_numbers(connection, user_id))

    async def data(self, user_id: int) -> dict[str, Any]:
        """Return all that is kept of a member, without another one's name or hand, and without a secret.

        The games are read a few at a time: those that are over never change.
        """
        kept, table_ids = await self.readers.read(lambda connection: members.kept_of(connection, user_id))
        games: list[dict[str, Any]] = []
        for start in range(0, len(table_ids), AT_ONCE):
            some = table_ids[start : start + AT_ONCE]
            rows = await self.readers.read(partial(members.games_of, user_id=user_id, table_ids=some))
            games += await asyncio.to_thread(as_data, rows, user_id)
        return {**kept, "games": games}

    async def forget(self, user_id: int, at: float) -> None:
        """Remove the id and the name of a member at a time; StoreError, and no change, if that fails.

        A seat in an open game goes to a computer. To forget once more does no harm.
        """

        def work(connection: Connection) -> None:
            forgetting.forget(connection, user_id)
            self.forgotten.add(user_id, at)

        await self.writer.write(noting(work))

    async def named(self, user_id: int) -> bool:
        """Return whether a table, or anything else that is kept, still has the id of a member."""
        return await self.readers.read(lambda connection: forgetting.is_named(connection, user_id))

    async def forget_again(self) -> int:
        """Forget the members of the list whose ids are in the database; return their number.

        That is where an older copy of the database was put back: the forgettings before its last sign of life
        are in it. An id in no table from before it was forgotten belongs to a member who has come back.
        """
        last = await self.readers.read(lambda connection: connection.scalar(reads.LAST_ALIVE))
        newer = self.forgotten.since(-math.inf if last is None else last - AHEAD_SECONDS)
        if not newer.times:
            return 0
        listed = newer.among(await self.readers.read(forgetting.all_ids))

        def work(connection: Connection) -> int:
            old = [one for one, at in listed.items() if not forgetting.began_anew(connection, one, at)]
            for user_id in old:
                forgetting.forget(connection, user_id)
            return len(old)

        number = await self.writer.write(work)
        if number and self._file is not None:
            try:
                # Its pages may have freed bytes from before such bytes were overwritten.
                await asyncio.to_thread(vacuum, self._file)
            except sqlite3.Error as error:
                said = "freed bytes stay in %s until `python -m bot compact` writes it anew (%s)"
                log.error(said, self._file, error)
        return number

    async def empty_log(self) -> None:
        """Empty the log of a SQLite file, which has older pages of the database."""
        if self._file is None:
            return
        for _ in range(LOG_TRIES):
            with suppress(sqlite3.Error):
                if await asyncio.to_thread(empty_log, self._file):
                    return
            await asyncio.sleep(LOG_SECONDS)
        log.warning("the log of %s cannot be emptied while it is read: it is when the bot ends", self._file)
