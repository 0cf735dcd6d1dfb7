"""Threads of their own for games: opened where a server wants that, and archived after the game.

A thread is started from the lobby's message and has its id. So Discord makes no second one, and the bot finds
it again after a restart; only its channel is stored, where the next game begins. The lobby is answered in the
channel first, and its message then points to the thread: if Discord refuses a thread, the game goes on there.
"""

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from itertools import chain, repeat
from typing import Final, Protocol, TypeGuard

import discord

from bot.app import CardsBot
from bot.blocks.blocks import Panel
from bot.caches import BoundedDict
from bot.limits.reconnecting import reason
from bot.locale.glyphs import as_text
from bot.locale.names import shortened
from bot.panels.lists import thread as render
from bot.preferences.declared import ON
from bot.store import PlaceRow, Scope, Status, StoreError
from bot.table.table import Table
from bot.table.viewing import view_of
from cogs.sending.answers import Interaction
from cogs.sending.channels import UNREACHABLE, by_channel, delete, message_of, passing, send
from cogs.sending.permissions import missing_for_threads_in
from cogs.sending.refusals import NO_ANSWER
from cogs.sending.sending import edited
from cogs.sending.workers import KeyedWorker

log = logging.getLogger(__name__)

HAS_ONE: Final = 160004
"""Discord's code for a message from which a thread has been started already."""
TRIES: Final = 2
"""Requests for a thread while no answer comes: if the first has made it, Discord says so to the second."""
THREAD_SECONDS: Final = 5.0
"""Seconds that Discord may take to make a thread, while the table stands still."""
CALLING: Final = 10.0
"""Seconds that a call waits for its thread."""
ARCHIVE_AGAIN: Final = (2.0, 5.0, 15.0, 60.0)
"""Seconds between tries to archive a thread; the last of them repeats."""
_REMEMBERED: Final = 1_000


class ThreadState(Protocol):
    """Draws boards, and keeps track of their places."""

    async def drawn(self, table: Table) -> Panel:
        """Return the board of a table as it is now."""

    async def stands_at(
        self, table: Table, channel_id: int, message_id: int, parent_id: int | None = None
    ) -> None:
        """Note the new place of a table's board; `parent_id` is the channel of a thread."""


class Threads:
    """Opens the threads of games, and archives them."""

    def __init__(self, bot: CardsBot, standing: ThreadState) -> None:
        self.bot = bot
        self.standing = standing
        self._begun: dict[str, asyncio.Event] = {}
        self._refused: BoundedDict[str, bool] = BoundedDict(_REMEMBERED)
        self.left: KeyedWorker[PlaceRow] = KeyedWorker(self._leave)

    # Before the game

    async def look(self, table: Table) -> None:
        """Note the missing permissions for the thread of a game that has not begun."""
        place = table.ledger.place
        names: tuple[str, ...] = ()
        if table.row.status is Status.LOBBY and await self.wanted(table):
            names = missing_for_threads_in(self.bot.get_channel(place.channel_id))
        table.ledger.no_thread = names

    async def wanted(self, table: Table) -> bool:
        """Return whether the server of a table wants a thread for each game."""
        return (await self.bot.preferences.of(Scope.SERVER, table.row.guild_id))["threads"] == ON

    # From the lobby to the thread

    async def begins(self, table: Table) -> None:
        """Note that a game has begun, which goes on in a thread if its server wants that."""
        if await self.wanted(table):
            self._begun.setdefault(table.row.id, asyncio.Event())

    def begun(self, table: Table) -> bool:
        """Return whether a game has begun and is still to move to its thread."""
        return table.row.id in self._begun

    async def decided(self, table_id: str) -> None:
        """Return once a game that has begun has its place, or after `CALLING` seconds."""
        if (begun := self._begun.get(table_id)) is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(begun.wait(), CALLING)

    async def move(self, table: Table) -> bool:
        """Let a game that has begun go on in a thread; return whether its board now stands there.

        The thread may exist already, if a restart came between or the answer was lost.
        """
        table_id = table.row.id
        made = self._own(table.ledger.place.message_id) is not None and table_id not in self._refused
        if table_id not in self._begun and not made:
            return False
        moved = table.playing and await self._move(table)
        if (begun := self._begun.pop(table_id, None)) is not None:
            begun.set()
        return moved

    async def _move(self, table: Table) -> bool:
        place = table.ledger.place
        thread_id = await self._opened(table, place)
        if thread_id is None:
            return False
        there = replace(place, channel_id=thread_id, message_id=None)
        nonce = f"{table.row.id}-{table.row.version:x}-{thread_id % 2**32:x}"
        try:
            sent = await send(self.bot, there, nonce, await self.standing.drawn(table))
        except discord.HTTPException as error:
            if passing(error):
                raise
            log.info("table %s does not go on in its thread: %s", table.row.id, error.code)
            self._refused[table.row.id] = True
            return False
        if table.ledger.place.message_id != place.message_id:
            # The table has moved meanwhile: it stands at its new place, and only there.
            await delete(self.bot, there, sent.id)
            self.left.ask(there)
            return False
        # Before the new place is noted: a restart between the two does both once more.
        await self._redraw(place, thread_id, self._pointer(table, "thread.playing", thread_id))
        await self.standing.stands_at(table, thread_id, sent.id, place.channel_id)
        return True

    async def _opened(self, table: Table, place: PlaceRow) -> int | None:
        """Return the id of a table's thread, which is made if there is none; None where there can be none."""
        if place.message_id is None:
            return None
        if self._own(place.message_id) is not None:
            return place.message_id
        channel = self.bot.get_channel(place.channel_id)
        if not isinstance(channel, discord.TextChannel) or missing_for_threads_in(channel):
            return None
        name = as_text(render.thread_name(view_of(table), self.bot.catalogue.words(table.row.language)))
        try:
            await self._make(message_of(self.bot, place, place.message_id), name)
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.warning("table %s has no thread of its own: %s", table.row.id, type(error).__name__)
            return None
        return place.message_id

    async def _make(self, message: discord.PartialMessage, name: str) -> None:
        """Start a thread from a message, or do nothing if the bot has done so already."""
        await self.bot.budget.ready()
        async with asyncio.timeout(THREAD_SECONDS):
            for again in reversed(range(TRIES)):
                try:
                    await message.create_thread(name=shortened(name, render.LONGEST))
                except NO_ANSWER:
                    if not again:
                        raise
                except discord.HTTPException as error:
                    # A member may have started it, for a talk of their own.
                    if error.code != HAS_ONE or not await self._made(message.id):
                        raise
                    return
                else:
                    return

    async def _made(self, thread_id: int) -> bool:
        """Return whether an existing thread is the bot's own."""
        return is_own(await self.bot.fetch_channel(thread_id), self.bot)

    # The message in the channel

    def pointer(self, table: Table) -> Panel:
        """Return the message in the channel that names the thread where a game is played, or was."""
        said = "thread.playing" if table.playing else "thread.played"
        return self._pointer(table, said, table.ledger.place.channel_id)

    def _pointer(self, table: Table, said: str, channel_id: int) -> Panel:
        words = self.bot.catalogue.words(table.row.language)
        return render.pointer(view_of(table), said, channel_id, words)

    async def _redraw(self, place: PlaceRow, message_id: int, panel: Panel) -> bool:
        """Draw the message in the channel; return False if that is to be tried again later."""
        edit = by_channel(self.bot, place, message_id)
        try:
            await self.bot.follow_ups.answered(message_id)
            await edited(self.bot, edit, message_id, panel)
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.info(
                "table %s: the message in its channel stays as it was (%s)", place.table_id, reason(error)
            )
            return not passing(error)
        return True

    # After the game

    def stands_in_one(self, table: Table) -> bool:
        """Return whether a table may stand in a thread: an unknown channel may be an archived one."""
        channel = self.bot.get_channel(table.ledger.place.channel_id)
        return channel is None or isinstance(channel, discord.Thread)

    async def close(self, table: Table, place: PlaceRow) -> None:
        """Archive the thread in which a table has stood, if it is the bot's own and nobody plays there.

        It is tried until Discord and the store can do it.
        """
        for pause in chain(ARCHIVE_AGAIN, repeat(ARCHIVE_AGAIN[-1])):
            if await self._archive(self.bot.tables.current(table), place):
                return
            await asyncio.sleep(pause)

    async def _leave(self, place: PlaceRow) -> None:
        await self.close(await self.bot.tables.get(place.table_id), place)

    async def _archive(self, table: Table, place: PlaceRow) -> bool:
        """Archive a thread as `close` does; return False if that is to be tried again later."""
        try:
            thread = self._own(place.channel_id) or await self.bot.fetch_channel(place.channel_id)
            if not is_own(thread, self.bot) or thread.archived:
                return True
            if await self.bot.store.live(guild_id=place.guild_id, channel_id=thread.id):
                return True
            now, in_channel = table.ledger.place.channel_id, replace(place, channel_id=thread.parent_id)
            said = "thread.played" if now == thread.id else "thread.moved"
            if table.row.status is not Status.CLOSED:
                pointer = self._pointer(table, said, now)
                if not await self._redraw(in_channel, thread.id, pointer):
                    return False
            await thread.edit(archived=True)
        except (discord.DiscordException, StoreError, *UNREACHABLE) as error:
            # If the bot can never archive it, Discord does so by itself after a while.
            log.info("the thread of table %s stays open (%s)", place.table_id, type(error).__name__)
            return not (isinstance(error, StoreError) or passing(error))
        return True

    # Which are the bot's own

    def _own(self, channel_id: int | None) -> discord.Thread | None:
        """Return the thread with this id if the bot has made it and it is not archived."""
        channel = None if channel_id is None else self.bot.get_channel(channel_id)
        return channel if is_own(channel, self.bot) else None


def is_own(channel: object, bot: CardsBot) -> TypeGuard[discord.Thread]:
    """Return whether a channel is a thread that the bot has made."""
    return isinstance(channel, discord.Thread) and bot.user is not None and channel.owner_id == bot.user.id


def outside(bot: CardsBot, interaction: Interaction) -> int:
    """Return the channel of the new lobby that a press opens: never the thread of another game."""
    assert interaction.channel_id is not None
    channel = interaction.channel
    return channel.parent_id if is_own(channel, bot) else interaction.channel_id


def parent_of(bot: CardsBot, channel_id: int) -> int | None:
    """Return the parent channel of a thread that the bot has made, None for any other channel."""
    channel = bot.get_channel(channel_id)
    return channel.parent_id if is_own(channel, bot) else None
