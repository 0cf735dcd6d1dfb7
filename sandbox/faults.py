"""Faults on demand: what the stand-in shall do wrong, for one route or all, so many times or until stopped.

Those of the gateway (drop, reconnect, invalidate, close, silence) are methods of `sandbox.gateway`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase

from sandbox.components import GALLERY, walk

UPDATE = 7
"""The type of an interaction's answer that edits the message that was pressed."""


class Kind(StrEnum):
    """What goes wrong with a request."""

    TOO_MANY = "429"
    ERROR = "error"
    SLOW = "slow"
    DROPPED = "dropped"
    LOST = "lost"
    GALLERY = "gallery"


@dataclass(eq=False, slots=True)
class Fault:
    """One fault in place; `left` is None when it stays until removed, `hits` counts what it met."""

    kind: Kind
    route: str
    left: int | None
    seconds: float = 0.0
    status: int = 500
    everywhere: bool = False
    hits: int = 0

    def fits(self, route: str) -> bool:
        """Whether it is about requests of a route."""
        return fnmatchcase(route, self.route.replace("[", "[[]"))


@dataclass(eq=False, slots=True)
class Faults:
    """The faults in place.

    `route` is a pattern over `"METHOD /route/{template}"`, such as `"PATCH /channels/*"`; `"*"` means every
    request. `times=None` keeps the fault until `remove` or `clear`.
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

    def error(self, route: str = "*", times: int | None = 1, status: int = 500) -> Fault:
        """Answer with a 5xx before anything is done."""
        return self._add(Fault(Kind.ERROR, route, times, status=status))

    def slow(self, route: str = "*", times: int | None = 1, seconds: float = 1.0) -> Fault:
        """Begin `seconds` of the sandbox clock late."""
        return self._add(Fault(Kind.SLOW, route, times, seconds))

    def dropped(self, route: str = "*", times: int | None = 1) -> Fault:
        """Close the connection before anything is done."""
        return self._add(Fault(Kind.DROPPED, route, times))

    def lost(self, route: str = "*", times: int | None = 1, status: int | None = None) -> Fault:
        """Do what is asked, then close the connection instead of answering, or answer with a 5xx `status`."""
        return self._add(Fault(Kind.LOST, route, times, status=status or 0))

    def gallery(self, route: str = "*", times: int | None = 1) -> Fault:
        """Answer edits that show a gallery with a 400, as Discord has done where nothing was wrong."""
        return self._add(Fault(Kind.GALLERY, route, times, status=400))

    def remove(self, fault: Fault) -> None:
        """Take one fault away; one that is used up is gone already."""
        if fault in self.active:
            self.active.remove(fault)

    def clear(self) -> None:
        """Take every fault away."""
        self.active.clear()

    def meet(self, route: str) -> list[Fault]:
        """The faults that one request meets: any number of slow ones and then the first other one."""
        met: list[Fault] = []
        for fault in tuple(self.active):
            if fault.kind is Kind.GALLERY or not fault.fits(route):
                continue
            met.append(fault)
            self._hit(fault)
            if fault.kind is not Kind.SLOW:
                break
        return met

    def refuses(self, route: str, payload: object) -> bool:
        """Whether a request's JSON is an edit with a gallery that meets such a fault."""
        for fault in tuple(self.active):
            if fault.kind is Kind.GALLERY and fault.fits(route) and _edits_gallery(route, payload):
                self._hit(fault)
                return True
        return False

    def _hit(self, fault: Fault) -> None:
        fault.hits += 1
        if fault.left is not None:
            fault.left -= 1
            if fault.left <= 0:
                self.active.remove(fault)


def _edits_gallery(route: str, payload: object) -> bool:
    if not isinstance(payload, dict):
        return False
    message = payload
    if not route.startswith("PATCH "):
        if payload.get("type") != UPDATE:
            return False
        message = payload.get("data") or {}
    return any(component.get("type") == GALLERY for component in walk(message.get("components") or []))
