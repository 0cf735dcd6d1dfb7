"""Calls members to their tables, as soon as they may be called and once for each question.

The calls made are stored with the ping, and `nudge_at` of the table tells whether the nudge is over: so a
restart finds the calls that are still to be made.
"""

import asyncio
import math
from collections.abc import Iterable, Mapping
from typing import Final

from bot.app import CardsBot
from bot.clock.calls import alone, awaited, hand_now, note_nudged, nudged, seat_now, turn_at
from bot.errors import NotRead, Refused
from bot.messages.ledger import TO_CUT, TO_HAND, TO_SEAT, TO_TURN, Call, Ledger
from bot.preferences.declared import OFF
from bot.store import RETRY_SECONDS, Scope, patiently
from bot.table import situation
from bot.table.table import Table
from cogs.calls.digests import Digests
from cogs.calls.pings import Pings
from cogs.calls.standing import NotPosted
from cogs.messages.boards import Boards
from cogs.sending.workers import WORK_AGAIN, TimedWorker

_NOBODY: Final[frozenset[int]] = frozenset()


class Calls:
    """Calls members to turns, cards and kept seats by the table's ping; `boards` tell where none can be sent.

    A member who gets a digest of a table is not called to its turns (`cogs/calls/digests.py`).
    """

    def __init__(self, bot: CardsBot, boards: Boards, pings: Pings, digests: Digests) -> None:
        self.bot = bot
        self.tables = bot.tables
        self.boards = boards
        self.pings = pings
        self.digests = digests
        # By table: the members still to be called to their cards.
        self._without: dict[str, frozenset[int]] = {}
        # Wakes up when a member may be called who may not be called yet.
        self.work: TimedWorker[str] = TimedWorker(self._look, self.tables.now)
        # By table: the ledgers that stay in memory until its next calls.
        self._ledgers: dict[str, Ledger] = {}

    async def catching_up(self) -> list[str]:
        """Return the games under way without a clock, and the lobbies of rematches.

        After a start nothing else looks at them.
        """
        return await patiently(self.bot.store.untimed, "the tables to which people are called")

    async def catch_up(self, table_id: str) -> None:
        """Look at such a table, whose ping may have become useless while the bot was down."""
        await self.pings.clear(await self.tables.get(table_id))
        await self.work.finish(table_id)

    def look(self, table: Table) -> None:
        """Call the members who may be called to a table now, and the others once they may be."""
        self.work.ask(table.row.id)

    async def to_hands(self, table: Table, *starters: int) -> None:
        """Call members to their cards if their private panel cannot be edited any more.

        Before the first deal only the member who cuts the deck is called. Members who have left are not
        called, nor a cutter among `starters`: the public message that they pressed says so.
        """
        if table.ledger.joining:
            # The panel of the last to join may still be on its way.
            await asyncio.wait(table.ledger.joining)
        table = self.tables.current(table)
        if table.undealt:
            cutter = situation.cutter(table)
            seats = [cutter] if cutter is not None and cutter.user_id not in starters else []
        else:
            seats = list(table.seats)
        self._without[table.row.id] = frozenset([row.user_id for row in seats if row.present])
        self.work.ask(table.row.id)

    async def _look(self, table_id: str) -> None:
        """Call the members who may be called to a table now, and plan the next look."""
        try:
            table = await self.tables.get(table_id)
        except NotRead:
            self.work.plan(table_id, self.tables.now() + RETRY_SECONDS)
            return
        except Refused:
            self._without.pop(table_id, None)
            self._forget(table_id)
            return
        await self.boards.threads.decided(table_id)
        table = self.tables.current(table)
        if nudged(table, self.tables.settings):
            note_nudged(table)
        without = self._without.pop(table_id, _NOBODY)
        try:
            called, later = await self._who(table, without)
        except Refused:
            # Without their preferences, members who may have chosen not to be called are not called.
            self._without[table_id] = self._without.get(table_id, _NOBODY) | without
            self._ledgers[table_id] = table.ledger
            self.work.plan(table_id, self.tables.now() + RETRY_SECONDS)
            return
        if called and not await self._call(table, called):
            hands = {user for user, made in called.items() if made.kind != TO_TURN}
            self._without[table_id] = self._without.get(table_id, _NOBODY) | hands
            later = min(later, self.tables.now() + WORK_AGAIN)
        if math.isfinite(later):
            self._ledgers[table_id] = table.ledger
            self.work.plan(table_id, later)
        else:
            self._forget(table_id)

    async def _call(self, table: Table, calls: Mapping[int, Call]) -> bool:
        """Make these calls to a table, by user; return False if they are to be tried again."""
        if self.boards.places.silenced(table):
            return False
        await self.digests.make_way(table, calls)
        try:
            return await self.pings.send(table, calls)
        except NotPosted as error:
            if error.forbidden:
                await self.boards.places.refused(table, error.forbidden)
            return False

    async def _who(self, table: Table, without: frozenset[int]) -> tuple[dict[int, Call], float]:
        """Return the calls that may be made now, by user, and when the next one may be."""
        chosen = self.bot.preferences
        if users := awaited(table):
            return await self._to_seats(table, users), math.inf
        if alone(table) or (await chosen.surely(Scope.SERVER, table.row.guild_id))["pings"] == OFF:
            return {}, math.inf
        members = {
            user: await chosen.surely(Scope.MEMBER, user) for user in without | situation.people_asked(table)
        }
        # A computer may have played since the cards were dealt: the calls are to the newest state.
        table, now = self.tables.current(table), self.tables.now()
        hands = [user for user in without if hand_now(table, user, members[user], now)]
        turns = {
            row.user_id: turn_at(table, row, members[row.user_id], now)
            for row in table.seats
            if row.user_id in members
        }
        kind = TO_CUT if table.undealt else TO_HAND
        called = {user: Call(kind, table.seq) for user in hands if table.playing}
        for user, at in turns.items():
            number = situation.asked_of(table, user)
            if at <= now and number is not None:
                called[user] = Call(TO_TURN, number)
        return called, min((at for at in turns.values() if at > now), default=math.inf)

    async def _to_seats(self, table: Table, users: Iterable[int]) -> dict[int, Call]:
        """Return the calls that may be made to the seats kept for these users, all by one message."""
        chosen = self.bot.preferences
        if (await chosen.surely(Scope.SERVER, table.row.guild_id))["pings"] == OFF:
            return {}
        members = {user: await chosen.surely(Scope.MEMBER, user) for user in users}
        table, now = self.tables.current(table), self.tables.now()
        return {user: Call(TO_SEAT, 0) for user in awaited(table) if seat_now(members[user], now)}

    def _forget(self, table_id: str) -> None:
        self.work.forget(table_id)
        self._ledgers.pop(table_id, None)
