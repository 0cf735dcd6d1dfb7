"""Wiring: the parts of the bot, the cogs, and the connection to Discord.

No part is given another one later: the clock, the computers and the outbox are made first and passed to
`Tables`, which tells them of changes; their tasks get the tables as an argument.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

import discord
import yarl
from discord.app_commands import AppCommandContext, AppInstallationType
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.clock.clock import Clock
from bot.clock.daily import Daily
from bot.clock.outages import Outages
from bot.computers.advice import Adviser
from bot.computers.finishing import Finisher
from bot.computers.players import Computers
from bot.computers.thinking import Thinking
from bot.host.health import Health
from bot.host.metrics import Metrics
from bot.host.settings import Settings
from bot.limits.budget import Budget
from bot.limits.comparing import Comparing
from bot.limits.deliveries import Deliveries
from bot.limits.discord_time import DiscordTime
from bot.limits.quotas import Quota, each_minute, each_second
from bot.limits.reconnecting import SETBACKS, means_unreachable, reason, refuses_bot
from bot.limits.tracing import traced
from bot.lobby.alone import Alone
from bot.lobby.forgetting import Forgetting
from bot.lobby.lobby import Lobbies
from bot.lobby.rematch import Rematches
from bot.locale import Catalogue
from bot.messages.attachments import Attachments
from bot.messages.follow_ups import FollowUps
from bot.painting.gallery import Gallery
from bot.painting.predrawn import CACHE
from bot.panels.ending.past import Pasts
from bot.panels.lobby.rivals import Rivalries
from bot.panels.presentation import Audience
from bot.panels.tiles import ART, Art, Tiles
from bot.preferences.cache import PreferenceCache
from bot.store import Identifying, Store, StoreError
from bot.tables.beginners import Beginners
from bot.tables.outbox import Outbox
from bot.tables.pacing import Pacing
from bot.tables.play import Plays
from bot.tables.replays.library import Replays
from bot.tables.seats import Seats
from bot.tables.tables import Tables
from bot.tasks import end_of

log = logging.getLogger(__name__)

TOLD_AGAIN_SECONDS: Final = 5.0
"""Seconds until a member who still presses too fast is asked again to wait."""

SHOWN_AGAIN_SECONDS: Final = 600.0
"""Seconds until a member can show everybody another list in the same channel."""

AWAY_SECONDS: Final = 3600.0
"""Seconds between two looks of the clock at a server that the bot was removed from."""

EXTENSION: Final = "cogs.extension"
"""The extension with all cogs; loaded by name, so that nothing here imports upward."""

TOLD_SECONDS: Final = 5.0
"""Seconds that a start waits for the facts of the application, which it can do without."""

GUILDS_SECONDS: Final = 0.5
"""Seconds without a new server until discord.py calls the bot ready: no part needs the whole list."""


def point_discord_at(url: str) -> None:
    """Point discord.py at the Discord that answers at `url`, an http address without a path."""
    Route.BASE = f"{url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url.replace("http", "ws", 1)) / "gateway"


class CardsBot(commands.AutoShardedBot):
    """The bot: discord.py's client with every part that the cogs use."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        catalogue: Catalogue | None = None,
        time: DiscordTime | None = None,
        art: Art = ART,
    ) -> None:
        self.time = time or DiscordTime()
        now = self.time.now
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
            # Discord's default would offer the commands in servers that have not added the bot, too.
            allowed_installs=AppInstallationType(guild=True, user=False),
            allowed_contexts=AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            shard_count=settings.shard_count,
            http_trace=traced(self.budget, self.metrics, self.time),
            **own_shards,
        )
        self.settings = settings
        self.store = store
        self.catalogue = catalogue or Catalogue.load()
        self.preferences = PreferenceCache(store, self.catalogue.languages, clock=now)
        self.thinking = Thinking()
        self.adviser = Adviser(store, self.thinking, quota=each_minute(settings.advice_per_minute, now))
        self.deliveries = Deliveries(now)
        self.presses = each_second(settings.presses_per_second, now)
        self.own_data = each_minute(1, now)
        self.showing = Quota(1 / SHOWN_AGAIN_SECONDS, 1, now)
        self.exports = each_minute(1, now)
        self.record_files = each_minute(6, now)
        self.told_to_wait = Quota(1 / TOLD_AGAIN_SECONDS, 1, now)
        self.outages = Outages(self.shard_of, now)
        self.comparing = Comparing(self.budget, self._ask_little)
        self.clock = Clock(self.outages, self.comparing.once)
        self.computers = Computers(self.thinking)
        self.finisher = Finisher(self.thinking)
        self.outbox = Outbox()
        self.beginners = Beginners(store)
        listeners = (self.clock, self.computers, self.finisher, self.beginners)
        pacing = Pacing(settings, now, self.preferences, self._pause)
        self.tables = Tables(store, settings, self.outbox, listeners, now, pacing)
        self.play = Plays(self.tables)
        self.lobbies = Lobbies(self.tables)
        self.rematches = Rematches(self.lobbies, self.beginners)
        self.alone = Alone(self.lobbies, self.beginners)
        self.seats = Seats(self.tables)
        self.replays = Replays(self.tables)
        self.daily = Daily(self.tables, lambda guild_id: not self.away(guild_id), lambda: self.application_id)
        self.forgetting = Forgetting(self.lobbies, self.seats, self.preferences, self.beginners)
        self.attachments = Attachments()
        self.identifying = Identifying(settings.database_url) if settings.shards else None
        self.gallery = Gallery(CACHE)
        self.follow_ups = FollowUps()
        self.health = Health(store, self.metrics, self.disconnected)
        self.health.watch("outbox", self.outbox.__len__)
        self.health.watch("requests", lambda: self.budget.waiting)
        self.art = art
        self.tiles = Tiles()
        self.audience = Audience(
            self.catalogue,
            self.preferences,
            self.beginners,
            Pasts(store),
            Rivalries(store, now),
            self.tiles,
            pictures=settings.pictures,
        )
        self.answering: set[asyncio.Task[Any]] = set()
        self._background: list[asyncio.Task[None]] = []
        self._ending: asyncio.Task[None] | None = None

    def away(self, guild_id: int) -> bool:
        """Return whether the bot was removed from a server; in an outage it counts as still there."""
        return self.is_ready() and self.get_guild(guild_id) is None

    def _pause(self, guild_id: int) -> float:
        """Return the seconds until the clock looks again at a server where nobody can act, 0 if they can."""
        return AWAY_SECONDS if self.away(guild_id) else self.outages.pause(guild_id)

    def shard_of(self, guild_id: int) -> int:
        """Return the shard of a server, by Discord's formula."""
        return (guild_id >> 22) % (self.shard_count or 1)

    def disconnected(self) -> str:
        """Return one line that names the missing connections to Discord, empty if there are none."""
        if not self.is_ready():
            return "not connected to Discord yet"
        lost = [str(number) for number, shard in sorted(self.shards.items()) if shard.is_closed()]
        return f"the connection to Discord is lost, of shard {', '.join(lost)}" if lost else ""

    async def login(self, token: str) -> None:
        """Log in, and load the parts; Discord names the application once more when the bot connects."""
        try:
            await super().login(token)
        except SETBACKS as error:
            if self.user is None or self.application is not None or refuses_bot(error):
                raise
            log.warning("Discord does not tell about the application (%s): the bot goes on", reason(error))
            await self.setup_hook()

    async def application_info(self) -> discord.AppInfo:
        """Return the facts of the application; TimeoutError if Discord takes long: a start waits for them."""
        async with asyncio.timeout(TOLD_SECONDS):
            return await super().application_info()

    async def launch_shards(self) -> None:
        """Connect the shards; a single one if Discord refuses to tell how many it wants."""
        try:
            await super().launch_shards()
        except SETBACKS as error:
            if self.settings.shard_count or means_unreachable(error) or refuses_bot(error):
                raise
            log.warning("Discord does not tell how many shards it wants (%s): one is opened", reason(error))
            self.shard_count = 1
            await super().launch_shards()

    async def _ask_little(self) -> None:
        await self.http.request(Route("GET", "/users/@me"))

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard at the start; several processes of one bot do so in turn.

        The turn comes before the connection: Discord takes a connection that stays idle for a slow one.
        """
        if self.identifying is not None:
            initial = await self._may_identify(self.identifying)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for this process's turn to identify; an `initial` session already had it before connecting."""
        if self.identifying is not None and not initial:
            initial = await self._may_identify(self.identifying)
        await super().before_identify_hook(shard_id, initial=initial)

    async def _may_identify(self, identifying: Identifying) -> bool:
        """Wait for this process's turn to identify; return False if the store cannot tell whose it is."""
        try:
            await identifying.turn()
        except StoreError as error:
            log.warning("whose turn it is to connect to Discord cannot be told: %s", error)
            return False
        return True

    async def setup_hook(self) -> None:
        """Load the cogs before any event arrives."""
        if self.settings.health_port is not None:
            from bot.host.health import serve

            self.background(serve(self.health, self.settings.health_port))
        if self.settings.health_port is not None or self.settings.heartbeat_file is not None:
            self.background(self.health.beat(self.settings.heartbeat_file))
        if self.settings.pictures:
            self.background(self.gallery.fill())
        await self.deliveries.read(self.store)
        # Before the cogs, so that they show the new times.
        await self.clock.forgive(self.tables)
        await self.load_extension(EXTENSION)
        self.background(self._after_ready())

    async def _after_ready(self) -> None:
        await self.wait_until_ready()
        log.info("ready: %d servers", len(self.guilds))
        self.background(self.clock.run(self.tables))
        self.background(self.comparing.hourly())
        self.background(self.computers.run(self.tables))
        self.background(self.finisher.run(self.tables))
        self.background(self.thinking.kernels.compile())
        self.background(self._catch_up())
        self.background(self.daily.run())

    async def _catch_up(self) -> None:
        """Bring over the games of older versions, and then make the ratings of their servers."""
        await self.store.old_games.move()
        await self.store.ratings.make(self.tables.now())

    def background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run `work` in the background until the bot is closed; an error that ends it is logged."""
        task = asyncio.create_task(work)
        task.add_done_callback(_log_failure)
        self._background.append(task)

    async def on_message(self, message: discord.Message, /) -> None:
        """Ignore chat: discord.py would look for commands in it."""

    async def close(self) -> None:
        """Stop all work, flush deferred writes, and leave Discord.

        discord.py calls this too when Discord turns the bot away. Later calls wait for the first.
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
        await self.tables.ledgers.deferred.close()
        await self.store.close()
        self.thinking.close()
        self.gallery.close()


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("background work has ended", exc_info=task.exception())
