"""Sessions, each an identified shard, and connections, each a websocket.

A session outlives its connections and keeps the events that a RESUME has to replay.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

from aiohttp import web

from sandbox.compression import Compressor
from sandbox.errors import Json
from sandbox.rest import encode

DISPATCH = 0


class Log(Protocol):
    """The log of frames and complaints."""

    def frame(self, direction: str, shard: tuple[int, int] | None, data: Json) -> None: ...

    def complain(self, text: str) -> None: ...


@dataclass(eq=False)
class Session:
    """One identified shard; `sent` keeps the events that the client has not yet confirmed by a heartbeat."""

    id: str
    shard: tuple[int, int]
    intents: int
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=10_000))
    connection: Connection | None = None
    lost: float = 0.0

    def dispatch(self, name: str, data: Json, log: Log) -> None:
        """Send one event, or keep it for a RESUME."""
        self.sequence += 1
        frame = {"op": DISPATCH, "t": name, "s": self.sequence, "d": data}
        text = encode(frame)
        self.sent.append((self.sequence, text))
        if self.connection is not None:
            log.frame("sent", self.shard, frame)
            self.connection.put(text)


class Connection:
    """One websocket with its own compression stream and a queue: events never wait for the network."""

    def __init__(
        self, request: web.BaseRequest, socket: web.WebSocketResponse, compress: Compressor | None
    ) -> None:
        self.request = request
        self.socket = socket
        self.session: Session | None = None
        self.silent = False
        self.closing = False
        self._compress = compress
        self._queue: asyncio.Queue[str | int] = asyncio.Queue()

    def put(self, text: str) -> None:
        """Send a frame after those before it; a silent connection swallows it."""
        if not self.silent:
            self._queue.put_nowait(text)

    def close(self, code: int) -> None:
        """Close with a code after the frames before it."""
        self.closing = True
        self._queue.put_nowait(code)

    def drop(self) -> None:
        """Cut the connection without a close frame."""
        if self.request.transport is not None:
            self.request.transport.abort()

    async def write(self) -> int | None:
        """Send the queue; return the code to close with, or None once the other side is gone."""
        while True:
            item = await self._queue.get()
            if isinstance(item, int):
                return item
            try:
                if self._compress is None:
                    await self.socket.send_str(item)
                else:
                    await self.socket.send_bytes(self._compress(item.encode()))
            except ConnectionError:
                return None
