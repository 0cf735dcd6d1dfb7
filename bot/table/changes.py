"""The difference between two snapshots of a table, as the store takes it."""

from bot.store import Change, LogRow, Status, TableRow
from bot.table.table import Table


def change(before: Table, after: Table, entries: tuple[LogRow, ...], at: float) -> Change:
    """Return the change that the store writes where the snapshot `after` follows `before` at a time."""
    old, new = before.row, after.row
    values = [(name, getattr(old, name), getattr(new, name)) for name in TableRow.__slots__]
    columns = {name: now for name, was, now in values if now is not was and now != was}
    left, sat, marked = [], [], []
    if after.seats is not before.seats:
        sitting = {(row.seat, row.user_id, row.name, row.entropy): row for row in before.seats}
        for row in after.seats:
            same = sitting.pop((row.seat, row.user_id, row.name, row.entropy), None)
            if same is None:
                sat.append(row)
            elif same != row:
                marked.append(row)
        left = [row.user_id for row in sitting.values()]
    ended_at = at if columns.get("status") in (Status.FINISHED, Status.STOPPED) else None
    return Change(old.id, old.version, columns, tuple(left), tuple(sat), tuple(marked), entries, ended_at)
