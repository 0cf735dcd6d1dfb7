"""A bare client of the stand-in's REST API, for requests that discord.py would never send."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from sandbox.driver import Message
from sandbox.interactions import COMMAND, COMPONENT, Interaction
from tests.sandbox.conftest import Place

Json = dict[str, Any]
V2 = 1 << 15


class Lab:
    """Requests with the bot's token in the place of a test."""

    def __init__(self, place: Place, session: aiohttp.ClientSession) -> None:
        self.place = place
        self.sandbox = place.sandbox
        self.session = session
        self.app = str(place.sandbox.world.application_id)
        self.here = f"/channels/{place.channel.id}/messages"

    async def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        files: dict[str, bytes] | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, Any]:
        """Return the status and JSON of one request."""
        sent: Json = {"headers": {"Authorization": "Bot sandbox.token"} | (headers or {})}
        if files:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body))
            for index, (name, data) in enumerate(files.items()):
                form.add_field(f"files[{index}]", io.BytesIO(data), filename=name)
            sent["data"] = form
        elif body is not None:
            sent["json"] = body
        async with self.session.request(method, f"{self.sandbox.url}/api/v10{path}", **sent) as response:
            answer = await response.json() if response.content_type == "application/json" else None
            self.headers = response.headers
            return response.status, answer

    async def send(self, files: dict[str, bytes] | None = None, **payload: Any) -> tuple[int, Any]:
        return await self.call("POST", self.here, payload, files)

    async def v2(self, *components: Json, files: dict[str, bytes] | None = None) -> tuple[int, Any]:
        return await self.send(files, flags=V2, components=list(components))

    def begin(self, kind: int = COMMAND, source: Message | None = None) -> Interaction:
        data: Json = {"id": "1", "name": "cicera", "type": 1}
        if kind == COMPONENT:
            data = {"custom_id": "x", "component_type": 2, "id": 1}
        stored = None if source is None else source.stored
        return self.sandbox.interactions.begin(
            kind, self.place.ann.membership, self.place.channel, data, stored
        )

    async def respond(
        self,
        made: Interaction,
        kind: int,
        query: str = "",
        files: dict[str, bytes] | None = None,
        **data: Any,
    ) -> tuple[int, Any]:
        path = f"/interactions/{made.id}/{made.token}/callback{query}"
        body: Json = {"type": kind, "data": data} if data else {"type": kind}
        return await self.call("POST", path, body, files)

    async def hook(
        self, method: str, made: Interaction, which: str | int | None = None, **payload: Any
    ) -> tuple[int, Any]:
        tail = "" if which is None else f"/messages/{which}"
        body = payload if method in ("POST", "PATCH") else None
        return await self.call(method, f"/webhooks/{self.app}/{made.token}{tail}", body)

    async def panel(self) -> tuple[Interaction, Message]:
        """Return an ephemeral message of ann's and the interaction that made it."""
        made = self.begin()
        await self.respond(made, 4, flags=64, content="hand")
        assert made.original is not None
        return made, Message(made.original)

    async def table(self) -> Message:
        """Return a public message of the bot's with one button."""
        status, body = await self.send(content="table", components=[row(button())])
        assert status == 200
        return Message(self.sandbox.world.messages[int(body["id"])])

    async def command(self, **fields: Any) -> tuple[int, Any]:
        return await self.commands({"name": "cicera", "description": "Cicera"} | fields)

    async def commands(self, *commands: Json) -> tuple[int, Any]:
        return await self.call("PUT", f"/applications/{self.app}/commands", list(commands))


@asynccontextmanager
async def lab_of(place: Place) -> AsyncIterator[Lab]:
    async with aiohttp.ClientSession() as session:
        yield Lab(place, session)


def button(custom_id: str = "x", **more: Any) -> Json:
    return {"type": 2, "style": 2, "custom_id": custom_id, "label": "X"} | more


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def text(content: str = "text") -> Json:
    return {"type": 10, "content": content}


def menu(*labels: str, **more: Any) -> Json:
    options = [{"label": label, "value": label} for label in labels or ("a", "b")]
    return {"type": 3, "custom_id": "m", "options": options} | more


def channels(**more: Any) -> Json:
    return {"type": 8, "custom_id": "c"} | more


def gallery(*urls: str, **more: Any) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}} | more for url in urls]}


def option(kind: int = 3, name: str = "word", **more: Any) -> Json:
    return {"type": kind, "name": name, "description": "a word"} | more
