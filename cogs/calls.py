"""Calls people to their tables, as soon as they may be called and once for each question.

What is known of a table's calls is in memory, in its ledger. After a restart the ping that stands tells who
has been called, and the clock's nudge who is to be.
"""

import asyncio
import math
from collections.abc import Iterable, Mapping
from typing import Final

from bot.app import CardsBot
from bot.calling import hand_now, turn_at
from bot.ledger import HAND, TURN, Call, Ledger
from bot.preferences import OFF, Scope
from bot.refused import NotRead, Refused
from bot.table import Table
from cogs.boards import Boards
from cogs.digests import Digests
from cogs.later import Later
from cogs.latest import Latest
from cogs.pings import Pings

NOBODY: Final[frozenset[int]] = frozenset()
RETRY_SECONDS: Final = 5.0


class Calls:
    """Those who are to be called to a table, and when; `boards` say where nobody can be.

    Whose turn at a slow table is told by a digest is not called to it (`cogs/digests.py`).
    """

    def __init__(self, bot: CardsBot, boards: Boards, pings: Pings, digests: Digests) -> None:
        self.bot = bot
        self.tables = bot.tables
        self.boards = boards
        self.pings = pings
        self.digests = digests
        self._work: Latest[str] = Latest(self._look)
        # By table: who is still to be called to their cards.
        self._without: dict[str, frozenset[int]] = {}
        # When the next may be called who may not be now.
        self.later: Later[str] = Later(self._work.ask, self.tables.now)
        # By table: the ledgers that stay in memory until then.
        self._ledgers: dict[str, Ledger] = {}

    @property
    def busy(self) -> bool:
        """Return whether it is being looked who is to be called."""
        return self._work.busy()

    async def close(self) -> None:
        """Call nobody any more."""
        await self._work.close()

    def changed(self, table: Table, drawn: Mapping[int, int]) -> None:
        """Take note of a table that may ask somebody anew.

        `drawn` are those whose panels the answer to their press has just drawn, with the versions.
        """
        self.led(table, [user_id for user_id, version in drawn.items() if version >= table.row.version])
        if table.people_asked():
            self._work.ask(table.row.id)

    def led(self, table: Table, users: Iterable[int]) -> None:
        """Take note that people's own presses have led to what they are asked now."""
        _note(table.ledger.led, table, users)

    def nudge(self, table: Table) -> None:
        """See to it that all are called for whom the game waits now, but those who are there."""
        _note(table.ledger.nudged, table, table.people_asked())
        self._work.ask(table.row.id)

    async def to_hands(self, table: Table) -> None:
        """See to it that people are called to their cards whose private panel cannot be edited any more."""
        if table.ledger.joining:
            # Whoever joined last may have their panel still on its way.
            await asyncio.wait(table.ledger.joining)
        panel_of, now = table.ledger.panel_of, self.tables.now()
        seats = self.tables.current(table).seats
        without = [row.user_id for row in seats if row.present and panel_of(row.user_id, now) is None]
        self._without[table.row.id] = frozenset(without)
        self._work.ask(table.row.id)

    async def _look(self, table_id: str) -> None:
        """Call all who may be called to a table now."""
        try:
            table = await self.tables.get(table_id)
        except NotRead:
            self.later.plan(table_id, self.tables.now() + RETRY_SECONDS)
            return
        except Refused:
            self._without.pop(table_id, None)
            self._forget(table_id)
            return
        called, later = await self._who(table, self._without.pop(table_id, NOBODY))
        if math.isfinite(later):
            self._ledgers[table_id] = table.ledger
            self.later.plan(table_id, later)
        else:
            self._forget(table_id)
        await self.boards.threads.decided(table_id)
        if not called or self.boards.places.silenced(table):
            return
        await self.digests.make_way(table, called)
        if not await self.pings.send(table, called):
            await self.boards.places.refused(table)

    async def _who(self, table: Table, without: frozenset[int]) -> tuple[dict[int, Call], float]:
        """Return who may be called to what, by user, and when somebody else may be."""
        chosen = self.bot.chosen
        if sum(row.present for row in table.seats) < 2:
            # Nobody is called who plays with computers alone.
            return {}, math.inf
        if (await chosen.of(Scope.SERVER, table.row.guild_id))["pings"] == OFF:
            return {}, math.inf
        members = {user: await chosen.of(Scope.MEMBER, user) for user in without | table.people_asked()}
        # They are called to the newest state: a computer may have played since the cards were dealt.
        table, now = self.tables.current(table), self.tables.now()
        hands = [user for user in without if hand_now(table, user, members[user], now)]
        turns = {
            row.user_id: turn_at(table, row, members[row.user_id], now)
            for row in table.seats
            if row.user_id in members
        }
        called = {user: Call(HAND, table.seq) for user in hands if table.playing}
        for user, at in turns.items():
            number = table.asked_of(user)
            if at <= now and number is not None:
                called[user] = Call(TURN, number)
        return called, min((at for at in turns.values() if at > now), default=math.inf)

    def _forget(self, table_id: str) -> None:
        self.later.forget(table_id)
        self._ledgers.pop(table_id, None)


def _note(numbers: dict[int, int], table: Table, users: Iterable[int]) -> None:
    """Note of people the number under which they are asked now."""
    for user_id in users:
        number = table.asked_of(user_id)
        if number is not None:
            numbers[user_id] = number
