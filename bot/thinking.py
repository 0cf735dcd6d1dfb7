"""One thread beside the event loop, in which computers think."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from bot.kernels import Kernels

T = TypeVar("T")


class Thinking:
    """Work that would hold up the event loop, done in a thread, one piece after the other.

    `kernels` says which games can be searched already.
    """

    def __init__(self, kernels: Kernels | None = None) -> None:
        self.kernels = kernels or Kernels()
        self._thread = ThreadPoolExecutor(1, "thinking")

    async def think(self, work: Callable[..., T], *arguments: Any) -> T:
        """Return what `work` gives; its errors are raised here."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    def close(self) -> None:
        """Let what is under way end, and begin nothing more."""
        self._thread.shutdown(wait=True, cancel_futures=True)
