"""Whole games of every kind that have ended in a store."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from bot.store import LogRow, ResultRow, Status, Store
from bot.table.table import Table
from engine import GAMES
from tests.bot.store.queries.test_games import whole_log
from tests.bot.store.store_rows import ANN, BO, CY, DI, ENDED, a_change, a_place, a_seat

EVE, FAY = DI + 10, DI + 11
GAMES_ENDED: Final = 12


async def ended(
    store: Store, table: Table, log: Sequence[LogRow], table_id: str, **columns: Any
) -> ResultRow:
    """Store a whole game that ends, and return its stored result."""
    await store.create(replace(table.row, id=table_id), a_place(table_id), table.seats)
    over = {"status": Status.FINISHED, "ended": "", **columns}
    await store.commit(a_change(table_id, columns=over, entries=tuple(log), ended_at=ENDED))
    found = await store.played.result(table_id)
    assert found is not None
    return found


async def some_games(store: Store) -> None:
    """Store games of every kind that have ended."""
    rng = random.Random(9)
    for number in range(GAMES_ENDED):
        game = rng.choice(list(GAMES))
        table, log = whole_log(game, rng.randrange(3))
        people = rng.sample((ANN, BO, CY, DI, EVE, FAY), len(table.seats))
        seats = [a_seat(seat, user_id, hints=(1, 2) if seat else ()) for seat, user_id in enumerate(people)]
        # As in the log, a computer plays for the second seat.
        entries = [
            entry
            if entry.seat is None or entry.user_id is None
            else replace(entry, user_id=people[entry.seat])
            for entry in log
        ]
        if number % 4 == 3:
            over: dict[str, Any] = {"status": Status.STOPPED, "ended": ("concede-1", "")[number % 2]}
            entries = entries[: rng.randrange(len(entries))]
        else:
            over = {}
        if number % 5 == 4:
            seats[1] = replace(seats[1], user_id=-1, level="easy")
        await ended(store, replace(table, seats=tuple(seats)), entries, f"g{number}", **over)
