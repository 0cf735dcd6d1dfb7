"""What is still to be put on a message that already says everything in words: its pictures.

A message's words never wait for its pictures, and what is shown next never waits for the pictures of what was
shown before: whoever edits a message first stops what is still to come to it.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final

log = logging.getLogger(__name__)

TROUBLED: Final = 30.0
"""Seconds after a picture that was not taken in time in which words do not wait for pictures at all."""


@dataclass(slots=True)
class Following:
    """Work that follows a message; `flying` while a request of it is under way."""

    task: asyncio.Task[None]
    flying: bool = False


class Late:
    """Work that follows messages, one at a time a message; and whether pictures are taken in time now."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._following: dict[int, Following] = {}
        self._troubled_until = 0.0

    @property
    def busy(self) -> bool:
        """Return whether something is still to be put on a message."""
        return bool(self._following)

    @property
    def troubled(self) -> bool:
        """Return whether pictures were not taken in time lately."""
        return self._now() < self._troubled_until

    def failed(self) -> None:
        """Take note that a picture was not taken in time."""
        if not self.troubled:
            log.warning("a picture was not taken in time: for a while pictures come after the words")
        self._troubled_until = self._now() + TROUBLED

    def worked(self) -> None:
        """Take note that a picture was taken in time."""
        self._troubled_until = 0.0

    def follow(self, message_id: int, work: Callable[[Following], Coroutine[Any, Any, None]]) -> None:
        """Do `work` for a message, in the place of what still was to be done for it."""
        former = self._following.pop(message_id, None)
        if former is not None:
            former.task.cancel()
        following = Following(asyncio.create_task(self._done(message_id, work)))
        self._following[message_id] = following

    async def _done(self, message_id: int, work: Callable[[Following], Coroutine[Any, Any, None]]) -> None:
        following = self._following[message_id]
        try:
            await work(following)
        except Exception:
            log.exception("a picture could not be shown")
        finally:
            if self._following.get(message_id) is following:
                del self._following[message_id]

    async def stop(self, message_id: int) -> bool:
        """Give up what still was to be done for a message; return whether a request of it was under way.

        Nobody knows whether and when that request arrives.
        """
        following = self._following.pop(message_id, None)
        if following is None:
            return False
        following.task.cancel()
        await asyncio.wait({following.task})
        return following.flying

    async def close(self) -> None:
        """Give up everything."""
        tasks = [following.task for following in self._following.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._following.clear()
