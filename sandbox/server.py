"""The stand-in as one server on loopback: gateway, REST API, uploaded files, the page, and their world.

For example:

async with Sandbox() as sandbox:
    guild = sandbox.world.add_guild("Osteria")
    ...  # start a bot against sandbox.url and sandbox.gateway_url with sandbox.token
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from email.utils import formatdate
from types import TracebackType
from typing import Self, Unpack

from aiohttp import StreamReader, web
from aiohttp.abc import AbstractStreamWriter
from aiohttp.http_parser import RawRequestMessage

from sandbox.discord import Discord, Settings
from sandbox.driver import Member
from sandbox.errors import ApiError
from sandbox.faults import DOWNLOAD, Kind
from sandbox.limits import Limit
from sandbox.objects import Guild
from sandbox.page import Page

API = "/api/v10"
BODY_BYTES = 128 * 1024 * 1024


class Sandbox(Discord):
    """A little Discord on 127.0.0.1, from entering its `with` block to leaving it.

    `port=0` takes a free one; the other settings are those of `Discord`.
    """

    def __init__(self, port: int = 0, **settings: Unpack[Settings]) -> None:
        super().__init__(**settings)
        self.port = port
        self.page = Page(self)
        self.world.watchers.append(self._wake)
        self._waiting: set[asyncio.Future[None]] = set()
        self._runner: web.ServerRunner | None = None

    async def __aenter__(self) -> Self:
        server = web.Server(self._serve, request_factory=_request, access_log=None)
        self._runner = web.ServerRunner(server, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.gateway.url = self.gateway_url
        self.post.url = self.url
        self._hosts = {f"127.0.0.1:{self.port}", f"localhost:{self.port}"}
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.gateway.close(1001)
        self.clock.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def url(self) -> str:
        """Return the address of the page and of REST ({url}/api/v10)."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def gateway_url(self) -> str:
        """Return the address of the gateway."""
        return f"ws://127.0.0.1:{self.port}/gateway"

    def join(self, guild: Guild, name: str, locale: str = "en-US", permissions: int | None = None) -> Member:
        """Make and return a scripted member of that name in a guild.

        `permissions` are bits beyond those of @everyone.
        """
        user = self.world.person(name, locale)
        membership = self.people[guild.id, user.id] = guild.add_member(user, permissions)
        return Member(self, membership)

    async def ready(self, shards: int = 1, timeout: float = 60.0) -> None:  # noqa: ASYNC109
        """Wait until that many shards are connected and commands have been registered."""
        await self.until(
            lambda: len(self.gateway.live) >= shards and self.commands.synced, timeout, "the bot is ready"
        )

    async def gone(self, timeout: float = 60.0) -> None:  # noqa: ASYNC109
        """Wait until no shard is connected any more."""
        await self.until(lambda: not self.gateway.connections, timeout, "the bot is gone")

    async def until(self, condition: Callable[[], object], timeout: float = 60.0, what: str = "") -> None:  # noqa: ASYNC109
        """Wait until a condition holds, checked after each change; TimeoutError after real seconds."""
        loop = asyncio.get_running_loop()
        ends, pause = loop.time() + timeout, 0.002
        while not condition():
            if loop.time() > ends:
                raise TimeoutError(f"not within {timeout} s: {what or 'the condition'}")
            change: asyncio.Future[None] = loop.create_future()
            self._waiting.add(change)
            # A condition may be about the bot instead of the world: look again soon all the same.
            pause = min(2 * pause, 0.01)
            await asyncio.wait({change}, timeout=min(pause, max(0.0, ends - loop.time())))
            self._waiting.discard(change)

    def _wake(self) -> None:
        for change in self._waiting:
            if not change.done():
                change.set_result(None)

    # requests

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.host not in self._hosts and self.limits.active(Limit.HOST):
            return web.Response(status=403, text="this server answers on loopback only")
        origin = request.headers.get("Origin")
        if (
            origin is not None
            and origin.removeprefix("http://") not in self._hosts
            and self.limits.active(Limit.ORIGIN)
        ):
            return web.Response(status=403, text="not from another site")
        path = request.rel_url.raw_path
        if path.startswith(API + "/"):
            answer = await self.rest.serve(request, path[len(API) :])
            answer.headers["Date"] = formatdate(self.clock.now(), usegmt=True)
            return answer
        if path.rstrip("/") == "/gateway":
            try:
                return await self.gateway.serve(request)
            except ApiError as error:
                return web.json_response(error.body, status=error.status)
        if path.startswith(("/attachments/", "/ephemeral-attachments/")):
            return await self._file(request, path)
        return await self.page.serve(request, path)

    async def _file(self, request: web.BaseRequest, path: str) -> web.Response:
        for fault in self.faults.meet(DOWNLOAD, None):
            if fault.kind is Kind.SLOW:
                await self.clock.sleep(fault.seconds)
            elif fault.kind in (Kind.DROPPED, Kind.LOST):
                if request.transport is not None:
                    request.transport.abort()
                return web.Response(status=500)
            else:
                status = 429 if fault.kind is Kind.TOO_MANY else fault.status
                return web.Response(status=status, text=f"{status}: made up")
        parts = path.split("/")
        file_id = parts[3] if len(parts) == 5 else ""
        file = self.world.attachments.get(int(file_id)) if file_id.isdecimal() else None
        if file is None:
            return web.Response(status=404, text="no such file")
        headers = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox"}
        return web.Response(body=file.data, content_type=file.content_type, headers=headers)


def _request(
    message: RawRequestMessage,
    payload: StreamReader,
    protocol: web.RequestHandler,
    writer: AbstractStreamWriter,
    task: asyncio.Task[None],
) -> web.BaseRequest:
    """Return a request that may be as large as ten files and more."""
    loop = asyncio.get_running_loop()
    return web.BaseRequest(message, payload, protocol, writer, task, loop, client_max_size=BODY_BYTES)
