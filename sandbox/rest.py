"""The REST API's pipeline: find route, read body, meet faults, check token, hold rates, answer, log."""

from __future__ import annotations

import json
import re
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from math import ceil
from typing import Any, NamedTuple

from aiohttp import BodyPartReader, web

from sandbox.bans import Bans
from sandbox.clock import Clock
from sandbox.errors import ApiError, Json
from sandbox.faults import Fault, Faults, Kind
from sandbox.limits import Limit, Limits, bucket_headers, too_many
from sandbox.messages import Body, Upload
from sandbox.router import Call, Route, Router

encode = json.JSONEncoder(separators=(",", ":")).encode
PLAIN = re.compile(r"[a-z@-]{0,24}|\d{1,20}", re.ASCII)
FORM_ERRORS = (KeyError, TypeError, ValueError, AttributeError)


@dataclass(slots=True)
class Request:
    """One line of the log of requests; `files` are names with sizes, `at` is the sandbox clock.

    `number` counts from 1 and `bytes` is the size of the data in its body.
    """

    method: str
    path: str
    route: str
    query: dict[str, str]
    at: float
    json: Any = None
    files: list[tuple[str, int]] = field(default_factory=list)
    bytes: int = 0
    status: int = 0
    milliseconds: float = 0.0
    response: Any = None
    number: int = 0


class Answered(NamedTuple):
    """A kind of answer: its route, `METHOD /template`, its status and, of a 429, the scope.

    The status is 0 if the connection was cut. The answer to a banned address has no route.
    """

    route: str
    status: int
    scope: str = ""


class Rest:
    """Serves the routes and keeps the log of requests and violations.

    `answered` counts all answers so far by their kind, however many requests the log keeps.
    """

    def __init__(
        self, router: Router, clock: Clock, limits: Limits, faults: Faults, token: str, keep: int | None
    ) -> None:
        self.router = router
        self.clock = clock
        self.limits = limits
        self.faults = faults
        self.token = token
        self.requests: deque[Request] = deque(maxlen=keep)
        self.violations: deque[str] = deque(maxlen=keep)
        self.answered: Counter[Answered] = Counter()
        self.bans = Bans(clock, limits)
        self.changed: Callable[[], None] = lambda: None
        self._numbers = count(1)

    def complain(self, text: str) -> None:
        """Write down a violation, which Discord would have refused or frowned at."""
        self.violations.append(text)

    async def serve(self, request: web.BaseRequest, path: str) -> web.StreamResponse:
        """Answer one API request; `path` is the part after /api/v10."""
        began = time.perf_counter()
        method = request.method
        entry = Request(method, path, "", dict(request.query), self.clock.now())
        banned = self.bans.seconds
        if banned:
            self._log(entry)
            entry.status = 429
            self.answered[Answered("", 429, "banned")] += 1
            self.changed()
            return _banned(banned)
        try:
            raw, files = await self._arrived(request, entry)
        except ConnectionResetError:
            # The client gave up before all of the request was here: nothing has been asked.
            return web.Response(status=400)
        self._log(entry)
        found = self.router.find(method, path)
        headers: dict[str, str] = {}
        lost: Fault | None = None
        try:
            if found is None:
                self.complain(f"{method} {_without_tokens(path)}: unknown route")
                known = self.router.known(path)
                status, text = (405, "405: Method Not Allowed") if known else (404, "404: Not Found")
                raise ApiError(status, 0, text)
            route, params = found
            entry.route = route.template
            entry.json = _parsed(raw) if raw else None
            body = Body(entry.json, files)
            for fault in self.faults.meet(route.key, body.json):
                if fault.kind is Kind.SLOW:
                    await self.clock.sleep(fault.seconds)
                elif fault.kind is Kind.DROPPED:
                    return self._cut(request, entry, began)
                elif fault.kind is Kind.LOST:
                    lost = fault
                elif fault.kind is Kind.ERROR:
                    raise Injected(_made_up(fault.status, fault.code), fault.body)
                elif fault.kind is Kind.PAGE:
                    return self._page(entry, fault.status, began)
                else:
                    raise Injected(self._made_up_429(fault, route))
            entry.status, entry.response, headers = self._run(request, route, Call(params, entry.query, body))
        except Injected as injected:
            entry.status, entry.response = injected.error.status, injected.body
            headers = injected.error.headers
        except ApiError as error:
            entry.status, entry.response, headers = error.status, error.body, error.headers
            if found is not None:
                said = f"{error.status} {error.body.get('code', '')} {error.body['message']}"
                errors = f" {json.dumps(error.body['errors'])}" if "errors" in error.body else ""
                self.complain(f"{method} {entry.route}: {said}{errors}")
        if lost is not None:
            if not lost.status:
                return self._cut(request, entry, began)
            entry.status, entry.response = lost.status, _made_up(lost.status).body
        if entry.status == 429:
            # Without this header discord.py takes a 429 for a ban by Cloudflare and gives up.
            headers = {**headers, "Via": "1.1 google"}
        entry.milliseconds = (time.perf_counter() - began) * 1000
        self._count(Answered(_key(entry), entry.status, headers.get("X-RateLimit-Scope", "")))
        self.changed()
        if entry.response is None:
            return web.Response(status=entry.status, headers=headers)
        if isinstance(entry.response, str | bytes):
            kind = "text/html" if isinstance(entry.response, str) else "application/json"
            return web.Response(status=entry.status, body=entry.response, headers=headers, content_type=kind)
        text = encode(entry.response)
        response = web.Response(status=entry.status, text=text, headers=headers)
        response.headers["Content-Type"] = "application/json"
        return response

    def _cut(self, request: web.BaseRequest, entry: Request, began: float) -> web.StreamResponse:
        """Cut the connection in place of an answer."""
        entry.milliseconds = (time.perf_counter() - began) * 1000
        self._count(Answered(_key(entry), 0))
        if request.transport is not None:
            request.transport.abort()
        self.changed()
        return web.Response(status=500)

    def _page(self, entry: Request, status: int, began: float) -> web.StreamResponse:
        """Return a page of HTML in place of an answer."""
        entry.status, entry.milliseconds = status, (time.perf_counter() - began) * 1000
        self._count(Answered(_key(entry), status))
        self.changed()
        text = f"<!DOCTYPE html>\n<html><body>{status}: made up</body></html>"
        return web.Response(status=status, text=text, content_type="text/html")

    def _count(self, answered: Answered) -> None:
        self.answered[answered] += 1
        if self.bans.count(answered.status, answered.scope):
            self.complain("too many invalid requests: the address is banned")

    def _made_up_429(self, fault: Fault, route: Route) -> ApiError:
        if fault.everywhere:
            return too_many(fault.seconds, "global")
        now = self.clock.now()
        return too_many(fault.seconds, "user", bucket_headers(route.key, 5, 0, now + fault.seconds, now))

    def _run(self, request: web.BaseRequest, route: Route, call: Call) -> tuple[int, Any, dict[str, str]]:
        if route.token and request.headers.get("Authorization") != f"Bot {self.token}":
            self.limits.refuse(Limit.BOT_TOKEN, ApiError(401, 0, "401: Unauthorized"))
        if route.rate is not None:
            self.limits.hold(route.rate, None)
        try:
            status, answer = route.handler(call)
        except ApiError as error:
            error.headers = call.headers | error.headers
            raise
        except FORM_ERRORS as error:
            # A body of quite another shape: Discord names the field, the stand-in the exception.
            text = f"{type(error).__name__}: {error}"
            raise ApiError(
                400, 50035, "Invalid Form Body", errors={"_errors": [{"message": text}]}
            ) from error
        return status, answer, call.headers

    async def _arrived(self, request: web.BaseRequest, entry: Request) -> tuple[bytes, dict[int, Upload]]:
        """Return the JSON of a request, as it was sent, and its files, once all of it is here."""
        files: dict[int, Upload] = {}
        if not request.can_read_body:
            return b"", files
        if not request.content_type.startswith("multipart/"):
            raw = await request.read()
            entry.bytes = len(raw)
            return raw, files
        raw = b""
        reader = await request.multipart()
        async for part in reader:
            if not isinstance(part, BodyPartReader):
                continue
            data = bytes(await part.read(decode=True))
            entry.bytes += len(data)
            name = part.name or ""
            if name == "payload_json":
                raw = data
            elif name.startswith("files["):
                files[int(name[6:-1])] = Upload(part.filename or "unknown", data)
                entry.files.append((part.filename or "unknown", len(data)))
        return raw, files

    def _log(self, entry: Request) -> None:
        """Write down a request that has arrived."""
        entry.number = next(self._numbers)
        self.requests.append(entry)


class Injected(Exception):
    """A refusal that a test asked for: answered like another, but no violation of the bot's.

    Its `body` may be a page, as proxies send in Discord's place.
    """

    def __init__(self, error: ApiError, body: Json | str | bytes | None = None) -> None:
        super().__init__(str(error))
        self.error = error
        self.body = error.body if body is None else body


def _without_tokens(path: str) -> str:
    """Return a path with everything but words and ids masked."""
    return "/".join(part if PLAIN.fullmatch(part) else "…" for part in path.split("/"))


def _key(entry: Request) -> str:
    return f"{entry.method} {entry.route}".rstrip()


def _banned(seconds: float) -> web.Response:
    """Return Cloudflare's answer in Discord's place: not JSON, and without Discord's `Via` header."""
    headers = {"Retry-After": str(ceil(seconds)), "Server": "cloudflare"}
    return web.Response(status=429, text="error code: 1015", headers=headers)


def _made_up(status: int, code: int = 0) -> ApiError:
    return ApiError(status, code, f"{status}: made up")


def _parsed(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError as error:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from error
