"""Shows tables in Discord: one public message a table, edited, and the private panels that follow the game.

A channel's tables share one worker, so that its limit of edits is kept without waiting for a 429; panels
are edited through their own tokens and wait for nobody. The latest state always wins.
"""

import asyncio
import logging
import time
from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import aiohttp
import discord
from discord.ext import commands

from bot.render import board, hand
from bot.store import StoreError, TableRow
from bot.table import Table
from bot.tables import Refused
from cogs.latest import Latest
from cogs.layout import layout
from cogs.permissions import missing, named

log = logging.getLogger(__name__)

EDITS: Final = 5
WINDOW: Final = 5.0
"""Discord allows so many edits in so many seconds in a channel."""
OLD_AFTER: Final = 55 * 60
"""Edits of messages older than an hour are limited more strictly: such a message is posted anew before."""
PUSHED_AFTER: Final = 15
RETRY: Final = (2.0, 5.0, 15.0, 60.0)

UNKNOWN_CHANNEL: Final = 10003
UNREACHABLE: Final = (discord.DiscordServerError, aiohttp.ClientError, TimeoutError, OSError)


class Publisher(commands.Cog):
    """The publisher that `Tables` speaks to."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.tables = bot.tables
        self.store = bot.store
        self._boards: Latest[int] = Latest(self._publish_channel)
        self._panels: Latest[tuple[str, int]] = Latest(self._publish_panel)
        self._dirty: defaultdict[int, dict[str, None]] = defaultdict(dict)
        self._edited: defaultdict[int, deque[float]] = defaultdict(lambda: deque(maxlen=EDITS))
        self._said: defaultdict[int, int] = defaultdict(int)
        self._posted_at: dict[str, int] = {}
        self._pending: dict[str, set[int]] = {}
        self._marks: dict[str, int] = {}
        self._failures: defaultdict[str, int] = defaultdict(int)
        self._pinged: dict[str, int] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._marking: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        self.tables.publisher = self

    async def cog_unload(self) -> None:
        await self._boards.close()
        await self._panels.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._flush()

    # What Tables asks for

    def changed(self, table: Table, *, panels: bool = True, but: int | None = None) -> None:
        """Show the table as it is now: its message and, if `panels`, all private panels but that of `but`."""
        pending = self._pending.setdefault(table.row.id, set())
        pending.add(0)
        self._dirty[table.row.channel_id][table.row.id] = None
        self._boards.ask(table.row.channel_id)
        if panels:
            for user_id in table.panels:
                if user_id != but:
                    pending.add(user_id)
                    self._panels.ask((table.row.id, user_id))

    def nudge(self, table: Table, seats: Sequence[int]) -> None:
        """Tell the people at `seats`, once, that the game waits for them."""
        if seats:
            self._spawn(self._ping(table, board.ping(table.shown(), self._words(table.row))))

    def parked(self, row: TableRow) -> None:
        """Show that the log of a table cannot be replayed."""
        if row.message_id is not None:
            view = layout(board.parked(row.game, self._words(row)))
            self._spawn(self._say_parked(row, view))

    def call_to_hands(self, table: Table) -> None:
        """Call those to their cards whose private panel cannot be edited any more."""
        now = self.tables.now()
        absent = [row for row in table.seats if table.panel_of(row.user_id, now) is None]
        if absent:
            mentions = " ".join(f"<@{row.user_id}>" for row in absent)
            words = self._words(table.row)
            text = words("ping.hand", mentions=mentions, game=words(f"{table.row.game}.name"))
            self._spawn(self._ping(table, text))

    def follow_up(self, table: Table, user_id: int) -> None:
        """Draw a person's private panel again."""
        self._panels.ask((table.row.id, user_id))

    async def move_down(self, table: Table) -> None:
        """Post the table's message anew at the end of its channel; Refused if that cannot be done."""
        try:
            await self.post(table, layout(board.public(table.shown(), self._words(table.row))))
        except (discord.HTTPException, *UNREACHABLE):
            self._cannot(table)
            raise Refused("refused.missing", what=", ".join(table.missing)) from None

    def shown(self, table: Table, user_id: int = 0) -> None:
        """Take note that a panel (0: the public message) shows the newest version of its table."""
        pending = self._pending.get(table.row.id)
        if pending is None:
            return
        pending.discard(user_id)
        if not pending:
            del self._pending[table.row.id]
            self._marks[table.row.id] = table.row.version
            if self._marking is None or self._marking.done():
                self._marking = self._spawn(self._mark_soon())

    # The public message

    async def _publish_channel(self, channel_id: int) -> None:
        dirty = self._dirty[channel_id]
        while dirty:
            table_id = next(iter(dirty))
            del dirty[table_id]
            await self._paced(channel_id)
            try:
                table = await self.tables.get(table_id)
            except Refused:
                continue
            await self._publish_board(table)

    async def _paced(self, channel_id: int) -> None:
        """Wait until the channel has room for one more edit."""
        edited = self._edited[channel_id]
        if len(edited) == EDITS:
            await asyncio.sleep(max(0.0, edited[0] + WINDOW - time.monotonic()))
        edited.append(time.monotonic())

    async def _publish_board(self, table: Table) -> None:
        version = table.row.version
        view = layout(board.public(table.shown(), self._words(table.row)))
        try:
            if table.row.message_id is None or self._out_of_sight(table):
                await self.post(table, view)
            else:
                await self._edit(table, table.row.message_id, view)
        except discord.Forbidden:
            self._cannot(table)
            return
        except discord.NotFound as error:
            self._cannot(table, gone=error.code == UNKNOWN_CHANNEL)
            return
        except UNREACHABLE as error:
            self._retry(table, error)
            return
        self._failures.pop(table.row.id, None)
        if table.missing:
            table.missing = ()
            self._again_panels(table)
        if table.row.version == version:
            self.shown(table)
        if table.row.ping_id is not None and table.seq != self._pinged.get(table.row.id):
            await self._take_back_ping(table)

    async def _edit(self, table: Table, message_id: int, view: discord.ui.LayoutView) -> None:
        try:
            await self._message(table.row, message_id).edit(
                view=view, allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise
            # Somebody has deleted the message; the table goes on in a new one.
            await self.post(table, view)

    async def post(self, table: Table, view: discord.ui.LayoutView) -> None:
        """Post the table's message anew at the end of its channel, and remove the old one."""
        old = table.row.message_id
        sent = await self._channel(table.row).send(view=view, allowed_mentions=discord.AllowedMentions.none())
        await self.stands_at(table, table.row.channel_id, sent.id)
        if old is not None:
            await self._delete(table.row, old)

    async def stands_at(self, table: Table, channel_id: int, message_id: int) -> None:
        """Take note of where the table's message now is."""
        table.row = replace(table.row, channel_id=channel_id, message_id=message_id)
        self._posted_at[table.row.id] = self._said[channel_id]
        try:
            await self.store.set_message(table.row.id, channel_id, message_id)
        except StoreError as error:
            log.warning("where table %s stands could not be stored: %s", table.row.id, error)

    async def moved(
        self, table: Table, channel_id: int, message_id: int, old: tuple[int, int | None]
    ) -> None:
        """Take note of the table's new message, and remove the one where it was (channel, message)."""
        before = table.row
        await self.stands_at(table, channel_id, message_id)
        if old[1] is not None:
            await self._delete(replace(before, channel_id=old[0]), old[1])
        table.missing = ()
        self.changed(table)

    def _out_of_sight(self, table: Table) -> bool:
        assert table.row.message_id is not None
        if not table.open:
            return False
        age = self.tables.now() - discord.utils.snowflake_time(table.row.message_id).timestamp()
        said = self._said[table.row.channel_id]
        pushed = said - self._posted_at.setdefault(table.row.id, said)
        return age > OLD_AFTER or pushed >= PUSHED_AFTER

    def _cannot(self, table: Table, *, gone: bool = False) -> None:
        """Remember why the table cannot be shown in its channel, and say it on the private panels."""
        names: tuple[str, ...] = ("channel",)
        channel = self.bot.get_channel(table.row.channel_id)
        if channel is not None and not gone:
            thread = isinstance(channel, discord.Thread)
            names = missing(channel.permissions_for(channel.guild.me), thread=thread) or ("view_channel",)
        told = tuple(named((name,), self._words(table.row)) for name in names)
        log.info("table %s cannot be shown: missing %s", table.row.id, ", ".join(names))
        if told != table.missing:
            table.missing = told
            self._again_panels(table)

    def _retry(self, table: Table, error: Exception) -> None:
        """Publish again after a while, longer each time."""
        failures = self._failures[table.row.id]
        self._failures[table.row.id] += 1
        delay = RETRY[min(failures, len(RETRY) - 1)]
        log.warning("table %s: %s; again in %.0f s", table.row.id, type(error).__name__, delay)

        async def later() -> None:
            await asyncio.sleep(delay)
            self.changed(table, panels=False)

        self._spawn(later())

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Count what is said in a channel: chat pushes its tables up."""
        self._said[message.channel.id] += 1

    # The private panels

    def _again_panels(self, table: Table) -> None:
        for user_id in table.panels:
            self._panels.ask((table.row.id, user_id))

    async def _publish_panel(self, key: tuple[str, int]) -> None:
        table_id, user_id = key
        try:
            table = await self.tables.get(table_id)
        except Refused:
            return
        panel = table.panel_of(user_id, self.tables.now())
        version = table.row.version
        if panel is not None:
            words = self.bot.words_of(user_id, table.row.language)
            view = layout(hand.hand(table.shown(user_id), words, until=panel.expires_at))
            webhook = discord.Webhook.partial(self.bot.application_id, panel.token, client=self.bot)
            try:
                await webhook.edit_message(panel.message_id, view=view)
            except UNREACHABLE as error:
                log.warning("a panel of table %s: %s; again soon", table_id, type(error).__name__)
                self._spawn(self._panel_later(key))
                return
            except discord.HTTPException:
                # Dismissed, or its token has gone: it follows no more, My hand opens another.
                if table.panels.get(user_id) is panel:
                    await self._forget_panel(table, user_id)
        elif user_id in table.panels:
            await self._forget_panel(table, user_id)
        if table.row.version == version:
            self.shown(table, user_id)

    async def _panel_later(self, key: tuple[str, int]) -> None:
        await asyncio.sleep(RETRY[1])
        self._panels.ask(key)

    async def _forget_panel(self, table: Table, user_id: int) -> None:
        table.panels.pop(user_id, None)
        try:
            await self.store.drop_panel(table.row.id, user_id)
        except StoreError as error:
            log.warning("a panel of table %s is still stored: %s", table.row.id, error)

    # Pings

    async def _ping(self, table: Table, text: str) -> None:
        if table.row.ping_id is not None:
            await self._take_back_ping(table)
        seq = table.seq
        try:
            sent = await self._channel(table.row).send(
                text, allowed_mentions=discord.AllowedMentions(users=True, everyone=False, roles=False)
            )
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.info("table %s: nobody could be pinged (%s)", table.row.id, type(error).__name__)
            return
        self._pinged[table.row.id] = seq
        await self._remember_ping(table, sent.id)
        if table.seq != seq:
            await self._take_back_ping(table)

    async def _take_back_ping(self, table: Table) -> None:
        ping_id = table.row.ping_id
        if ping_id is not None:
            self._pinged.pop(table.row.id, None)
            await self._remember_ping(table, None)
            await self._delete(table.row, ping_id)

    async def _remember_ping(self, table: Table, ping_id: int | None) -> None:
        table.row = replace(table.row, ping_id=ping_id)
        try:
            await self.store.set_ping(table.row.id, ping_id)
        except StoreError as error:
            log.warning("the ping of table %s could not be stored: %s", table.row.id, error)

    # Small things

    async def _delete(self, row: TableRow, message_id: int) -> None:
        try:
            await self._message(row, message_id).delete()
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.info("table %s: an old message stays (%s)", row.id, type(error).__name__)

    async def _say_parked(self, row: TableRow, view: discord.ui.LayoutView) -> None:
        assert row.message_id is not None
        try:
            await self._message(row, row.message_id).edit(view=view)
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.warning("table %s is parked and could not say so: %s", row.id, type(error).__name__)
        else:
            self._marks[row.id] = row.version
            await self._flush()

    def _message(self, row: TableRow, message_id: int) -> discord.PartialMessage:
        return self._channel(row).get_partial_message(message_id)

    def _channel(self, row: TableRow) -> discord.PartialMessageable:
        channel: discord.PartialMessageable = self.bot.get_partial_messageable(
            row.channel_id, guild_id=row.guild_id
        )
        return channel

    def _words(self, row: TableRow) -> Any:
        return self.bot.catalogue.words(row.language)

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("publishing failed", exc_info=task.exception())

    async def _mark_soon(self) -> None:
        """Store which versions have been shown, a second's worth at a time."""
        await asyncio.sleep(1.0)
        await self._flush()

    async def _flush(self) -> None:
        marks, self._marks = self._marks, {}
        if not marks:
            return
        try:
            await self.store.mark_published(marks)
        except StoreError as error:
            log.warning("what has been shown could not be stored: %s", error)

    async def catch_up(self) -> None:
        """Publish again every table that was changed and not shown when the bot last stopped."""
        for table_id in await self.store.behind():
            try:
                table = await self.tables.get(table_id)
            except Refused as refused:
                log.warning("table %s: %s", table_id, refused.key)
                continue
            self.changed(table)
            await asyncio.sleep(0.02)


async def setup(bot: Any) -> None:
    """Let the bot publish."""
    await bot.add_cog(Publisher(bot))
