"""A lock for discord.py that opens even if its holder gives up.

discord.py makes the requests of a webhook one after the other. Once the limit is used up, its own lock sleeps
until there is room again, and only then returns the answer that it has; a task that is cancelled meanwhile
leaves the lock closed for ever, and nothing is shown there any more (discord.py 2.7.1).
"""

import asyncio
from types import TracebackType

from discord.webhook import async_


class PromptLock(async_.AsyncDeferredLock):
    """A lock that returns the answer at once, and opens when there is room for the next request."""

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.delta:
            asyncio.get_running_loop().call_later(self.delta, self.lock.release)
        else:
            self.lock.release()


def use_prompt_locks() -> None:
    """Let discord.py use these locks from now on."""
    async_.AsyncDeferredLock = PromptLock  # type: ignore[misc]
