"""The little Discord itself: its world, its answers, its logs, and the limits that it enforces.

`Sandbox` serves it; members act in it by themselves, without a web server.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TypedDict

from sandbox.app_routes import ApplicationRoutes
from sandbox.clock import Clock
from sandbox.commands import Commands
from sandbox.errors import Json
from sandbox.faults import Faults
from sandbox.gateway import Gateway
from sandbox.interactions import Interactions
from sandbox.limits import Limits
from sandbox.messages import Post
from sandbox.objects import Membership, User
from sandbox.rest import Request, Rest
from sandbox.router import Router
from sandbox.routes import Routes
from sandbox.world import World


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of the gateway's log; `direction` is `sent` or `received`."""

    direction: str
    shard: tuple[int, int] | None
    data: Json
    at: float


class Settings(TypedDict, total=False):
    """The settings of the stand-in; `Discord` describes each."""

    token: str
    bot_name: str
    privileged: int
    shards: int
    max_concurrency: int
    heartbeat: float
    keep_requests: int | None


class Discord:
    """Everything behind the stand-in's addresses.

    `people` are the members who can be played on the page, by guild and user id.
    `privileged` are the intents that the application was granted beyond the ordinary ones, `shards` is the
    number that /gateway/bot recommends, `heartbeat` the interval in seconds. `keep_requests` bounds each of
    the logs (None: unbounded).
    """

    def __init__(
        self,
        *,
        token: str = "sandbox.token",
        bot_name: str = "Cicera",
        privileged: int = 0,
        shards: int = 1,
        max_concurrency: int = 16,
        heartbeat: float = 41.25,
        keep_requests: int | None = None,
    ) -> None:
        self.token = token
        self.clock = Clock()
        self.limits = Limits(self.clock)
        self.faults = Faults()
        self.world = World(self.clock, bot_name, bool(privileged & 1 << 1))
        self.people: dict[tuple[int, int], Membership] = {}
        self.gateway_log: deque[Frame] = deque(maxlen=keep_requests)
        router = Router()
        self.rest = Rest(router, self.clock, self.limits, self.faults, token, keep_requests)
        self.gateway = Gateway(self.world, self.limits, self, token, privileged, max_concurrency, heartbeat)
        self.gateway.recommended_shards = shards
        self.post = Post(self.world, self.limits, self.complain)
        self.commands = Commands(self.world, self.limits)
        self.interactions = Interactions(self.world, self.limits, self.post)
        self.routes = Routes(router, self.world, self.limits, self.post, self.gateway)
        ApplicationRoutes(router, self.world, self.limits, self.commands, self.interactions)
        self.world.sink = self.gateway.emit
        self.rest.changed = self.clock.advanced = self.world.changed

    @property
    def bot(self) -> User:
        """Return the bot's user, for permissions."""
        return self.world.bot

    @property
    def requests(self) -> deque[Request]:
        """Return every REST request so far, oldest first."""
        return self.rest.requests

    @property
    def violations(self) -> deque[str]:
        """Return the violations so far, which Discord would have refused or frowned at, as sentences."""
        return self.rest.violations

    def frame(self, direction: str, shard: tuple[int, int] | None, data: Json) -> None:
        """Write down one frame of the gateway."""
        self.gateway_log.append(Frame(direction, shard, data, self.clock.now()))

    def complain(self, text: str) -> None:
        """Write down a violation."""
        self.rest.complain(text)
        self.world.changed()
