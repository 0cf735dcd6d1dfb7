"""Pictures that are still to come to a message which already says everything in words.

A message's words never wait for its pictures, and what is shown next never waits for the pictures of what was
shown before: an edit of a message first stops what is still to come to it.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from bot.caches import BoundedDict

log = logging.getLogger(__name__)

TROUBLED: Final = 30.0
"""Seconds for which words do not wait for pictures, after one was not taken in time."""
SETTLING: Final = (2.0, 10.0, 30.0)
"""Seconds after a request was given up at which what it may still change is drawn again."""
ANSWERING: Final = 2.0
"""Seconds that an edit waits for the answers to presses that draw the same message."""
_REMEMBERED: Final = 1_000
"""How many messages are remembered that had a request given up lately."""


class Following(NamedTuple):
    """Work that follows a message, so that it shows `panel`."""

    task: asyncio.Task[None]
    panel: Hashable


class AbandonedRequest(NamedTuple):
    """When a request was last given up, and the hash of the panel that it shows.

    None if several were given up that show different ones.
    """

    at: float
    shows: int | None


class FollowUps:
    """Work that follows messages, one at a time a message; and whether pictures are taken in time now."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._following: dict[int, Following] = {}
        self._answers: dict[int, set[asyncio.Future[None]]] = {}
        self._given_up: BoundedDict[int, AbandonedRequest] = BoundedDict(_REMEMBERED)
        self._troubled_until = 0.0
        self._closed = False

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

    def follow(self, message_id: int, panel: Hashable, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do `work` so that a message shows `panel`, instead of what was still to be done for it.

        Nothing is done after `close`.
        """
        former = self._following.pop(message_id, None)
        if former is not None:
            former.task.cancel()
        if not self._closed:
            task = asyncio.create_task(self._done(message_id, work))
            self._following[message_id] = Following(task, panel)

    def pending_panel(self, message_id: int) -> Hashable | None:
        """Return the panel that a message is still to show whole, None if nothing is to be done for it."""
        following = self._following.get(message_id)
        return None if following is None else following.panel

    async def _done(self, message_id: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        following = self._following[message_id]
        try:
            await work()
        except Exception:
            log.exception("a picture could not be shown")
        finally:
            if self._following.get(message_id) is following:
                del self._following[message_id]

    def when_done(self, message_id: int, then: Callable[[], None]) -> None:
        """Do `then` once nothing is to be done for a message any more; never where that is given up."""
        following = self._following.get(message_id)
        if following is None:
            then()
        else:
            following.task.add_done_callback(lambda task: None if task.cancelled() else then())

    async def stop(self, message_id: int) -> None:
        """Give up what still was to be done for a message."""
        following = self._following.pop(message_id, None)
        if following is not None:
            following.task.cancel()
            await asyncio.wait({following.task})

    @contextmanager
    def answering(self, message_id: int) -> Iterator[None]:
        """Take note that the answer to a press draws a message, until the block ends."""
        done = asyncio.get_running_loop().create_future()
        answers = self._answers.setdefault(message_id, set())
        answers.add(done)
        try:
            yield
        finally:
            done.set_result(None)
            answers.discard(done)
            if not answers:
                del self._answers[message_id]

    async def answered(self, message_id: int) -> None:
        """Return once no answer draws a message that is doing so now, or after a moment.

        Of two edits at once nobody knows which comes last, nor what the message carries then.
        """
        if answers := self._answers.get(message_id):
            await asyncio.wait(set(answers), timeout=ANSWERING)

    def note_abandoned(self, message_id: int, panel: Hashable) -> None:
        """Take note that nobody waits any more for a request that makes a message show `panel`."""
        former = self._given_up.get(message_id)
        shows = hash(panel)
        alone = former is None or former.shows == shows or self._age(former) >= SETTLING[-1]
        self._given_up[message_id] = AbandonedRequest(self._now(), shows if alone else None)

    def redraw_delay(self, message_id: int, panel: Hashable) -> float | None:
        """Return in how many seconds a message that shows `panel` is to be drawn again, None for never.

        A request that was given up may still arrive, nobody knows when, and draw something else over it.
        """
        given_up = self._given_up.get(message_id)
        if given_up is None or given_up.shows == hash(panel):
            return None
        age = self._age(given_up)
        return next((moment - age for moment in SETTLING if moment > age), None)

    def _age(self, given_up: AbandonedRequest) -> float:
        return self._now() - given_up.at

    async def close(self) -> None:
        """Give up everything."""
        self._closed = True
        tasks = [following.task for following in self._following.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._following.clear()
