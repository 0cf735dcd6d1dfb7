"""The pace of a table: deadlines, the time a computer takes, and quiet hours."""

import random
from collections.abc import Callable
from typing import Any, Final, Protocol

from bot.host.settings import Settings
from bot.preferences.declared import ASK, PACES, Values
from bot.preferences.quiet_hours import QuietHours
from bot.store import Scope
from bot.table import situation
from bot.table.deadlines import SLOW_FROM, timing
from bot.table.table import Table

MOMENT: Final = (0.26, 0.48)
"""The shortest and longest pause, as parts of `pause_seconds`, before an answer that nobody presses.

It is a computer's, or that of a seat without a choice. Both take the same, so that the time a computer takes
does not tell whether it had a choice.
"""
SOLO_MOMENT: Final = (0.21, 0.26)
"""The same where a member plays computers alone: long enough to see each play, and nobody else looks on."""


class Preferences(Protocol):
    """The preferences of servers and members."""

    async def of(self, scope: Scope, owner_id: int) -> Values:
        """Return the values of a server or a member, by name."""


class Pacing:
    """Deadlines and pauses as host, server and members have chosen them.

    Without `preferences` every choice is the default. `pause` returns the seconds until the clock looks again
    at a server where nobody can act, 0 where people can.
    """

    def __init__(
        self,
        settings: Settings,
        now: Callable[[], float],
        preferences: Preferences | None = None,
        pause: Callable[[int], float] = lambda guild_id: 0.0,
    ) -> None:
        self.pause = pause
        self._settings = settings
        self._now = now
        self._preferences = preferences

    async def timed(self, table: Table, start: float | None = None) -> dict[str, Any]:
        """Return the deadlines of a row whose game has just reached this state.

        The time of the turn begins at `start`, or now.
        """
        now = self._now()
        moment, quiet = await self.moment(table), await self.quiet(table)
        return timing(table, self._settings, now, now if start is None else start, quiet, moment)

    async def moment(self, table: Table) -> float:
        """Return the seconds that a computer at a table takes, or the answer of a seat without a choice."""
        guild_id, parts = table.row.guild_id, SOLO_MOMENT if situation.solo(table.seats) else MOMENT
        pace = 1.0 if self._preferences is None else PACES[await self._chosen(Scope.SERVER, guild_id, "pace")]
        return pace * self._settings.pause_seconds * random.uniform(*parts)

    async def quiet(self, table: Table) -> list[QuietHours]:
        """Return the quiet hours of the members asked at a slow game: their time stands still in these."""
        if self._preferences is None or table.clock < SLOW_FROM:
            return []
        asked = sorted(situation.people_asked(table))
        return [QuietHours.of(await self._preferences.of(Scope.MEMBER, user_id)) for user_id in asked]

    async def cutting(self, table: Table) -> dict[str, Any]:
        """Return the columns of a row that name the seat asked to cut the next deck.

        A member who wants it just dealt is not asked. Nor is a computer: the bot knows the seed, so it would
        choose the deck.
        """
        row = situation.may_cut(table)
        asked = row is not None and await self._wants_to_cut(row.user_id)
        return {"cutter": row.seat if row is not None and asked else None, "cut": 0}

    async def _wants_to_cut(self, user_id: int) -> bool:
        return self._preferences is None or await self._chosen(Scope.MEMBER, user_id, "cut") == ASK

    async def _chosen(self, scope: Scope, owner_id: int, name: str) -> str:
        assert self._preferences is not None
        return (await self._preferences.of(scope, owner_id))[name]
