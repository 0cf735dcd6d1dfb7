"""Shows tables in Discord: the board and the panels of a table follow its every change.

The versions shown are noted, so that a restart shows again only the tables that had not been shown.
"""

import asyncio
import logging
from collections.abc import Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, Protocol, TypeVar

import discord
from discord.ext import commands

from bot.app import CardsBot
from bot.clock.calls import expect_messages, note_led
from bot.errors import Refused
from bot.limits.budget import Urgency
from bot.messages.ledger import Ledger
from bot.store import PanelRow, patiently
from bot.table import situation
from bot.table.table import Table
from bot.tables.outbox import Begun, Dealt, Due, Ending, Missed, Nudge, OutboxMessage, Parked
from cogs.calling import Calling
from cogs.messages.absences import Absences
from cogs.messages.boards import Boards
from cogs.messages.panels import Panels
from cogs.messages.parked import say_parked
from cogs.messages.progress import Progress
from cogs.sending.channels import UNREACHABLE, delete, passing
from cogs.sending.workers import Background

log = logging.getLogger(__name__)
K = TypeVar("K", bound=Hashable)

NOTHING: Final[Mapping[int, int]] = MappingProxyType({})

CATCHING_UP: Final = 100
"""Tables that are shown at the same time while the bot catches up after a start."""
CATCH_UP_SECONDS: Final = 0.1
"""Seconds between two checks for room for more of them."""


class CatchesUp(Protocol[K]):
    """A part that catches up, after a start, with the changes during the downtime."""

    async def catching_up(self) -> Iterable[K]:
        """Return the keys to catch up with."""

    async def catch_up(self, key: K) -> None:
        """Catch up with one of them."""


class Publisher(commands.Cog):
    """Takes the messages of the bot's outbox, and shows the tables in them."""

    def __init__(self, bot: CardsBot) -> None:
        self.bot = bot
        self.tables = bot.tables
        self.progress = Progress(bot, self._whole)
        self.panels = Panels(bot, self)
        self.absences = Absences(bot)
        self.boards = Boards(bot, self, self.panels)
        self.calling = Calling(bot, self.boards, self._without_ping)
        self.calls, self.digests = self.calling.calls, self.calling.digests
        self.works = (*self.calling.works, self.panels.turn_messages.work)
        self._behind: list[str] = []
        self.background = Background()
        self._running: list[asyncio.Task[None]] = []

    async def cog_load(self) -> None:
        self.bot.health.watch("messages", lambda: self.progress.parts)
        # Read before any press comes: every later change comes through the outbox.
        self._behind = await patiently(self.bot.store.behind, "the tables to be shown again")
        await self.digests.begin()
        tasks = (self._take(), *(work.run() for work in self.works))
        self._running = [asyncio.create_task(task) for task in tasks]
        self.background.start(self._catch_up(self))
        self.background.start(self._catch_up(self.panels))
        self.background.start(self._catch_up(self.calls))
        self.background.start(self._catch_up(self.calling.waiters))
        self.background.start(self._catch_up(self.digests))

    async def cog_unload(self) -> None:
        # The last changes may be shown only in part: the next start shows them again.
        for work in self.works:
            await work.close()
        await self.boards.close()
        await self.panels.close()
        await self.bot.follow_ups.close()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, self.background.close(), return_exceptions=True)

    @property
    def busy(self) -> bool:
        """Return whether something is still to be shown, or being shown."""
        waiting = len(self.bot.outbox) or len(self.progress) or len(self.background)
        showing = self.boards.busy or self.panels.busy or self.bot.follow_ups.busy
        return bool(waiting or showing or any(work.busy() for work in self.works))

    @property
    def unshown(self) -> frozenset[str]:
        """Return the tables of which a part is still to be shown, or cannot be shown where they stand."""
        return self.progress.unshown

    # From the outbox

    async def _take(self) -> None:
        """Show each message of the outbox, as long as the bot runs."""
        while True:
            told = await self.bot.outbox.take()
            try:
                self._do(told)
            except Exception:
                log.exception("something could not be shown")

    def _do(self, told: OutboxMessage) -> None:
        match told:
            case Due(table, users, drawn, public):
                now = self.tables.current(table)
                self._show(now, users, drawn, public=public)
                # Members whose panel is not drawn now may be asked too: since their own press, or for good.
                if others := expect_messages(now, self.tables.now()) - users:
                    self.background.start(self.panels.call(now, others))
                note_led(table, [user for user, version in drawn.items() if version >= table.row.version])
                self.background.start(self.calling.changed(table))
            case Nudge(table):
                self.calls.look(table)
            case Dealt(table):
                self.background.start(self.calls.to_hands(table))
            case Begun(table):
                self.background.start(self.begins(table))
            case Missed(table, users):
                self.background.start(self.absences.look(table, users))
            case Ending(table_id, user_id):
                self.panels.ask(table_id, user_id)
            case Parked(stored):
                self.background.start(say_parked(self.bot, stored))

    def _show(
        self,
        table: Table,
        users: Iterable[int],
        drawn: Mapping[int, int] = NOTHING,
        urgency: Urgency = Urgency.WATCHED,
        *,
        public: bool = True,
    ) -> None:
        """Show a table as it is now: its board, if `public`, and the panels of `users`.

        `drawn` are the users whose panels have just been drawn, with the versions that these show. Questions
        to members come first, however urgent the rest is.
        """
        self.progress.due(table, users, drawn, public=public)
        asked = situation.people_asked(table) if urgency is Urgency.WATCHED else frozenset()
        if public:
            self.boards.ask(table.ledger.place, Urgency.ASKED if asked else urgency)
        for user_id in users:
            self.panels.ask(table.row.id, user_id, Urgency.ASKED if user_id in asked else urgency)

    async def begins(self, table: Table, *users: int) -> None:
        """Note that `users`, if any, have started a game, and call members without a panel to their cards."""
        await self.boards.threads.begins(table)
        note_led(table, users)
        self.background.start(self.calls.to_hands(table, *users))

    def not_told(self, table: Table) -> None:
        """Note that a member gets no new private message with their question: a call may tell them."""
        self.calls.look(table)
        self.digests.changed(table)

    def follow_up(self, table: Table, user_id: int) -> None:
        """Draw a member's private panel again."""
        self.panels.ask(table.row.id, user_id)

    def answers(self, table: Table, user_id: int) -> None:
        """Note that the answer to a press is going to draw a member's private panel."""
        self.panels.answers(table.row.id, user_id)

    def remove(self, ledger: Ledger, panel: PanelRow) -> None:
        """Delete a private panel that another has replaced."""
        self.panels.remove(ledger, panel)

    async def move_down(self, table: Table) -> tuple[str, ...]:
        """Post a table's board again at the end of its channel, and return its missing permissions."""
        if self.boards.places.silenced(table):
            await self.boards.places.look(table)
            return table.ledger.missing
        try:
            await self.boards.post(table)
        except (discord.HTTPException, *UNREACHABLE) as error:
            if passing(error) or not isinstance(error, discord.HTTPException):
                raise Refused("refused.failed") from None
            await self.boards.places.refused(table, error)
            return table.ledger.missing
        now = self.tables.current(table)
        if now.row.version != table.row.version:
            # Later changes may have been shown on the board that is gone.
            self._show(now, ())
        return ()

    async def moved(self, table: Table, channel_id: int, message_id: int) -> None:
        """Note the new place of a table's board, and delete the old one."""
        before = table.ledger.place
        await self.boards.stands_at(table, channel_id, message_id)
        if before.message_id not in (None, message_id):
            await delete(self.bot, before, before.message_id)
        await self.calling.cleared(table)
        if before.channel_id != channel_id:
            self.background.start(self.boards.threads.close(self.tables.current(table), before))
        self.boards.places.moved(table)
        self.bot.outbox.changed(self.tables.current(table), panels=False)

    def published(self, table: Table, user_id: int = 0) -> None:
        """Note that a panel (0: the board) shows its table as it is in `table`."""
        self.progress.shown(table, user_id)

    async def shown(self, table: Table) -> None:
        """Note that the board shows its table, and delete a ping that is useless by now."""
        self.published(table)
        self.panels.bring_down(self.tables.current(table))
        await self.calling.cleared(table)

    def hidden(self, table: Table) -> None:
        """Note that the board of a table cannot be shown where it stands."""
        self.progress.hidden(table)

    def _whole(self, table: Table, version: int) -> None:
        """Note that a table has been shown whole in a version."""
        if table.open or table.row.held:
            self.tables.ledgers.deferred.published(table.row.id, version)
        else:
            self.background.start(self._over(self.tables.current(table), version))

    async def _over(self, table: Table, version: int) -> None:
        """Delete the ping and archive the thread of a table that is over and shown, then note it as shown.

        After a restart in between both are done again.
        """
        if not await self.calling.cleared(table):
            return
        if self.boards.threads.stands_in_one(table):
            await self.boards.threads.close(table, table.ledger.place)
        self.tables.ledgers.deferred.published(table.row.id, version)

    def _without_ping(self, table: Table) -> None:
        """Note that a ping is gone which could not be deleted before."""
        table_id = table.row.id
        left = table_id in self.unshown or self.bot.outbox.owes(table_id)
        if not (table.open or table.row.held or left):
            self.background.start(self._over(table, table.row.version))

    # After a start

    async def _catch_up(self, part: CatchesUp[K]) -> None:
        """Have a part catch up with the changes during the downtime, one key after the other."""
        await self.bot.wait_until_ready()
        for key in await part.catching_up():
            try:
                await part.catch_up(key)
            except Refused as refused:
                log.warning("%s could not be caught up with: %s", key, refused.key)
            except Exception:
                log.exception("%s could not be caught up with", key)

    async def catching_up(self) -> list[str]:
        """Return the tables whose last changes had not been shown when the bot stopped."""
        behind, self._behind = self._behind, []
        return behind

    async def catch_up(self, table_id: str) -> None:
        """Show such a table again."""
        table = await self.tables.get(table_id)
        if table.playing and table.seq <= 1:
            # Nobody has played: the bot may have stopped before the game had its thread.
            await self.boards.threads.begins(table)
        self._show(table, table.ledger.panels, urgency=Urgency.BEHIND)
        self.background.start(self.calling.changed(table))
        while len(self.progress) >= CATCHING_UP:  # noqa: ASYNC110  # far from urgent
            await asyncio.sleep(CATCH_UP_SECONDS)

    # Events of Discord

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Count a message of chat in a channel, which pushes its boards up."""
        self.boards.said(message.channel.id)


def publisher(bot: CardsBot) -> Publisher:
    """Return the cog that shows the bot's tables."""
    cog = bot.get_cog("Publisher")
    assert isinstance(cog, Publisher)
    return cog
