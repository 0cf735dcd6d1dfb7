"""A lock for discord.py that lets go when it should.

discord.py makes one request after the other for a webhook. Once a limit is used up its lock sleeps until
there is room again, and only then hands over the answer that it has; whoever gives up waiting meanwhile
leaves the lock closed forever, and nothing more is shown there (discord.py 2.7.1).
"""

import asyncio
from types import TracebackType

from discord.webhook import async_


class PromptLock(async_.AsyncDeferredLock):
    """Hands over the answer at once, and opens when there is room for the next request."""

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.delta:
            asyncio.get_running_loop().call_later(self.delta, self.lock.release)
        else:
            self.lock.release()


def use_prompt_locks() -> None:
    """Have discord.py use these locks from now on."""
    async_.AsyncDeferredLock = PromptLock  # type: ignore[misc]
