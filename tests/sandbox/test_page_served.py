"""The page's files over HTTP, and the clients that its websocket refuses, survives and waits for."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator

import aiohttp
import pytest

from sandbox import page
from tests.sandbox.conftest import Place, key
from tests.sandbox.sample import SampleBot
from tests.sandbox.visitor import live, texts, visiting


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def test_the_page_asks_for_nothing_outside(place: Place, http: aiohttp.ClientSession) -> None:
    files = sorted(path.relative_to(page.STATIC).as_posix() for path in page.STATIC.rglob("*.*"))
    assert "index.html" in files
    for name in files:
        url = place.sandbox.url + ("/" if name == "index.html" else f"/static/{name}")
        async with http.get(url) as response:
            assert response.status == 200, name
            assert response.content_type == page.TYPES[f".{name.rpartition('.')[2]}"]
            assert await response.read() == (page.STATIC / name).read_bytes()
            policy = response.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'self'; img-src 'self' data:; ")
            assert f"connect-src 'self' ws://127.0.0.1:{place.sandbox.port};" in policy
            assert "unsafe" not in policy
            assert response.headers["Cache-Control"] == "no-store"
            assert response.headers["X-Content-Type-Options"] == "nosniff"


async def test_a_bot_has_the_face_that_its_host_gives_it(place: Place, http: aiohttp.ClientSession) -> None:
    async with http.get(f"{place.sandbox.url}/emblem.png") as response:
        assert response.content_type == "image/png"
        assert await response.read() == page.EMBLEM.read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        "/static/../window.py",
        "/static/..%2fwindow.py",
        "/static/%2e%2e/window.py",
        "/static/../static/index.html",
        "/static//index.html",
        "/static/.hidden.js",
        "/static/none.js",
        "/static/",
        "/static/index.html%00.js",
        "/window.py",
        "/page/state",
        "/emojis/1",
        "/attachments/1/2/x.png",
    ],
)
async def test_nothing_else_is_served(place: Place, path: str) -> None:
    # A bare socket: every client would tidy the path up.
    reader, writer = await asyncio.open_connection("127.0.0.1", place.sandbox.port)
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{place.sandbox.port}\r\nConnection: close\r\n\r\n"
    writer.write(request.encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    assert answer.startswith(b"HTTP/1.1 404 ")


async def test_pictures_come_from_here(place: Place, bot: SampleBot, http: aiohttp.ClientSession) -> None:
    image = b"\x89PNG\r\n\x1a\n" + bytes(20)
    emoji = await bot.create_application_emoji(name="ace", image=image)
    table = (await place.ann.slash(place.channel, "cicera picture")).message
    assert table is not None
    await bot.get_partial_messageable(place.channel.id).send(f"<:ace:{emoji.id}> <:none:1>")
    async with visiting(place.sandbox.url) as visitor:
        await visitor.look(key(place.ann))
        shown, said = visitor.messages
    [gallery] = shown["components"]
    [item] = gallery["items"]
    assert (gallery["kind"], item["alt"], item["spoiler"]) == ("gallery", "four cards", False)
    assert shown["attachments"] == []
    [paragraph] = said["text"]
    assert paragraph["c"] == [
        {"k": "emoji", "name": "ace", "url": f"/emojis/{emoji.id}"},
        " ",
        {"k": "emoji", "name": ":none:", "url": None},
    ]
    [file] = table.attachments
    for path, expected in {
        f"/emojis/{emoji.id}": ("image/png", image),
        item["url"]: ("image/webp", file.data),
    }.items():
        async with http.get(place.sandbox.url + path) as response:
            assert (response.content_type, await response.read()) == expected


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://example.org"},
        {"Origin": "https://127.0.0.1"},
        {"Origin": "null"},
        {"Host": "example.org"},
        {"Host": "127.0.0.1.example.org:80", "Origin": "http://127.0.0.1.example.org:80"},
    ],
)
async def test_other_sites_get_no_window(
    place: Place, http: aiohttp.ClientSession, headers: dict[str, str]
) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await http.ws_connect(live(place.sandbox.url, "w"), headers=headers)
    assert refused.value.status == 403
    async with http.get(place.sandbox.url, headers=headers) as response:
        assert response.status == 403


async def test_the_page_itself_gets_one(place: Place, http: aiohttp.ClientSession) -> None:
    for host in ("127.0.0.1", "localhost"):
        headers = {"Host": f"{host}:{place.sandbox.port}", "Origin": f"http://{host}:{place.sandbox.port}"}
        async with http.ws_connect(live(place.sandbox.url, "w"), headers=headers) as socket:
            assert "hello" in await socket.receive_json()


async def test_a_window_needs_an_id_and_a_websocket(place: Place, http: aiohttp.ClientSession) -> None:
    for window in ("", "a b", "x" * 65):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await http.ws_connect(live(place.sandbox.url, window))
        assert refused.value.status == 400
    async with http.get(live(place.sandbox.url, "w")) as response:
        assert response.status == 400


JUNK = [
    "",
    "{",
    "[1]",
    "null",
    '"do"',
    "[" * 50_000,
    '{"do": "dance"}',
    '{"do": ["say"]}',
    '{"n": "x", "do": "say"}',
    '{"n": [1.5], "do": "say"}',
    '{"do": "look"}',
    '{"do": "look", "member": 5}',
    '{"do": "say"}',
    '{"do": "say", "text": 5}',
    '{"do": "press", "message": "x", "id": "x"}',
    '{"do": "press", "message": 5, "id": "x"}',
    '{"do": "press", "message": "999999999999999999999", "id": "x"}',
    '{"do": "delete", "message": "1"}',
    '{"do": "watch"}',
    '{"do": "watch", "on": 1}',
    '{"do": "fault", "kind": "fire", "on": true}',
    '{"do": "slash", "words": "x", "options": {"self": NaN}}',
    '{"do": "complete", "words": "x", "option": "typed", "typed": "", "options": {"channel": []}}',
    '{"do": "submit", "interaction": "1", "values": {"a": {}}}',
    '{"do": "member", "locale": "xx"}',
    '{"do": "member", "moderator": "yes"}',
]


async def test_junk_is_answered_and_harms_no_window(place: Place) -> None:
    async with visiting(place.sandbox.url) as visitor:
        for before_looking in (True, False):
            for junk in JUNK:
                answer = await visitor.raw(junk)
                assert answer["n"] is None
                assert answer["error"]["kind"] == "client", junk
                assert answer["error"]["text"]
            assert "error" in await visitor.raw(b"\xff\x00")
            if before_looking:
                await visitor.look(key(place.ann))
        await visitor.ask("say", text="still here")
        await visitor.showing(1)


async def test_a_slow_window_is_sent_only_how_things_are_in_the_end(place: Place) -> None:
    def small(address: aiohttp.AddrInfoType) -> socket.socket:
        made = socket.socket(address[0], address[1])
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        return made

    connector = aiohttp.TCPConnector(socket_factory=small)
    url = live(place.sandbox.url, "slow")
    async with (
        aiohttp.ClientSession(connector=connector) as session,
        session.ws_connect(url, max_msg_size=0) as window,
    ):
        await window.receive_json()
        [served] = place.sandbox.page.windows
        transport = served.request.transport  # unsent data waits here
        assert transport is not None
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        await window.send_json({"n": 1, "do": "look", "member": key(place.ann), "channel": None})
        # Eight megabytes in forty pushes, if they did not wait for the window to read them.
        for number in range(4000):
            await place.bo.say(place.channel, f"{'x' * 1990} {number}")
            if number % 100 == 99:
                await asyncio.sleep(0.04)
        assert 0 < transport.get_write_buffer_size() < 1_000_000
        shown: set[str] = set()
        async with asyncio.timeout(60):
            while not any(text.endswith(" 3999") for text in shown):
                frame = await window.receive_json()
                shown |= {texts(message) for message in frame.get("messages", ())}
        assert len(shown) < 1000
        await place.bo.say(place.channel, "and now")
        async with asyncio.timeout(60):
            while "messages" not in (frame := await window.receive_json()):
                continue
        assert [texts(message) for message in frame["messages"]] == ["and now"]
