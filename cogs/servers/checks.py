"""The part of `python -m bot check` about Discord, and the warning about permissions in the log."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from itertools import groupby
from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import CardsBot, point_discord_at
from bot.blocks.commands import CARDS_COMMAND, command_of
from bot.host.checks import Finding
from bot.host.exits import Exit
from bot.host.settings import Settings
from bot.limits.discord_time import DiscordTime
from bot.limits.reconnecting import SETBACKS, means_unreachable, reason, refuses_bot
from bot.limits.tracing import dating, hooked
from bot.locale.names import clean
from bot.start import refusal_of
from cogs.sending.permissions import missing, missing_for_threads
from engine import GAMES

log = logging.getLogger(__name__)

_SECONDS: Final = 30.0
"""Seconds that the login may take: discord.py tries again by itself if Discord fails."""
AGREES: Final = "this machine's clock agrees with Discord's"
_PAGE: Final = 200
IN_SERVERS: Final = discord.app_commands.AppInstallationType.GUILD
_TOLD: Final = 5
"""The largest number of servers that one line of the log names."""

_Place = tuple[int, int]
"""A server and a channel."""


async def discord_findings(settings: Settings, places: Iterable[_Place]) -> AsyncIterator[Finding]:
    """Yield the findings about address, time, token and intents, and about permissions that are missing.

    `places` are the channels of open tables.
    """
    if settings.discord_url:
        point_discord_at(settings.discord_url)
    where = settings.discord_url or "Discord"
    clock = DiscordTime()
    trace = hooked(dating(clock))
    async with discord.Client(intents=discord.Intents.none(), http_trace=trace) as client:
        try:
            async with asyncio.timeout(_SECONDS):
                await client.login(settings.token)
        except (discord.LoginFailure, *SETBACKS) as error:
            if client.user is None and means_unreachable(error):
                yield Finding("address", f"{where} cannot be reached ({reason(error)})", Exit.UNREACHABLE)
                return
            if refuses_bot(error):
                yield Finding("address", f"{where} answers")
                yield Finding("clock", clock.trouble or AGREES)
                yield Finding("token", refusal_of(error), Exit.TURNED_AWAY)
                return
            if client.user is None:
                said = f"{where} answers, but lets no bot in now ({reason(error)}): a start tries again"
                yield Finding("address", said, Exit.UNREACHABLE)
                return
            # The token is right, and a bot needs nothing else that Discord tells of the application.
        yield Finding("address", f"{where} answers")
        yield Finding("clock", clock.trouble or AGREES)
        assert client.user is not None
        yield Finding("token", f"it is the one of {client.user.name!r} ({client.user.id})")
        yield Finding("intents", "none that is privileged is needed")
        yield await _commands(client)
        try:
            async for finding in _permissions(client, places):
                yield finding
        except SETBACKS as error:
            yield Finding("permissions", f"{where} does not tell them ({reason(error)})", Exit.UNREACHABLE)


async def _commands(client: discord.Client) -> Finding:
    """Return the finding about the commands that Discord has; a bot without them plays all the same."""
    assert client.user is not None
    wanted = {*map(command_of, GAMES), CARDS_COMMAND}
    try:
        # For a bot whose application Discord does not name, it has nearly always the same number.
        known = await client.http.get_global_commands(client.application_id or client.user.id)
        there = {command["name"] for command in known if command.get("integration_types") == [IN_SERVERS]}
    except SETBACKS as error:
        return Finding("commands", f"Discord does not tell them ({reason(error)}), and a bot plays without")
    if lacking := sorted(wanted - there):
        named = ", ".join(f"/{name}" for name in lacking)
        return Finding("commands", f"a bot that runs still has to register {named}, and tries until it can")
    return Finding("commands", f"Discord has all of them, {len(wanted)}")


async def _permissions(client: discord.Client, places: Iterable[_Place]) -> AsyncIterator[Finding]:
    """Yield the permissions that are missing in each server, and in channels with an open table."""
    servers = {int(server["id"]): server async for server in _servers(client)}
    lacking, without = 0, 0
    optional: set[str] = set()
    for server in servers.values():
        granted = _all_of(discord.Permissions(int(server["permissions"])))
        if names := missing(granted, thread=False):
            lacking += 1
            yield _lacks(f"server {server['name']!r}", names)
        if names := missing_for_threads(granted):
            without += 1
            optional.update(names)
    for server_id, channels in groupby(sorted(places), key=lambda place: place[0]):
        if server_id in servers:
            async for finding in _in_channels(client, server_id, [channel for _, channel in channels]):
                lacking += 1
                yield finding
    if not lacking:
        yield Finding("permissions", f"none is missing in {len(servers)} servers")
    if without:
        said = f"{_titles(sorted(optional))} can be granted too in {without} of {len(servers)} servers"
        yield Finding("permissions", f"{said}, for games in threads of their own")


async def _servers(client: discord.Client) -> AsyncIterator[dict[str, Any]]:
    """Yield the servers of the bot, with its permissions there."""
    after: int | None = None
    while True:
        page: list[Any] = await client.http.get_guilds(_PAGE, after=after, with_counts=False)
        for server in page:
            yield server
        if len(page) < _PAGE:
            return
        after = int(page[-1]["id"])


async def _in_channels(client: discord.Client, server_id: int, channels: list[int]) -> AsyncIterator[Finding]:
    """Yield the permissions that are missing in channels of a server; deleted channels are skipped."""
    assert client.user is not None
    guild = await client.fetch_guild(server_id, with_counts=False)
    me = await guild.fetch_member(client.user.id)
    known = {channel.id: channel for channel in await guild.fetch_channels()}
    for channel_id in channels:
        channel: Any = known.get(channel_id)
        thread = channel is None
        if thread:
            try:
                found = await client.fetch_channel(channel_id)
            except discord.Forbidden:
                yield _lacks(f"channel {channel_id} of {guild.name!r}", ("view_channel",))
                continue
            except discord.NotFound:
                continue
            channel = known.get(getattr(found, "parent_id", None) or 0)
        if channel is not None and (names := missing(channel.permissions_for(me), thread=thread)):
            yield _lacks(f"{'a thread of ' if thread else ''}#{clean(channel.name)} of {guild.name!r}", names)


def _all_of(granted: discord.Permissions) -> discord.Permissions:
    return discord.Permissions.all() if granted.administrator else granted


def _lacks(where: str, names: Iterable[str]) -> Finding:
    return Finding("permissions", f"{where} does not grant {_titles(names)}", Exit.PERMISSIONS)


def _titles(names: Iterable[str]) -> str:
    return ", ".join(name.replace("_", " ").title() for name in names)


class Checks(commands.Cog):
    """The listener that logs where permissions are missing, once the bot knows its servers."""

    def __init__(self, bot: CardsBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Log the servers whose roles do not grant the bot the permissions that tables need."""
        names = [
            repr(guild.name)
            for guild in self.bot.guilds
            # During an outage nothing is known of a server.
            if not guild.unavailable and missing(_all_of(guild.me.guild_permissions), thread=False)
        ]
        if names:
            more = f" and {len(names) - _TOLD} more" if len(names) > _TOLD else ""
            where = ", ".join(names[:_TOLD]) + more
            log.warning("permissions are missing in %s: `python -m bot check` says which", where)
