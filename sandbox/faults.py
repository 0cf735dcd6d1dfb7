"""Faults on demand, for one route or all, a number of times or until stopped.

The faults of the gateway (drop, reconnect, invalidate, close, silence) are methods of `sandbox.gateway`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase

from sandbox.components import GALLERY, walk
from sandbox.errors import Json
from sandbox.interactions import UPDATE

DOWNLOAD = "GET /attachments/{channel_id}/{attachment_id}/{filename}"
"""The route of uploaded files. Only a fault of just this route meets it: files have a server of their own."""
Only = Callable[[str, object], bool]
"""Which requests a fault is about, by route and JSON."""


class Kind(StrEnum):
    """The ways in which a request goes wrong."""

    TOO_MANY = "429"
    ERROR = "error"
    PAGE = "page"
    SLOW = "slow"
    DROPPED = "dropped"
    LOST = "lost"


@dataclass(eq=False, slots=True)
class Fault:
    """One fault in place; `left` is None when it stays until removed, `hits` counts the requests that it met.

    `only` narrows it down to requests with certain bodies: it is asked about the route and the JSON.
    `code` is Discord's code of an error, `body` its whole body: JSON, a page as text, or bytes that are not
    the JSON that they claim to be.
    """

    kind: Kind
    route: str
    left: int | None
    seconds: float = 0.0
    status: int = 500
    code: int = 0
    everywhere: bool = False
    only: Only | None = None
    body: Json | str | bytes | None = None
    hits: int = 0

    def fits(self, route: str, body: object) -> bool:
        """Return whether the fault is about requests of a route with this JSON."""
        if route == DOWNLOAD != self.route:
            return False
        if not fnmatchcase(route, self.route.replace("[", "[[]")):
            return False
        return self.only is None or self.only(route, body)


@dataclass(eq=False, slots=True)
class Faults:
    """The faults in place.

    `route` is a pattern over `"METHOD /route/{template}"`, such as `"PATCH /channels/*"`; `"*"` means every
    request of the API, `DOWNLOAD` those for uploaded files. `times=None` keeps the fault until `remove` or
    `clear`.
    """

    active: list[Fault] = field(default_factory=list)

    def _add(self, fault: Fault) -> Fault:
        self.active.append(fault)
        return fault

    def too_many(
        self, route: str = "*", times: int | None = 1, retry_after: float = 0.5, everywhere: bool = False
    ) -> Fault:
        """Answer 429 with `retry_after` seconds; `everywhere` makes it the global one."""
        return self._add(Fault(Kind.TOO_MANY, route, times, retry_after, everywhere=everywhere))

    def error(
        self,
        route: str = "*",
        times: int | None = 1,
        status: int = 500,
        only: Only | None = None,
        code: int = 0,
        body: Json | str | bytes | None = None,
    ) -> Fault:
        """Answer with an error status, and a code or a `body` as in `Fault`, before anything is done."""
        fault = Fault(Kind.ERROR, route, times, status=status, only=only, code=code, body=body)
        return self._add(fault)

    def page(self, route: str = "*", times: int | None = 1, status: int = 200) -> Fault:
        """Answer with a page of HTML in place of JSON, as a proxy does, before anything is done."""
        return self._add(Fault(Kind.PAGE, route, times, status=status))

    def slow(
        self, route: str = "*", times: int | None = 1, seconds: float = 1.0, only: Only | None = None
    ) -> Fault:
        """Delay the request by `seconds` of the sandbox clock."""
        return self._add(Fault(Kind.SLOW, route, times, seconds, only=only))

    def dropped(self, route: str = "*", times: int | None = 1, only: Only | None = None) -> Fault:
        """Close the connection before anything is done."""
        return self._add(Fault(Kind.DROPPED, route, times, only=only))

    def lost(
        self, route: str = "*", times: int | None = 1, status: int | None = None, only: Only | None = None
    ) -> Fault:
        """Serve the request, then close the connection without an answer, or answer with a 5xx `status`."""
        return self._add(Fault(Kind.LOST, route, times, status=status or 0, only=only))

    def gallery(self, route: str = "*", times: int | None = 1) -> Fault:
        """Answer edits that show a gallery with a 400, as Discord has done to correct ones."""
        return self._add(Fault(Kind.ERROR, route, times, status=400, only=_edits_gallery))

    def remove(self, fault: Fault) -> None:
        """Remove one fault; a used-up one is gone already."""
        if fault in self.active:
            self.active.remove(fault)

    def clear(self) -> None:
        """Remove every fault."""
        self.active.clear()

    def meet(self, route: str, body: object) -> list[Fault]:
        """Return the faults that one request meets: any number of slow ones and then the first other one."""
        met: list[Fault] = []
        for fault in tuple(self.active):
            if fault.fits(route, body):
                met.append(fault)
                self._hit(fault)
                if fault.kind is not Kind.SLOW:
                    break
        return met

    def _hit(self, fault: Fault) -> None:
        fault.hits += 1
        if fault.left is not None:
            fault.left -= 1
            if fault.left <= 0:
                self.active.remove(fault)


def uploads(route: str, body: object) -> bool:
    """Return whether a request sends a file."""
    message = body.get("data") or body if isinstance(body, dict) else {}
    return any("filename" in file for file in message.get("attachments") or ())


def _edits_gallery(route: str, body: object) -> bool:
    if not isinstance(body, dict):
        return False
    message = body
    if not route.startswith("PATCH "):
        if body.get("type") != UPDATE:
            return False
        message = body.get("data") or {}
    return any(component.get("type") == GALLERY for component in walk(message.get("components") or []))
