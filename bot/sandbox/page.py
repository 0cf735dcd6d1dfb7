"""A plain page for trying the bot by hand: it shows what a member sees and sends what that member does."""

from __future__ import annotations

import re
import secrets
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.sandbox import payloads
from bot.sandbox.commands import (
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    SUBCOMMAND,
    USER,
    CommandError,
)
from bot.sandbox.driver import Answer, Member, NoAnswer, Refused
from bot.sandbox.errors import Json
from bot.sandbox.objects import Channel
from bot.sandbox.view import Message

if TYPE_CHECKING:
    from bot.sandbox.server import Sandbox

OPTION = re.compile(r"\s([-_\w]+):")


class Page:
    """Serves the page, what it shows (a long poll) and what is done on it."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.html = (files("bot.sandbox") / "page.html").read_text("utf-8")

    async def serve(self, request: web.BaseRequest, path: str) -> web.StreamResponse:
        """Answer one request of the page."""
        if request.method == "GET" and path == "/":
            return self._html()
        if request.method == "GET" and path == "/page/state":
            return await self._state(request)
        if request.method == "POST" and path == "/page/act":
            return await self._act(request)
        if request.method == "GET" and path.startswith("/emojis/"):
            image = self.sandbox.world.emoji_images.get(path.removeprefix("/emojis/"))
            if image is not None:
                return web.Response(body=image[1], content_type=image[0])
        return web.Response(status=404, text="404: Not Found")

    def _html(self) -> web.Response:
        nonce = secrets.token_urlsafe(16)
        policy = (
            f"default-src 'self'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; "
            "base-uri 'none'; frame-ancestors 'none'"
        )
        headers = {"Content-Security-Policy": policy, "Cache-Control": "no-store"}
        return web.Response(text=self.html.replace("NONCE", nonce), content_type="text/html", headers=headers)

    # what is shown

    async def _state(self, request: web.BaseRequest) -> web.Response:
        seen = request.query.get("version", "")
        try:
            await self.sandbox.until(lambda: str(self.sandbox.version) != seen, timeout=20)
        except TimeoutError:
            return web.json_response({"version": self.sandbox.version})
        world = self.sandbox.world
        state: Json = {
            "version": self.sandbox.version,
            "users": {str(user.id): user.name for user in world.users.values()},
            "members": [
                {"id": f"{member.guild.id}/{member.id}", "name": member.name, "guild": member.guild.name}
                for member in self.sandbox.members.values()
                if not member.membership.left
            ],
            "commands": sorted(self._usages()),
        }
        member = self._member(request.query.get("member", ""))
        if member is not None:
            channels = [c for c in member.guild.channels.values() if member.can_view(c)]
            state["channels"] = [
                {"id": str(c.id), "name": c.name, "thread": c.parent is not None} for c in channels
            ]
            channel = self._channel(member, request.query.get("channel", ""))
            shown = member.sees(channel) if channel is not None else []
            state["messages"] = [self._shown(message) for message in shown[-50:]]
        return web.json_response(state)

    @staticmethod
    def _shown(message: Message) -> Json:
        data = payloads.message(message.stored)
        return data | {"private": message.ephemeral, "loading": message.loading}

    def _usages(self) -> list[str]:
        usages: list[str] = []

        def walk(words: str, thing: Json) -> None:
            options = thing.get("options") or []
            nested = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
            for option in nested:
                walk(f"{words} {option['name']}", option)
            if not nested:
                usages.append(words + "".join(f" {option['name']}:" for option in options))

        for scope in self.sandbox.commands.scopes.values():
            for command in scope.values():
                if command["type"] == 1:
                    walk(f"/{command['name']}", command)
        return usages

    # what is done

    async def _act(self, request: web.BaseRequest) -> web.Response:
        try:
            action: Json = await request.json()
            member = self._member(action["member"])
            channel = None if member is None else self._channel(member, action["channel"])
            if member is None or channel is None:
                raise Refused("no such member or channel")
            answer = await self._do(member, channel, action)
        except (CommandError, Refused, NoAnswer) as error:
            return web.json_response({"error": str(error)})
        except (KeyError, TypeError, ValueError) as error:
            return web.json_response({"error": f"{type(error).__name__}: {error}"}, status=400)
        modal = None if answer is None or answer.modal is None else answer.modal
        if modal is None or answer is None:
            return web.json_response({})
        fields = [
            {"id": f.custom_id, "label": f.label, "value": f.value, "options": f.options}
            for f in modal.fields
        ]
        form = {"title": modal.title, "fields": fields, "interaction": str(answer.interaction.id)}
        return web.json_response({"modal": form})

    async def _do(self, member: Member, channel: Channel, action: Json) -> Answer | None:
        match action["do"]:
            case "write":
                text = str(action["text"])
                if text.startswith("/"):
                    words, options = self.parse(member, channel, text)
                    return await member.slash(channel, words, **options)
                await member.say(channel, text)
            case "press":
                return await member.press(
                    self._message(member, channel, action), custom_id=action["custom_id"]
                )
            case "select":
                values = [str(value) for value in action["values"]]
                message = self._message(member, channel, action)
                return await member.select(message, action["custom_id"], values=values)
            case "submit":
                opened = self.sandbox.interactions.by_id.get(int(action["interaction"]))
                if opened is None or opened.member is not member.membership:
                    raise Refused("this form is not yours")
                return await member.submit(Answer(opened), action["values"])
            case "dismiss":
                member.dismiss(self._message(member, channel, action))
            case "reload":
                member.reload()
            case other:
                raise Refused(f"unknown action {other!r}")
        return None

    def parse(self, member: Member, channel: Channel, text: str) -> tuple[str, dict[str, Any]]:
        """The words and option values of a typed line such as `/cicera start target:31 partner:@bo`."""
        parts = OPTION.split(text)
        words = parts[0].strip().removeprefix("/")
        kinds = {option["name"]: option["type"] for option in self._options(channel, words)}
        values: dict[str, Any] = {}
        for name, raw in zip(parts[1::2], parts[2::2], strict=True):
            values[name] = self._typed(member, kinds.get(name, 0), raw.strip())
        return words, values

    def _options(self, channel: Channel, words: str) -> list[Json]:
        first, *rest = words.split() or [""]
        options: list[Json] = self.sandbox.commands.find(channel.guild, first).get("options") or []
        for word in rest:
            options = next((o.get("options") or [] for o in options if o["name"] == word), [])
        return options

    def _typed(self, member: Member, kind: int, raw: str) -> Any:
        if kind in (INTEGER, NUMBER) and re.fullmatch(r"-?\d+", raw):
            return int(raw)
        if kind == NUMBER and re.fullmatch(r"-?\d+\.\d+", raw):
            return float(raw)
        if kind == BOOLEAN and raw.lower() in ("true", "false"):
            return raw.lower() == "true"
        if kind in (USER, MENTIONABLE):
            members = member.guild.members.values()
            return next((m.user for m in members if m.user.name == raw.removeprefix("@")), raw)
        if kind == CHANNEL:
            channels = member.guild.channels.values()
            return next((c for c in channels if c.name == raw.removeprefix("#")), raw)
        return raw

    def _member(self, key: str) -> Member | None:
        guild, _, user = key.partition("/")
        if not (guild.isdecimal() and user.isdecimal()):
            return None
        return self.sandbox.members.get((int(guild), int(user)))

    @staticmethod
    def _channel(member: Member, channel: str) -> Channel | None:
        return member.guild.channels.get(int(channel)) if channel.isdecimal() else None

    @staticmethod
    def _message(member: Member, channel: Channel, action: Json) -> Message:
        stored = channel.messages.get(int(action["message"]))
        if stored is None:
            raise Refused("the message is gone")
        return Message(stored)
