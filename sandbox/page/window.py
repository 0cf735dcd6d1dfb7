"""One open window: a websocket on which it sends requests and gets its contents.

Requests are served side by side. At most one push is under way, and it is computed when it is sent, so a slow
window holds up nobody and costs no memory.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import logging
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.answer import Answer, Gone, NoAnswer, Refused
from sandbox.commands import CommandError
from sandbox.discord import Discord
from sandbox.driver import Member, Message, Upload
from sandbox.errors import Json
from sandbox.objects import Channel
from sandbox.page.curious import Curious
from sandbox.page.news import News
from sandbox.page.renderer import Renderer
from sandbox.page.visit import Visit
from sandbox.rest import encode

log = logging.getLogger(__name__)

GATHER_SECONDS = 0.03
AT_ONCE = 32
SILENT = ("slash", "menu", "complete")
PRESSES = ("press", "select", "submit")
FAILED = {"kind": "failed", "text": "This interaction failed"}


class Asked:
    """One request of a window; raises Refused for a part that is missing or of another shape."""

    def __init__(self, data: str) -> None:
        try:
            frame = json.loads(data)
        except (ValueError, RecursionError):
            frame = None
        self.frame: Json = frame if isinstance(frame, dict) else {}
        number = self.frame.get("n")
        self.number: int | None = number if isinstance(number, int) else None

    def text(self, name: str) -> str:
        """Return a text."""
        value = self.frame.get(name)
        if not isinstance(value, str):
            raise Refused(f"{name!r} is missing or no text")
        return value

    def id(self, name: str) -> int:
        """Return an id, sent as a text."""
        value = self.text(name)
        if not value.isdecimal() or len(value) > 20:
            raise Refused(f"{name!r} is no id")
        return int(value)

    def flag(self, name: str) -> bool:
        """Return a yes or no."""
        value = self.frame.get(name)
        if not isinstance(value, bool):
            raise Refused(f"{name!r} is neither true nor false")
        return value

    def texts(self, name: str) -> list[str]:
        """Return a list of texts."""
        return _texts(name, self.frame.get(name))

    def files(self) -> list[Upload]:
        """Return the files of a message."""
        value = self.frame.get("files", [])
        if not isinstance(value, list):
            raise Refused("'files' are no list")
        return [_file(item) for item in value]

    def options(self) -> dict[str, Any]:
        """Return the values of a command's options."""
        value = self.frame.get("options", {})
        if not isinstance(value, dict):
            raise Refused("'options' are missing")
        return {name: _file(item) if isinstance(item, dict) else item for name, item in value.items()}

    def values(self) -> dict[str, str | list[str]]:
        """Return the values of a form's fields."""
        values = self.frame.get("values")
        if not isinstance(values, dict):
            raise Refused("'values' are missing")
        return {name: v if isinstance(v, str) else _texts(name, v) for name, v in values.items()}


def _texts(name: str, value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise Refused(f"{name!r} is no list of texts")
    return value


def _file(value: object) -> Upload:
    """Return a file, sent as its name and its data in base 64."""
    name, data = (value.get("name"), value.get("data")) if isinstance(value, dict) else (None, None)
    if not isinstance(name, str) or not isinstance(data, str):
        raise Refused("a file has a name and data")
    try:
        return Upload(name, base64.b64decode(data, validate=True))
    except (binascii.Error, ValueError) as error:
        raise Refused(f"the data of the file {name!r} are not in base 64") from error


class Window:
    """Lives as long as its websocket, which `request` has opened; the visit outlives it."""

    def __init__(
        self,
        discord: Discord,
        curious: Curious,
        visit: Visit,
        request: web.BaseRequest,
        socket: web.WebSocketResponse,
    ) -> None:
        self.discord = discord
        self.curious = curious
        self.visit = visit
        self.request = request
        self.socket = socket
        self.news = News(visit, curious)
        self._woken = asyncio.Event()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    def wake(self) -> None:
        """Send the changes soon."""
        self._woken.set()

    async def live(self) -> None:
        """Serve the window until it is closed."""
        self._start(self._push())
        try:
            while True:
                await self._slots.acquire()
                message = await self.socket.receive()
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    return
                data = message.data if message.type is WSMsgType.TEXT else ""
                self._start(self._answer(Asked(data))).add_done_callback(lambda task: self._slots.release())
        finally:
            tasks = tuple(self._tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _start(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a window of the page was not served", exc_info=task.exception())

    async def _send(self, frame: Json) -> None:
        try:
            await self.socket.send_str(encode(frame))
        except ConnectionError:
            # The window has just been closed, which ends `live` too.
            return

    async def _push(self) -> None:
        await self._send(self.news.hello())
        while True:
            await self._woken.wait()
            await asyncio.sleep(GATHER_SECONDS)
            self._woken.clear()
            frame = self.news.frame()
            if frame:
                await self._send(frame)

    async def _answer(self, asked: Asked) -> None:
        do = asked.frame.get("do")
        try:
            answer = await self._do(do, asked)
        except (CommandError, Refused) as error:
            late = isinstance(error, Gone) and do in PRESSES
            answer = {"error": FAILED if late else {"kind": "client", "text": str(error)}}
        except NoAnswer as error:
            answer = {"error": {"kind": "silent", "text": str(error)} if do in SILENT else FAILED}
        await self._send({"n": asked.number, **answer})
        self.wake()

    async def _do(self, do: object, asked: Asked) -> Json:
        match do:
            case "look":
                return self._look(asked)
            case "watch":
                self.news.watch(asked.flag("on"))
                return {}
            case "fault":
                self.curious.switch(asked.text("kind"), asked.flag("on"))
                return {}
            case "restart":
                self.curious.kill()
                return {}
            case "older":
                return {"more": self.news.older()}
        member, channel = self.news.member, self.news.channel
        if member is None or channel is None:
            raise Refused("choose a member and a channel first")
        return await self._act(do, asked, member, channel)

    def _look(self, asked: Asked) -> Json:
        member = self.visit.member(asked.text("member"))
        if member is None:
            raise Refused("there is no such member")
        channel = asked.frame.get("channel")
        self.news.look(member, channel if isinstance(channel, str) else None)
        return {"channel": None if self.news.channel is None else str(self.news.channel.id)}

    async def _act(self, do: object, asked: Asked, member: Member, channel: Channel) -> Json:
        match do:
            case "say":
                await member.say(channel, asked.text("text"), asked.files())
            case "delete":
                member.delete(self._message(asked, channel))
            case "dismiss":
                member.dismiss(self._message(asked, channel))
            case "press":
                message = self._message(asked, channel)
                return self._opened(member, await member.press(message, custom_id=asked.text("id")))
            case "select":
                chosen = asked.texts("values")
                message = self._message(asked, channel)
                return self._opened(member, await member.select(message, asked.text("id"), values=chosen))
            case "submit":
                values = asked.values()
                return self._opened(member, await member.submit(self._form(asked), values))
            case "slash":
                used = await member.slash(channel, asked.text("words"), **asked.options())
                return self._opened(member, used)
            case "menu":
                return self._opened(
                    member, await member.menu(self._message(asked, channel), asked.text("name"))
                )
            case "complete":
                words, option = asked.text("words"), asked.text("option")
                options = {name: v for name, v in asked.options().items() if name != option}
                found = await member.autocomplete(channel, words, option, asked.text("typed"), **options)
                return {"choices": [{"name": name, "value": value} for name, value in found]}
            case "member":
                if "locale" in asked.frame:
                    member.speak(asked.text("locale"))
                if "moderator" in asked.frame:
                    member.moderate(asked.flag("moderator"))
            case _:
                raise Refused(f"nobody knows how to do {do!r}")
        return {}

    @staticmethod
    def _message(asked: Asked, channel: Channel) -> Message:
        stored = channel.messages.get(asked.id("message"))
        if stored is None:
            raise Gone("the message is gone")
        return Message(stored)

    def _form(self, asked: Asked) -> Answer:
        opened = self.discord.interactions.by_id.get(asked.id("interaction"))
        if opened is None:
            raise Gone("the form is gone")
        return Answer(opened)

    @staticmethod
    def _opened(member: Member, answer: Answer) -> Json:
        return {} if answer.modal is None else {"modal": Renderer(member).modal(answer.modal)}
