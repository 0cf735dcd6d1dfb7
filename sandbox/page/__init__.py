"""The page on which members see the stand-in and play: its files, the pictures of emoji, and its websocket.

The page asks for nothing outside of this server, which the content security policy enforces.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from pathlib import Path

from aiohttp import web

from sandbox.discord import Discord
from sandbox.page.curious import Curious
from sandbox.page.visit import Visit
from sandbox.page.window import Window

STATIC = Path(__file__).parent / "static"
EMBLEM = Path(__file__).parents[2] / "docs" / "emblem.png"
"""The avatar of every bot; at Discord its host uploads one."""
NAME = re.compile(r"/static/((?:[\w-]+/)*[\w-]+(?:\.[\w-]+)*(\.\w+))", re.ASCII)
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
WINDOW_ID = re.compile(r"[\w-]{1,64}", re.ASCII)
VISITS = 500
FRAME_BYTES = 16 * 1024 * 1024
"""Enough for a request with the largest file, which is a third longer as text."""
HEARTBEAT = 20.0


class Page:
    """Serves everything that is neither gateway nor REST; `curious` is the panel for the curious."""

    def __init__(self, discord: Discord) -> None:
        self.discord = discord
        self.curious = Curious(discord)
        self.windows: set[Window] = set()
        self._visits: OrderedDict[str, Visit] = OrderedDict()
        discord.world.watchers.append(self._changed)

    async def serve(self, request: web.BaseRequest, path: str) -> web.StreamResponse:
        """Answer one request of the page."""
        if request.method == "GET":
            if path == "/page/live":
                return await self._live(request)
            if path == "/":
                return self._file("/static/index.html", request.host)
            if path.startswith("/static/"):
                return self._file(path, request.host)
            if path == "/emblem.png":
                return _picture("image/png", EMBLEM.read_bytes())
            image = self.discord.world.emoji_images.get(path.removeprefix("/emojis/"))
            if image is not None:
                return _picture(*image)
        return web.Response(status=404, text="404: Not Found")

    def _file(self, path: str, host: str) -> web.Response:
        found = NAME.fullmatch(path)
        if found is None or found[2] not in TYPES or not (STATIC / found[1]).is_file():
            return web.Response(status=404, text="404: Not Found")
        policy = (
            f"default-src 'self'; img-src 'self' data:; connect-src 'self' ws://{host}; "
            "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        )
        headers = {
            "Content-Security-Policy": policy,
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        }
        body = (STATIC / found[1]).read_bytes()
        return web.Response(body=body, content_type=TYPES[found[2]], charset="utf-8", headers=headers)

    async def _live(self, request: web.BaseRequest) -> web.StreamResponse:
        socket = web.WebSocketResponse(max_msg_size=FRAME_BYTES, heartbeat=HEARTBEAT, compress=False)
        key = request.query.get("window", "")
        if not socket.can_prepare(request) or not WINDOW_ID.fullmatch(key):
            return web.Response(status=400, text="this is a websocket for windows with an id")
        await socket.prepare(request)
        visit = self._visit(key, request.query.get("since", ""))
        window = Window(self.discord, self.curious, visit, request, socket)
        self.windows.add(window)
        try:
            await window.live()
        finally:
            self.windows.discard(window)
        return socket

    def _visit(self, key: str, since: str) -> Visit:
        """Return the visit of a window, kept over lost connections; the oldest visits are dropped."""
        visit = self._visits.pop(key, None)
        if visit is None:
            known = since.isdecimal() and len(since) <= 20
            visit = Visit(self.discord, int(since) if known else self.discord.clock.snowflake())
        self._visits[key] = visit
        if len(self._visits) > VISITS:
            self._visits.popitem(last=False)
        return visit

    def _changed(self) -> None:
        for window in self.windows:
            window.wake()


def _picture(kind: str, data: bytes) -> web.Response:
    return web.Response(body=data, content_type=kind, headers={"X-Content-Type-Options": "nosniff"})
