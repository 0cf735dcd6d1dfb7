"""A stored game as a record, for its players to keep and to check."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.errors import NoTable, NotKept, NotRead
from bot.locale.names import clean
from bot.store import LogRow, Status, Store, StoreError, standing
from bot.table.table import Table
from engine import fairness, record
from engine.deals import Deal

FORMER_MEMBER: Final = "a former member"
"""The name of a member who was forgotten; records are in English."""


async def record_of(store: Store, table: Table) -> str:
    """Return the record of a table whose game is over, as one JSON document; Refused if it cannot be read."""
    made = as_record(table, await log_of(store, table))
    shuffled = {
        "commitment": table.row.commitment,
        "seed": table.row.seed.hex(),
        "entropy": list(table.entropy),
        "cuts": [deal.cut for deal in made.deals],
    }
    return record.write(replace(made, fairness=shuffled))


async def log_of(store: Store, table: Table) -> tuple[LogRow, ...]:
    """Return the whole log of a table; Refused if it cannot be read."""
    try:
        stored = await store.load(table.row.id)
    except StoreError as error:
        raise NotRead(lasting=error.lasting) from None
    if stored is None:
        raise NoTable
    if not stored.kept:
        raise NotKept
    return stored.log


def kept_plays(log: Sequence[LogRow]) -> list[LogRow]:
    """Return the plays of a log that stand, without those taken back."""
    return [entry for entry in standing(log) if entry.seat is not None]


def as_record(table: Table, log: Sequence[LogRow]) -> record.Record:
    """Return a log as a record."""
    return record.Record(
        game=table.row.game,
        options=table.row.options,
        names=tuple(clean(row.name) if row.name else FORMER_MEMBER for row in table.seats),
        deals=tuple(Deal.parse(entry.action, table.game) for entry in log if entry.seat is None),
        actions=tuple(f"{entry.seat} {entry.action}" for entry in kept_plays(log)),
    )


async def checked(store: Store, table: Table) -> int:
    """Return the number of deals of a finished game that follow from its secret number; 0 if one does not.

    They are read from the store, not from memory. Refused if they cannot be read.
    """
    try:
        made = record.read((await record_of(store, table)).encode())
    except ValueError:
        # The stored text is no deal.
        return 0
    return 0 if fairness.check(made, finished=table.row.status is Status.FINISHED) else len(made.deals)
