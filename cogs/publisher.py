"""Shows tables in Discord: its public message and private panels follow every change of a table.

It keeps the books of what has been shown, so that after a restart only what was not is shown again.
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
from bot.budget import Urgency
from bot.ledger import HERE_SECONDS, Ledger
from bot.locale import Words
from bot.outbox import Due, Ending, Nudge, Parked, Told
from bot.preferences import OFF, Scope
from bot.refused import Refused
from bot.render import board
from bot.render.panel import Panel
from bot.store import PanelRow, PlaceRow, SeatRow, StoreError, TableRow
from bot.table import Table
from cogs.boards import Boards
from cogs.channels import UNREACHABLE, delete, message_of, passing
from cogs.panels import Panels
from cogs.pings import Pings
from cogs.sending import edited

log = logging.getLogger(__name__)

NOTHING: Final[Mapping[int, int]] = MappingProxyType({})

CATCHING_UP: Final = 100
"""So many tables are being shown at once while the bot catches up after a start."""
CATCH_UP_SECONDS: Final = 0.1
"""How often it is looked whether there is room for more of them."""

RETRY_SECONDS: Final = 2.0
"""How long after a failed read what is to be shown again is read again."""


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
        self.pings = Pings(bot)
        self.boards = Boards(bot, self, self.panels, self.pings)
        self._pending: dict[str, Pending] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._taking: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        self.bot.health.watch("messages", lambda: sum(len(each.parts) for each in self._pending.values()))
        # Read before any press comes: whatever changes from then on comes through the outbox.
        behind = await self._behind()
        self._taking = asyncio.create_task(self._take())
        self._spawn(self._catch_up(behind))

    async def cog_unload(self) -> None:
        # What the last presses changed may be shown only in part: the next start shows it again.
        await self.boards.close()
        await self.panels.close()
        await self.bot.late.close()
        tasks = [*self._tasks, *([self._taking] if self._taking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def busy(self) -> bool:
        """Return whether something is still to be shown, or being shown."""
        waiting = len(self.bot.outbox) or self._pending or self._tasks
        return bool(waiting or self.boards.busy or self.panels.busy or self.bot.late.busy)

    # What the outbox holds

    async def _take(self) -> None:
        """Show whatever the outbox tells, as long as the bot runs."""
        while True:
            told = await self.bot.outbox.take()
            try:
                self._do(told)
            except Exception:
                log.exception("something could not be shown")

    def _do(self, told: Told) -> None:
        match told:
            case Due(table, users, drawn):
                self._show(self.tables.current(table), users, drawn)
            case Nudge(table):
                waits = table.waits_for()
                self._call(table, [row for row in table.seats if row.seat in waits], "turn")
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
    ) -> None:
        """Show the table as it is now: its message, and the panels of `users`.

        `drawn` are the users whose panels have just been drawn, with the versions that these show. What
        somebody is asked comes first, however urgent the rest is.
        """
        pending = self._pending.setdefault(table.row.id, Pending())
        pending.version = pending.parts[0] = table.row.version
        asked = table.people_asked() if urgency is Urgency.WATCHED else frozenset()
        self.boards.ask(table.ledger.place, Urgency.ASKED if asked else urgency)
        for user_id, version in drawn.items():
            if pending.parts.get(user_id, 0) <= version:
                pending.parts.pop(user_id, None)
        for user_id in users:
            pending.parts[user_id] = table.row.version
            self.panels.ask(table.row.id, user_id, Urgency.ASKED if user_id in asked else urgency)

    def call_to_hands(self, table: Table) -> None:
        """Call people to their cards if their private panel cannot be edited any more."""
        self._spawn(self._call_to_hands(table))

    async def _call_to_hands(self, table: Table) -> None:
        if table.ledger.joining:
            # Whoever joined last may have their panel still on its way.
            await asyncio.wait(table.ledger.joining)
        # They are called to the newest state: a computer may have played since the cards were dealt.
        table, now = self.tables.current(table), self.tables.now()
        panel_of = table.ledger.panel_of
        self._call(table, [row for row in table.seats if panel_of(row.user_id, now) is None], "hand")

    def _call(self, table: Table, rows: Iterable[SeatRow], kind: str) -> None:
        """Call people, but those who have their panel before them, and who plays with computers alone."""
        now, pressed = self.tables.now(), table.ledger.pressed_within
        called = [row for row in rows if row.present and not pressed(row.user_id, HERE_SECONDS, now)]
        if called and sum(row.present for row in table.seats) > 1:
            self._spawn(self._ping(table, called, kind))

    def follow_up(self, table: Table, user_id: int) -> None:
        """Draw a person's private panel again."""
        self.panels.ask(table.row.id, user_id)

    def answers(self, table: Table, user_id: int) -> None:
        """Take note that the answer to a press is going to draw a person's private panel."""
        self.panels.answers(table.row.id, user_id)

    def remove(self, ledger: Ledger, panel: PanelRow) -> None:
        """Remove a private panel that another has taken the place of."""
        self._spawn(self.panels.remove(ledger, panel))

    async def move_down(self, table: Table) -> tuple[str, ...]:
        """Post the table's message anew at the end of its channel, and return the permissions it lacks."""
        try:
            await self.boards.post(table)
        except (discord.HTTPException, *UNREACHABLE) as error:
            if passing(error):
                raise Refused("refused.failed") from None
            self.boards.cannot(table)
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
        await self.pings.take_back(table.ledger, before)
        self.boards.can(table)
        self.bot.outbox.changed(self.tables.current(table), panels=False)

    def published(self, table: Table, user_id: int = 0) -> None:
        """Take note that a panel (0: the public message) shows its table as it is in `table`.

        It does once its pictures are there too.
        """
        ledger = table.ledger
        panel = ledger.panels.get(user_id)
        message_id = panel.message_id if panel else ledger.place.message_id or 0
        self.bot.late.afterwards(message_id, partial(self._published, table, user_id))

    def _published(self, table: Table, user_id: int) -> None:
        pending = self._pending.get(table.row.id)
        if pending is None or table.row.version < pending.parts.get(user_id, 0):
            return
        pending.parts.pop(user_id, None)
        # An answer may still hold back a part of this version: it is noted when all of it has been shown.
        if not pending.parts and not self.bot.outbox.owes(table.row.id):
            del self._pending[table.row.id]
            self.tables.ledgers.notes.published(table.row.id, pending.version)

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
            self._show(table, table.ledger.panels, urgency=Urgency.BEHIND)
            while len(self._pending) >= CATCHING_UP:  # noqa: ASYNC110  # far from urgent
                await asyncio.sleep(CATCH_UP_SECONDS)

    async def _behind(self) -> list[str]:
        while True:
            try:
                return await self.bot.store.behind()
            except StoreError as error:
                log.warning("what is to be shown again could not be read: %s", error)
                await asyncio.sleep(RETRY_SECONDS)

    # What Discord tells

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Count what is said in a channel: chat pushes its tables up."""
        self.boards.said(message.channel.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: Any, after: discord.abc.GuildChannel) -> None:
        """A channel's permissions may have changed."""
        self.boards.try_again(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: Any, after: discord.Role) -> None:
        """The permissions of the bot's roles may have changed."""
        self.boards.try_again(after.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, before: Any, after: discord.Member) -> None:
        """The bot's own roles may have changed; Discord tells of no other member without a further intent."""
        self.boards.try_again(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot has been let in again."""
        self.boards.try_again(guild.id)

    # Small things

    async def _ping(self, table: Table, called: Sequence[SeatRow], kind: str) -> None:
        if (await self.bot.chosen.of(Scope.SERVER, table.row.guild_id))["pings"] == OFF:
            return
        shown, words = table.shown(), self._words(table.row)
        text = board.ping(shown, called, kind, words)
        if not await self.pings.send(table, text, kind[0], board.hand_button(shown, words)):
            self.boards.cannot(table)

    async def _say_parked(self, place: PlaceRow, message_id: int, panel: Panel) -> None:
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
