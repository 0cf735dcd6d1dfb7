"""What is shown of a table: where its message stands, which panels follow it, and what stands open on them.

None of it is part of the game. What a restart can do without is kept in memory only; the rest is stored when
it happens, and a write that fails costs no more than a message that is drawn again.
"""

import asyncio
import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from weakref import WeakValueDictionary

from bot.errors import NotSaved
from bot.messages.deferred import DeferredWrites
from bot.store import PanelRow, PlaceRow, Store, StoreError, WaiterRow
from engine.ai.advice import Advice

log = logging.getLogger(__name__)

TOKEN_SECONDS: Final = 14.5 * 60
"""How long a panel can be edited after it was pressed: an interaction's token lives 15 minutes."""
ENDING_SECONDS: Final = 30.0
"""How long before it can no longer be edited a panel says that it has stopped following its table."""
HERE_SECONDS: Final = 120.0
"""How long after a press on their panel somebody is taken to have it before them."""


class Opened(NamedTuple):
    """What somebody has opened in their panel: the verb of the button, and its notation.

    `number` is that of the question that it belongs to; 0 for what can be looked up at any time.
    """

    number: int
    verb: str
    notation: str = ""


TURN: Final = "turn"
HAND: Final = "hand"
CUT: Final = "cut"
SEAT: Final = "seat"


class Call(NamedTuple):
    """What somebody was called to: their turn, their cards, to cut the deck before them, or the seat that is
    kept for them (`kind`).

    `number` is that under which they were asked; of a call to the cards or the deck, the length of the log.
    """

    kind: str
    number: int


class Telling(NamedTuple):
    """A new private message that tells somebody what they are asked, or is about to.

    `number` is that under which they were asked. Until then they are taken to have seen it.
    """

    number: int
    until: float


Offered = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Values by game, option and name."""


@dataclass(slots=True, weakref_slot=True, eq=False)
class Ledger:
    """What is shown of one table; by user: panels, and what stands on them.

    `opened` has what stands open on a panel, a further question or what is looked up; `hints` the advice that
    was asked for, after the number under which the user was asked; `notices` what their last press was
    answered, after the table's version. `missing` are the permissions without which the table cannot be shown
    where it is, or what of that place is gone, or that the bot does not know it; `no_thread` those without
    which its game gets no thread.
    `removed` are the panels, by message id, that are gone or going because others have taken their place.
    `standing` are those that have yet to go, by user; `untold` the numbers of questions of which no new
    message could tell them; `telling` what one does, or is about to.
    `joining` are the presses of those who join, until they have their panel.
    `calls` are whom the table has called last, and to what. By the number under which a user was asked,
    `nudged` are those who were to be called to it, and `led` those whose own press led to it.
    `waiters` are those who want a seat, or have been called to one.
    `offered` is what whoever runs the bot lets hosts choose from, beside the menus of games.
    `posting` is held while the public message is drawn and sent: an older drawing never lands on a newer one.
    """

    place: PlaceRow
    panels: dict[int, PanelRow] = field(default_factory=dict)
    opened: dict[int, Opened] = field(default_factory=dict)
    hints: dict[int, tuple[int, Advice]] = field(default_factory=dict)
    notices: dict[int, tuple[int, str]] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    no_thread: tuple[str, ...] = ()
    removed: set[int] = field(default_factory=set)
    standing: dict[int, PanelRow] = field(init=False)
    untold: dict[int, int] = field(default_factory=dict)
    telling: dict[int, Telling] = field(default_factory=dict)
    joining: set[asyncio.Task[Any]] = field(default_factory=set)
    calls: dict[int, Call] = field(init=False)
    nudged: dict[int, int] = field(default_factory=dict)
    led: dict[int, int] = field(default_factory=dict)
    waiters: dict[int, WaiterRow] = field(default_factory=dict)
    posting: asyncio.Lock = field(default_factory=asyncio.Lock)
    offered: Offered = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.calls = {user_id: Call(kind, number) for user_id, kind, number in self.place.calls}
        self.standing = {
            user_id: replace(panel, message_id=panel.former_id, former_id=None)
            for user_id, panel in self.panels.items()
            if panel.former_id is not None and not panel.left
        }

    def answered(self, user_id: int, version: int, notice: str, opened: Opened | None) -> None:
        """Take note of what a press is answered at a version of the table, and of what then stands open."""
        self.notices[user_id] = (version, notice)
        if opened is None:
            self.opened.pop(user_id, None)
        else:
            self.opened[user_id] = opened

    def note_join(self) -> None:
        """Take note that the press which this task answers is one of somebody who joins."""
        task = asyncio.current_task()
        assert task is not None
        self.joining.add(task)
        task.add_done_callback(self.joining.discard)

    def waits(self, user_id: int) -> bool:
        """Return whether a user waits for a seat and has not been called to one."""
        return user_id in self.waiters and self.waiters[user_id].call_id is None

    def pressed_at(self, user_id: int) -> float:
        """Return when a user has last pressed their panel; minus infinity if there is none."""
        panel = self.panels.get(user_id)
        return -math.inf if panel is None else panel.expires_at - TOKEN_SECONDS

    def pressed_within(self, user_id: int, seconds: float, now: float) -> bool:
        """Return whether a user has pressed their panel so lately: they have it before them."""
        return now - self.pressed_at(user_id) < seconds

    def remove(self, panel: PanelRow) -> bool:
        """Return whether to remove a panel: once, and not while it follows. After that it cannot."""
        followed = self.panels.get(panel.user_id)
        if panel.message_id in self.removed or (followed and followed.message_id == panel.message_id):
            return False
        self.removed.add(panel.message_id)
        return True

    def panel_of(self, user_id: int, now: float) -> PanelRow | None:
        """Return the private panel of a user that can still be edited, None if there is none."""
        panel = self.panels.get(user_id)
        return panel if panel is not None and panel.expires_at > now else None


class Ledgers:
    """The ledgers of all tables in memory, and the one way to write in them what is stored.

    A table that is read again finds its ledger as long as anybody uses it: memory knows best where a table
    stands.
    """

    def __init__(self, store: Store, offered: Offered = MappingProxyType({})) -> None:
        self.store = store
        self.offered = offered
        self.deferred = DeferredWrites(store)
        self._known: WeakValueDictionary[str, Ledger] = WeakValueDictionary()

    def of(
        self, place: PlaceRow, panels: tuple[PanelRow, ...] = (), waiters: tuple[WaiterRow, ...] = ()
    ) -> Ledger:
        """Return the ledger of a table, a new one as it is stored if nobody has one."""
        known = self._known.get(place.table_id)
        if known is None:
            known = Ledger(place, {panel.user_id: panel for panel in panels})
            known.waiters = {row.user_id: row for row in waiters}
            known.offered = self.offered
            self._known[place.table_id] = known
        return known

    def ends_at(self, table_id: str, user_id: int, stored: float) -> float:
        """Return until when a user's panel can be edited: memory may know of a later press than is stored."""
        ledger = self._known.get(table_id)
        if ledger is None:
            return stored
        panel = ledger.panels.get(user_id)
        return math.inf if panel is None else panel.expires_at

    async def follow(self, ledger: Ledger, panel: PanelRow) -> PanelRow | None:
        """Take note of a person's newest private panel, which follows the game from now on.

        Return the panel that it takes the place of, None if there is none: `panel` itself, if a later press
        has been answered before this one. Its press has been acknowledged: before that, Discord knows no such
        token.
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
        """Store that another message is about to take a panel's place: nothing is known of that one before
        Discord has answered. In memory the panel goes on following.
        """
        self.deferred.dropped(panel.table_id, panel.user_id)
        try:
            await self.store.save_panel(replace(panel, former_id=panel.message_id), ledger.place.guild_id)
        except StoreError as error:
            # Only if the bot were killed now would two panels stand.
            log.warning("a panel of table %s stays noted as it was: %s", panel.table_id, error)

    def stays(self, ledger: Ledger, user_id: int) -> None:
        """Take note that no other message takes the place of a person's panel."""
        if (panel := ledger.panels.get(user_id)) is not None:
            self.deferred.renewed(panel)

    def removed(self, ledger: Ledger, panel: PanelRow) -> None:
        """Take note that a panel whose place another has taken is gone, or can no longer be removed."""
        user_id, now = panel.user_id, ledger.panels.get(panel.user_id)
        if ledger.standing.get(user_id) is panel:
            del ledger.standing[user_id]
        if now is not None and now.former_id == panel.message_id:
            ledger.panels[user_id] = replace(now, former_id=None)
            self.stays(ledger, user_id)

    async def forget(self, ledger: Ledger, user_id: int) -> None:
        """Take note that a person's private panel follows the game no more."""
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
        """Take note of where the table's public message now is; `parent_id` is as in its place."""
        ledger.place = replace(
            ledger.place, channel_id=channel_id, message_id=message_id, parent_id=parent_id
        )
        try:
            await self.store.set_message(ledger.place)
        except StoreError as error:
            log.warning("where table %s stands could not be stored: %s", ledger.place.table_id, error)

    async def pinged(self, ledger: Ledger, ping_id: int | None, channel_id: int | None = None) -> None:
        """Take note of the message that calls people to the table, and of where it stands; None: there is
        none any more.
        """
        calls = tuple([(user_id, *call) for user_id, call in sorted(ledger.calls.items())])
        ledger.place = replace(ledger.place, ping_id=ping_id, ping_channel_id=channel_id, calls=calls)
        try:
            await self.store.set_ping(ledger.place)
        except StoreError as error:
            log.warning("the ping of table %s could not be stored: %s", ledger.place.table_id, error)

    async def waits(self, ledger: Ledger, user_id: int, at: float) -> None:
        """Take note of somebody who waits for a seat; NotSaved if that cannot be stored."""
        row = WaiterRow(ledger.place.table_id, user_id, at)
        try:
            await self.store.save_waiters([row], ledger.place.guild_id)
        except StoreError:
            raise NotSaved from None
        ledger.waiters[user_id] = row

    async def called(
        self, ledger: Ledger, rows: Sequence[WaiterRow], channel_id: int, call_id: int, called_to: str
    ) -> bool:
        """Take note of the message that has called these people to what there is for them. Return whether
        there is anybody who has not given up meanwhile.
        """
        now = [
            replace(row, channel_id=channel_id, call_id=call_id, called_to=called_to)
            for row in rows
            if ledger.waiters.get(row.user_id) is row
        ]
        await self._wait_as(ledger, now)
        return bool(now)

    async def waits_on(self, ledger: Ledger, rows: Sequence[WaiterRow]) -> None:
        """Take note that these people wait as before: the call that they had leads to nothing any more."""
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
            await self.store.save_waiters(rows, ledger.place.guild_id)
        except StoreError as error:
            log.warning("who was called to table %s could not be stored: %s", ledger.place.table_id, error)

    async def waits_no_more(self, ledger: Ledger, *user_ids: int) -> None:
        """Forget that these users wait for a seat, or have been called to one."""
        for user_id in user_ids:
            ledger.waiters.pop(user_id, None)
        try:
            await self.store.drop_waiters(ledger.place.table_id, user_ids, ledger.place.guild_id)
        except StoreError as error:
            log.warning("who waits at table %s is still stored: %s", ledger.place.table_id, error)
