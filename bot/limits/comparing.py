"""The looks at Discord's time, which each of its answers tells: one an hour, and more if asked."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from bot.limits.budget import Budget, Urgency
from bot.limits.reconnecting import SETBACKS, reason

log = logging.getLogger(__name__)

COMPARED_SECONDS: Final = 3600.0
"""Seconds between two looks at Discord's time, if nothing else is asked."""
COMPARING_SECONDS: Final = 5.0
"""Seconds that such a look may take."""


class Comparing:
    """The looks at Discord's time; `ask` makes a small request, any of whose answers tells it."""

    def __init__(self, budget: Budget, ask: Callable[[], Awaitable[Any]]) -> None:
        self.budget = budget
        self.ask = ask
        self._under_way = asyncio.Lock()

    async def once(self) -> None:
        """Have Discord tell its time; nothing happens if it does not answer.

        Callers that come meanwhile share one request.
        """
        shared = self._under_way.locked()
        async with self._under_way:
            if shared:
                return
            try:
                async with asyncio.timeout(COMPARING_SECONDS):
                    with self.budget.at(Urgency.ASKED):
                        await self.ask()
            except SETBACKS as error:
                log.info("Discord does not tell its time (%s)", reason(error))

    async def hourly(self) -> None:
        """Look each hour: a bot that nobody plays with asks Discord nothing."""
        while True:
            await asyncio.sleep(COMPARED_SECONDS)
            await self.once()
