"""Start-up and wiring: store, tables, clock, the cogs, and the connection to Discord."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final

import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.caches import Newest
from bot.clock.clock import Clock
from bot.clock.outages import Outages
from bot.computers.advice import Adviser
from bot.computers.players import Computers
from bot.computers.thinking import Thinking
from bot.host.health import Health
from bot.host.metrics import Metrics
from bot.host.settings import Settings
from bot.limits.budget import Budget
from bot.limits.quotas import Quota, each_minute, each_second
from bot.limits.tracing import traced
from bot.lobby.rematch import Rematches
from bot.locale import FALLBACK, FRENCH, Catalogue, Words
from bot.messages.attachments import Attachments
from bot.messages.follow_ups import Late
from bot.painting.gallery import Gallery
from bot.painting.predrawn import CACHE
from bot.panels.presentation import Presentation, deck_of, naming_of, speaks, style_of
from bot.panels.tiles import ART, Art, Tiles
from bot.pictures.sketch.style import Style
from bot.preferences.cache import PreferenceCache
from bot.preferences.declared import AS_DISCORD, ASK, ON, PACES, Values
from bot.preferences.quiet_hours import Quiet
from bot.store import Identifying, Scope, Store, StoreError, TableRow
from bot.tables.outbox import Outbox
from bot.tables.play import Tables
from bot.tables.seats import Seats
from bot.tasks import end_of

log = logging.getLogger(__name__)

REMEMBERED: Final = 10_000
"""How many people's languages are remembered."""

TOLD_AGAIN_SECONDS: Final = 5.0
"""Seconds after which somebody who still presses too fast is told again to wait."""

AWAY_SECONDS: Final = 3600.0
"""Seconds after which the clock looks again whether the bot is back in a server that it was removed from."""

EXTENSION: Final = "cogs.extension"
"""All that speaks to Discord; loaded by its name, so that nothing here imports upward."""

GUILDS_SECONDS: Final = 0.5
"""Seconds after the last server has arrived until the bot is ready: nothing here needs the whole list."""


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
        self.budget = Budget(settings.own_share * settings.requests_per_second)
        self.metrics = Metrics()
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
            http_trace=traced(self.budget, self.metrics),
            **own_shards,
        )
        self.settings = settings
        self.store = store
        self.catalogue = catalogue or Catalogue.load()
        self.preferences = PreferenceCache(store, self.catalogue.languages)
        self.thinking = Thinking()
        self.adviser = Adviser(store, self.thinking, quota=each_minute(settings.advice_per_minute, now))
        self.presses = each_second(settings.presses_per_second, now)
        self.told_to_wait = Quota(1 / TOLD_AGAIN_SECONDS, 1, now)
        self.outages = Outages(self.shard_of, now)
        self.clock = Clock(self.outages)
        self.computers = Computers(self.thinking)
        self.outbox = Outbox()
        listeners = (self.clock, self.computers)
        self.tables = Tables(
            store,
            settings,
            self.outbox,
            listeners,
            now,
            self._pause,
            self._quiet,
            self._pace,
            self._cuts,
        )
        self.lobbies = Rematches(self.tables)
        self.seats = Seats(self.tables)
        self.attachments = Attachments()
        self.identifying = Identifying(settings.database_url) if settings.shards else None
        self.gallery = Gallery(CACHE)
        self.late = Late()
        self.health = Health(store, self.metrics, self.disconnected)
        self.health.watch("outbox", self.outbox.__len__)
        self.health.watch("requests", lambda: self.budget.waiting)
        self.art = art
        self.tiles = Tiles()
        self.answering: set[asyncio.Task[Any]] = set()
        self._locales: Newest[int, str] = Newest(REMEMBERED)
        self._background: list[asyncio.Task[None]] = []
        self._ending: asyncio.Task[None] | None = None

    def away(self, guild_id: int) -> bool:
        """Return whether the bot was removed from a server; in an outage it counts as still there."""
        return self.is_ready() and self.get_guild(guild_id) is None

    async def heard(self, interaction: discord.Interaction[Any]) -> Words:
        """Return the words for the sender of `interaction`, and remember the language of their Discord."""
        locale = interaction.locale.value
        self._locales[interaction.user.id] = locale
        return await self.words_of(interaction.user.id, locale)

    async def words_of(self, user_id: int, otherwise: str) -> Words:
        """Return the words for a user: in the language that they chose, or else the one of their Discord.

        `otherwise` is the language for somebody who has not pressed anything since the start.
        """
        member = await self.preferences.of(Scope.MEMBER, user_id)
        language = member["language"]
        if language == AS_DISCORD:
            language = self._locales.get(user_id, otherwise)
        return self.catalogue.words(language).naming(FRENCH, aloud=speaks(member))

    async def public_presentation(self, row: TableRow) -> Presentation:
        """Return how everybody sees a table: in its language, as its server has chosen."""
        return await self._presentation(self.catalogue.words(row.language), row, None)

    async def own_presentation(self, words: Words, row: TableRow, user_id: int) -> Presentation:
        """Return how a user sees their private part of a table, in `words` and as they have chosen."""
        return await self._presentation(words, row, await self.preferences.of(Scope.MEMBER, user_id))

    async def _presentation(self, words: Words, row: TableRow, member: Values | None) -> Presentation:
        server = await self.preferences.of(Scope.SERVER, row.guild_id)
        deck = deck_of(row.game, server, member)
        named = naming_of(deck, words, member)
        dressed = named if named.aloud else self.tiles.words(named, deck)
        public = self.catalogue.words(row.language)
        return Presentation(dressed, public, self._style(row.game, server, member))

    async def style(self, game: str, guild_id: int, user_id: int) -> Style | None:
        """Return the style of a game's pictures that only this user sees, None for no pictures."""
        server, member = (
            await self.preferences.of(Scope.SERVER, guild_id),
            await self.preferences.of(Scope.MEMBER, user_id),
        )
        return self._style(game, server, member)

    def _style(self, game: str, server: Values, member: Values | None) -> Style | None:
        return style_of(game, server, member) if self.settings.pictures else None

    async def language_of(self, interaction: discord.Interaction[Any]) -> str:
        """Return the language of public messages in the server where `interaction` comes from."""
        assert interaction.guild_id is not None
        language = (await self.preferences.of(Scope.SERVER, interaction.guild_id))["language"]
        return str(interaction.guild_locale or FALLBACK) if language == AS_DISCORD else language

    def _pause(self, guild_id: int) -> float:
        """Return after how many seconds the clock looks again where nobody can act, 0 where they can."""
        return AWAY_SECONDS if self.away(guild_id) else self.outages.pause(guild_id)

    async def _quiet(self, user_id: int) -> Quiet:
        """Return the quiet hours of a member."""
        return Quiet.of(await self.preferences.of(Scope.MEMBER, user_id))

    async def undoes(self, guild_id: int) -> bool:
        """Return whether plays can be taken back at new tables of a server."""
        return (await self.preferences.of(Scope.SERVER, guild_id))["undo"] == ON

    async def _pace(self, guild_id: int) -> float:
        """Return how many times as long as usual computers take in a server."""
        return PACES[(await self.preferences.of(Scope.SERVER, guild_id))["pace"]]

    async def _cuts(self, user_id: int) -> bool:
        """Return whether a member wants to be asked to cut decks."""
        return (await self.preferences.of(Scope.MEMBER, user_id))["cut"] == ASK

    def shard_of(self, guild_id: int) -> int:
        """Return the shard that a server is on, as Discord spreads servers over them."""
        return (guild_id >> 22) % (self.shard_count or 1)

    def disconnected(self) -> str:
        """Return in one line which connection to Discord is missing, empty if none is."""
        if not self.is_ready():
            return "not connected to Discord yet"
        lost = [str(number) for number, shard in sorted(self.shards.items()) if shard.is_closed()]
        return f"the connection to Discord is lost, of shard {', '.join(lost)}" if lost else ""

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard at the start; several processes of one bot do so in turn.

        They wait before they connect: a connection that is left alone for long is taken for a slow one.
        """
        if self.identifying is not None:
            initial = await self._may_identify(self.identifying)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a session may be opened; for an `initial` one that has been done."""
        if self.identifying is not None and not initial:
            initial = await self._may_identify(self.identifying)
        await super().before_identify_hook(shard_id, initial=initial)

    async def _may_identify(self, identifying: Identifying) -> bool:
        """Return whether it is this process's turn now; False if the store cannot tell."""
        try:
            await identifying.turn()
        except StoreError as error:
            log.warning("whose turn it is to connect to Discord cannot be told: %s", error)
            return False
        return True

    async def setup_hook(self) -> None:
        """Load the cogs, which tell Discord the commands, before any event arrives."""
        if self.settings.health_port is not None:
            from bot.host.health import serve

            self._run(serve(self.health, self.settings.health_port))
        if self.settings.health_port is not None or self.settings.heartbeat_file is not None:
            self._run(self.health.beat(self.settings.heartbeat_file))
        if self.settings.pictures:
            self._run(self.gallery.fill())
        # First, so that the cogs show the new times.
        await self.clock.forgive(self.tables)
        await self.load_extension(EXTENSION)
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

        discord.py calls this too, where Discord turns the bot away; later calls wait for the first one.
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
        if self.identifying is not None:
            await self.identifying.close()
        await self.budget.close()
        await self.tables.ledgers.notes.close()
        await self.store.close()
        self.thinking.close()
        self.gallery.close()


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("background work has ended", exc_info=task.exception())
