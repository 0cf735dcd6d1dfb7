"""Sends the digests of slow games: one message for each member and server, which names all that wait.

After each change of a slow game, and at the planned time, the bot checks whether a digest is due and whether
the one that stands is over. A digest is over when the asked numbers that it lists are: a turn that comes
round again waits for the next digest. The newest digests are in memory, and in the store for the next start.
"""

import logging
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from bot.app import CardsBot
from bot.clock.calls import EVERY, due_at, waits
from bot.errors import NotRead, Refused
from bot.panels.lists.digest import digest_text
from bot.panels.table import board
from bot.preferences.declared import OFF, ON
from bot.store import RETRY_SECONDS, DigestRow, PlaceRow, Scope, Status, StoreError, patiently
from bot.table import situation
from bot.table.deadlines import SLOW_FROM
from bot.table.table import Table
from bot.table.viewing import view_of
from cogs.calls.standing import CallMessage, NotPosted, Standing, nonce
from cogs.messages.boards import Boards

log = logging.getLogger(__name__)

Key = tuple[int, int]
"""A server and a member."""
DIGEST_AGAIN: Final = 300.0
"""Seconds after which a request that Discord has refused is repeated."""


class Digests:
    """The one digest that a member may have in a server; `boards` tell where none can be sent."""

    def __init__(self, bot: CardsBot, boards: Boards) -> None:
        self.bot = bot
        self.tables = bot.tables
        self.boards = boards
        # The newest digest, while it stands and until the next may be sent.
        self.newest: dict[Key, DigestRow] = {}
        self._unsaved: set[Key] = set()
        self._wanted: list[Key] = []
        self.messages: Standing[Key] = Standing(bot, self._look, DIGEST_AGAIN)
        self.work = self.messages.work

    async def begin(self) -> None:
        """Read the digests that stand, and the members who may be due one."""
        store, after = self.bot.store, self.tables.now() - EVERY
        rows = await patiently(partial(store.calls.digests, after), "the digests of slow games")
        self.newest = {(row.guild_id, row.user_id): row for row in rows}
        wanted = partial(store.calls.digest_wanted, SLOW_FROM, ON)
        self._wanted = await patiently(wanted, "the members who want digests")

    async def catching_up(self) -> list[Key]:
        """Return the members whom a change during the downtime may concern."""
        wanted, self._wanted = self._wanted, []
        return list(dict.fromkeys((*filter(self._stands, self.newest), *wanted)))

    async def catch_up(self, key: Key) -> None:
        """Look at such a member."""
        await self.work.finish(key)

    # Changes

    def changed(self, table: Table) -> None:
        """Look at the digests of a table's members: it may ask them something new, or nothing any more."""
        if table.row.clock < SLOW_FROM:
            return
        asked = situation.people_asked(table)
        for row in table.seats:
            key = (table.row.guild_id, row.user_id)
            if row.user_id in asked or self._stands(key):
                self.work.ask(key)

    def chosen(self, guild_id: int, user_id: int) -> None:
        """Look at a member's digests after a change of preference, which holds in all their servers."""
        for key in {(guild_id, user_id), *(key for key in self.newest if key[1] == user_id)}:
            self.work.ask(key)

    async def clear(self, user_id: int) -> None:
        """Delete the digests of a member who has left all tables; one that Discord keeps stays."""
        for key in [key for key in self.newest if key[1] == user_id]:
            await self.work.finish(key)

    def forget(self, user_id: int) -> None:
        """Drop all that is known of a member's digests."""
        for key in [key for key in self.newest if key[1] == user_id]:
            del self.newest[key]
            self._unsaved.discard(key)

    async def make_way(self, table: Table, users: Iterable[int]) -> None:
        """Return once no digest of these users, who are about to be called to a table, lists it."""
        for user_id in users:
            key = (table.row.guild_id, user_id)
            if self._stands(key) and table.row.id in self.newest[key].listed:
                await self.work.finish(key)

    def _stands(self, key: Key) -> bool:
        row = self.newest.get(key)
        return row is not None and row.message_id is not None

    # Digests that are due

    async def _look(self, key: Key) -> None:
        """Delete a member's digest if it is over, and send the next if it is due."""
        guild_id, user_id = key
        self.work.forget(key)
        if key in self._unsaved:
            await self._note(self.newest[key])
        try:
            member = await self.bot.preferences.surely(Scope.MEMBER, user_id)
            pings = (await self.bot.preferences.surely(Scope.SERVER, guild_id))["pings"]
            waiting = await self._waiting(key) if member["digest"] == ON else []
        except (Refused, StoreError):
            self.messages.again(key, RETRY_SECONDS)
            return
        if self._stands(key):
            listed = self.newest[key].listed
            told = any(listed.get(table.row.id) == situation.asked_of(table, user_id) for table in waiting)
            if not (told or await self._removed(key)):
                return
        row, now = self.newest.get(key), self.tables.now()
        if row is not None and row.message_id is None and row.sent_at + EVERY <= now:
            self.newest.pop(key)
            self._unsaved.discard(key)
        if pings == OFF:
            return
        at = due_at(waiting, user_id, member, row.sent_at if row else None, now)
        if at <= now:
            await self._send(key, waiting)
        elif math.isfinite(at):
            self.messages.again(key, at - now)

    async def _waiting(self, key: Key) -> list[Table]:
        """Return the slow games that wait for a member in a server, the most urgent first."""
        guild_id, user_id = key
        found = []
        for row in await self.bot.store.live(guild_id=guild_id, user_id=user_id):
            if row.status is not Status.PLAYING or row.clock < SLOW_FROM:
                continue
            try:
                found.append(await self.tables.get(row.id))
            except NotRead:
                raise
            except Refused:
                continue
        return self._still(found, user_id)

    def _still(self, tables: Iterable[Table], user_id: int) -> list[Table]:
        """Return the tables among these that wait for a member now, as they are now."""
        now = self.tables.now()
        found = [table for table in map(self.tables.current, tables) if waits(table, user_id, now)]
        return sorted(found, key=lambda table: table.row.due_at or math.inf)

    async def _send(self, key: Key, waiting: Sequence[Table]) -> None:
        """Send a digest of these tables in place of the one before."""
        guild_id, user_id = key
        for table in waiting:
            await self.boards.threads.decided(table.row.id)
        if self._first(waiting) is not None and not await self._removed(key):
            return
        waiting = self._still(waiting, user_id)
        first = self._first(waiting)
        if first is None:
            self.messages.again(key, DIGEST_AGAIN)
            return
        listed = {table.row.id: situation.asked_of(table, user_id) or 0 for table in waiting}
        words = self.bot.catalogue.words(first.row.language)
        found = [(view_of(table), table.ledger.place) for table in waiting]
        text, button = digest_text(user_id, found, words), board.hand_button(found[0][0], words)
        number = nonce(f"{user_id:x}.", guild_id, sorted(listed.items()))
        place = first.ledger.place

        async def note(message_id: int) -> bool:
            sent_at = self.tables.now()
            await self._note(DigestRow(guild_id, user_id, place.channel_id, message_id, sent_at, listed))
            return True

        try:
            await self.messages.post(CallMessage(place, number, text, [button], [user_id]), note)
        except NotPosted as error:
            self.messages.again(key, DIGEST_AGAIN)
            if error.forbidden:
                await self.boards.places.refused(first, error.forbidden)
            return
        # All these turns may be over by now; if not, the next digest is due in a day.
        self.work.ask(key)

    def _first(self, tables: Iterable[Table]) -> Table | None:
        """Return the first of these tables where something can be sent, None if there is none."""
        return next((table for table in tables if not self.boards.places.silenced(table)), None)

    async def _removed(self, key: Key) -> bool:
        """Delete a member's digest, if there is one; return False if it stays for now, and is tried again."""
        row = self.newest.get(key)
        if row is None or row.message_id is None:
            return True
        place = PlaceRow(next(iter(row.listed)), row.guild_id, row.channel_id)
        if not await self.messages.remove(key, place, row.message_id):
            return False
        await self._note(replace(row, message_id=None, listed={}))
        return True

    async def _note(self, row: DigestRow) -> None:
        """Note a member's newest digest, and store it now or, where that fails, later."""
        key = (row.guild_id, row.user_id)
        self.newest[key] = row
        try:
            await self.bot.store.calls.note_digest(row)
        except StoreError as error:
            log.warning("a digest could not be stored: %s", error)
            self._unsaved.add(key)
            self.messages.again(key, RETRY_SECONDS)
        else:
            self._unsaved.discard(key)
