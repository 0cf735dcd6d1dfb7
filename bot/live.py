"""The tables in memory and the way to every stored one; a table is held for one change at a time.

However many are dropped from memory and read again, a table is never two objects at once: who still uses
one keeps it findable. What cannot be done is `Refused`, with the key of the sentence that says why.
"""

import asyncio
import logging
import random
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final, NoReturn
from weakref import WeakValueDictionary

from bot.config import Settings
from bot.notes import Notes
from bot.publishing import Publisher, Unpublished
from bot.store import Busy, Conflict, SeatRow, Status, Store, Stored, StoreError, TableRow, Uncertain
from bot.table import Table, Unreplayable, formality
from bot.tasks import end_of
from engine.game import DEALER, AnyGame

log = logging.getLogger(__name__)

MOMENT: Final = (0.2, 0.75)
"""The parts of `pause_seconds` between which answers come that nobody presses: a computer's, and those of who
has no choice. They are the same, so that the time which a computer takes does not tell whether it had one."""
SETTLE_SECONDS: Final = 60.0
"""How long an uncertain commit is looked up before its press is given up."""


class Refused(Exception):
    """Something that cannot be done now: `key` names the sentence that tells the person why."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class Live:
    """All tables: those in memory, and the way to every stored one."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.settings = settings
        self.now = now
        self.notes = Notes(store)
        self.publisher: Publisher = Unpublished()
        self.awaited: Callable[[float | None], None] = lambda wake_at: None
        self.moved: Callable[[Table], None] = lambda table: None
        self._recent: OrderedDict[str, Table] = OrderedDict()
        self._known: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._unsettled: set[Table] = set()

    def __len__(self) -> int:
        return len(self._recent)

    def idle_at(self) -> float:
        """Return when a lobby closes that nobody touches from now on."""
        return self.now() + 60 * self.settings.lobby_minutes

    async def get(self, table_id: str) -> Table:
        """Return a table, from memory or read from its log; Refused if there is none or it is parked."""
        table = self._known.get(table_id)
        if table is None:
            task = self._loading.get(table_id)
            if task is None:
                task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            table = await end_of(task)
        if table.doubtful:
            async with table.lock:
                await self._without_doubt(table)
        return self.keep(table)

    def keep(self, table: Table) -> Table:
        """Keep `table` in memory and return it, or the one that is there already under its id.

        If there are too many, those that were not used for longest are dropped.
        """
        table = self._known.setdefault(table.row.id, table)
        self._recent[table.row.id] = table
        self._recent.move_to_end(table.row.id)
        while len(self._recent) > self.settings.live_tables:
            self._recent.popitem(last=False)
        return table

    @asynccontextmanager
    async def held(self, table_id: str) -> AsyncIterator[Table]:
        """Hold a table for one change; what the store cannot do is Refused.

        A write of which nobody knows whether it happened is looked up. If it has, the table is read anew and
        the block ends there without an error: what follows the block must hold for it as well.
        """
        table = await self.get(table_id)
        async with table.lock:
            await self._without_doubt(table)
            try:
                yield table
            except Busy:
                raise Refused("refused.not-saved") from None
            except Conflict:
                table.doubtful = True
                raise Refused("refused.stale") from None
            except asyncio.CancelledError:
                self._unsettle(table)
                raise
            except Uncertain:
                await self._settle(table)

    async def settle(self, table_id: str) -> Stored | None:
        """Return what is stored of a table after an uncertain commit; Refused if that cannot be read."""
        deadline = self.now() + SETTLE_SECONDS
        while True:
            try:
                await self.store.settle(table_id)
                return await self.store.load(table_id)
            except StoreError:
                if self.now() > deadline:
                    raise Refused("refused.uncertain") from None
            await asyncio.sleep(0.5)

    async def _settle(self, table: Table) -> None:
        """Return if an uncertain write has happened; Refused if it has not."""
        self._unsettle(table)
        version = table.row.version
        stored = await self.settle(table.row.id)
        if stored is not None:
            table.reread(stored)
            self._unsettled.discard(table)
        if table.row.version == version:
            raise Refused("refused.not-saved")
        self.awaited(table.row.wake_at)
        self.moved(table)

    def _unsettle(self, table: Table) -> None:
        """Keep a table until it is read anew: whoever loaded it would not wait for what is under way."""
        table.doubtful = True
        self._unsettled.add(table)

    async def _without_doubt(self, table: Table) -> None:
        """Read a table anew if it may not be as it is stored. The caller holds it."""
        if table.doubtful:
            try:
                # A write that nobody waited for may still be under way.
                await self.store.settle(table.row.id)
            except StoreError:
                raise Refused("refused.not-read") from None
            stored = await self._stored(table.row.id)
            try:
                table.reread(stored)
            except Unreplayable as error:
                await self._park(stored.table, error)
            self._unsettled.discard(table)
            # What has turned out to be stored may have made it a computer's turn.
            self.awaited(table.row.wake_at)
            self.moved(table)

    async def _load(self, table_id: str) -> Table:
        stored = await self._stored(table_id)
        try:
            table = Table.restore(stored)
        except Unreplayable as error:
            await self._park(stored.table, error)
        if table.row.status is Status.PARKED:
            await self._resume(table)
        return self.keep(table)

    async def _stored(self, table_id: str) -> Stored:
        try:
            stored = await self.store.load(table_id)
        except StoreError:
            raise Refused("refused.not-read") from None
        if stored is None:
            raise Refused("refused.no-table")
        return stored

    async def _park(self, row: TableRow, error: Unreplayable) -> NoReturn:
        """Set aside a table whose log cannot be replayed: it stays behind, so every start tries it again."""
        log.error("table %s is parked: its log cannot be replayed (%s)", row.id, error)
        if row.status in (Status.LOBBY, Status.PLAYING):
            try:
                await self.store.set_status(row.id, Status.PARKED)
            except StoreError:
                raise Refused("refused.not-read") from None
        if row.status in (Status.LOBBY, Status.PLAYING, Status.PARKED):
            self.publisher.parked(row)
        raise Refused("refused.parked")

    def wake_at(self, game: AnyGame, state: Any, seats: Iterable[SeatRow]) -> float | None:
        """Return when the clock looks at a game that has come to `state`, played by those at `seats`.

        It then deals the next hand, acts for a seat that has no choice, or nudges people.
        """
        waits = game.to_act(state)
        present = {row.seat for row in seats if row.present}
        if waits == (DEALER,):
            # Computers need no time to read a score sheet.
            watched = present.intersection(game.active(state))
            seconds = self.settings.next_hand_seconds if watched else self.settings.pause_seconds
            return self.now() + seconds
        if formality(game, state) is not None:
            return self.now() + self.settings.pause_seconds * random.uniform(*MOMENT)
        if present.intersection(waits) and self.settings.nudge_seconds:
            return self.now() + self.settings.nudge_seconds
        return None

    async def end(self, table: Table, status: Status) -> None:
        """Store and remember that a lobby is closed or a game stopped. The caller holds the table.

        A closed lobby follows no game any more, so that another rematch can be asked for.
        """
        await self.store.set_status(table.row.id, status)
        follows = None if status is Status.CLOSED else table.row.rematch_of
        table.changed(status=status, wake_at=None, rematch_of=follows)

    async def _resume(self, table: Table) -> None:
        """Let a table go on whose log can be replayed again."""
        status: Status
        wake_at: float | None
        if table.seq == 0:
            status, wake_at = Status.LOBBY, self.idle_at()
        else:
            status, wake_at = Status.PLAYING, self.wake_at(table.game, table.state, table.seats)
        try:
            await self.store.set_status(table.row.id, status, wake_at=wake_at)
        except StoreError:
            raise Refused("refused.not-read") from None
        table.changed(status=status, wake_at=wake_at)
        self.awaited(wake_at)
        self.moved(table)
        self.publisher.changed(table)
