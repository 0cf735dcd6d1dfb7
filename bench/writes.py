"""`python -m bench.writes`: what it saves to commit together the writes that wait for their turn.

As many plays are stored twice, each once the one before it is durable and all at once, in turns. Then a burst
of starts and presses comes in at one moment, and none may be refused. On a SQLite file in the folder that
`--folder` names, as disks differ in how long they take to make a commit durable.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Awaitable, Sequence
from itertools import count
from statistics import median
from typing import Final

from bench.dealing import seated, stored
from bench.stage import at
from bot.store import Change, LogRow, Store
from bot.table.table import Table

PLAYS: Final = 500
STARTS: Final = 300
SERVERS: Final = 20
TIMES: Final = 3.0
"""Plays that are committed one by one are to take at least this many times as long as together."""
PEOPLE: Final = ((1, "ann"), (2, "bo"), (3, "cy"), (4, "di"))


def a_table(number: int) -> Table:
    """Return a table, stored nowhere, in one of the servers."""
    return seated("cicera", {}, PEOPLE, number % SERVERS, number)


async def measure(folder: str | None, rounds: int) -> dict[str, object]:
    """Return the figures, medians of so many rounds."""
    with tempfile.TemporaryDirectory(dir=folder) as made:
        store = await Store.open(f"sqlite+aiosqlite:///{made}/cards.db")
        tables = [a_table(number) for number in range(PLAYS)]
        tables = list(await asyncio.gather(*(stored(store, table, ()) for table in tables)))
        version = count(tables[0].row.version)

        def plays(was: int) -> list[Awaitable[None]]:
            """Return a play at each table of this version."""
            entry = LogRow(was, 0, "7S", 1, 0.0)
            change = {"version": was + 1}
            return [
                store.commit(Change(table.row.id, was, change, entries=(entry,)), table.row.guild_id)
                for table in tables
            ]

        apart, together = [], []
        for _ in range(rounds):
            began = time.perf_counter()
            for play in plays(next(version)):
                await play
            apart.append(time.perf_counter() - began)
            began = time.perf_counter()
            await asyncio.gather(*plays(next(version)))
            together.append(time.perf_counter() - began)
        starts = [a_table(number) for number in range(STARTS)]
        openings = [store.create(table.row, table.ledger.place, table.seats) for table in starts]
        outcomes = await asyncio.gather(*map(_timed, openings + plays(next(version))), return_exceptions=True)
        await store.close()
    took = [1000 * outcome for outcome in outcomes if not isinstance(outcome, BaseException)]
    return {
        "bench": "writes",
        "apart_ms": round(1000 * median(apart), 1),
        "together_ms": round(1000 * median(together), 1),
        "times": round(median(one / other for one, other in zip(apart, together, strict=True)), 1),
        "times_target": TIMES,
        "burst_refused": len(outcomes) - len(took),
        "burst_p50_ms": round(at(took, 50), 1),
        "burst_p99_ms": round(at(took, 99), 1),
    }


async def _timed(write: Awaitable[None]) -> float:
    """Return how long a write takes from now on, in seconds."""
    began = time.perf_counter()
    await write
    return time.perf_counter() - began


def main(argv: Sequence[str] | None = None) -> None:
    """Measure, and print one line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.writes", description=__doc__)
    parser.add_argument("--folder", help="where the database is made; a temporary folder if none is given")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args(argv)
    print(json.dumps(asyncio.run(measure(given.folder, given.rounds))))


if __name__ == "__main__":
    main()
