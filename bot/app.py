"""Start-up and wiring: store, tables, clock, the cogs, and the connection to Discord."""

import asyncio
import logging
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final

import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.adviser import Adviser
from bot.carried import Carried
from bot.chosen import Chosen
from bot.clock import Clock
from bot.computers import Computers
from bot.config import Settings
from bot.late import Late
from bot.liking import deck_of, style_of
from bot.lobby import Lobbies
from bot.locale import FALLBACK, Catalogue, Words
from bot.manner import Manner
from bot.newest import Newest
from bot.outbox import Outbox
from bot.pictures.every import CACHE
from bot.pictures.gallery import Gallery
from bot.pictures.style import Style
from bot.preferences import AS_DISCORD, Scope, Values
from bot.seats import Seats
from bot.store import Store, TableRow
from bot.tables import Tables
from bot.tasks import end_of
from bot.thinking import Thinking
from bot.tiles import ART, Art, Tiles

log = logging.getLogger(__name__)

CLOSING_SECONDS: Final = 5.0

REMEMBERED: Final = 10_000
"""How many people's languages are kept in mind."""

EXTENSION: Final = "cogs.extension"
"""All that speaks to Discord; loaded by its name, so that nothing here imports upward."""

GUILDS_SECONDS: Final = 0.5
"""So long after the last server has arrived the bot is ready: nothing here needs the list to be complete."""


def point_discord_at(url: str) -> None:
    """Let discord.py speak to the Discord that answers at `url`, an http address without a path."""
    Route.BASE = f"{url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url.replace("http", "ws", 1)) / "gateway"


class CardsBot(commands.AutoShardedBot):
    """The bot. The cogs find here what they work with."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        catalogue: Catalogue | None = None,
        now: Callable[[], float] = time.time,
        art: Art = ART,
    ) -> None:
        own_shards: dict[str, Any] = {"shard_ids": settings.own_shards} if settings.own_shards else {}
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            guild_ready_timeout=GUILDS_SECONDS,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=settings.shard_count,
            **own_shards,
        )
        self.settings = settings
        self.store = store
        self.catalogue = catalogue or Catalogue.load()
        self.chosen = Chosen(store, self.catalogue.languages)
        self.thinking = Thinking()
        self.adviser = Adviser(store, self.thinking)
        self.clock = Clock()
        self.computers = Computers(self.thinking)
        self.outbox = Outbox()
        self.tables = Tables(store, settings, self.outbox, (self.clock, self.computers), now)
        self.lobbies = Lobbies(self.tables)
        self.seats = Seats(self.tables)
        self.carried = Carried()
        self.gallery = Gallery(CACHE)
        self.late = Late()
        self.art = art
        self.tiles = Tiles()
        self.answering: set[asyncio.Task[Any]] = set()
        self._locales: Newest[int, str] = Newest(REMEMBERED)
        self._background: list[asyncio.Task[None]] = []
        self._ending: asyncio.Task[None] | None = None

    async def heard(self, interaction: discord.Interaction[Any]) -> Words:
        """Return the words for whoever sent `interaction`, and remember the language of their Discord."""
        locale = interaction.locale.value
        self._locales[interaction.user.id] = locale
        return await self.words_of(interaction.user.id, locale)

    async def words_of(self, user_id: int, otherwise: str) -> Words:
        """Return the words for a user: in the language that they chose, or else the one of their Discord.

        `otherwise` is the language for somebody who has not pressed anything yet.
        """
        language = (await self.chosen.of(Scope.MEMBER, user_id))["language"]
        if language == AS_DISCORD:
            language = self._locales.get(user_id, otherwise)
        return self.catalogue.words(language)

    async def public_manner(self, row: TableRow) -> Manner:
        """Return how everybody sees a table: in its language, as its server has chosen."""
        return await self._manner(self.catalogue.words(row.language), row, None)

    async def own_manner(self, words: Words, row: TableRow, user_id: int) -> Manner:
        """Return how a user sees what is theirs alone of a table, in `words` and as they have chosen."""
        return await self._manner(words, row, await self.chosen.of(Scope.MEMBER, user_id))

    async def _manner(self, words: Words, row: TableRow, member: Values | None) -> Manner:
        server = await self.chosen.of(Scope.SERVER, row.guild_id)
        dressed = self.tiles.words(words, deck_of(row.game, server, member))
        return Manner(dressed, self.catalogue.words(row.language), self._style(row.game, server, member))

    async def style(self, game: str, guild_id: int, user_id: int) -> Style | None:
        """Return how a user sees pictures of a game that are theirs alone, None for not at all."""
        server, member = (
            await self.chosen.of(Scope.SERVER, guild_id),
            await self.chosen.of(Scope.MEMBER, user_id),
        )
        return self._style(game, server, member)

    def _style(self, game: str, server: Values, member: Values | None) -> Style | None:
        return style_of(game, server, member) if self.settings.pictures else None

    async def language_of(self, interaction: discord.Interaction[Any]) -> str:
        """Return the language of public messages in the server where `interaction` comes from."""
        assert interaction.guild_id is not None
        language = (await self.chosen.of(Scope.SERVER, interaction.guild_id))["language"]
        return str(interaction.guild_locale or FALLBACK) if language == AS_DISCORD else language

    async def setup_hook(self) -> None:
        """Load the cogs and tell Discord the commands, before any event arrives."""
        if self.settings.pictures:
            self._run(self.gallery.fill())
        await self.load_extension(EXTENSION)
        await self.tree.sync()
        await self.clock.forgive(self.tables)
        self._run(self._after_ready())

    async def _after_ready(self) -> None:
        await self.wait_until_ready()
        log.info("ready: %d servers", len(self.guilds))
        self._run(self.clock.run(self.tables))
        self._run(self.computers.run(self.tables))
        self._run(self.thinking.kernels.compile())

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do `work` in the background until the bot is closed; an error that ends it is logged."""
        task = asyncio.create_task(work)
        task.add_done_callback(_log_failure)
        self._background.append(task)

    async def on_message(self, message: discord.Message, /) -> None:
        """Take no commands from chat."""

    async def close(self) -> None:
        """Stop working, keep what is stored, and leave Discord.

        discord.py asks for it too, where Discord turns the bot away; whoever comes later waits for that end.
        """
        if self._ending is None:
            self._ending = asyncio.create_task(self._end())
        await end_of(self._ending)

    async def _end(self) -> None:
        for task in self._background:
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)
        if EXTENSION in self.extensions:
            await self.unload_extension(EXTENSION)
        await self.adviser.close()
        await super().close()
        await self.tables.ledgers.notes.close()
        await self.store.close()
        self.thinking.close()
        self.gallery.close()


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("background work has ended", exc_info=task.exception())


class BadToken(Exception):
    """Discord does not take the token."""


async def run(settings: Settings) -> None:
    """Run the bot until it is stopped; BadToken or StoreError if it cannot start.

    SIGINT and SIGTERM close the bot instead of cancelling it: discord.py swallows a cancellation while it
    connects again.
    """
    if settings.discord_url:
        point_discord_at(settings.discord_url)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    numbers = () if sys.platform == "win32" else (signal.SIGINT, signal.SIGTERM)
    for number in numbers:
        loop.add_signal_handler(number, stopped.set)
    store = await Store.open(settings.database_url, settings.shards)
    async with CardsBot(settings, store) as bot:
        running = asyncio.create_task(bot.start(settings.discord_token.get_secret_value()))
        stopping = asyncio.create_task(stopped.wait())
        try:
            await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                await running
        except discord.LoginFailure:
            raise BadToken from None
        finally:
            await bot.close()
            running.cancel()
            stopping.cancel()
            await asyncio.wait({running, stopping}, timeout=CLOSING_SECONDS)
            for number in numbers:
                # All is stored, and the process ends: a second signal is not to make that a failure.
                loop.remove_signal_handler(number)
                signal.signal(number, signal.SIG_IGN)
