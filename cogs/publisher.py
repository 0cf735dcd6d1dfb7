"""Shows tables in Discord: its public message and private panels follow every change of a table.

It keeps the books of what has been shown, so that after a restart only what was not is shown again.
"""

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from discord.ext import commands

from bot.live import Refused
from bot.preferences import OFF, Scope
from bot.render import board
from bot.store import PanelRow, StoreError, TableRow
from bot.table import Table
from cogs.boards import Boards
from cogs.channels import UNREACHABLE, delete, message_of, passing
from cogs.layout import layout
from cogs.panels import Panels
from cogs.pings import Pings

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 2.0
"""How long after a failed read what is to be shown again is read again."""


@dataclass(slots=True)
class Pending:
    """What still has to show a table: by user (0: the public message) the version that is due."""

    version: int = 0
    parts: dict[int, int] = field(default_factory=dict)


class Publisher(commands.Cog):
    """The publisher that `Tables` speaks to."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.tables = bot.tables
        self.store = bot.store
        self.panels = Panels(bot, self)
        self.pings = Pings(bot)
        self.boards = Boards(bot, self, self.panels, self.pings)
        self._pending: dict[str, Pending] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def cog_load(self) -> None:
        self.tables.publisher = self

    async def cog_unload(self) -> None:
        await self.boards.close()
        await self.panels.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # What Tables asks for

    def changed(self, table: Table, *, panels: bool = True, but: int | None = None) -> None:
        """Show the table as it is now: its message and, if `panels`, all private panels but that of `but`.

        Panels of those who go on choosing are left alone: a question that they have opened would be closed.
        """
        users = table.panels.keys() - table.choosing() if panels else set()
        self._show(table, users, but)

    def _show(self, table: Table, users: Iterable[int], but: int | None = None) -> None:
        """Show the table as it is now: its message, and the panels of these users but that of `but`."""
        pending = self._pending.setdefault(table.row.id, Pending())
        pending.version = table.row.version
        pending.parts[0] = table.row.version
        self.boards.ask(table.row)
        if but is not None:
            pending.parts.pop(but, None)
        for user_id in users:
            if user_id != but:
                pending.parts[user_id] = table.row.version
                self.panels.ask(table.row.id, user_id)

    def nudge(self, table: Table, seats: Sequence[int]) -> None:
        """Tell the people at `seats`, once, that the game waits for them."""
        if seats:
            self._spawn(self._ping(table, board.ping(table.shown(), self._words(table.row)), "n"))

    def parked(self, row: TableRow) -> None:
        """Show that the log of a table cannot be replayed."""
        if row.message_id is not None:
            view = layout(board.parked(row.game, self._words(row)))
            self._spawn(self._say_parked(row, view))

    def call_to_hands(self, table: Table) -> None:
        """Call those to their cards whose private panel cannot be edited any more."""
        now = self.tables.now()
        absent = [row for row in table.seats if row.present and table.panel_of(row.user_id, now) is None]
        if absent:
            mentions = " ".join(f"<@{row.user_id}>" for row in absent)
            words = self._words(table.row)
            text = words("ping.hand", mentions=mentions, game=words(f"{table.row.game}.name"))
            self._spawn(self._ping(table, text, "h"))

    def follow_up(self, table: Table, user_id: int) -> None:
        """Draw a person's private panel again."""
        self.panels.ask(table.row.id, user_id)

    def answers(self, table: Table, user_id: int) -> None:
        """Take note that the answer to a press is going to draw a person's private panel."""
        self.panels.answers(table.row.id, user_id)

    def remove(self, panel: PanelRow) -> None:
        """Remove a private panel that another has taken the place of."""
        self._spawn(self.panels.remove(panel))

    async def move_down(self, table: Table) -> tuple[str, ...]:
        """Post the table's message anew at the end of its channel, and return the permissions it lacks."""
        version = table.row.version
        try:
            await self.boards.post(table)
        except (discord.HTTPException, *UNREACHABLE) as error:
            if passing(error):
                raise Refused("refused.failed") from None
            self.boards.cannot(table)
            return table.missing
        if table.row.version != version:
            # What has changed meanwhile may have been shown on the message that is gone.
            self._show(table, ())
        return ()

    async def moved(self, table: Table, channel_id: int, message_id: int) -> None:
        """Take note of the table's new message, and remove the one where it was."""
        before = table.row
        await self.boards.stands_at(table, channel_id, message_id)
        if before.message_id is not None:
            await delete(self.bot, before, before.message_id)
        table.missing = ()
        self._show(table, table.panels)

    def shown(self, table: Table, version: int, user_id: int = 0) -> None:
        """Take note that a panel (0: the public message) shows this version of its table."""
        pending = self._pending.get(table.row.id)
        if pending is None or version < pending.parts.get(user_id, 0):
            return
        pending.parts.pop(user_id, None)
        if not pending.parts:
            del self._pending[table.row.id]
            self.tables.notes.shown(table.row.id, pending.version)

    async def catch_up(self) -> None:
        """Publish again every table that was changed and not shown when the bot last stopped."""
        for table_id in await self._behind():
            try:
                table = await self.tables.get(table_id)
            except Refused as refused:
                log.warning("table %s: %s", table_id, refused.key)
                continue
            except Exception:
                log.exception("table %s could not be caught up with", table_id)
                continue
            self._show(table, table.panels)
            await asyncio.sleep(0.02)

    async def _behind(self) -> list[str]:
        while True:
            try:
                behind: list[str] = await self.store.behind()
            except StoreError as error:
                log.warning("what is to be shown again could not be read: %s", error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return behind

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

    async def _ping(self, table: Table, text: str, kind: str) -> None:
        if (await self.bot.chosen.of(Scope.SERVER, table.row.guild_id))["pings"] == OFF:
            return
        if not await self.pings.send(table, text, kind):
            self.boards.cannot(table)

    async def _say_parked(self, row: TableRow, view: discord.ui.LayoutView) -> None:
        assert row.message_id is not None
        try:
            await message_of(self.bot, row, row.message_id).edit(view=view)
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.warning("table %s is parked and could not say so: %s", row.id, type(error).__name__)

    def _words(self, row: TableRow) -> Any:
        return self.bot.catalogue.words(row.language)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("publishing failed", exc_info=task.exception())


async def setup(bot: Any) -> None:
    """Let the bot publish."""
    await bot.add_cog(Publisher(bot))
