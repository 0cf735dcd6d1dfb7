"""Search for computers: a thread beside the event loop, and kernels, compiled while the bot runs.

Until a game's kernels are compiled, its computers play by rules of thumb, and all advice is refused; so it
stays where numba cannot be had.
"""

import asyncio
import logging
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from bot.errors import Refused
from bot.tasks import run_subprocess
from engine import GAMES
from engine.ai import UNCOMPILED, kernels

log = logging.getLogger(__name__)
T = TypeVar("T")

COMPILE: Final = (sys.executable, "-m", "engine.ai")
_AGAIN_AFTER: Final = 600.0
"""Seconds after a failed compilation until the next: a full disk may have room by then."""


_WITHOUT: Final = "computers play by rules of thumb, and there are no hints, reviews and key moments: %s"


class Kernels:
    """The compiled kernels of each game; tests pass other functions, another `command` and pause.

    `missing` says whether they cannot be had: without numba, or after a failure until the next try.
    """

    def __init__(
        self,
        ready: Callable[[str], bool] = kernels.ready,
        command: Sequence[str] = COMPILE,
        again_after: float = _AGAIN_AFTER,
        installed: Callable[[], bool] = kernels.installed,
    ) -> None:
        self.missing = False
        self._look = ready
        self._installed = installed
        self._command = command
        self._again_after = again_after
        self._ready: set[str] = set()

    def ready(self, game: str) -> bool:
        """Return whether the kernels of a game are compiled."""
        if game not in self._ready and self._look(game):
            self._ready.add(game)
        return game in self._ready

    def player(self, game: str, level: str) -> str:
        """Return the level, or the rule of thumb that plays it until the kernels are compiled."""
        return level if self.ready(game) else UNCOMPILED[level]

    def demand(self, game: str, soon: str, missing: str) -> None:
        """Refuse advice while the kernels of a game are not compiled, with one of two reasons."""
        if not self.ready(game):
            raise Refused(missing if self.missing else soon)

    async def compile(self) -> None:
        """Compile missing kernels in a process; a failure is logged once, and retried after a pause.

        Without numba it says so in the log, and is done. Cancelling the call ends the process.
        """
        if all(self.ready(game) for game in GAMES):
            return
        if not self._installed():
            self.missing = True
            log.warning(_WITHOUT, "numba is not installed (pip install '.[fast]', where there is one)")
            return
        log.info("compiling what computers think with; until it is there they play by rules of thumb")
        while (failure := await run_subprocess(self._command)) is not None:
            if failure.status == kernels.UNKEPT:
                # They are compiled in this process, for the first computer that searches.
                self._ready.update(GAMES)
                log.warning("%s", failure.last)
                return
            if failure.status == kernels.WITHOUT:
                self.missing = True
                log.warning(_WITHOUT, failure.last)
                return
            if not self.missing:
                log.error("what computers think with could not be compiled (%s)", failure)
            self.missing = True
            await asyncio.sleep(self._again_after)
        self.missing = False
        log.info("what computers think with is compiled")


class Thinking:
    """The thread for work that would block the event loop, one piece at a time, and its `kernels`."""

    def __init__(self, kernels: Kernels | None = None) -> None:
        self.kernels = kernels or Kernels()
        self._thread = ThreadPoolExecutor(1, "thinking")

    async def think(self, work: Callable[..., T], *arguments: Any) -> T:
        """Return the result of `work`, called in the thread; its errors are raised here."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    def close(self) -> None:
        """Wait for the work under way, and drop the rest."""
        self._thread.shutdown(wait=True, cancel_futures=True)
