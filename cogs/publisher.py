"""Shows tables in Discord: its public message and private panels follow every change of a table.

It keeps track of what has been shown, so that a restart shows again only what was not.
"""

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import CardsBot
from bot.blocks.blocks import Panel
from bot.errors import Refused
from bot.limits.budget import Urgency
from bot.locale import Words
from bot.messages.ledger import Ledger
from bot.panels.table import board
from bot.store import PanelRow, PlaceRow, TableRow, patiently
from bot.table import situation
from bot.table.table import Table
from bot.tables.outbox import Begun, Dealt, Due, Ending, Message, Missed, Nudge, Parked
from cogs.calls.calls import Calls
from cogs.calls.digests import Digests
from cogs.calls.waiters import Waiters
from cogs.messages.absences import Absences
from cogs.messages.boards import Boards
from cogs.messages.panels import Panels
from cogs.messages.pings import Pings
from cogs.sending.channels import UNREACHABLE, delete, message_of, passing
from cogs.sending.sending import edited

log = logging.getLogger(__name__)

NOTHING: Final[Mapping[int, int]] = MappingProxyType({})

CATCHING_UP: Final = 100
"""Tables that are shown at once while the bot catches up after a start."""
CATCH_UP_SECONDS: Final = 0.1
"""Seconds between two looks whether there is room for more of them."""


@dataclass(slots=True)
class Pending:
    """What still has to show a table: by user (0: the public message) the version that is due."""

    version: int = 0
    parts: dict[int, int] = field(default_factory=dict)


class Publisher(commands.Cog):
    """Takes from the bot's outbox what is to be shown, and shows it."""

    def __init__(self, bot: CardsBot) -> None:
        self.bot = bot
        self.tables = bot.tables
        self.panels = Panels(bot, self)
        self.pings = Pings(bot, self._without_ping)
        self.absences = Absences(bot)
        self.boards = Boards(bot, self, self.panels, self.pings)
        self.digests = Digests(bot, self.boards, self.pings)
        self.calls = Calls(bot, self.boards, self.pings, self.digests)
        self.waiters = Waiters(bot, self.boards.places.silenced)
        working = (self.calls, self.digests, self.pings, self.waiters, self.panels.turn_messages)
        self._works = tuple(each.work for each in working)
        self._pending: dict[str, Pending] = {}
        self._hidden: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._running: list[asyncio.Task[None]] = []

    async def cog_load(self) -> None:
        self.bot.health.watch("messages", lambda: sum(len(each.parts) for each in self._pending.values()))
        # Read before any press comes: whatever changes from then on comes through the outbox.
        behind = await patiently(self.bot.store.behind, "the tables to be shown again")
        await self.digests.begin()
        tasks = (self._take(), *(work.run() for work in self._works))
        self._running = [asyncio.create_task(task) for task in tasks]
        self._spawn(self._catch_up(behind))
        self._spawn(self.panels.catch_up())
        self._spawn(self.calls.catch_up())
        self._spawn(self.waiters.catch_up())
        self._spawn(self.digests.catch_up())

    async def cog_unload(self) -> None:
        # What the last presses changed may be shown only in part: the next start shows it again.
        for work in self._works:
            await work.close()
        await self.boards.close()
        await self.panels.close()
        await self.bot.follow_ups.close()
        tasks = [*self._tasks, *self._running]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def busy(self) -> bool:
        """Return whether something is still to be shown, or being shown."""
        waiting = len(self.bot.outbox) or self._pending or self._tasks
        showing = self.boards.busy or self.panels.busy or self.bot.follow_ups.busy
        return bool(waiting or showing or any(work.busy() for work in self._works))

    @property
    def unshown(self) -> frozenset[str]:
        """Return the tables of which something is still to be shown, or cannot be shown where they stand."""
        return frozenset(self._hidden.union(self._pending))

    # What the outbox holds

    async def _take(self) -> None:
        """Show whatever the outbox tells, as long as the bot runs."""
        while True:
            told = await self.bot.outbox.take()
            try:
                self._do(told)
            except Exception:
                log.exception("something could not be shown")

    def _do(self, told: Message) -> None:
        match told:
            case Due(table, users, drawn, public):
                self._show(self.tables.current(table), users, drawn, public=public)
                self.panels.turn_messages.expect(self.tables.current(table))
                # Whose panel is not drawn now may have been asked by their own press, or be asked for good.
                self._spawn(self.panels.call(self.tables.current(table), table.ledger.panels.keys() - users))
                self.calls.changed(table, drawn)
                self.waiters.changed(self.tables.current(table))
                self.digests.changed(self.tables.current(table))
            case Nudge(table):
                self.calls.nudge(table)
            case Dealt(table):
                self._spawn(self.calls.to_hands(table))
            case Begun(table):
                self._spawn(self.begins(table))
            case Missed(table, users):
                self._spawn(self.absences.look(table, users))
            case Ending(table_id, user_id):
                self.panels.ask(table_id, user_id)
            case Parked(stored) if stored.place.message_id is not None:
                panel = board.parked(stored.table.game, self._words(stored.table))
                self._spawn(self._say_parked(stored.place, stored.place.message_id, panel))

    def _show(
        self,
        table: Table,
        users: Iterable[int],
        drawn: Mapping[int, int] = NOTHING,
        urgency: Urgency = Urgency.WATCHED,
        *,
        public: bool = True,
    ) -> None:
        """Show the table as it is now: its message, if that is to be drawn, and the panels of `users`.

        `drawn` are the users whose panels have just been drawn, with the versions that these show. What
        somebody is asked comes first, however urgent the rest is.
        """
        pending = self._pending.setdefault(table.row.id, Pending())
        pending.version = table.row.version
        asked = situation.people_asked(table) if urgency is Urgency.WATCHED else frozenset()
        if public:
            pending.parts[0] = table.row.version
            self.boards.ask(table.ledger.place, Urgency.ASKED if asked else urgency)
        for user_id, version in drawn.items():
            if pending.parts.get(user_id, 0) <= version:
                pending.parts.pop(user_id, None)
        for user_id in users:
            pending.parts[user_id] = table.row.version
            self.panels.ask(table.row.id, user_id, Urgency.ASKED if user_id in asked else urgency)
        if not pending.parts:
            self._settle(table, pending)

    async def begins(self, table: Table, *users: int) -> None:
        """Note that these users have started a game, if anybody has, and call people to their cards if
        they have no panel.
        """
        await self.boards.threads.begins(table)
        self.call_to_hands(table, *users)

    def call_to_hands(self, table: Table, *users: int) -> None:
        """Call people to their cards if their private panel cannot be edited any more.

        The `users` have started the game.
        """
        self.calls.led(table, users)
        self._spawn(self.calls.to_hands(table, *users))

    def not_told(self, table: Table) -> None:
        """Note that somebody is not told what they are asked by a new private message."""
        self.calls.nudge(table)
        self.digests.changed(table)

    def follow_up(self, table: Table, user_id: int) -> None:
        """Draw a person's private panel again."""
        self.panels.ask(table.row.id, user_id)

    def answers(self, table: Table, user_id: int) -> None:
        """Note that the answer to a press is going to draw a person's private panel."""
        self.panels.answers(table.row.id, user_id)

    def remove(self, ledger: Ledger, panel: PanelRow) -> None:
        """Remove a private panel that another has taken the place of."""
        self._spawn(self.panels.remove(ledger, panel))

    async def move_down(self, table: Table) -> tuple[str, ...]:
        """Post the table's message again at the end of its channel, and return the permissions it lacks."""
        if self.boards.places.silenced(table):
            await self.boards.places.look(table)
            return table.ledger.missing
        try:
            await self.boards.post(table)
        except (discord.HTTPException, *UNREACHABLE) as error:
            if passing(error):
                raise Refused("refused.failed") from None
            await self.boards.places.refused(table)
            return table.ledger.missing
        now = self.tables.current(table)
        if now.row.version != table.row.version:
            # What has changed meanwhile may have been shown on the message that is gone.
            self._show(now, ())
        return ()

    async def moved(self, table: Table, channel_id: int, message_id: int) -> None:
        """Take note of the table's new message, and remove the one where it was."""
        before = table.ledger.place
        await self.boards.stands_at(table, channel_id, message_id)
        if before.message_id is not None:
            await delete(self.bot, before, before.message_id)
        await self.pings.clear(table)
        if before.channel_id != channel_id:
            self._spawn(self.boards.threads.close(self.tables.current(table), before))
        self.boards.places.moved(table)
        self.bot.outbox.changed(self.tables.current(table), panels=False)

    def published(self, table: Table, user_id: int = 0) -> None:
        """Note that a panel (0: the public message) shows its table as it is in `table`.

        It does once its pictures are there too.
        """
        ledger = table.ledger
        panel = ledger.panels.get(user_id)
        message_id = panel.message_id if panel else ledger.place.message_id or 0
        self.bot.follow_ups.when_done(message_id, partial(self._published, table, user_id))

    def _published(self, table: Table, user_id: int) -> None:
        pending = self._pending.get(table.row.id)
        if user_id == 0 and table.row.id in self._hidden:
            self._hidden.discard(table.row.id)
            pending = self._pending.setdefault(table.row.id, Pending(table.row.version))
        if pending is None or table.row.version < pending.parts.get(user_id, 0):
            return
        pending.parts.pop(user_id, None)
        self._settle(table, pending)

    def hidden(self, table: Table) -> None:
        """Note that the public message of a table cannot be shown where it stands.

        Nothing waits for it. The table stays behind in the store until it has been shown.
        """
        self._hidden.add(table.row.id)
        pending = self._pending.get(table.row.id)
        if pending is not None:
            pending.parts.pop(0, None)
            self._settle(table, pending)

    def _settle(self, table: Table, pending: Pending) -> None:
        """Note that a table has been shown, if nothing of it is left to be shown."""
        table_id = table.row.id
        # An answer may still hold back a part of this version: it is noted when all of it has been shown.
        if pending.parts or self.bot.outbox.owes(table_id):
            return
        del self._pending[table_id]
        if table_id in self._hidden:
            return
        if table.open or table.row.held:
            self.tables.ledgers.deferred.published(table_id, pending.version)
        else:
            self._spawn(self._over(self.tables.current(table), pending.version))

    async def _over(self, table: Table, version: int) -> None:
        """Delete the ping and archive the thread of a table that is over and shown.

        A restart before that does it again.
        """
        if not await self.pings.clear(table):
            return
        if self.boards.threads.stands_in_one(table):
            await self.boards.threads.close(table, table.ledger.place)
        self.tables.ledgers.deferred.published(table.row.id, version)

    def _without_ping(self, table: Table) -> None:
        """Note that a ping that could not be deleted before is gone."""
        table_id = table.row.id
        left = table_id in self._pending or table_id in self._hidden or self.bot.outbox.owes(table_id)
        if not (table.open or table.row.held or left):
            self._spawn(self._over(table, table.row.version))

    async def _catch_up(self, behind: Sequence[str]) -> None:
        """Publish these tables, whose last changes had not been shown when the bot stopped."""
        await self.bot.wait_until_ready()
        for table_id in behind:
            try:
                table = await self.tables.get(table_id)
            except Refused as refused:
                log.warning("table %s: %s", table_id, refused.key)
                continue
            except Exception:
                log.exception("table %s could not be caught up with", table_id)
                continue
            if table.playing and table.seq <= 1:
                # Nobody has played: it may have stopped before the game had its thread.
                await self.boards.threads.begins(table)
            self._show(table, table.ledger.panels, urgency=Urgency.BEHIND)
            self.calls.changed(table, NOTHING)
            while len(self._pending) >= CATCHING_UP:  # noqa: ASYNC110  # far from urgent
                await asyncio.sleep(CATCH_UP_SECONDS)

    # What Discord tells

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Count what is said in a channel: chat pushes its tables up."""
        self.boards.said(message.channel.id)

    # Small things

    async def _say_parked(self, place: PlaceRow, message_id: int, panel: Panel) -> None:
        if self.bot.away(place.guild_id):
            return
        edit = message_of(self.bot, place, message_id).edit
        try:
            await edited(self.bot, edit, message_id, panel)
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.warning("table %s is parked and could not say so: %s", place.table_id, type(error).__name__)

    def _words(self, row: TableRow) -> Words:
        return self.bot.catalogue.words(row.language)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("publishing failed", exc_info=task.exception())


def publisher(bot: CardsBot) -> Publisher:
    """Return the cog that shows the bot's tables."""
    cog = bot.get_cog("Publisher")
    assert isinstance(cog, Publisher)
    return cog
