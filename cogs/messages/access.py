"""Looks up the missing permissions of tables where they stand, and says so on private panels.

A board can be edited without most permissions, so no error would tell. The permissions are looked up
after every board that is shown, and whenever an event of Discord may have changed them. A request that can
only fail is not made: refusals count towards Discord's ban of an address. Where only another try can tell,
it is made at once after such an event, and with growing pauses otherwise.
"""

import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.app import CardsBot
from bot.errors import Refused
from bot.messages.ledger import Ledger
from bot.panels.shared.lacking import CHANNEL, CLOSED, GONE, NO_PICTURES, REFUSED, SERVER, THREAD, TIMEOUT
from bot.store import PlaceRow
from bot.table.deadlines import FADE_SECONDS
from bot.table.table import Table
from cogs.messages.panels import Panels
from cogs.sending.permissions import IN_THREADS, SEND_MESSAGES, VIEW_CHANNEL, first, missing_in
from cogs.sending.refusals import UNKNOWN_CHANNEL, reason_of
from cogs.sending.workers import KeyedWorker, Later

log = logging.getLogger(__name__)

Names = tuple[str, ...]
"""Missing permissions, one of `GONE`, or one of `REFUSED`."""
_UNSEEN: Final[Names] = (VIEW_CHANNEL,)
HOPELESS: Final = frozenset({_UNSEEN, (SERVER,)})
"""The names that are missing where every request fails."""

REFUSED_AGAIN: Final = (2.0, 5.0, 15.0, 60.0, 300.0, 1800.0)
"""Seconds before each further try to show a table that Discord refuses; the last of them repeats.

The end of a game is tried for `FADE_SECONDS`, and once more at each start and after each event.
"""
SILENCED: Final = frozenset({(SEND_MESSAGES,), (IN_THREADS,), TIMEOUT})
"""The names that are missing where messages can be edited and none can be sent."""


class ChannelAccess:
    """The missing permissions of tables where they stand; `show` shows a table again once these change."""

    def __init__(self, bot: CardsBot, panels: Panels, show: Callable[[PlaceRow], None]) -> None:
        self.bot = bot
        self.tables = bot.tables
        self.panels = panels
        self._show = show
        self._hidden: dict[str, PlaceRow] = {}
        self._again: Later[str] = Later(lambda table_id: self._show(self._hidden[table_id]))
        self._looking: KeyedWorker[int] = KeyedWorker(self._look_around)

    @property
    def busy(self) -> bool:
        """Return whether the permissions of a server are being looked up."""
        return self._looking.busy()

    @property
    def waiting(self) -> frozenset[str]:
        """Return the tables that are shown again once their missing permissions change."""
        return frozenset(self._hidden)

    def tries(self, table_id: str) -> bool:
        """Return whether a refused table is tried again after a pause."""
        return table_id in self._again

    async def close(self) -> None:
        """Stop looking and trying."""
        self._again.close()
        await self._looking.close()

    # Reports of boards and events

    async def shown(self, table: Table, refusal: discord.HTTPException | None) -> None:
        """Note that a table is shown; with a `refusal` on an old message that could not be posted again."""
        names = await self._lacks(table) or (reason_of(refusal) if refusal else ())
        self._note(table, names, hidden=bool(names) and table.open)

    async def refused(self, table: Table, refusal: discord.HTTPException) -> None:
        """Note that Discord refuses to show a table."""
        names, gone = await self._lacks(table), refusal.code == UNKNOWN_CHANNEL
        if gone:
            names = (THREAD,) if self._was_thread(table.ledger) else (CHANNEL,)
        elif not names or names == NO_PICTURES:
            # Discord has a reason that the bot does not know: any permission might be false.
            names = reason_of(refusal)
        self._note(table, names, hidden=table.open or not gone)

    def _was_thread(self, ledger: Ledger) -> bool:
        """Return whether a place that is gone was a thread whose channel is still there."""
        place = ledger.place
        thread = isinstance(self._channel(place.guild_id, place.channel_id), discord.Thread)
        parent = self._channel(place.guild_id, place.parent_id)
        return thread or parent is not None or ledger.missing == (THREAD,)

    def moved(self, table: Table) -> None:
        """Note that a member has moved a table, which is shown at its new place."""
        self._note(table, (), hidden=False)

    def changed(self, guild_id: int) -> None:
        """Look at all tables of a server whose permissions may have changed."""
        self._looking.ask(guild_id)

    def deleted(self, guild_id: int, channel_id: int, names: Names) -> None:
        """Note that a channel cannot be reached any more; `names` say why.

        A thread that Discord calls deleted may be one that the bot cannot see any more.
        """
        for table in self.tables.in_server(guild_id):
            if channel_id in (table.ledger.place.channel_id, table.ledger.place.parent_id):
                self._note(table, names, hidden=True)
        for place in list(self._hidden.values()):
            if channel_id in (place.channel_id, place.parent_id):
                self._show(place)

    # Missing permissions

    def hopeless(self, table: Table) -> bool:
        """Return whether every request can only fail where a table stands.

        A place that seems gone is tried once more for a game that is over: if it is, no place shows the end.
        """
        known = self._known(table.ledger.place)
        if known is None:
            return table.open and _is_gone(table.ledger)
        return known in HOPELESS

    def silenced(self, table: Table, place: PlaceRow | None = None) -> bool:
        """Return whether nothing new can be sent where a table stands, or at another place."""
        stands = table.ledger.place
        if table.ledger.missing == CLOSED and (place or stands).channel_id == stands.channel_id:
            return True
        known = self._known(place or stands)
        return self.hopeless(table) if known is None else known in HOPELESS | SILENCED

    async def look(self, table: Table, *, unshown: bool = False) -> None:
        """Look up the missing permissions of a table, and have it shown again if they have changed.

        `unshown`: it has not been shown as it is, and waits for that though it may be over.
        """
        ledger, before = table.ledger, table.ledger.missing
        names, hidden = await self._lacks(table), table.row.id in self._hidden
        if (names is None and before != (SERVER,)) or (not names and before in REFUSED):
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
            # The worker that shows it tries again until it can be read.
            self._show(place)
        else:
            await self.look(table)

    async def _lacks(self, table: Table) -> Names | None:
        """Return the missing permissions of a table; None if the bot does not know its place."""
        names = self._known(table.ledger.place)
        if names == NO_PICTURES:
            pictures = (await self.bot.audience.public(table)).style is not None
            names = self._known(table.ledger.place)
            return () if names == NO_PICTURES and not pictures else names
        return names

    def _known(self, place: PlaceRow) -> Names | None:
        if self.bot.away(place.guild_id):
            return (SERVER,)
        channel = self._channel(place.guild_id, place.channel_id)
        if channel is not None:
            names = first(missing_in(channel))
            return TIMEOUT if names in SILENCED and channel.guild.me.is_timed_out() else names
        # Discord tells the bot nothing about threads in a channel that it may not see.
        parent = self._channel(place.guild_id, place.parent_id)
        return _UNSEEN if VIEW_CHANNEL in missing_in(parent) else None

    def _channel(
        self, guild_id: int, channel_id: int | None
    ) -> discord.abc.GuildChannel | discord.Thread | None:
        """Return a channel whose permissions are known, if there is one; None during an outage."""
        guild = self.bot.get_guild(guild_id)
        if guild is None or guild.unavailable or channel_id is None:
            return None
        channel = guild.get_channel_or_thread(channel_id)
        return None if isinstance(channel, discord.Thread) and channel.parent is None else channel

    def _note(self, table: Table, names: Names, *, hidden: bool) -> None:
        """Note a table's missing permissions and draw its panels; `hidden`: show it once these change."""
        ledger = table.ledger
        if hidden:
            self._hidden[table.row.id] = ledger.place
        else:
            self._hidden.pop(table.row.id, None)
            self._again.worked(table.row.id)
        late = not table.open and self.tables.now() > table.row.touched_at + FADE_SECONDS
        if hidden and names in REFUSED and not late:
            self._again.again(table.row.id, REFUSED_AGAIN)
        if names == ledger.missing:
            return
        if names:
            log.info("table %s cannot be shown as it should: missing %s", table.row.id, ", ".join(names))
        ledger.missing = names
        for user_id in ledger.panels:
            self.panels.ask(table.row.id, user_id)


def _is_gone(ledger: Ledger) -> bool:
    return not GONE.isdisjoint(ledger.missing)
