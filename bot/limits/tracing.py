"""Hooks of every request to Discord: it waits for its turn, and its response is counted and tells the time.

They run for each request that aiohttp sends for discord.py, repetitions included.
"""

from enum import Enum, auto
from types import SimpleNamespace
from typing import Final

import aiohttp

from bot.host.metrics import Metrics
from bot.limits.budget import Budget
from bot.limits.discord_time import DiscordTime

INVALID_STATUSES: Final = frozenset({401, 403, 429})
"""The statuses that Discord counts as invalid requests, except a 429 of a shared limit."""
_RATE_LIMITED: Final = 429


class Kind(Enum):
    """The kind of a request for Discord's limits."""

    ANSWER = auto()
    """The answer to a press or a command: not limited."""
    BY_TOKEN = auto()
    """A request about a message by an interaction's token."""
    BY_BOT = auto()
    """Any other request, by the bot's token."""


def request_kind(path: str) -> Kind | None:
    """Return the kind of a request by its path, None if it is not of Discord's API."""
    match path.split("/"):
        case ["", "api", _, "interactions", *_]:
            return Kind.ANSWER
        case ["", "api", _, "webhooks", _, _, *_]:
            return Kind.BY_TOKEN
        case ["", "api", *_]:
            return Kind.BY_BOT
        case _:
            return None


def traced(budget: Budget, metrics: Metrics, clock: DiscordTime) -> aiohttp.TraceConfig:
    """Return the hooks that make each request wait for its turn, count its response, and read its date."""

    async def started(
        session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        kind = request_kind(params.url.path)
        if kind is Kind.BY_TOKEN or kind is Kind.BY_BOT:
            await budget.before(by_token=kind is Kind.BY_TOKEN)

    async def ended(
        session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        status, headers = params.response.status, params.response.headers
        scope = headers.get("X-RateLimit-Scope", "")
        metrics.asked(params.method, params.url.path, status, scope)
        if request_kind(params.url.path) is None:
            return
        if status in INVALID_STATUSES and scope != "shared":
            budget.invalid()
        if status == _RATE_LIMITED:
            seconds = float(headers.get("Retry-After", 1))
            budget.limited(seconds, everywhere=scope == "global" or "Via" not in headers)

    config = aiohttp.TraceConfig()
    config.on_request_start.append(started)
    config.on_request_end.append(ended)
    return dated(clock, config)


def dated(clock: DiscordTime, config: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Return hooks with more behind them, which set `clock` by the date of each answer of Discord's API."""

    async def started(
        session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        context.asked_at = clock.steady()

    async def ended(
        session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        if request_kind(params.url.path) is not None:
            clock.dated(params.response.headers.get("Date"), context.asked_at)

    config.on_request_start.append(started)
    config.on_request_end.append(ended)
    return config
