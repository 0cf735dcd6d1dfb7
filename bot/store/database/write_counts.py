"""Counts of the writes of a process: how many wait, how long they take, how the last one went."""

import asyncio
import time
from functools import partial
from typing import Any

from bot.store.model.errors import Busy, Uncertain


class WriteCounts:
    """The counts so far. A write that comes into conflict with another is no failure."""

    def __init__(self) -> None:
        self.waiting = 0
        self.ended = 0
        self.failed = 0
        self.seconds = 0.0
        self.trouble = ""
        """Why the last write has failed; empty where it has not."""

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
