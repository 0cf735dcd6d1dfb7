"""`python -m bench.ratings`: time of leaderboards, of a game's fold, and of a recount's, with many results.

The results are those of one server. Every `--every` pages a game ends, so that lists are made anew. `page_ms`
is a page with its reader's own line, the picture apart; `loop_ms` is the processor's time that it takes on
the event loop, and `late_ms` by how much a tick of every 2 ms comes late meanwhile. `folds` is a game's share
of the transaction that ends it, `recount_s` the fold of all results anew, reading among it.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from bot.store import ResultRow, Store
from bot.store.queries.results import results_after
from bot.store.ratings.periods import ALL_TIME, month_of, season_of
from bot.store.ratings.statements import rate
from bot.store.ratings.whole.fold import WholeFold
from tests.bot.store.archive import GUILD, LAST, filled

TICK: Final = 0.002
"""Seconds between two looks at whether the event loop is late."""
AT_ONCE: Final = 500
"""The results that are read at a time."""
FOLDED: Final = 200
"""The games whose fold is measured."""


class NotKept(Exception):
    """Ends a transaction whose changes are not to stay."""


async def measure(games: int, members: int, pages: int, every: int) -> dict[str, Any]:
    """Return the figures with so many games of so many members."""
    with tempfile.TemporaryDirectory(prefix="cards-ratings-") as folder:
        url = await filled(Path(folder) / "cards.db", games, members)
        store = await Store.open(url)
        seconds, results = await recounted(store)
        figures = {"folds": await folds(store, results[-FOLDED:]), "recount_s": round(seconds, 1)}
        figures |= await looked_at(store, pages, every)
        await store.close()
    return {"bench": "ratings", "games": games, "members": members, **figures}


async def recounted(store: Store) -> tuple[float, list[tuple[ResultRow, int]]]:
    """Return the seconds of a fold of all results, and the last of them with their numbers."""
    made, number, last = WholeFold({}, LAST), 0, list[tuple[ResultRow, int]]()
    began = time.perf_counter()
    reading = partial(results_after, guild_id=GUILD, most=AT_ONCE)
    while found := await store.readers.read(partial(reading, number=number)):
        for result, _ in found:
            made.add(result)
        number, last = found[-1][1], [*last, *found][-2 * FOLDED :]
    return time.perf_counter() - began, last


async def folds(store: Store, games: Sequence[tuple[ResultRow, int]]) -> dict[str, float]:
    """Return the time of a game's fold in its transaction, those that count only."""
    taken = []

    def work(connection: Any) -> None:
        for result, number in games:
            if not result.why:
                began = time.perf_counter()
                rate(connection, result, number + 1)
                taken.append(time.perf_counter() - began)
        raise NotKept

    try:
        await store.writer.write(work)
    except NotKept:
        return spread(taken)
    raise AssertionError("the transaction has stayed")


async def looked_at(store: Store, pages: int, every: int) -> dict[str, Any]:
    """Return the times of so many pages of every kind."""
    late, taken, on_loop = list[float](), list[float](), list[float]()
    ticking = asyncio.create_task(ticks(late))
    kinds = [
        (teams, period)
        for teams in (True, False)
        for period in (season_of({}, LAST), month_of({}, LAST), ALL_TIME)
    ]
    for page in range(pages):
        teams, period = kinds[page % len(kinds)]
        if page % every == every - 1:
            store.ratings.forgotten()
        began, busy = time.perf_counter(), time.thread_time()
        (variant, *_) = await store.ratings.variants(GUILD, "cicera", LAST)
        found = await store.ratings.ranking(GUILD, "cicera", variant.name, period, LAST, teams=teams)
        lines = found.page(min(8 * (page % 3), len(found) - 1), 8)
        found.of(lines[0].members[0], frozenset(), 3)
        taken.append(time.perf_counter() - began)
        on_loop.append(time.thread_time() - busy)
        await asyncio.sleep(TICK)
    ticking.cancel()
    return {
        "lines": len(found),
        "page_ms": spread(taken),
        "loop_ms": spread(on_loop),
        "late_ms": spread(late),
    }


async def ticks(late: list[float]) -> None:
    """Note by how much each tick is late, until cancelled."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(TICK)
        late.append(time.perf_counter() - began - TICK)


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """Return the median, the 95th percentile and the largest of some times, in milliseconds."""
    found = sorted(seconds)
    places = {"p50": len(found) // 2, "p95": len(found) * 95 // 100, "max": len(found) - 1}
    return {name: round(1000 * found[place], 2) for name, place in places.items()}


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print one line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.ratings", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--members", type=int, default=5000)
    parser.add_argument("--pages", type=int, default=600)
    parser.add_argument("--every", type=int, default=30, help="pages after which a game ends")
    options = parser.parse_args(sys.argv[1:] if given is None else given)
    print(json.dumps(asyncio.run(measure(options.games, options.members, options.pages, options.every))))


if __name__ == "__main__":
    main()
