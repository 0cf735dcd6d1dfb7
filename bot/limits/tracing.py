"""The hook of every request to Discord: it waits for its turn, is counted, and its response tells the time.

It runs for each request that aiohttp sends for discord.py, repetitions included. The wait is a part of the
five minutes that aiohttp gives a request.
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
    """Return the hook that makes each request wait for its turn, counts its response, and reads its date."""
    send_dated = dating(clock)

    async def hook(request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType) -> aiohttp.ClientResponse:
        path = request.url.path
        kind = request_kind(path)
        if kind is Kind.BY_TOKEN or kind is Kind.BY_BOT:
            await budget.before(by_token=kind is Kind.BY_TOKEN)
        response = await send_dated(request, send)
        status, headers = response.status, response.headers
        scope = headers.get("X-RateLimit-Scope", "")
        metrics.asked(request.method, path, status, scope)
        if kind is None:
            return response
        if status in INVALID_STATUSES and scope != "shared":
            budget.invalid()
        if status == _RATE_LIMITED:
            seconds = float(headers.get("Retry-After", 1))
            budget.limited(seconds, everywhere=scope == "global" or "Via" not in headers)
        return response

    return hooked(hook)


def dating(clock: DiscordTime) -> aiohttp.ClientMiddlewareType:
    """Return the hook that sets `clock` by the date of each answer of Discord's API."""

    async def hook(request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType) -> aiohttp.ClientResponse:
        asked_at = clock.steady()
        response = await send(request)
        if request_kind(request.url.path) is not None:
            clock.dated(response.headers.get("Date"), asked_at)
        return response

    return hook


def hooked(hook: aiohttp.ClientMiddlewareType) -> aiohttp.TraceConfig:
    """Return the trace configuration that puts `hook` into the session of discord.py 2.7.1.

    That takes nothing but signals, ten for each request: the first one of a session puts the hook in their
    place.
    """

    async def started(
        session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        if session._middlewares not in ((), (hook,)):
            raise RuntimeError("the session of discord.py has hooks of its own")
        session._middlewares = (hook,)
        session.trace_configs.clear()

    config = aiohttp.TraceConfig()
    config.on_request_start.append(started)
    return config
