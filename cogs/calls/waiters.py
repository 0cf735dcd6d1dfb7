"""Calls waiting members to a free seat, once to each seat, and deletes the call when it is useless.

A call that no longer leads to a seat is deleted, and the members in it go on waiting. When the game is over,
the call leads to the next game, where its players come first: the call is sent once a seat is left over, or
nobody has opened that game for as long as seats are kept. It is deleted when that game has started, or after
an hour. Nobody is called in their quiet hours. Members asked for this call: they get it even if they do not
like to be pinged. In a server without pings the call notifies nobody.
"""

import logging
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot.app import CardsBot
from bot.errors import NotRead, Refused
from bot.lobby.reserved import KEPT_SECONDS
from bot.panels.shared import claims
from bot.preferences.declared import OFF
from bot.preferences.quiet_hours import QuietHours
from bot.store import RETRY_SECONDS, PlaceRow, Scope, Status, StoreError, WaiterRow, patiently
from bot.table import situation
from bot.table.table import Table
from bot.table.view import Offer
from bot.table.viewing import view_of
from cogs.calls.standing import CallMessage, NotPosted, Standing, nonce

log = logging.getLogger(__name__)

SILENCED_SECONDS: Final = 60.0
"""Seconds between tries to call members in a channel where nothing can be sent, or Discord refuses it."""
CALLED_SECONDS: Final = 3600.0
"""The longest time in seconds that a call to the next game stands, or is tried."""


class Waiters:
    """The waiting members of all tables, and their calls, each of which calls all who may be called then.

    `silenced` tells whether nothing can be sent where a table stands.
    """

    def __init__(self, bot: CardsBot, silenced: Callable[[Table, PlaceRow], bool]) -> None:
        self.bot = bot
        self.tables = bot.tables
        self._silenced = silenced
        self.messages: Standing[str] = Standing(bot, self._look, RETRY_SECONDS)
        self.work = self.messages.work
        # Games that are over, whose calls are to the next one.
        self.over: set[str] = set()
        # By the next game, or its lobby: the game that is over.
        self.followed: dict[str, str] = {}
        # By table: the number of calls deleted because they led to no seat.
        self._returned: Counter[str] = Counter()

    async def catching_up(self) -> list[str]:
        """Return the tables with waiting members, whose calls may have become due while the bot was down."""
        return await patiently(self.bot.store.calls.with_waiters, "the tables with waiting members")

    async def catch_up(self, table_id: str) -> None:
        """Look at such a table."""
        await self.work.finish(table_id)

    def changed(self, table: Table) -> None:
        """Look at a table with waiting members, as a seat may have come free or have been taken."""
        if table.ledger.waiters:
            self.work.ask(table.row.id)
        # A lobby that is closed is not the next game any more.
        former = table.row.rematch_of or self.followed.get(table.row.id)
        if former in self.over:
            self.work.ask(former)
        if not table.open:
            self.followed.pop(table.row.id, None)

    async def _look(self, table_id: str) -> None:
        """Call the waiting members of a table if there is a seat for them, and delete useless calls."""
        self.work.forget(table_id)
        try:
            table = await self.tables.get(table_id)
            follower = await self._following(table)
            over = self._over_for(table, follower)
        except (NotRead, StoreError):
            self.messages.again(table_id, RETRY_SECONDS)
            return
        except Refused as refused:
            log.warning("who waits at table %s is not called: %s", table_id, refused.key)
            return
        if not await self._take_back(table, self._opening(table, follower), over):
            return
        table = self.tables.current(table)
        follower = None if follower is None else self.tables.current(follower)
        opening, rows = self._opening(table, follower), list(table.ledger.waiters.values())
        if situation.open_to(table) is Offer.NEXT and rows:
            self.over.add(table_id)
            if follower is not None:
                self.followed[follower.row.id] = table_id
        else:
            self.over.discard(table_id)
            self._returned.pop(table_id, None)
            if follower is not None:
                self.followed.pop(follower.row.id, None)
        waiting = [row for row in rows if row.call_id is None]
        if opening is None or not waiting:
            until = _theirs_until(table)
            if waiting and not table.open and follower is None and until > self.tables.now():
                self.work.by(table_id, until)
            return
        if self._silenced(table, _called_at(table, opening)):
            self.messages.again(table_id, SILENCED_SECONDS)
        elif awake := await self._awake(table, waiting):
            await self._call(table, opening, awake)

    async def _following(self, table: Table) -> Table | None:
        """Return the next game, or its lobby, where a game is over."""
        if situation.open_to(table) is not Offer.NEXT:
            return None
        following = await self.bot.store.rematch_of(table.row.id)
        return None if following is None else await self.tables.get(following)

    def _opening(self, table: Table, follower: Table | None) -> Offer | None:
        """Return the offer to which the waiting members of a table can be called, if there is one.

        The next game has none while all its seats are taken or kept for the players, or while only they may
        open it. A game whose end is held in sight has none: its own message shows the end first.
        """
        opening = None if table.row.held else situation.open_to(table)
        if opening is not Offer.NEXT:
            return opening
        if follower is None:
            return opening if _theirs_until(table) <= self.tables.now() else None
        return None if situation.open_to(follower) is None else opening

    def _over_for(self, table: Table, follower: Table | None) -> list[WaiterRow]:
        """Return the waiting members who have a seat, or have no seat left to wait for."""
        rows = list(table.ledger.waiters.values())
        if table.row.status is Status.CLOSED:
            return rows
        over = [row for row in rows if table.seat_of(row.user_id) is not None]
        if situation.open_to(table) is not Offer.NEXT:
            return over
        if follower is not None and follower.row.status is not Status.LOBBY:
            return rows
        now = self.tables.now()
        for row in rows:
            seated = follower is not None and follower.seat_of(row.user_id) is not None
            if seated or self._ends(row) <= now:
                over.append(row)
            else:
                self.work.by(table.row.id, self._ends(row))
        return over

    def _ends(self, row: WaiterRow) -> float:
        """Return the time at which a call to the next game is deleted; infinity for any other row."""
        if row.call_id is None or row.called_to != Offer.NEXT.value:
            return math.inf
        return discord.utils.snowflake_time(row.call_id).timestamp() + CALLED_SECONDS

    async def _take_back(self, table: Table, opening: Offer | None, over: Sequence[WaiterRow]) -> bool:
        """Delete useless calls and forget the members in `over`; return whether that could be done.

        Members whose call led to a seat that is gone go on waiting.
        """
        ledger = table.ledger
        called = [row for row in ledger.waiters.values() if row.call_id is not None and row not in over]
        useless = [row for row in called if opening is None or row.called_to != opening.value]
        needed = {row.call_id for row in called if row not in useless}
        calls = {row.call_id: row.channel_id for row in (*over, *useless) if row.call_id not in needed}
        for call_id, channel_id in calls.items():
            if call_id is None or channel_id is None:
                continue
            # The table may have been moved since.
            there = replace(ledger.place, channel_id=channel_id)
            if not await self.messages.remove(table.row.id, there, call_id):
                return False
        if useless:
            self._returned[table.row.id] += 1
        await self.tables.ledgers.waits_on(ledger, useless)
        if over:
            await self.tables.ledgers.waits_no_more(ledger, *(row.user_id for row in over))
        return True

    async def _awake(self, table: Table, rows: Sequence[WaiterRow]) -> list[WaiterRow]:
        """Return the members who may be called now; the others are called after their quiet hours."""
        now, awake = self.tables.now(), []
        for row in rows:
            at = QuietHours.of(await self.bot.preferences.of(Scope.MEMBER, row.user_id)).end_after(now)
            if at <= now:
                awake.append(row)
            else:
                self.work.by(table.row.id, at)
        return awake

    async def _call(self, table: Table, opening: Offer, rows: Sequence[WaiterRow]) -> None:
        ledger, place, users = table.ledger, _called_at(table, opening), [row.user_id for row in rows]
        pings = (await self.bot.preferences.of(Scope.SERVER, table.row.guild_id))["pings"]
        words = self.bot.catalogue.words(table.row.language)
        text, button = claims.seat_call(view_of(table), opening, users, words)
        # The table that is over does not change when a seat in the next game's lobby comes free.
        version = (table.row.version, self._returned[table.row.id])
        number = nonce(f"w{table.row.id}-", version, place.channel_id, users)
        message = CallMessage(place, number, text, [button], [] if pings == OFF else users)
        # If none of them waits any more by then, `post` deletes the message.
        note = partial(self.tables.ledgers.called, ledger, rows, place.channel_id, called_to=opening.value)
        try:
            await self.messages.post(message, note)
        except NotPosted as error:
            if error.passing:
                self.messages.again(table.row.id, RETRY_SECONDS)
            elif table.open or self.tables.now() < _theirs_until(table) + CALLED_SECONDS:
                self.messages.again(table.row.id, SILENCED_SECONDS)
            else:
                await self.tables.ledgers.waits_no_more(ledger, *users)
            return
        # A member may have taken the seat, or the next game may have started.
        self.work.ask(table.row.id)


def _theirs_until(table: Table) -> float:
    """Return the time until which the next game is left to the players of this one.

    It counts from their last action, so a restart knows it. A guest who opens the next game later keeps no
    seats for them.
    """
    return table.row.touched_at + KEPT_SECONDS


def _called_at(table: Table, opening: Offer) -> PlaceRow:
    """Return the place of a call: to the next game it is the channel of the thread, which is archived."""
    place = table.ledger.place
    return replace(place, channel_id=place.outside) if opening is Offer.NEXT else place
