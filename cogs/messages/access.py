"""Finds out what keeps tables from being shown where they stand, and says so on private panels.

It looks after every board that is shown, and whenever Discord tells that something may have changed. A
request that can only fail is not made.
"""

import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.app import CardsBot
from bot.errors import Refused
from bot.messages.ledger import Ledger
from bot.panels.shared.lacking import CHANNEL, GONE, NO_PICTURES, SERVER, THREAD, UNTOLD
from bot.store import PlaceRow
from bot.table.table import Table
from cogs.messages.panels import Panels
from cogs.sending.permissions import IN_THREADS, SEND_MESSAGES, VIEW_CHANNEL, first, missing_in
from cogs.sending.workers import KeyedWorker

log = logging.getLogger(__name__)

Names = tuple[str, ...]
"""What is missing: permissions, one of `GONE`, or `UNTOLD`."""
_UNSEEN: Final[Names] = (VIEW_CHANNEL,)
HOPELESS: Final = frozenset({_UNSEEN, (SERVER,)})
"""What is missing where every request fails."""

SILENCED: Final = frozenset({(SEND_MESSAGES,), (IN_THREADS,)})
"""What is missing where messages can be edited and none can be sent."""


class ChannelAccess:
    """Knows what is missing where tables stand; `show` has a table shown again once that is different."""

    def __init__(self, bot: CardsBot, panels: Panels, show: Callable[[PlaceRow], None]) -> None:
        self.bot = bot
        self.tables = bot.tables
        self.panels = panels
        self._show = show
        self._hidden: dict[str, PlaceRow] = {}
        self._looking: KeyedWorker[int] = KeyedWorker(self._look_around)

    @property
    def busy(self) -> bool:
        """Return whether it is looking what is missing somewhere."""
        return self._looking.busy()

    @property
    def waiting(self) -> frozenset[str]:
        """Return the tables that are shown again once they are missing something else, or nothing."""
        return frozenset(self._hidden)

    async def close(self) -> None:
        """Look no more."""
        await self._looking.close()

    # What is told of it

    async def shown(self, table: Table, *, in_place: bool) -> None:
        """Note that a table is shown; not `in_place`: on a message that could not be posted again."""
        names = await self._lacks(table) or (() if in_place else (SEND_MESSAGES,))
        self._note(table, names, hidden=bool(names) and table.open)

    async def refused(self, table: Table, *, gone: bool = False) -> None:
        """Note that a table cannot be shown; `gone`: there is no such channel."""
        names = await self._lacks(table)
        if gone:
            names = (THREAD,) if self._was_thread(table.ledger) else (CHANNEL,)
        elif not names or names == NO_PICTURES:
            # Discord knows of more than the bot has been told, or has reasons of its own.
            names = UNTOLD
        self._note(table, names, hidden=table.open or not gone)

    def _was_thread(self, ledger: Ledger) -> bool:
        """Return whether a place that is gone was a thread whose channel is still there."""
        place = ledger.place
        thread = isinstance(self._channel(place.guild_id, place.channel_id), discord.Thread)
        parent = self._channel(place.guild_id, place.parent_id)
        return thread or parent is not None or ledger.missing == (THREAD,)

    def moved(self, table: Table) -> None:
        """Note that a table stands where somebody has brought it, and is shown there."""
        self._note(table, (), hidden=False)

    def changed(self, guild_id: int) -> None:
        """Look at all tables of a server whose permissions may have changed."""
        self._looking.ask(guild_id)

    def deleted(self, guild_id: int, channel_id: int, names: Names) -> None:
        """Note that a channel is not to be reached any more; `names` say why."""
        for table in self.tables.in_server(guild_id):
            if channel_id in (table.ledger.place.channel_id, table.ledger.place.parent_id):
                self._note(table, names, hidden=True)
        for place in list(self._hidden.values()):
            if channel_id in (place.channel_id, place.parent_id):
                self._show(place)

    # What is missing

    def hopeless(self, table: Table) -> bool:
        """Return whether whatever is asked of Discord where a table stands can only fail.

        The place of a game that is over is asked for once more: if it is gone, the end is shown nowhere.
        """
        known = self._known(table.ledger.place)
        if known is None:
            return table.open and _is_gone(table.ledger)
        return known in HOPELESS

    def silenced(self, table: Table, place: PlaceRow | None = None) -> bool:
        """Return whether nothing new can be sent where a table stands, or at another place."""
        known = self._known(place or table.ledger.place)
        return self.hopeless(table) if known is None else known in HOPELESS | SILENCED

    async def look(self, table: Table, *, unshown: bool = False) -> None:
        """Find out what is missing where a table stands, and have it shown again if that is different.

        `unshown`: it has not been shown as it is, and waits for that though it may be over.
        """
        ledger, before = table.ledger, table.ledger.missing
        names, hidden = await self._lacks(table), table.row.id in self._hidden
        if (names is None and before != (SERVER,)) or (not names and before == UNTOLD):
            # Only another try can tell.
            if hidden and not _is_gone(ledger):
                self._show(ledger.place)
            return
        names = names or ()
        self._note(table, names, hidden=hidden or unshown or (bool(names) and table.open))
        if hidden and (names != before or not names):
            self._show(ledger.place)

    async def _look_around(self, guild_id: int) -> None:
        tables = self.tables.in_server(guild_id)
        for table in tables:
            await self.look(self.tables.current(table))
            if table.ledger.no_thread:
                self._show(table.ledger.place)
        seen = {table.row.id for table in tables}
        for table_id, place in list(self._hidden.items()):
            if place.guild_id == guild_id and table_id not in seen:
                await self._look_again(table_id, place)

    async def _look_again(self, table_id: str, place: PlaceRow) -> None:
        """Look at a table that is over or has left memory, and could not be shown."""
        try:
            table = await self.tables.get(table_id)
        except Refused:
            # Whoever shows it tries again until it can be read.
            self._show(place)
        else:
            await self.look(table)

    async def _lacks(self, table: Table) -> Names | None:
        """Return what a table lacks where it stands; None if the bot does not know that place."""
        if self._known(table.ledger.place) == NO_PICTURES:
            pictures = (await self.bot.audience.public(table.row)).style is not None
            if not pictures and self._known(table.ledger.place) == NO_PICTURES:
                return ()
        return self._known(table.ledger.place)

    def _known(self, place: PlaceRow) -> Names | None:
        if self.bot.away(place.guild_id):
            return (SERVER,)
        channel = self._channel(place.guild_id, place.channel_id)
        if channel is not None:
            return first(missing_in(channel))
        # Of threads in a channel that it may not see, the bot is told nothing.
        parent = self._channel(place.guild_id, place.parent_id)
        return _UNSEEN if VIEW_CHANNEL in missing_in(parent) else None

    def _channel(
        self, guild_id: int, channel_id: int | None
    ) -> discord.abc.GuildChannel | discord.Thread | None:
        """Return a channel whose permissions are known, None if there is none: not during an outage."""
        guild = self.bot.get_guild(guild_id)
        if guild is None or guild.unavailable or channel_id is None:
            return None
        channel = guild.get_channel_or_thread(channel_id)
        return None if isinstance(channel, discord.Thread) and channel.parent is None else channel

    def _note(self, table: Table, names: Names, *, hidden: bool) -> None:
        """Remember and tell what a table lacks; `hidden`: once that is different, it is shown again."""
        ledger = table.ledger
        if hidden:
            self._hidden[table.row.id] = ledger.place
        else:
            self._hidden.pop(table.row.id, None)
        if names == ledger.missing:
            return
        if names:
            log.info("table %s cannot be shown as it should: missing %s", table.row.id, ", ".join(names))
        ledger.missing = names
        for user_id in ledger.panels:
            self.panels.ask(table.row.id, user_id)


def _is_gone(ledger: Ledger) -> bool:
    return not GONE.isdisjoint(ledger.missing)
