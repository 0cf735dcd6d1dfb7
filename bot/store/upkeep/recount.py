"""All results counted anew while no bot runs: from stored games, or where none is kept from results."""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from typing import Any, Final

from sqlalchemy import Connection

from bot.store.model.by_hand import result_of
from bot.store.model.results import UNREADABLE, ResultRow
from bot.store.model.rows import SeatRow, TableRow
from bot.store.processes.claim import Claim
from bot.store.queries import games, results
from bot.store.ratings import statements
from bot.store.ratings.whole import rows as whole_rows
from bot.store.ratings.whole.fold import WholeFold
from bot.store.store import Store
from bot.store.upkeep.backups import must_be_there

AT_ONCE: Final = 100
"""The games of older versions that are counted in one transaction."""
TOGETHER: Final = 250
"""The games that a process counts at a time."""
AHEAD: Final = 8
"""The most such batches that wait for each other."""
_NAMED: Final = 5
"""The most tables that are named."""
SAID: Final = 10_000
"""The games after which it is said how many are counted."""

Batch = list[tuple[ResultRow, int | None]]
"""Stored results, each with its number."""


@dataclass(slots=True)
class Recounted:
    """The findings of a recount: the results counted anew, and how many of them there were.

    `kept` are those whose game cannot be read, or is no longer stored: they stay as they are. `differing` are
    the tables whose result was another one, and `servers` is the number of those whose ratings were others.
    """

    games: int
    kept: int
    differing: list[str]
    servers: int

    def __str__(self) -> str:
        """Return the findings in a sentence or two."""
        said = [f"games counted anew: {self.games}"]
        if self.differing:
            named = ", ".join(self.differing[:_NAMED]) + (", …" if len(self.differing) > _NAMED else "")
            said.append(f"results that were others and are mended: {len(self.differing)} (tables {named})")
        else:
            said.append("every result is as it was")
        if self.servers:
            said.append(f"servers whose ratings were others and are mended: {self.servers}")
        if self.kept:
            said.append(f"games whose plays are not kept or cannot be read: {self.kept}; their results stay")
        return "\n".join(said)


async def recount(url: str, say: Callable[[str], Any], now: float) -> Recounted:
    """Count all results and ratings anew, in one transaction; Taken if the bot uses the database.

    StoreError if there is none. A database of an older version is brought up to this one first. `say` gets a
    sentence now and then; months that are over at `now` have no ratings any more.
    """
    must_be_there(url)
    claim = Claim(url, None)
    await claim.take()
    try:
        store = await Store.open(url)
        try:
            while await store.writer.write(_bring_some_over):
                say("games of older versions are counted by hand")
            return await store.writer.write(lambda connection: _recounted(connection, say, now))
        finally:
            await store.close()
    finally:
        await claim.release()


def _bring_some_over(connection: Connection) -> int:
    """Count some games of older versions by hand; return their number."""
    found = games.next_old(connection, AT_ONCE)
    for table_id, number in found:
        games.bring_over(connection, table_id, number)
    return len(found)


def _recounted(connection: Connection, say: Callable[[str], Any], now: float) -> Recounted:
    found, folding = Recounted(0, 0, [], 0), _Folding(connection, now)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        waiting = deque[tuple[Batch, Future[tuple[list[ResultRow], int]]]]()
        for batch in results.in_order(connection, TOGETHER):
            rows = games.with_rows(connection, [stored.table_id for stored, _ in batch])
            waiting.append((batch, pool.submit(counted_anew, rows, [stored for stored, _ in batch])))
            if len(waiting) > AHEAD:
                _compare(connection, *waiting.popleft(), found, folding, say)
        while waiting:
            _compare(connection, *waiting.popleft(), found, folding, say)
    found.servers = folding.finish()
    return found


class _Folding:
    """The ratings of one server after the other, made anew and compared with the stored ones."""

    def __init__(self, connection: Connection, now: float) -> None:
        self._connection = connection
        self._now = now
        self._guild_id: int | None = None
        self._made = WholeFold({}, now)
        self._noted = list[tuple[ResultRow, statements.Means]]()
        self._differing = 0

    def add(self, result: ResultRow) -> None:
        """Fold the next result; those of a server follow each other."""
        if result.guild_id != self._guild_id:
            self._end()
            self._guild_id = result.guild_id
            self._made = WholeFold(statements.zones_of(self._connection, result.guild_id), self._now)
        self._noted.append((result, self._made.add(result)))
        if len(self._noted) >= TOGETHER:
            self._note()

    def finish(self) -> int:
        """Return the number of servers whose ratings were others, all of which are mended."""
        self._end()
        return self._differing

    def _note(self) -> None:
        statements.note(self._connection, self._noted)
        self._noted.clear()

    def _end(self) -> None:
        self._note()
        if self._guild_id is None:
            return
        waited = statements.is_unrated(self._connection, self._guild_id)
        if waited or self._made.differs(whole_rows.stored(self._connection, self._guild_id)):
            self._differing += not waited
            whole_rows.replace_all(self._connection, self._guild_id, self._made.made)


def counted_anew(
    rows: Sequence[tuple[TableRow, Sequence[SeatRow], bytes | None]], stored: Sequence[ResultRow]
) -> tuple[list[ResultRow], int]:
    """Return the results of games counted anew, and how many stay because their game cannot be read.

    Who had a seat stays as it is: a stored game knows nobody who has lost one to another.
    """
    found, kept = list[ResultRow](), 0
    for (table, sitting, data), before in zip(rows, stored, strict=True):
        game = games.game_of(table, sitting, data)
        anew = result_of(table, sitting, game, before.ended_at)
        if anew.why == UNREADABLE:
            found.append(replace(before, names=anew.names))
            kept += 1
        else:
            found.append(replace(anew, sat=before.sat or anew.sat))
    return found, kept


def _compare(
    connection: Connection,
    batch: Batch,
    counted: Future[tuple[list[ResultRow], int]],
    found: Recounted,
    folding: _Folding,
    say: Callable[[str], Any],
) -> None:
    """Compare stored results with those counted anew, mend them, and fold them."""
    fresh, kept = counted.result()
    found.kept += kept
    for (stored, number), anew in zip(batch, fresh, strict=True):
        found.games += 1
        if replace(anew, names={}) != stored:
            found.differing.append(stored.table_id)
            results.replace_by(connection, anew, number)
        folding.add(anew)
        if found.games % SAID == 0:
            say(f"games counted so far: {found.games}")
