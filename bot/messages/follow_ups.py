"""Follow-ups: pictures on their way to a message that already says everything in words.

The words of a message never wait for its pictures, and an edit never waits for the pictures of an older
panel: it first stops the message's follow-up. A request that the follow-up has sent goes on by itself, and
the next one waits for its end.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeVar

from bot.caches import BoundedDict

log = logging.getLogger(__name__)
T = TypeVar("T")

TROUBLED: Final = 30.0
"""Seconds for which words do not wait for pictures after Discord took one too late."""
SETTLING: Final = (2.0, 10.0, 30.0)
"""Seconds after a request was abandoned at which its message is drawn again."""
ANSWERING: Final = 2.0
"""Seconds that an edit waits for answers to presses that draw the same message."""
_REMEMBERED: Final = 1_000
"""Messages remembered of which a request was abandoned lately."""


class Following(NamedTuple):
    """The follow-up of a message: the task after which it shows `panel` whole."""

    task: asyncio.Task[None]
    panel: Hashable


class AbandonedRequest(NamedTuple):
    """The last abandoned request about a message: its time, and the hash of the panel that it shows.

    The hash is None if several were abandoned that show different panels.
    """

    at: float
    shows: int | None


class FollowUps:
    """The follow-ups of all messages, one each, and whether Discord takes pictures in time now."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._following: dict[int, Following] = {}
        self._sending: dict[int, set[asyncio.Task[Any]]] = {}
        self._answers: dict[int, set[asyncio.Future[None]]] = {}
        self._abandoned: BoundedDict[int, AbandonedRequest] = BoundedDict(_REMEMBERED)
        self._troubled_until = 0.0
        self._closed = False

    @property
    def busy(self) -> bool:
        """Return whether any message has a follow-up, or a request with pictures is under way."""
        return bool(self._following or self._sending)

    @property
    def troubled(self) -> bool:
        """Return whether a picture was taken too late within the last `TROUBLED` seconds."""
        return self._now() < self._troubled_until

    def failed(self) -> None:
        """Record that a picture was not taken in time."""
        if not self.troubled:
            log.warning("a picture was not taken in time: for a while pictures come after the words")
        self._troubled_until = self._now() + TROUBLED

    def worked(self) -> None:
        """Record that a picture was taken in time."""
        self._troubled_until = 0.0

    def follow(self, message_id: int, panel: Hashable, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start the follow-up `work`, which makes a message show `panel`, in place of the one before.

        After `close` it only cancels the one before.
        """
        self.cancel(message_id)
        if not self._closed:
            task = asyncio.create_task(self._done(message_id, work))
            self._following[message_id] = Following(task, panel)

    def pending_panel(self, message_id: int) -> Hashable | None:
        """Return the panel of a message's follow-up, None without one."""
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
        """Call `then` after a message's follow-up, at once without one; never if it is cancelled."""
        following = self._following.get(message_id)
        if following is None:
            then()
        else:
            following.task.add_done_callback(lambda task: None if task.cancelled() else then())

    def cancel(self, message_id: int) -> asyncio.Task[None] | None:
        """Cancel the follow-up of a message, and return its task, None without one."""
        following = self._following.pop(message_id, None)
        if following is None:
            return None
        following.task.cancel()
        return following.task

    async def stop(self, message_id: int) -> None:
        """Cancel the follow-up of a message, and wait for its end."""
        if (task := self.cancel(message_id)) is not None:
            await asyncio.wait({task})

    def send(self, message_id: int, request: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Return the task of a request that sends pictures of a message; it goes on if its caller ends."""
        task = asyncio.create_task(request)
        self._sending.setdefault(message_id, set()).add(task)
        task.add_done_callback(lambda task: self._sent(message_id, task))
        return task

    def _sent(self, message_id: int, task: asyncio.Task[Any]) -> None:
        tasks = self._sending[message_id]
        tasks.discard(task)
        if not tasks:
            del self._sending[message_id]
        if not task.cancelled():
            # Nobody may be left who takes its error.
            task.exception()

    def under_way(self, message_id: int) -> bool:
        """Return whether a request with pictures of a message is under way."""
        return message_id in self._sending

    async def landed(self, message_id: int) -> None:
        """Wait until no request with pictures of a message is under way."""
        while tasks := self._sending.get(message_id):
            await asyncio.wait(set(tasks))

    @contextmanager
    def answering(self, message_id: int) -> Iterator[None]:
        """Mark a message as being drawn by the answer to a press, until the block ends."""
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
        """Wait for the answers that draw a message now, `ANSWERING` seconds at most.

        Of two edits at once it is unknown which comes last, and which files the message has then.
        """
        if answers := self._answers.get(message_id):
            await asyncio.wait(set(answers), timeout=ANSWERING)

    def note_abandoned(self, message_id: int, panel: Hashable) -> None:
        """Record that a request which makes a message show `panel` was abandoned before its response."""
        former = self._abandoned.get(message_id)
        shows = hash(panel)
        alone = former is None or former.shows == shows or self._age(former) >= SETTLING[-1]
        self._abandoned[message_id] = AbandonedRequest(self._now(), shows if alone else None)

    def redraw_delay(self, message_id: int, panel: Hashable) -> float | None:
        """Return the seconds until a message that shows `panel` is to be drawn again, None for never.

        An abandoned request may still arrive at any time and draw another panel over it.
        """
        abandoned = self._abandoned.get(message_id)
        if abandoned is None or abandoned.shows == hash(panel):
            return None
        age = self._age(abandoned)
        return next((moment - age for moment in SETTLING if moment > age), None)

    def _age(self, abandoned: AbandonedRequest) -> float:
        return self._now() - abandoned.at

    async def close(self) -> None:
        """Cancel all follow-ups; later ones are not started."""
        self._closed = True
        tasks = [following.task for following in self._following.values()]
        tasks += [task for sending in self._sending.values() for task in sending]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._following.clear()
