"""The clock: one task that sleeps until the earliest stored deadline, and then sees to all that is due.

It also has private panels say that they stop following while they can still be edited. Deadlines live in the
store, so a restart forgets none. While the bot was down or stood still, or the store or Discord was out of
reach, nobody could act: deadlines are put off by that time and a little more.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from bot.clock.due import begin_anew, do_what_is_due, hasten, put_off
from bot.clock.outages import GRACE_SECONDS, START_SECONDS, Outage, Outages
from bot.errors import NoTable, Refused, SetAside
from bot.messages.ledger import ENDING_SECONDS
from bot.store import RETRY_SECONDS, Status, StoreError, patiently
from bot.table.deadlines import idle_at
from bot.table.table import Table
from bot.tables.tables import Tables

log = logging.getLogger(__name__)

IDLE_SECONDS: Final = 60.0
"""The longest sleep, in seconds."""
LIFE_SECONDS: Final = 10.0
"""Seconds between two signs of life in the store."""
_STILL_SECONDS: Final = 2 * LIFE_SECONDS
"""Seconds without a sign of life after which nobody can have played."""


async def _nothing() -> None:
    """Compare no times."""


class Clock:
    """The clock of all tables; `run` is its task.

    `compare` has the time set by Discord's before a jump of it is believed.
    """

    def __init__(self, outages: Outages, compare: Callable[[], Awaitable[None]] = _nothing) -> None:
        self._outages = outages
        self._compare = compare
        self._earliest = math.inf
        self._sooner = asyncio.Event()
        self._forgiven: list[str] = []
        # The next look at panels: one that is pressed before has a new token, which outlives every sleep.
        self._panels_at = 0.0
        self._lives_at = 0.0
        # The end of the last grace: until then every deadline has been put off.
        self._given_until = 0.0

    def changed(self, table: Table, *, panels: bool = True, only: int | None = None) -> None:
        """Expect the deadline that has just been stored with a table."""
        if table.row.wake_at is not None:
            self.expect(table.row.wake_at)

    def expect(self, wake_at: float) -> None:
        """Wake the clock at `wake_at` at the latest."""
        if wake_at < self._earliest:
            self._earliest = wake_at
            self._sooner.set()

    async def forgive(self, tables: Tables) -> None:
        """Put off all deadlines by the time that the bot was down, before any table is loaded.

        Time is given until a little after now, which is noted for the next start: it gives only the time
        since, so that several starts in a row give none twice. If the noted time lies far ahead, an older
        version went by a wrong clock, and the deadlines come back with it.
        """
        now, store = tables.now(), tables.store
        until = now + GRACE_SECONDS + START_SECONDS
        self._outages.starts(now)

        async def give_back() -> None:
            noted = await store.alive_at()
            # The first bot on a database has given no time to anybody.
            self._given_until = now if noted is None else until
            self._forgiven = await store.to_hasten(until)
            await store.put_off(
                self._given_until,
                lobbies_until=idle_at(tables.settings, now),
                games_by=until - (now if noted is None else noted),
            )
            await store.drop_panels(now)

        await patiently(give_back, "the deadlines to be put off")

    async def put_off(self, tables: Tables, of: Callable[[int], bool], outage: Outage) -> None:
        """Put off deadlines, and keep seats longer, by an outage in the servers for which `of` is true."""
        await self._surely(await self._awaited(tables, of), partial(put_off, tables, outage=outage))

    async def begin_anew(self, tables: Tables, guild_id: int) -> None:
        """Give every turn in a server its full time again, as the bot was away from it for a while."""
        await self._begin_anew(tables, lambda other: other == guild_id)

    def lives(self) -> None:
        """Store a sign of life soon: time has been given back, and must not be given again."""
        self._lives_at = 0.0
        self.expect(0.0)

    async def _begin_anew(self, tables: Tables, of: Callable[[int], bool]) -> None:
        await self._surely(await self._awaited(tables, of), partial(begin_anew, tables))

    async def _awaited(self, tables: Tables, of: Callable[[int], bool]) -> list[str]:
        """Return the games under way and lobbies with reserved seats in servers for which `of` is true."""
        live = await patiently(tables.store.live, "the games that nobody could play at")
        rows = [row for row in live if of(row.guild_id)]
        return [row.id for row in rows if row.status is Status.PLAYING or row.reserved]

    async def run(self, tables: Tables) -> None:
        """Wake tables when they are due, until cancelled; first hasten those that the start has put off."""
        # If the start lies ahead, a press has set the time back since.
        self._outages.alive_at = max(self._outages.alive_at, tables.now())
        for table_id in self._forgiven:
            await self._tried(table_id, partial(hasten, tables))
        while True:
            # A deadline that is stored from here on may be missing in the reads below.
            self._earliest = math.inf
            self._sooner.clear()
            latest = tables.now() + IDLE_SECONDS
            try:
                await self._live(tables)
                if self._panels_at <= tables.now():
                    self._panels_at = await self._end_panels(tables)
                well = True
                for table_id in await tables.store.due(tables.now()):
                    await self._live(tables)
                    well = await self._tried(table_id, partial(do_what_is_due, tables)) and well
                if not well:
                    latest = tables.now() + RETRY_SECONDS
                elif (earliest := await tables.store.next_wake()) is not None:
                    latest = min(latest, earliest)
            except StoreError as error:
                log.warning("the clock could not read its deadlines: %s", error)
                latest = tables.now() + RETRY_SECONDS
                self._panels_at = min(self._panels_at, latest)
            self._earliest = min(
                self._earliest, latest, self._panels_at, max(self._lives_at, tables.now() + 1)
            )
            # At most until the next sign of life: the time may have been set back just now.
            seconds = min(max(self._earliest - tables.now(), 0.05), LIFE_SECONDS)
            try:
                async with asyncio.timeout(seconds):
                    await self._sooner.wait()
            except TimeoutError:
                continue

    async def _live(self, tables: Tables) -> None:
        """Store a sign of life if one is due; StoreError if that fails.

        If the last one is too old, the bot stood still or the store took nothing: deadlines are put off
        first, as after a lost connection. If it lies ahead, the time has been set back.
        """
        now, outages = tables.now(), self._outages
        if outages.alive_at - _STILL_SECONDS <= now < self._lives_at:
            return
        last = Outage(outages.alive_at)
        if abs(now - last.since) > _STILL_SECONDS:
            # As of the last sign: if the bot is killed now, the next start puts everything off.
            await self._lived(tables, last.since)
            await self._compare()
            now = tables.now()
        if last.since - now > _STILL_SECONDS:
            await self._set_back(tables, last.since - now)
            return
        stood = now - last.since > _STILL_SECONDS
        # A time that has jumped is no reason to forget panels.
        await self._lived(tables, last.since if stood else now, None if stood else now)
        # A connection that is lost from here on has been there until now.
        known, outages.alive_at = outages.known(last.since), max(now, outages.alive_at)
        if stood:
            log.warning(
                "nobody could play for %.0f s: the bot stood still, or could not write", now - last.since
            )
            await self.put_off(tables, lambda guild_id: not known(guild_id), last)
            outages.alive_at = tables.now()
        self._lives_at = 0.0 if stood else now + LIFE_SECONDS

    async def _lived(self, tables: Tables, at: float, now: float | None = None) -> None:
        """Store that the bot was at work at a time, and that no time has to be given back until then.

        The panels whose tokens have expired at `now` are forgotten.
        """
        await tables.store.lived(max(self._given_until, self._outages.all_well(at)), now)

    async def _set_back(self, tables: Tables, seconds: float) -> None:
        """Give every turn its full time again, as its deadline was made by a time that was wrong."""
        log.warning("the bot's time was %.0f s ahead of Discord's: every turn begins anew", seconds)
        now = tables.now()
        self._outages.set_back(now)
        self._given_until = now
        self._panels_at = self._lives_at = 0.0
        await self._begin_anew(tables, lambda guild_id: True)

    async def _end_panels(self, tables: Tables) -> float:
        """Have the panels whose token is about to end stop following; return the time of the next look."""
        now = tables.now()
        following = now + IDLE_SECONDS
        for table_id, user_id, stored in await tables.store.ending(now, following + ENDING_SECONDS):
            end = tables.ledgers.ends_at(table_id, user_id, stored)
            if end > now + ENDING_SECONDS:
                following = min(following, end - ENDING_SECONDS)
            else:
                tables.outbox.ending(table_id, user_id)
                # A panel that could not be edited is tried again while its token lives.
                following = min(following, now + RETRY_SECONDS)
        return following

    async def _surely(self, table_ids: list[str], work: Callable[[str], Awaitable[None]]) -> None:
        """Do `work` at each of these tables, again and again until the store takes it."""

        async def until_done(table_id: str) -> None:
            while True:
                try:
                    return await work(table_id)
                except (SetAside, NoTable):
                    raise
                except Refused as refused:
                    log.warning("table %s waits for the store: %s", table_id, refused.key)
                await asyncio.sleep(RETRY_SECONDS)

        for table_id in table_ids:
            await self._tried(table_id, until_done)

    async def _tried(self, table_id: str, work: Callable[[str], Awaitable[None]]) -> bool:
        """Do `work` at a table; return whether it is done, or never can be; errors are logged."""
        try:
            await work(table_id)
        except Refused as refused:
            log.warning("table %s could not be woken: %s", table_id, refused.key)
            return isinstance(refused, SetAside)
        except Exception:
            log.exception("table %s could not be woken", table_id)
            return False
        return True
