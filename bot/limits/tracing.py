"""What is done about every request to Discord: it waits for its turn, and its answer is noted.

discord.py has aiohttp call these functions for each request that it sends, its own repetitions among them.
"""

from enum import Enum, auto
from types import SimpleNamespace
from typing import Final

import aiohttp

from bot.host.metrics import Metrics
from bot.limits.budget import Budget

INVALID_STATUSES: Final = frozenset({401, 403, 429})
"""What Discord counts as invalid requests, but for a 429 whose limit is shared with others."""
_RATE_LIMITED: Final = 429


class Kind(Enum):
    """What a request is to Discord's limits."""

    ANSWER = auto()
    """The answer to a press or a command: not limited."""
    BY_TOKEN = auto()
    """A message that an interaction's token reaches."""
    BY_BOT = auto()
    """Anything else that the bot asks with its own token."""


def request_kind(path: str) -> Kind | None:
    """Return what a request with this path is, None if it is not of Discord's API."""
    match path.split("/"):
        case ["", "api", _, "interactions", *_]:
            return Kind.ANSWER
        case ["", "api", _, "webhooks", _, _, *_]:
            return Kind.BY_TOKEN
        case ["", "api", *_]:
            return Kind.BY_BOT
        case _:
            return None


def traced(budget: Budget, metrics: Metrics) -> aiohttp.TraceConfig:
    """Return what has every request of discord.py wait for its turn, and its answer noted."""

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
    return config
