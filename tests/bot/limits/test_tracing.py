"""How each request counts for Discord's limits, and the hook of all requests."""

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.limits.tracing import Kind, hooked, request_kind


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/v10/interactions/1/token/callback", Kind.ANSWER),
        ("/api/v10/webhooks/1/token", Kind.BY_TOKEN),
        ("/api/v10/webhooks/1/token/messages/@original", Kind.BY_TOKEN),
        ("/api/v10/channels/1/messages/2", Kind.BY_BOT),
        ("/api/v10/applications/1/commands", Kind.BY_BOT),
        ("/api/v10/gateway/bot", Kind.BY_BOT),
        ("/gateway", None),
        ("/", None),
    ],
)
def test_what_a_request_is(path: str, kind: Kind | None) -> None:
    assert request_kind(path) is kind


async def test_the_hook_has_every_request_of_a_session_and_no_signal_but_the_first() -> None:
    asked: list[str] = []

    async def hook(request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType) -> aiohttp.ClientResponse:
        asked.append(request.url.path)
        return await send(request)

    async def answer(request: web.Request) -> web.Response:
        return web.Response()

    app = web.Application()
    app.router.add_get("/{number}", answer)
    async with TestServer(app) as server, aiohttp.ClientSession(trace_configs=[hooked(hook)]) as session:
        for path in ("/1", "/2", "/3"):
            async with session.get(server.make_url(path)) as response:
                assert response.status == 200
        assert (asked, session.trace_configs) == (["/1", "/2", "/3"], [])
