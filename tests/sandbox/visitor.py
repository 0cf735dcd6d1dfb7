"""A window of the page without a browser: it keeps pushes as the page's script does."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import yarl

Json = dict[str, Any]


class Visitor:
    """One websocket; `frames` are the pushes as they came, the rest is their sum."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, window: str) -> None:
        self.socket = socket
        self.window = window
        self.frames: list[Json] = []
        self.told: Json = {}
        self.shown: dict[str, Json] = {}
        self._count = 0
        self._waiting: dict[int | None, asyncio.Future[Json]] = {}
        self._changed = asyncio.Event()

    @property
    def messages(self) -> list[Json]:
        """Return the messages on the screen, oldest first."""
        return [self.shown[key] for key in sorted(self.shown, key=int)]

    @property
    def since(self) -> str:
        return str(self.told["hello"]["since"])

    @property
    def connected(self) -> bool:
        """Return whether the bot is connected, by the panel for the curious, which has to be watched."""
        return "curious" in self.told and bool(self.told["curious"]["bot"]["connected"])

    async def read(self) -> None:
        async for message in self.socket:
            frame = json.loads(message.data)
            if "n" in frame:
                self._waiting.pop(frame["n"]).set_result(frame)
            else:
                self._take(frame)

    def _take(self, frame: Json) -> None:
        self.frames.append(frame)
        if "reset" in frame:
            self.shown.clear()
        self.shown.update((message["id"], message) for message in frame.get("messages", ()))
        for gone in frame.get("gone", ()):
            del self.shown[gone]
        self.told.update(frame)
        if "hello" in frame:
            self.told["members"] = frame["hello"]["members"]
        self._changed.set()

    async def raw(self, data: str | bytes, n: int | None = None) -> Json:
        """Send anything and return the answer that carries `n`."""
        answer = self._waiting[n] = asyncio.get_running_loop().create_future()
        await (self.socket.send_str(data) if isinstance(data, str) else self.socket.send_bytes(data))
        return await asyncio.wait_for(answer, 20)

    async def ask(self, do: str, **more: Any) -> Json:
        """Ask for something; return the answer without its number."""
        self._count += 1
        frame = {"n": self._count, "do": do, **more}
        answer = await self.raw(json.dumps(frame), self._count)
        del answer["n"]
        return answer

    async def error(self, do: str, **more: Any) -> tuple[str, str]:
        """Return the kind and the text of the error that a request leads to."""
        error = (await self.ask(do, **more))["error"]
        return error["kind"], error["text"]

    async def until(self, condition: Callable[[], object], seconds: float = 60) -> None:
        """Wait until the screen meets a condition."""
        async with asyncio.timeout(seconds):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    async def look(self, member: str, channel: str | None = None) -> None:
        """Look at a channel as a member, and wait until it is shown."""
        seen = len(self.frames)
        where = await self.ask("look", member=member, channel=channel)
        assert "error" not in where
        await self.until(lambda: any("reset" in frame for frame in self.frames[seen:]))

    async def showing(self, count: int) -> list[Json]:
        """Return the messages, once there are so many."""
        await self.until(lambda: len(self.shown) == count)
        return self.messages


def live(url: str, window: str, since: str = "") -> yarl.URL:
    """Return the address of a window's websocket."""
    return (yarl.URL(url) / "page/live").with_query(window=window, since=since)


@asynccontextmanager
async def visiting(url: str, window: str = "", since: str = "") -> AsyncIterator[Visitor]:
    """Yield a window at the page of the stand-in served at `url`."""
    window = window or secrets.token_hex(8)
    async with aiohttp.ClientSession() as session, session.ws_connect(live(url, window, since)) as socket:
        visitor = Visitor(socket, window)
        reading = asyncio.create_task(visitor.read())
        try:
            await visitor.until(lambda: visitor.frames)
            yield visitor
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)


def plain(nodes: list[Any]) -> str:
    """Return the text of nodes."""
    return "".join(
        node if isinstance(node, str) else plain(node["c"]) if "c" in node else str(node.get("t", ""))
        for node in nodes
    )


def texts(message: Json) -> str:
    """Return all text of a message."""

    def of(component: Json) -> list[str]:
        own = [plain(component["text"])] if "text" in component else []
        return own + [text for child in component.get("children", ()) for text in of(child)]

    return "\n".join([plain(message["text"]), *(t for c in message["components"] for t in of(c))]).strip()


def parts(message: Json, kind: str) -> list[Json]:
    """Return all components of a kind in a message."""

    def of(components: list[Json]) -> list[Json]:
        found = []
        for component in components:
            found += [component] * (component["kind"] == kind) + of(component.get("children", []))
        return found

    return of(message["components"])
