"""The making of servers' ratings from results of before there were any, while the bot plays."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Final

from sqlalchemy import Connection

from bot.store.database.patience import patiently
from bot.store.database.readers import Readers
from bot.store.database.writer import Writer
from bot.store.model.results import ResultRow
from bot.store.model.rows import Shards
from bot.store.queries import results as result_queries
from bot.store.ratings import statements
from bot.store.ratings.periods import month_of
from bot.store.ratings.whole import rows
from bot.store.ratings.whole.fold import WholeFold

log = logging.getLogger(__name__)

AT_ONCE: Final = 50
"""The results that are folded at a time, so that plays come in between."""
REST_SECONDS: Final = 0.01
"""Seconds between two such times."""
MOST_LATE: Final = 10_000
"""More games than end while the ratings of a server are written."""
_WHAT: Final = "the ratings of a server"


class Making:
    """The ratings of servers that wait for them, and of months that are over."""

    def __init__(self, readers: Readers, writer: Writer, own: Shards | None) -> None:
        self.readers = readers
        self.writer = writer
        self._own = own

    async def all(self, now: float, pause: float) -> AsyncIterator[None]:
        """Make the ratings of all own servers that wait for it, and yield after each."""
        while (found := await patiently(self._next, _WHAT)) is not None:
            guild_id, changes = found
            await self._make(guild_id, changes, now, pause)
            yield

    async def drop_months(self, before: float) -> None:
        """Drop the ratings of months that were over before a moment."""
        reading = partial(rows.old_months, before=month_of({}, before))
        for place in await patiently(partial(self.readers.read, reading), _WHAT):
            await patiently(partial(self.writer.write, partial(rows.drop_month, place=place)), _WHAT)
            await asyncio.sleep(REST_SECONDS)

    async def _next(self) -> tuple[int, int] | None:
        return await self.readers.read(partial(rows.next_unrated, own=self._own))

    async def _make(self, guild_id: int, changes: int, now: float, pause: float) -> None:
        """Make the ratings of a server, unless an id in its results is replaced meanwhile."""
        zones = await patiently(
            partial(self.readers.read, partial(statements.zones_of, guild_id=guild_id)), _WHAT
        )
        made, number = WholeFold(zones, now), 0
        reading = partial(result_queries.results_after, guild_id=guild_id, most=AT_ONCE)

        async def later() -> list[tuple[ResultRow, int]]:
            return await self.readers.read(partial(reading, number=number))

        def folded(some: list[tuple[ResultRow, int]]) -> list[tuple[ResultRow, statements.Means]]:
            return [(one, made.add(one)) for one, _ in some]

        while found := await patiently(later, _WHAT):
            noted = await asyncio.to_thread(folded, found)
            work = partial(statements.note, noted=noted)
            await patiently(partial(self.writer.write, work), _WHAT)
            number = found[-1][1]
            await asyncio.sleep(pause)

        async def unchanged(work: Callable[[Connection], None]) -> bool:
            """Return whether no id was replaced until now, and `work` is done."""

            def checked(connection: Connection) -> bool:
                if rows.changes_of(connection, guild_id) != changes:
                    return False
                work(connection)
                return True

            return await patiently(partial(self.writer.write, checked), _WHAT)

        # Nobody reads them before all are there, and so many at once would keep plays waiting.
        goes_on = await unchanged(partial(rows.drop_all, guild_id=guild_id))
        for some in rows.in_parts(made.made):
            goes_on = goes_on and await unchanged(partial(rows.add_some, some=some))
            await asyncio.sleep(pause)

        def finish(connection: Connection) -> None:
            rows.note_made(connection, guild_id)
            for result, at in result_queries.results_after(connection, guild_id, number, MOST_LATE):
                # A game that has ended since.
                statements.rate(connection, result, at)

        if goes_on and await unchanged(finish):
            log.info("the ratings of server %d are made of %d games", guild_id, number)
