"""Turns of requests to Discord, and queues of them with the most urgent first."""

import asyncio
import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count


@dataclass(slots=True, eq=False)
class Turn:
    """A turn that a request waits for: `since` and `due` are times of the event loop."""

    granted: asyncio.Future[None]
    since: float
    due: float
    by_token: bool


@dataclass(slots=True)
class TurnQueue:
    """A heap of waiting turns by `due`; entries of cancelled or hurried turns are skipped at the top."""

    heap: list[tuple[float, int, Turn]] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=count)

    def put(self, waiting: Turn) -> None:
        heapq.heappush(self.heap, (waiting.due, next(self.numbers), waiting))

    def first(self) -> Turn | None:
        while self.heap:
            due, _, waiting = self.heap[0]
            if not waiting.granted.done() and due == waiting.due:
                return waiting
            heapq.heappop(self.heap)
        return None
