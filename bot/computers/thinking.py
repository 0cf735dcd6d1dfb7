"""Search for computers: a thread beside the event loop, and kernels, compiled while the bot is at work.

Until a game's kernels are there computers play it by a rule of thumb, and hints and reviews have to wait.
"""

import asyncio
import logging
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from bot.tasks import run_subprocess
from engine import GAMES
from engine.ai import UNCOMPILED, kernels

log = logging.getLogger(__name__)
T = TypeVar("T")

COMPILE: Final = (sys.executable, "-m", "engine.ai")
_AGAIN_AFTER: Final = 600.0
"""Seconds after which it is tried again where it failed: a full disk may have room by then."""


class Kernels:
    """Which games can be searched; tests pass another `ready`, `command` and pause."""

    def __init__(
        self,
        ready: Callable[[str], bool] = kernels.ready,
        command: Sequence[str] = COMPILE,
        again_after: float = _AGAIN_AFTER,
    ) -> None:
        self._look = ready
        self._command = command
        self._again_after = again_after
        self._ready: set[str] = set()

    def ready(self, game: str) -> bool:
        """Return whether search in a game can begin at once."""
        if game not in self._ready and self._look(game):
            self._ready.add(game)
        return game in self._ready

    def player(self, game: str, level: str) -> str:
        """Return the name of the player that plays a level now."""
        return level if self.ready(game) else UNCOMPILED[level]

    async def compile(self) -> None:
        """Have what is missing compiled; a failure is logged once, and it is tried again after a while.

        Cancelling this ends the process.
        """
        if all(self.ready(game) for game in GAMES):
            return
        log.info("compiling what computers think with; until it is there they play by rules of thumb")
        failed = ""
        while failure := await run_subprocess(self._command):
            if not failed:
                log.error("what computers think with could not be compiled (%s)", failure)
            failed = failure
            await asyncio.sleep(self._again_after)
        log.info("what computers think with is compiled")


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
