"""The progress of showing tables: the messages of each that are still to come."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from bot.app import CardsBot
from bot.table.table import Table


@dataclass(slots=True)
class Pending:
    """The messages that are still to show a table: by user (0: the board) the version that is due."""

    version: int = 0
    parts: dict[int, int] = field(default_factory=dict)


class Progress:
    """The parts of tables that are still to be shown; `whole` runs for each version that is shown whole."""

    def __init__(self, bot: CardsBot, whole: Callable[[Table, int], None]) -> None:
        self.bot = bot
        self._whole = whole
        self._pending: dict[str, Pending] = {}
        self._hidden: set[str] = set()

    def __len__(self) -> int:
        return len(self._pending)

    @property
    def parts(self) -> int:
        """Return the number of messages that are still to show their table."""
        return sum(len(each.parts) for each in self._pending.values())

    @property
    def unshown(self) -> frozenset[str]:
        """Return the tables of which a part is still to be shown, or cannot be shown where they stand."""
        return frozenset(self._hidden.union(self._pending))

    def due(self, table: Table, users: Iterable[int], drawn: Mapping[int, int], *, public: bool) -> None:
        """Note that the panels of `users` are to show a table, and its board if `public`.

        `drawn` are the users whose panels have just been drawn, with the versions that these show.
        """
        pending = self._pending.setdefault(table.row.id, Pending())
        pending.version = table.row.version
        if public:
            pending.parts[0] = table.row.version
        for user_id, version in drawn.items():
            if pending.parts.get(user_id, 0) <= version:
                pending.parts.pop(user_id, None)
        for user_id in users:
            pending.parts[user_id] = table.row.version
        if not pending.parts:
            self._settle(table, pending)

    def shown(self, table: Table, user_id: int = 0) -> None:
        """Note that a panel (0: the board) shows its table as it is in `table`.

        It counts once its pictures are there too; a panel that no longer follows waits for none.
        """
        ledger = table.ledger
        panel = ledger.panels.get(user_id)
        message_id = panel.message_id if panel else 0 if user_id else ledger.place.message_id or 0
        self.bot.follow_ups.when_done(message_id, partial(self._shown, table, user_id))

    def _shown(self, table: Table, user_id: int) -> None:
        pending = self._pending.get(table.row.id)
        if user_id == 0 and table.row.id in self._hidden:
            self._hidden.discard(table.row.id)
            pending = self._pending.setdefault(table.row.id, Pending(table.row.version))
        if pending is None or table.row.version < pending.parts.get(user_id, 0):
            return
        pending.parts.pop(user_id, None)
        self._settle(table, pending)

    def hidden(self, table: Table) -> None:
        """Note that the board of a table cannot be shown where it stands.

        Nothing waits for it. The table stays behind in the store until it has been shown.
        """
        self._hidden.add(table.row.id)
        pending = self._pending.get(table.row.id)
        if pending is not None:
            pending.parts.pop(0, None)
            self._settle(table, pending)

    def _settle(self, table: Table, pending: Pending) -> None:
        """Run `whole` for a table if no part of it is left to be shown."""
        table_id = table.row.id
        # An answer may still hold back a part of this version, which counts once all of it has been shown.
        if pending.parts or self.bot.outbox.owes(table_id):
            return
        del self._pending[table_id]
        if table_id not in self._hidden:
            self._whole(table, pending.version)
