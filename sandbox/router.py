"""The routing of requests by method and path template, and the calls that handlers get."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from sandbox.limits import Limit
from sandbox.messages import Body


@dataclass(slots=True)
class Call:
    """One request on its way through a route: path parameters, query and body in, rate limit headers out."""

    params: dict[str, str]
    query: dict[str, str]
    body: Body
    headers: dict[str, str] = field(default_factory=dict)


Reply = tuple[int, Any]
"""The status and the JSON of an answer."""
Handler = Callable[[Call], Reply]


@dataclass(slots=True)
class Route:
    """A method with a path template, such as `/channels/{channel_id}/messages`."""

    method: str
    template: str
    handler: Handler
    token: bool = True
    rate: Limit | None = Limit.GLOBAL
    parts: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.method} {self.template}"


class Router:
    """Routes by method and number of path segments; a literal segment wins over a parameter."""

    def __init__(self) -> None:
        self._routes: dict[tuple[str, int], list[Route]] = {}

    def add(
        self,
        method: str,
        template: str,
        handler: Handler,
        *,
        token: bool = True,
        rate: Limit | None = Limit.GLOBAL,
    ) -> None:
        """Register a route.

        `token=False` is for routes with a token in their path; `rate` is the limit that all such requests
        share.
        """
        parts = tuple(template.strip("/").split("/"))
        same = self._routes.setdefault((method, len(parts)), [])
        same.append(Route(method, template, handler, token, rate, parts))
        same.sort(key=lambda route: sum(part.startswith("{") for part in route.parts))

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]] | None:
        """Return the route of a request and its path parameters."""
        segments = path.strip("/").split("/")
        for route in self._routes.get((method, len(segments)), ()):
            params: dict[str, str] = {}
            for part, segment in zip(route.parts, segments, strict=True):
                if part[0] == "{":
                    params[part[1:-1]] = unquote(segment)
                elif part != segment:
                    break
            else:
                return route, params
        return None

    def known(self, path: str) -> bool:
        """Return whether any method serves a path."""
        return any(self.find(method, path) for method in {method for method, _ in self._routes})
