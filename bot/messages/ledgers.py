"""The ledgers of all tables in memory, and their writes.

State that a restart needs is stored when it changes. A write that fails costs at most a message that is drawn
again.
"""

import logging
import math
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from weakref import WeakValueDictionary

from bot.errors import NotSaved
from bot.messages.deferred import DeferredWrites
from bot.messages.ledger import Ledger, Offered, Unsure
from bot.store import PanelRow, PlaceRow, Store, StoreError, WaiterRow

log = logging.getLogger(__name__)


class Ledgers:
    """The ledgers of all tables in memory; every change of stored state goes through here.

    A table that is loaded again finds its old ledger while that is in use: memory is newer than the store.
    """

    def __init__(self, store: Store, offered: Offered = MappingProxyType({})) -> None:
        self.store = store
        self.offered = offered
        self.deferred = DeferredWrites(store)
        self._known: WeakValueDictionary[str, Ledger] = WeakValueDictionary()

    def of(
        self, place: PlaceRow, panels: tuple[PanelRow, ...] = (), waiters: tuple[WaiterRow, ...] = ()
    ) -> Ledger:
        """Return the ledger of a table: the one in use, else a new one from the stored rows."""
        known = self._known.get(place.table_id)
        if known is None:
            known = Ledger(place, {panel.user_id: panel for panel in panels})
            known.waiters = {row.user_id: row for row in waiters}
            known.offered = self.offered
            self._known[place.table_id] = known
        return known

    def forget_everywhere(self, user_id: int) -> None:
        """Drop all that is known of a user at any table, and what was to be stored of it."""
        for ledger in list(self._known.values()):
            ledger.forget(user_id)
        self.deferred.forgotten(user_id)

    def ends_at(self, table_id: str, user_id: int, stored: float) -> float:
        """Return the end of a panel's token: memory may know of a later press than `stored` does.

        It is inf if the ledger in memory has no such panel.
        """
        ledger = self._known.get(table_id)
        if ledger is None:
            return stored
        panel = ledger.panels.get(user_id)
        return math.inf if panel is None else panel.expires_at

    async def follow(self, ledger: Ledger, panel: PanelRow) -> PanelRow | None:
        """Let a person's newest private panel follow the game; return the panel that it replaces, if any.

        `panel` itself is returned if a later press has been answered before this one. Its press has been
        acknowledged: before that, Discord knows no such token.
        """
        if panel.message_id in ledger.removed:
            return None
        former = ledger.panels.get(panel.user_id)
        same = former is not None and former.message_id == panel.message_id
        if former is not None and former.expires_at > panel.expires_at:
            return None if same else panel
        ledger.panels[panel.user_id] = panel
        standing = ledger.standing.get(panel.user_id)
        if standing is not None and standing.message_id == panel.message_id:
            del ledger.standing[panel.user_id]
        if same:
            self.deferred.renewed(panel)
            return None
        self.deferred.dropped(panel.table_id, panel.user_id)
        try:
            await self.store.save_panel(panel, ledger.place.guild_id)
        except StoreError as error:
            log.warning("a panel of table %s is stored later: %s", panel.table_id, type(error).__name__)
            self.deferred.renewed(panel)
        return former

    async def leaves(self, ledger: Ledger, panel: PanelRow) -> None:
        """Store that another message, unknown until Discord's response, is about to replace a panel.

        In memory the panel goes on following.
        """
        self.deferred.dropped(panel.table_id, panel.user_id)
        try:
            await self.store.save_panel(replace(panel, former_id=panel.message_id), ledger.place.guild_id)
        except StoreError as error:
            # Only if the bot were killed now would two panels stand.
            log.warning("a panel of table %s stays noted as it was: %s", panel.table_id, error)

    def stays(self, ledger: Ledger, user_id: int) -> None:
        """Store later that no other message replaces a person's panel after all."""
        if (panel := ledger.panels.get(user_id)) is not None:
            self.deferred.renewed(panel)

    def removed(self, ledger: Ledger, panel: PanelRow) -> None:
        """Record that a panel which was replaced is gone, or can no longer be removed."""
        user_id, now = panel.user_id, ledger.panels.get(panel.user_id)
        standing = ledger.standing.get(user_id)
        if standing is not None and standing.message_id == panel.message_id:
            del ledger.standing[user_id]
        if now is not None and now.former_id == panel.message_id:
            ledger.panels[user_id] = replace(now, former_id=None)
            self.stays(ledger, user_id)

    async def forget(self, ledger: Ledger, user_id: int) -> None:
        """Stop a person's private panel from following, and drop it from the store."""
        table_id = ledger.place.table_id
        ledger.panels.pop(user_id, None)
        self.deferred.dropped(table_id, user_id)
        try:
            await self.store.drop_panel(table_id, user_id, ledger.place.guild_id)
        except StoreError as error:
            log.warning("a panel of table %s is still stored: %s", table_id, error)

    async def stands_at(
        self, ledger: Ledger, channel_id: int, message_id: int, parent_id: int | None = None
    ) -> None:
        """Store the place of the table's public message; `parent_id` as in `PlaceRow`."""
        ledger.place = replace(
            ledger.place, channel_id=channel_id, message_id=message_id, parent_id=parent_id
        )
        try:
            await self.store.set_message(ledger.place)
        except StoreError as error:
            log.warning("where table %s stands could not be stored: %s", ledger.place.table_id, error)

    async def pings(self, ledger: Ledger, calls: Unsure, channel_id: int) -> None:
        """Store that a ping with these calls is about to be sent: only its response has its id."""
        place = replace(ledger.place, ping_id=None, ping_channel_id=channel_id, calls=calls.stored)
        try:
            await self.store.about_to_ping(place)
        except StoreError as error:
            # Only if the bot were killed now would nobody delete the ping.
            log.warning("table %s calls without a note: %s", ledger.place.table_id, error)

    async def pinged(self, ledger: Ledger, ping_id: int | None, channel_id: int | None = None) -> None:
        """Store the ping of the table, its channel and the calls; a `ping_id` of None: it is gone."""
        calls = tuple([(user_id, *call) for user_id, call in sorted(ledger.calls.items())])
        ledger.place = replace(ledger.place, ping_id=ping_id, ping_channel_id=channel_id, calls=calls)
        try:
            await self.store.set_ping(ledger.place)
        except StoreError as error:
            log.warning("the ping of table %s could not be stored: %s", ledger.place.table_id, error)

    async def waits(self, ledger: Ledger, user_id: int, at: float) -> None:
        """Store that a user waits for a seat; NotSaved if that fails."""
        row = WaiterRow(ledger.place.table_id, user_id, at)
        try:
            await self.store.calls.save_waiters([row], ledger.place.guild_id)
        except StoreError as error:
            raise NotSaved(lasting=error.lasting) from None
        ledger.waiters[user_id] = row

    async def called(
        self, ledger: Ledger, rows: Sequence[WaiterRow], channel_id: int, call_id: int, called_to: str
    ) -> bool:
        """Store whom a message has called; return whether anybody of them still waits."""
        now = [
            replace(row, channel_id=channel_id, call_id=call_id, called_to=called_to)
            for row in rows
            if ledger.waiters.get(row.user_id) is row
        ]
        await self._wait_as(ledger, now)
        return bool(now)

    async def waits_on(self, ledger: Ledger, rows: Sequence[WaiterRow]) -> None:
        """Store that these people wait again: their call has lost its reason."""
        now = [
            replace(row, channel_id=None, call_id=None, called_to=None)
            for row in rows
            if ledger.waiters.get(row.user_id) is row
        ]
        await self._wait_as(ledger, now)

    async def _wait_as(self, ledger: Ledger, rows: Sequence[WaiterRow]) -> None:
        if not rows:
            return
        ledger.waiters.update({row.user_id: row for row in rows})
        try:
            await self.store.calls.save_waiters(rows, ledger.place.guild_id)
        except StoreError as error:
            log.warning("who was called to table %s could not be stored: %s", ledger.place.table_id, error)

    async def waits_no_more(self, ledger: Ledger, *user_ids: int) -> None:
        """Drop these users, who waited for a seat or were called to one, from memory and store."""
        for user_id in user_ids:
            ledger.waiters.pop(user_id, None)
        try:
            await self.store.calls.drop_waiters(ledger.place.table_id, user_ids, ledger.place.guild_id)
        except StoreError as error:
            log.warning("who waits at table %s is still stored: %s", ledger.place.table_id, error)
