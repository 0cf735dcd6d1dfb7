"""The life of the bot: claim the shards, open the database, connect to Discord, close within seconds."""

import asyncio
import gc
import logging
import sys
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

import discord
from discord.utils import MISSING

from bot.app import CardsBot, point_discord_at
from bot.host import exits
from bot.host.checks import of_database
from bot.host.exits import Exit, Trouble
from bot.host.settings import Settings
from bot.limits.reconnecting import (
    UNKNOWN_APPLICATION,
    means_unreachable,
    refuses_bot,
    retry_while,
    without_traceback,
)
from bot.store import Claim, Store, StoreError, examine, killed, look_beside

log = logging.getLogger(__name__)
T = TypeVar("T")

_CLOSING_SECONDS: Final = 4.0
"""Seconds that the connection and the claim have for their end once the bot is closed."""
LOOKED_AT: Final = 16_000_000
"""The most bytes of a SQLite file that a start looks at all pages of, in a fraction of a second."""

BAD_TOKEN: Final = "Discord refuses the token: DISCORD_TOKEN must be the bot's own"
NO_APPLICATION: Final = "Discord knows no application of this token: DISCORD_TOKEN must be that of a bot"
_CLOSED: Final = {
    4004: BAD_TOKEN,
    4010: "Discord's gateway knows no such shard: set SHARD_COUNT and SHARD_IDS right, or leave them empty",
    4011: "Discord's gateway asks for more shards: raise SHARD_COUNT, or leave it empty",
    4012: "Discord's gateway no longer speaks this version of its protocol: upgrade the bot",
    4013: "Discord's gateway does not know the intents that the bot asks for: upgrade the bot",
    4014: "Discord's gateway does not allow the intents that the bot asks for, though none is privileged: "
    "look at the Bot page of your application in Discord's developer portal",
}
"""A sentence for the host by the code with which the gateway closes a connection for good."""


def collect_rarely() -> None:
    """Have Python look for unused cycles among ten thousand new objects at a time.

    Its own 700 take 0.3 ms of a play and pauses of 90 ms, most of it for objects that live on. A play leaves
    some forty objects in cycles: those that wait take a few MB.
    """
    gc.set_threshold(10_000)


def take_turns_soon() -> None:
    """Have Python's threads take turns each millisecond: a press waits less for a picture that is painted.

    With its own five, one press of a hundred at tables takes half as long again beside twenty replays.
    """
    sys.setswitchinterval(0.001)


async def run_bot(settings: Settings) -> None:
    """Run the bot until a signal stops it; StoreError or Trouble if it cannot start or go on."""
    collect_rarely()
    take_turns_soon()
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    exits.when_asked(lambda: loop.call_soon_threadsafe(stopped.set))
    asked = asyncio.create_task(stopped.wait())
    if settings.discord_url:
        point_discord_at(settings.discord_url)
    claim = Claim(settings.database_url, settings.shards)
    try:
        opened = await _unless(asked, _opened(settings, claim))
        if opened is not None:
            await _work(settings, *opened, claim, asked)
    finally:
        asked.cancel()
        await claim.release()


async def _opened(settings: Settings, claim: Claim) -> tuple[Store, bool]:
    """Return the store once the shards are claimed and the database is migrated and examined.

    Also whether the last process on the database was killed.
    """
    await claim.take()
    was_killed = killed(settings.database_url)
    store = await Store.open(settings.database_url, settings.shards, settings.forgotten_file)
    try:
        found = await examine(settings.database_url, LOOKED_AT, claimed=True)
    except BaseException:
        await store.close()
        raise
    await _forget_again(store)
    for finding in of_database(found):
        if finding.status is not Exit.FINE:
            log.warning("%s", finding.sentence)
    return store, was_killed


async def _forget_again(store: Store) -> None:
    """Forget members again whom an older copy of the database has brought back, if that can be done."""
    try:
        if number := await store.members.forget_again():
            log.warning("the database is an older copy: members forgotten again: %d", number)
    except StoreError as error:
        log.error("members who were forgotten may be in the database again: %s", error)


async def _work(
    settings: Settings, store: Store, was_killed: bool, claim: Claim, asked: asyncio.Task[Any]
) -> None:
    """Run the bot until `asked` is done, or the connection or the claim fails."""
    # The bot does not use voice: no warning that voice is unsupported.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    for handler in logging.getLogger().handlers:
        handler.addFilter(without_traceback)
    async with CardsBot(settings, store) as bot:
        if was_killed:
            bot.background(_look_beside(bot))
        running = asyncio.create_task(_connected(bot, settings.token))
        keeping = asyncio.create_task(claim.keep())
        tasks = {running, keeping}
        try:
            await asyncio.wait({asked, *tasks}, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done() and not asked.done():
                    await task
        except discord.DiscordException as error:
            raise _trouble(error) from None
        finally:
            await bot.close()
            for task in tasks:
                task.cancel()
            ended, _ = await asyncio.wait(tasks, timeout=_CLOSING_SECONDS)
            await asyncio.gather(*ended, return_exceptions=True)


async def _look_beside(bot: CardsBot) -> None:
    """Look at the whole database beside the bot at work; the log and the figures tell if it is not sound."""
    await bot.wait_until_ready()
    log.info("the last process was killed, or another one runs: the whole database is checked beside the bot")
    try:
        await look_beside(bot.settings.database_url)
        log.info("the database is sound")
    except StoreError as error:
        log.error("%s", error)
        bot.health.unsound()


async def _connected(bot: CardsBot, token: str) -> None:
    """Stay connected to Discord until the bot is closed; at the start, try until it lets the bot in."""

    async def login() -> None:
        # Close a session that has failed; the next one gets connections of its own.
        await bot.http.close()
        bot.http.connector = MISSING
        await bot.login(token)

    # A login that has worked must not be repeated.
    await retry_while(lambda error: bot.user is None and not refuses_bot(error), login)
    await retry_while(means_unreachable, bot.connect)


async def _unless(asked: asyncio.Task[Any], work: Coroutine[Any, Any, T]) -> T | None:
    """Return the result of `work`, None if `asked` is done first."""
    task = asyncio.create_task(work)
    await asyncio.wait({asked, task}, return_when=asyncio.FIRST_COMPLETED)
    if not task.done():
        task.cancel()
        await asyncio.wait({task})
    if task.cancelled() or (asked.done() and task.exception() is not None):
        return None
    return task.result()


def _trouble(error: discord.DiscordException) -> Exception:
    """Return an error that Discord turns the bot away with as Trouble, any other error as it is."""
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return Trouble(Exit.TURNED_AWAY, _CLOSED[4014])
    if isinstance(error, discord.ConnectionClosed):
        said = f"Discord's gateway has closed the connection for good (code {error.code})"
        return Trouble(Exit.TURNED_AWAY, _CLOSED.get(error.code, said))
    return Trouble(Exit.TURNED_AWAY, refusal_of(error)) if refuses_bot(error) else error


def refusal_of(error: BaseException) -> str:
    """Return the sentence about an error with which Discord refuses the token or its application."""
    cause = error.__cause__ if isinstance(error, discord.GatewayNotFound) else error
    unknown = isinstance(cause, discord.HTTPException) and cause.code == UNKNOWN_APPLICATION
    return NO_APPLICATION if unknown else BAD_TOKEN
