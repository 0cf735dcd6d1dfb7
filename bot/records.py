"""A stored game as a table record, for its players to keep and to check."""

from bot.live import Refused
from bot.store import Store, StoreError
from bot.table import Table, parse_deal
from engine import record


async def record_of(store: Store, table: Table) -> str:
    """Return the record of a table whose game is over, as one JSON document; Refused if it cannot be read."""
    try:
        stored = await store.load(table.row.id)
    except StoreError:
        raise Refused("refused.not-read") from None
    if stored is None:
        raise Refused("refused.no-table")
    deals = [record.Deal(*parse_deal(entry.action)) for entry in stored.log if entry.seat is None]
    return record.write(
        record.Record(
            game=table.row.game,
            options=table.row.options,
            names=tuple(row.name for row in table.seats),
            deals=tuple(deals),
            actions=tuple(f"{entry.seat} {entry.action}" for entry in stored.log if entry.seat is not None),
            fairness={
                "commitment": table.row.commitment,
                "seed": table.row.seed.hex(),
                "entropy": [str(row.entropy) for row in table.seats],
                "cuts": [0] * len(deals),
            },
        )
    )
