"""The boards: one public message for each table, edited, or posted again if deleted or out of sight.

A channel's tables share one worker: it keeps the limit of edits without waiting for a 429, and draws a board
only when it can be sent, so that no older drawing lands on a newer one. Where Discord refuses a table, its
panels say so, with the reason if that is known. It is tried again at once when its place or the bot's rights
there change, and with growing pauses otherwise.
"""

import logging
from typing import Final

import discord

from bot.app import CardsBot
from bot.blocks.blocks import Panel
from bot.errors import NotRead, Refused
from bot.limits.budget import Urgency, sooner
from bot.limits.edits import ChannelEdits
from bot.limits.reconnecting import reason
from bot.store import PlaceRow
from bot.table.pauses import WHOLE
from bot.table.table import Table
from cogs.messages.access import ChannelAccess
from cogs.messages.chat import Chat
from cogs.messages.panels import Panels, Showing
from cogs.messages.threads import Threads, parent_of
from cogs.sending.channels import UNREACHABLE, by_channel, delete, passing, send
from cogs.sending.permissions import ATTACH_FILES, missing_in
from cogs.sending.refusals import ARCHIVED, OLD_EDITS, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE
from cogs.sending.sending import UPLOAD, edited
from cogs.sending.workers import KeyedWorker, Later

log = logging.getLogger(__name__)

OLD_AFTER: Final = 55 * 60
"""Seconds until a board is posted again: Discord limits edits more strictly after an hour."""
PUSHED_AFTER: Final = 15
RETRY: Final = (2.0, 5.0, 15.0, 60.0)
"""Seconds before a board is drawn again that Discord could not take; the last of them repeats."""
_REPOSTED: Final = frozenset({UNKNOWN_MESSAGE, ARCHIVED, OLD_EDITS})
"""The codes of edits in whose place a new message can be posted."""


class Boards:
    """Shows the boards of all tables in their channels; the latest state always wins."""

    def __init__(self, bot: CardsBot, showing: Showing, panels: Panels) -> None:
        self.bot = bot
        self.tables = bot.tables
        self.showing = showing
        self.panels = panels
        self.edits = ChannelEdits()
        self._work: KeyedWorker[int] = KeyedWorker(self._publish_channel)
        self._dirty: dict[int, dict[str, Urgency]] = {}
        self.chat = Chat()
        self.threads = Threads(bot, self)
        self._later: Later[tuple[int, str]] = Later(lambda key: self._ask(*key, Urgency.WATCHED))
        self.places = ChannelAccess(bot, panels, self.ask)

    @property
    def busy(self) -> bool:
        """Return whether something is being shown."""
        return self._work.busy() or self.places.busy

    @property
    def asked(self) -> tuple[int, ...]:
        """Return the channels in which something is still to be shown."""
        return tuple(self._dirty)

    async def close(self) -> None:
        """Stop showing."""
        self._later.close()
        await self.places.close()
        await self.threads.left.close()
        await self._work.close()

    def ask(self, place: PlaceRow, urgency: Urgency = Urgency.WATCHED) -> None:
        """Have a table's board drawn as the table is from now on."""
        self._ask(place.channel_id, place.table_id, urgency)

    def _ask(self, channel_id: int, table_id: str, urgency: Urgency) -> None:
        dirty = self._dirty.setdefault(channel_id, {})
        dirty[table_id] = sooner(urgency, dirty.get(table_id))
        self.bot.budget.hurry(channel_id, urgency)
        self._work.ask(channel_id)

    async def _publish_channel(self, channel_id: int) -> None:
        dirty = self._dirty.get(channel_id, {})
        while dirty:
            next_one = min(dirty, key=lambda table_id: dirty[table_id].value)
            if self.edits.short(channel_id) and await self._skipped(next_one):
                del dirty[next_one]
                continue
            await self.edits.room(channel_id)
            urgency = sooner(*dirty.values())
            async with self.bot.budget.turn(urgency, key=channel_id):
                self.edits.note(channel_id)
                table_id = min(dirty, key=lambda table_id: dirty[table_id].value)
                await self._publish_table(channel_id, table_id, dirty.pop(table_id))
        self._dirty.pop(channel_id, None)

    async def _publish_table(self, channel_id: int, table_id: str, urgency: Urgency) -> None:
        try:
            table = await self.tables.get(table_id)
            ledger = table.ledger
            if ledger.place.channel_id != channel_id:
                # The table has moved, and belongs to the worker of its new channel.
                self.ask(ledger.place, urgency)
                return
            async with ledger.posting:
                await self._publish_board(self.tables.current(table))
        except NotRead:
            log.warning("table %s could not be read to be shown", table_id)
            self._later.again((channel_id, table_id), RETRY)
        except Refused as refused:
            log.warning("table %s could not be shown: %s", table_id, refused.key)
        except Exception:
            # The other tables of the channel are shown all the same.
            log.exception("table %s could not be shown", table_id)

    async def _skipped(self, table_id: str) -> bool:
        """Return whether to leave out the end of a hand held in sight: the next edit shows both.

        The whole sheet of a game's last hand is never left out.
        """
        try:
            table = await self.tables.get(table_id)
        except Refused:
            return False
        held = table.row.held and table.counting != WHOLE
        if held:
            self.showing.published(table)
        return held

    async def _publish_board(self, table: Table) -> None:
        ledger = table.ledger
        if self.places.hopeless(table):
            await self.places.look(table, unshown=True)
            self._unshown(table)
            return
        try:
            refusal = await self._show(table)
        except (discord.HTTPException, *UNREACHABLE) as error:
            if isinstance(error, discord.HTTPException) and not passing(error):
                log.warning("table %s is refused (%s)", table.row.id, reason(error))
                await self.places.refused(table, error)
                self._unshown(table, gone=error.code == UNKNOWN_CHANNEL)
            else:
                log.warning("table %s: %s; again later", table.row.id, reason(error))
                self._later.again(_key(ledger.place), RETRY)
            return
        self._later.worked(_key(ledger.place))
        await self.places.shown(table, refusal)
        if not table.open:
            self.chat.forget(ledger.place.channel_id, table.row.id)
        await self.showing.shown(table)

    def _unshown(self, table: Table, *, gone: bool = False) -> None:
        """Note that a table cannot be shown now; `gone`: nor ever again where it stood."""
        self._later.worked(_key(table.ledger.place))
        if not table.open:
            self.chat.forget(table.ledger.place.channel_id, table.row.id)
        if gone and not table.open:
            # No place is left where its end could be shown.
            self.showing.published(table)
        else:
            self.showing.hidden(table)

    async def _show(self, table: Table) -> discord.HTTPException | None:
        """Edit the table's board, or post it again if there is none or it is out of sight.

        Return the refusal of a new message if it stays on the old one: posting takes more than editing.
        """
        if table.ledger.place.message_id is None and self.threads.begun(table):
            # A thread is started from a message, which this lobby that was never shown does not have yet.
            await self._post(table)
        if await self.threads.move(table):
            return None
        message_id = table.ledger.place.message_id
        in_sight = message_id is not None and not self._out_of_sight(table)
        if message_id is not None and (in_sight or self.places.silenced(table)):
            await self._edit(table, message_id)
            return None
        try:
            await self._post(table)
        except discord.HTTPException as refusal:
            if message_id is None or passing(refusal):
                raise
            await self._edit(table, message_id)
            return refusal
        return None

    async def _edit(self, table: Table, message_id: int) -> None:
        place = table.ledger.place
        try:
            edit = by_channel(self.bot, place, message_id)
            await self.bot.follow_ups.answered(message_id)
            drawn = await self.drawn(table)
            # Discord answers an edit that uses up the limit only when there is room again.
            patience = self.edits.window + UPLOAD
            await edited(self.bot, edit, message_id, drawn, patience=patience)
        except discord.HTTPException as error:
            if error.code not in _REPOSTED:
                raise
            now = table.ledger.place.message_id
            if now is not None and now != message_id:
                # The table has moved meanwhile.
                await self._edit(table, now)
                return
            # The message was deleted, its thread archived, or it is too old: the table goes on in a new one.
            await self._post(table, gone=error.code == UNKNOWN_MESSAGE)

    async def post(self, table: Table) -> None:
        """Post the table's board at the end of its channel, and delete the old one."""
        async with table.ledger.posting:
            await self._post(self.tables.current(table))

    async def stands(self, table: Table) -> Table:
        """Post the board of a new table, so that private panels come below it, and return the table.

        Where that fails, the board follows later, and the panels come down to it then.
        """
        if table.ledger.place.message_id is None and not self.places.silenced(table):
            try:
                await self._post_first(table)
            except (discord.HTTPException, *UNREACHABLE) as error:
                log.info("table %s: its board comes after the panels (%s)", table.row.id, reason(error))
            else:
                if not (table.playing and await self.threads.wanted(table)):
                    self.bot.outbox.drawn(table, 0)
        return self.tables.current(table)

    async def _post_first(self, table: Table) -> None:
        async with table.ledger.posting:
            table = self.tables.current(table)
            if table.ledger.place.message_id is None:
                await self._post(table)

    async def _post(self, table: Table, *, gone: bool = False) -> None:
        """Post the table's board, and delete the old one unless that is known to be `gone`."""
        ledger, place = table.ledger, table.ledger.place
        nonce = f"{table.row.id}-{table.row.version:x}-{(place.message_id or 0) % 2**32:x}"
        sent = await send(self.bot, place, nonce, await self.drawn(table))
        now = ledger.place.message_id
        if now not in (place.message_id, None, sent.id):
            # The table has moved meanwhile: it stands at its new place, and only there.
            await delete(self.bot, place, sent.id)
            await self._edit(table, now)
            return
        await self.stands_at(table, place.channel_id, sent.id)
        if place.message_id is not None and not gone:
            await delete(self.bot, place, place.message_id)

    async def stands_at(
        self, table: Table, channel_id: int, message_id: int, parent_id: int | None = None
    ) -> None:
        """Note the new place of a table's board.

        `parent_id` is the channel of a thread of the bot's own that Discord may not have announced yet.
        """
        before = table.ledger.place
        if channel_id != before.channel_id:
            self._later.worked(_key(before))
        self.chat.forget(before.channel_id, table.row.id)
        self.chat.posted(channel_id, table.row.id)
        parent_id = parent_id or parent_of(self.bot, channel_id)
        if parent_id is None and channel_id == before.channel_id:
            parent_id = before.parent_id
        await self.tables.ledgers.stands_at(table.ledger, channel_id, message_id, parent_id)

    def _out_of_sight(self, table: Table) -> bool:
        place = table.ledger.place
        assert place.message_id is not None
        if not table.open:
            return False
        age = self.tables.now() - discord.utils.snowflake_time(place.message_id).timestamp()
        return age > OLD_AFTER or self.chat.below(place.channel_id, place.table_id) >= PUSHED_AFTER

    def said(self, channel_id: int) -> None:
        """Count a message of chat in a channel, which pushes its boards up."""
        self.chat.said(channel_id)

    async def drawn(self, table: Table, message_id: int | None = None) -> Panel:
        """Return the board of a table as it is now, without pictures where the bot may not attach any.

        For the message from which the table's thread was started, return the pointer to the thread.
        """
        if message_id == table.ledger.place.channel_id:
            return self.threads.pointer(table)
        await self.threads.look(table)
        presentation = await self.bot.audience.public(self.tables.current(table))
        panel = presentation.board(self.tables.current(table))
        bare = presentation.style is not None and self._may_not_attach(table)
        return panel.without_pictures() if bare else panel

    def _may_not_attach(self, table: Table) -> bool:
        return ATTACH_FILES in missing_in(self.bot.get_channel(table.ledger.place.channel_id))


def _key(place: PlaceRow) -> tuple[int, str]:
    return place.channel_id, place.table_id
