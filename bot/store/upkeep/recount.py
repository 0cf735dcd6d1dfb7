"""All results counted anew while no bot runs: from stored games, or where none is kept from results."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from typing import Any, Final

from sqlalchemy import Connection

from bot.store.model.by_hand import result_of
from bot.store.model.results import COUNTS, UNREADABLE, ResultRow
from bot.store.model.rows import SeatRow, TableRow
from bot.store.processes.claim import Claim
from bot.store.queries import games, results
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
    the tables whose result was another one, and `totals` tells whether the sums were others.
    """

    games: int
    kept: int
    differing: list[str]
    totals: bool

    def __str__(self) -> str:
        """Return the findings in a sentence or two."""
        said = [f"games counted anew: {self.games}"]
        if self.differing:
            named = ", ".join(self.differing[:_NAMED]) + (", …" if len(self.differing) > _NAMED else "")
            said.append(f"results that were others and are mended: {len(self.differing)} (tables {named})")
        else:
            said.append("every result is as it was")
        if self.totals:
            said.append("the sums of leaderboards were others and are mended")
        if self.kept:
            said.append(f"games whose plays are not kept or cannot be read: {self.kept}; their results stay")
        return "\n".join(said)


async def recount(url: str, say: Callable[[str], Any]) -> Recounted:
    """Count all results and totals anew, in one transaction; Taken if the bot uses the database.

    StoreError if there is none. A database of an older version is brought up to this one first. `say` gets a
    sentence now and then.
    """
    must_be_there(url)
    claim = Claim(url, None)
    await claim.take()
    try:
        store = await Store.open(url)
        try:
            while await store.writer.write(_bring_some_over):
                say("games of older versions are counted by hand")
            return await store.writer.write(lambda connection: _recounted(connection, say))
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


def _recounted(connection: Connection, say: Callable[[str], Any]) -> Recounted:
    found, sums = Recounted(0, 0, [], totals=False), dict[tuple[Any, ...], dict[str, Any]]()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        waiting = deque[tuple[Batch, Future[tuple[list[ResultRow], int]]]]()
        for batch in results.in_order(connection, TOGETHER):
            rows = games.with_rows(connection, [stored.table_id for stored, _ in batch])
            waiting.append((batch, pool.submit(counted_anew, rows, [stored for stored, _ in batch])))
            if len(waiting) > AHEAD:
                _compare(connection, *waiting.popleft(), found, sums, say)
        while waiting:
            _compare(connection, *waiting.popleft(), found, sums, say)
    before = results.all_totals(connection)
    if sorted(before, key=_key) != sorted(sums.values(), key=_key):
        found.totals = True
        results.replace_totals(connection, list(sums.values()))
    return found


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
    sums: dict[tuple[Any, ...], dict[str, Any]],
    say: Callable[[str], Any],
) -> None:
    """Compare stored results with those counted anew, mend them, and add them to the sums."""
    fresh, kept = counted.result()
    found.kept += kept
    for (stored, number), anew in zip(batch, fresh, strict=True):
        found.games += 1
        if replace(anew, names={}) != stored:
            found.differing.append(stored.table_id)
            results.replace_by(connection, anew, number)
        if anew.why == COUNTS:
            _add_up(sums, anew)
        if found.games % SAID == 0:
            say(f"games counted so far: {found.games}")


def _add_up(sums: dict[tuple[Any, ...], dict[str, Any]], result: ResultRow) -> None:
    for row in results.summed(result):
        total = sums.setdefault(_key(row), {**row, **dict.fromkeys(results.SUMS, 0)})
        total["name"] = row["name"]
        for name in results.SUMS:
            total[name] += row[name]


def _key(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return row["guild_id"], row["game"], row["user_id"], row["team"]
