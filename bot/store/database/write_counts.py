"""Counts of the writes of a process: how many wait, their time, and the trouble of the last."""

import asyncio
import time
from functools import partial
from typing import Any

from bot.store.model.errors import Busy, Uncertain


class WriteCounts:
    """The counts so far; a write that is refused by a conflict is no failure."""

    def __init__(self) -> None:
        self.waiting = 0
        self.ended = 0
        self.failed = 0
        self.seconds = 0.0
        self.trouble = ""
        """The error of the last write, empty if it worked."""

    def follow(self, write: asyncio.Future[Any]) -> None:
        """Count a write from now on until its end."""
        self.waiting += 1
        write.add_done_callback(partial(self._ended, time.monotonic()))

    def _ended(self, began: float, write: asyncio.Future[Any]) -> None:
        self.waiting -= 1
        self.ended += 1
        self.seconds += time.monotonic() - began
        error = None if write.cancelled() else write.exception()
        self.trouble = str(error) if isinstance(error, Busy | Uncertain) else ""
        self.failed += bool(self.trouble)
