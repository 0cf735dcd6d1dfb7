"""The public messages: one a table, edited, and posted anew where it was deleted or pushed out of sight.

A channel's tables share one worker, so that its limit of edits is kept without waiting for a 429. Where a
table may not be shown, its private panels say what is missing, and it is shown as soon as it may.
"""

import asyncio
import logging
import time
from collections import defaultdict, deque
from dataclasses import replace
from typing import Any, Final

import discord

from bot.live import Refused
from bot.render import board
from bot.render.panel import Panel
from bot.store import StoreError, TableRow
from bot.table import Table
from cogs.channels import ARCHIVED, UNKNOWN_CHANNEL, UNREACHABLE, delete, message_of, passing, send
from cogs.chat import Chat
from cogs.latest import Latest
from cogs.panels import Panels, Showing
from cogs.permissions import missing
from cogs.pings import Pings
from cogs.sending import edited

log = logging.getLogger(__name__)

EDITS: Final = 5
WINDOW: Final = 5.0
"""Discord allows so many edits in so many seconds in a channel."""
OLD_AFTER: Final = 55 * 60
"""Edits of messages older than an hour are limited more strictly: such a message is posted anew before."""
PUSHED_AFTER: Final = 15
RETRY: Final = (2.0, 5.0, 15.0, 60.0)


class Boards:
    """Shows tables in their channels; the latest state always wins."""

    def __init__(self, bot: Any, showing: Showing, panels: Panels, pings: Pings) -> None:
        self.bot = bot
        self.tables = bot.tables
        self.store = bot.store
        self.showing = showing
        self.panels = panels
        self.pings = pings
        self.window = WINDOW
        self._work: Latest[int] = Latest(self._publish_channel)
        self._dirty: defaultdict[int, dict[str, None]] = defaultdict(dict)
        self._edited: defaultdict[int, deque[float]] = defaultdict(lambda: deque(maxlen=EDITS))
        self._chat = Chat()
        self._failures: defaultdict[str, int] = defaultdict(int)
        self._later: dict[str, asyncio.TimerHandle] = {}
        self._hidden: dict[str, TableRow] = {}

    async def close(self) -> None:
        """Show no more."""
        for handle in self._later.values():
            handle.cancel()
        await self._work.close()

    def ask(self, row: TableRow) -> None:
        """See to it that a table's message shows it as it is from now on."""
        self._dirty[row.channel_id][row.id] = None
        self._work.ask(row.channel_id)

    async def _publish_channel(self, channel_id: int) -> None:
        dirty = self._dirty[channel_id]
        while dirty:
            await self._paced(channel_id)
            table_id = next(iter(dirty))
            del dirty[table_id]
            try:
                await self._publish_board(await self.tables.get(table_id))
            except Refused as refused:
                log.warning("table %s could not be shown: %s", table_id, refused.key)
                if refused.key == "refused.not-read":
                    self._retry(channel_id, table_id)
            except Exception:
                # The channel's other tables are shown all the same.
                log.exception("table %s could not be shown", table_id)

    async def _paced(self, channel_id: int) -> None:
        """Wait until the channel has room for one more edit."""
        edited = self._edited[channel_id]
        if len(edited) == EDITS:
            await asyncio.sleep(max(0.0, edited[0] + self.window - time.monotonic()))
        edited.append(time.monotonic())

    async def _publish_board(self, table: Table) -> None:
        version = table.row.version
        try:
            in_place = await self._show(table)
        except (discord.HTTPException, *UNREACHABLE) as error:
            if passing(error):
                log.warning("table %s: %s; again later", table.row.id, type(error).__name__)
                self._retry(table.row.channel_id, table.row.id)
            elif isinstance(error, discord.Forbidden | discord.NotFound):
                self.cannot(table, gone=isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL)
            else:
                raise
            return
        self._failures.pop(table.row.id, None)
        if not in_place:
            self.cannot(table)
        else:
            self._hidden.pop(table.row.id, None)
            if table.missing:
                table.missing = ()
                self._again_panels(table)
        if not table.open:
            self._chat.forget(table.row.channel_id, table.row.id)
        self.showing.shown(table, version)
        await self.pings.clear(table)

    async def _show(self, table: Table) -> bool:
        """Edit the table's message, or post it anew if there is none or it is out of sight.

        Return whether it stands where it should: writing takes a permission that editing does not.
        """
        message_id = table.row.message_id
        if message_id is not None and not self._out_of_sight(table):
            await self._edit(table, message_id)
            return True
        try:
            await self.post(table)
        except discord.Forbidden:
            if message_id is None:
                raise
            await self._edit(table, message_id)
            return False
        return True

    async def _edit(self, table: Table, message_id: int) -> None:
        try:
            edit = message_of(self.bot, table.row, message_id).edit
            nobody = discord.AllowedMentions.none()
            await edited(self.bot.carried, edit, message_id, self._drawn(table), allowed_mentions=nobody)
        except discord.HTTPException as error:
            deleted = isinstance(error, discord.NotFound) and error.code != UNKNOWN_CHANNEL
            if not deleted and error.code != ARCHIVED:
                raise
            if table.row.message_id not in (None, message_id):
                # The table has been moved meanwhile.
                await self._edit(table, table.row.message_id)
                return
            # The message was deleted, or its thread put away; the table goes on in a new message.
            await self.post(table)

    async def post(self, table: Table) -> None:
        """Post the table's message anew at the end of its channel, and remove the old one."""
        row = table.row
        nonce = f"{row.id}-{row.version:x}-{(row.message_id or 0) % 2**32:x}"
        sent = await send(self.bot, row, nonce, self._drawn(table))
        now = table.row.message_id
        if now not in (row.message_id, None, sent.id):
            # The table has been moved meanwhile: it stands there, and only there.
            await delete(self.bot, row, sent.id)
            await self._edit(table, now)
            return
        await self.stands_at(table, row.channel_id, sent.id)
        if row.message_id is not None:
            await delete(self.bot, row, row.message_id)

    async def stands_at(self, table: Table, channel_id: int, message_id: int) -> None:
        """Take note of where the table's message now is."""
        self._chat.forget(table.row.channel_id, table.row.id)
        table.row = replace(table.row, channel_id=channel_id, message_id=message_id)
        self._chat.posted(channel_id, table.row.id)
        try:
            await self.store.set_message(table.row.id, channel_id, message_id)
        except StoreError as error:
            log.warning("where table %s stands could not be stored: %s", table.row.id, error)

    def _out_of_sight(self, table: Table) -> bool:
        assert table.row.message_id is not None
        if not table.open:
            return False
        age = self.tables.now() - discord.utils.snowflake_time(table.row.message_id).timestamp()
        pushed = self._chat.below(table.row.channel_id, table.row.id)
        return age > OLD_AFTER or pushed >= PUSHED_AFTER

    def _retry(self, channel_id: int, table_id: str) -> None:
        """Publish again after a while, longer each time."""

        def now() -> None:
            del self._later[table_id]
            self._dirty[channel_id][table_id] = None
            self._work.ask(channel_id)

        if table_id not in self._later:
            delay = RETRY[min(self._failures[table_id], len(RETRY) - 1)]
            self._failures[table_id] += 1
            self._later[table_id] = asyncio.get_running_loop().call_later(delay, now)

    def said(self, channel_id: int) -> None:
        """Count what is said in a channel: chat pushes its tables up."""
        self._chat.said(channel_id)

    def cannot(self, table: Table, *, gone: bool = False) -> None:
        """Remember why the table cannot be shown in its channel, and say it on the private panels."""
        names: tuple[str, ...] = ("channel",)
        channel = self.bot.get_channel(table.row.channel_id)
        if channel is not None and not gone:
            thread = isinstance(channel, discord.Thread)
            names = missing(channel.permissions_for(channel.guild.me), thread=thread) or ("view_channel",)
        log.info("table %s cannot be shown: missing %s", table.row.id, ", ".join(names))
        if table.open:
            self._hidden[table.row.id] = table.row
        if names != table.missing:
            table.missing = names
            self._again_panels(table)

    def try_again(self, guild_id: int) -> None:
        """Show again what could not be shown in a server, whose permissions have changed."""
        for row in list(self._hidden.values()):
            if row.guild_id == guild_id:
                del self._hidden[row.id]
                self.ask(row)

    def _again_panels(self, table: Table) -> None:
        for user_id in table.panels:
            self.panels.ask(table.row.id, user_id)

    def _drawn(self, table: Table) -> Panel:
        return board.public(table.shown(), self._words(table.row))

    def _words(self, row: TableRow) -> Any:
        return self.bot.catalogue.words(row.language)
