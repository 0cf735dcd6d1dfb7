"""The door to the calls: a change of a table that calls nobody enters none of their modules.

Known facts decide that: the members whom the table asks, and their preferences; the waiting members; the ping
and the digests that stand. A part that is entered plans its later calls itself.
"""

from collections.abc import Callable
from typing import Any

from bot.app import CardsBot
from bot.clock.calls import awaited, by_digest, calls_to_seat, calls_to_turn
from bot.errors import Refused
from bot.store import Scope
from bot.table import situation
from bot.table.deadlines import SLOW_FROM
from bot.table.table import Table
from cogs.calls.calls import Calls
from cogs.calls.digests import Digests
from cogs.calls.pings import Pings
from cogs.calls.waiters import Waiters
from cogs.messages.boards import Boards
from cogs.sending.workers import TimedWorker


class Calling:
    """The parts that call members; `gone` runs once a ping is gone that could not be deleted before."""

    def __init__(self, bot: CardsBot, boards: Boards, gone: Callable[[Table], None]) -> None:
        self.bot = bot
        self.tables = bot.tables
        self.pings = Pings(bot, gone)
        self.digests = Digests(bot, boards)
        self.calls = Calls(bot, boards, self.pings, self.digests)
        self.waiters = Waiters(bot, boards.places.silenced)
        parts = (self.calls, self.digests, self.pings, self.waiters)
        self.works: tuple[TimedWorker[Any], ...] = tuple(part.work for part in parts)

    async def changed(self, table: Table) -> None:
        """Enter the parts that may call members to a changed table, or delete a call.

        A newer snapshot has a change of its own: by then it is noted whose press has led to it. A useless
        ping is deleted later, once the board shows the change (`cleared`).
        """
        newest = self.tables.current(table)
        if self._waited_for(newest):
            self.waiters.changed(newest)
        turns, digests = bool(awaited(table)), self._listed(newest)
        if asked := situation.people_asked(table):
            try:
                members = [(user, await self.bot.preferences.surely(Scope.MEMBER, user)) for user in asked]
            except Refused:
                # The parts themselves wait until preferences can be read.
                turns = digests = True
            else:
                now = self.tables.now()
                turns = turns or calls_to_turn(table, dict(members), self.tables.settings, now)
                digests = digests or any(by_digest(table, member) for _, member in members)
        if turns:
            self.calls.look(table)
        if digests:
            self.digests.changed(newest)

    async def cleared(self, table: Table) -> bool:
        """Delete a table's useless ping, if it has one; return False if that stays for now."""
        ledger = table.ledger
        none = ledger.place.ping_id is None and ledger.unsure is None
        return none or await self.pings.clear(table)

    def _waited_for(self, table: Table) -> bool:
        """Return whether a seat of a table may concern waiting members, of the game before it too."""
        follows = table.row.id in self.waiters.followed or table.row.rematch_of in self.waiters.over
        return follows or calls_to_seat(table)

    def _listed(self, table: Table) -> bool:
        """Return whether a digest stands that may list a table."""
        keys = [(table.row.guild_id, row.user_id) for row in table.seats]
        return table.row.clock >= SLOW_FROM and any(key in self.digests.newest for key in keys)
