"""What `Tables` asks of whoever shows tables to people, so that nothing here imports upward."""

from collections.abc import Sequence
from typing import Protocol

from bot.store import TableRow
from bot.table import Table


class Publisher(Protocol):
    """Who shows tables to people; `cogs/publisher.py` is the one that speaks Discord."""

    def changed(self, table: Table, *, panels: bool = True, but: int | None = None) -> None:
        """Show the table as it is now: its message and, if `panels`, all private panels but that of `but`."""

    def nudge(self, table: Table, seats: Sequence[int]) -> None:
        """Tell the people at `seats`, once, that the game waits for them."""

    def parked(self, row: TableRow) -> None:
        """Show that the log of a table cannot be replayed."""


class Unpublished:
    """The publisher before Discord is there: what changes meanwhile is shown when it is."""

    def changed(self, table: Table, *, panels: bool = True, but: int | None = None) -> None:
        """Leave the table as it is shown; its version says that it is behind."""

    def nudge(self, table: Table, seats: Sequence[int]) -> None:
        """Tell nobody."""

    def parked(self, row: TableRow) -> None:
        """Leave the message as it is."""
