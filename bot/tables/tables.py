"""The tables in memory and the way to every stored one; a table is held for one change at a time.

A change is stored whole before the snapshot in memory is replaced, and then listeners are told once. However
many tables are dropped from memory and read again, no two changes of one ever cross.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from weakref import WeakValueDictionary

from bot.caches import BoundedDict
from bot.errors import NoTable, NotKept, NotRead, NotSaved, Refused, Stale, TooManyTables
from bot.host.settings import Settings
from bot.messages.ledgers import Ledgers
from bot.store import (
    Busy,
    Conflict,
    Full,
    LogRow,
    PlaceRow,
    Room,
    Status,
    Store,
    Stored,
    StoreError,
    TableRow,
    Uncertain,
)
from bot.table.changes import change
from bot.table.deadlines import fades_at, wake_at
from bot.table.pauses import NO_PAUSE
from bot.table.table import Table, Unreplayable
from bot.tables.outbox import ChangeListener, Outbox
from bot.tables.pacing import Pacing
from bot.tables.parked import columns_to_resume, set_aside
from bot.tasks import end_of

log = logging.getLogger(__name__)

LOOKED_UP_SECONDS: Final = 60.0
"""The seconds for which an uncertain commit is looked up before its press is given up."""
ENDED: Final = 50
"""Tables kept in memory whose game is over: hardly anybody looks back at others."""
_UNSEEN: Final = frozenset({"wake_at", "due_at", "warn_at", "nudge_at", "fades_at"})
"""Columns of a table: listeners hear nothing of a change in these alone."""


@dataclass(slots=True, weakref_slot=True, eq=False)
class Held:
    """One table in memory, with its newest snapshot; if `uncertain`, the store may differ."""

    table: Table
    uncertain: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Tables:
    """All tables: those in memory, and the way to every stored one."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        outbox: Outbox,
        listeners: Sequence[ChangeListener] = (),
        now: Callable[[], float] = time.time,
        pacing: Pacing | None = None,
    ) -> None:
        self.store = store
        self.settings = settings
        self.outbox = outbox
        self.now = now
        self.pacing = pacing or Pacing(settings, now)
        self.ledgers = Ledgers(store, settings.offered)
        self._listeners = (*listeners, outbox)
        self._room = Room(settings.tables_per_member, settings.tables_per_channel, settings.tables_per_server)
        self._recent: BoundedDict[str, Held] = BoundedDict(settings.live_tables)
        self._ended: BoundedDict[str, Held] = BoundedDict(min(ENDED, settings.live_tables))
        self._known: WeakValueDictionary[str, Held] = WeakValueDictionary()
        self._loading: dict[str, asyncio.Task[Held]] = {}
        self._unsettled: set[Held] = set()

    def __len__(self) -> int:
        return len(self._recent) + len(self._ended)

    async def get(self, table_id: str) -> Table:
        """Return the newest snapshot of a table, from memory or read from its log; Refused as by `held`."""
        held = self._keep(await self._find(table_id))
        if held.uncertain:
            async with held.lock:
                await self._reload_if_uncertain(held)
        return held.table

    def in_memory(self, table_id: str) -> Table | None:
        """Return the newest snapshot of a table in memory, None of another, or while the store may differ."""
        held = self._known.get(table_id)
        return None if held is None or held.uncertain else self._keep(held).table

    def current(self, table: Table) -> Table:
        """Return the newest snapshot of `table`, or `table` itself if it is no longer in memory."""
        held = self._known.get(table.row.id)
        return table if held is None else held.table

    def in_server(self, guild_id: int) -> list[Table]:
        """Return the open tables of a server that are in memory."""
        tables = [held.table for held in self._known.values()]
        return [table for table in tables if table.row.guild_id == guild_id and table.open]

    def forget(self, guild_id: int) -> None:
        """Drop the tables of a server from memory, as nothing of them is stored any more."""
        for held in [held for held in self._known.values() if held.table.row.guild_id == guild_id]:
            for kept in (self._recent, self._ended, self._known):
                kept.pop(held.table.row.id, None)
            self._unsettled.discard(held)

    @asynccontextmanager
    async def held(self, table_id: str) -> AsyncIterator[Held]:
        """Hold a table for one change.

        NoTable, NotRead or SetAside if it cannot be had, Stale or NotSaved if the change cannot be stored. An
        uncertain write is looked up. If it has happened, the table is read anew and the block ends there
        without an error: the code after the block must hold for that as well.
        """
        held = await self._find(table_id)
        self._keep(held)
        async with held.lock:
            await self._reload_if_uncertain(held)
            try:
                yield held
            except Busy as error:
                raise NotSaved(lasting=error.lasting) from None
            except Conflict:
                held.uncertain = True
                raise Stale from None
            except asyncio.CancelledError:
                self._mark_uncertain(held)
                raise
            except Uncertain:
                await self._look_up(held)

    async def commit(
        self,
        held: Held,
        after: Table,
        entries: Sequence[LogRow] = (),
        *,
        panels: bool = True,
        only: int | None = None,
        seen: bool = True,
        **values: Any,
    ) -> None:
        """Store the snapshot `after` of a held table, then replace the one in memory and tell the listeners.

        `values` are further columns of its row; `wake_at` follows from the row unless it is among them.
        Without `panels` the private panels show nothing of the change; with `only` no message but that user's
        panel does. A change that is not `seen` keeps the version, and can only move deadlines.
        """
        before = held.table
        if seen:
            values["version"] = before.row.version + 1
        status = values.get("status", after.row.status)
        if "touched_at" in values and status is Status.PLAYING:
            values |= {"fades_at": fades_at(after, values["touched_at"]), "fading": False}
        if status not in (Status.PLAYING, Status.FINISHED):
            values |= NO_PAUSE
        after = after.with_row(**values)
        if "wake_at" not in values:
            after = after.with_row(wake_at=wake_at(after))
        made = change(before, after, tuple(entries), self.now())
        if not seen:
            assert made.columns.keys() <= _UNSEEN
            assert after.seats is before.seats
            assert not entries
        if not made.columns:
            return
        await self.store.commit(made, after.row.guild_id)
        held.table = after
        if seen:
            self._tell(after, panels=panels, only=only)
        if not after.open:
            self._keep(held)

    async def create(self, table: Table, place: PlaceRow) -> Table:
        """Return a new table once it is stored; NotSaved if it cannot be.

        Conflict if its id or its rematch exists already, TooManyTables if as many are open as may be.
        """
        try:
            await self.store.create(table.row, place, table.seats, self._room)
        except Uncertain:
            if await self.looked_up(table.row) is None:
                raise NotSaved from None
        except Full as full:
            raise TooManyTables(full.of, getattr(self._room, full.of)) from None
        except Conflict:
            raise
        except StoreError as error:
            raise NotSaved(lasting=error.lasting) from None
        # Another press for the same rematch may have read it already.
        table = self._keep(Held(table)).table
        self._tell(table)
        return table

    async def looked_up(self, row: TableRow) -> Stored | None:
        """Return a table as stored after an uncertain commit; Refused if it cannot be read."""
        deadline = self.now() + LOOKED_UP_SECONDS
        while True:
            try:
                await self.store.finish(row.id, row.guild_id)
                return await self.store.load(row.id)
            except StoreError:
                if self.now() > deadline:
                    raise Refused("refused.uncertain") from None
            await asyncio.sleep(0.5)

    def _tell(self, table: Table, *, panels: bool = True, only: int | None = None) -> None:
        for listener in self._listeners:
            listener.changed(table, panels=panels, only=only)

    async def _find(self, table_id: str) -> Held:
        held = self._known.get(table_id)
        if held is not None:
            return held
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await end_of(task)

    def _keep(self, held: Held) -> Held:
        """Keep a table in memory and return it, or the one that was there first.

        If there are too many, those unused for longest are dropped.
        """
        table_id = held.table.row.id
        held = self._known.setdefault(table_id, held)
        self.outbox.uses(held)
        self._recent.pop(table_id, None)
        self._ended.pop(table_id, None)
        # The last sheet of a game is still counted, and nobody knows where if it is read anew.
        under_way = held.table.open or held.table.ending
        (self._recent if under_way else self._ended)[table_id] = held
        return held

    async def _look_up(self, held: Held) -> None:
        """Look an uncertain write up and read the table anew; NotSaved if it has not happened."""
        self._mark_uncertain(held)
        stored = await self.looked_up(held.table.row)
        if stored is None or not await self._adopt(held, stored):
            raise NotSaved

    def _mark_uncertain(self, held: Held) -> None:
        """Keep a table in memory until it is read anew: loading it would not wait for the write under way."""
        held.uncertain = True
        self._unsettled.add(held)

    async def _reload_if_uncertain(self, held: Held) -> None:
        """Read a table anew if the store may differ. The caller has its lock."""
        if held.uncertain:
            try:
                # A write that nobody waited for may still be under way.
                await self.store.finish(held.table.row.id, held.table.row.guild_id)
            except StoreError as error:
                raise NotRead(lasting=error.lasting) from None
            await self._adopt(held, await self._stored(held.table.row.id))

    async def _adopt(self, held: Held, stored: Stored) -> bool:
        """Replace the snapshot in memory by the stored table, and return whether they differed.

        Every change raises the version or sets another deadline.
        """
        before = held.table.row
        try:
            held.table = Table.restore(stored, held.table.ledger)
        except Unreplayable as error:
            await set_aside(self.store, self.outbox, stored, error)
        held.uncertain = False
        self._unsettled.discard(held)
        if held.table.row.version != before.version:
            # The change that turns out to be stored may have made it a computer's turn.
            self._tell(held.table)
        after = held.table.row
        return (after.version, after.wake_at) != (before.version, before.wake_at)

    async def _load(self, table_id: str) -> Held:
        stored = await self._stored(table_id)
        try:
            table = Table.restore(stored, self.ledgers.of(stored.place, stored.panels, stored.waiters))
        except Unreplayable as error:
            await set_aside(self.store, self.outbox, stored, error)
        held = Held(table)
        if table.row.status is Status.PARKED:
            await self._resume(held)
        return self._keep(held)

    async def reread(self, user_id: int) -> None:
        """Read all tables in memory anew that name a user: the store has another id for them.

        One that cannot be read now is read when it is next needed, and nothing is stored before.
        """
        if loading := list(self._loading.values()):
            # They may have read the former id.
            await asyncio.wait(loading)
        found = [held for held in self._known.values() if held.table.names(user_id)]
        for held in found:
            self._mark_uncertain(held)
        for held in found:
            try:
                await self.get(held.table.row.id)
            except Refused as refused:
                log.warning("table %s is read anew later: %s", held.table.row.id, refused.key)

    async def _stored(self, table_id: str) -> Stored:
        try:
            stored = await self.store.load(table_id)
        except StoreError as error:
            raise NotRead(lasting=error.lasting) from None
        if stored is None:
            raise NoTable
        if not stored.kept:
            raise NotKept
        return stored

    async def _resume(self, held: Held) -> None:
        """Let a parked table go on: its log can be replayed again."""
        values = await columns_to_resume(held.table, self.settings, self.pacing, self.now())
        try:
            await self.commit(held, held.table, **values)
        except StoreError as error:
            raise NotRead(lasting=error.lasting) from None
