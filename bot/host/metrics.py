"""The figures of one bot for monitoring: counts by kind, never an id.

The path of a request has tokens in it, so only the words that `WORDS` lists are kept of it.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import GaugeMetricFamily, Metric, SummaryMetricFamily
from prometheus_client.metrics_core import CounterMetricFamily
from prometheus_client.registry import Collector

from bot.store import WriteCounts

ACKNOWLEDGED: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0)
"""Seconds, up to the three that Discord waits."""
LATE: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
"""Seconds."""
_LATELY: Final = 100
"""The number of the last acknowledgements whose times are kept."""
_RATE_LIMITED: Final = 429

WORDS: Final = frozenset(
    {
        *("@me", "@original", "applications", "bot", "callback", "channels", "commands", "emojis", "gateway"),
        *("guilds", "interactions", "members", "messages", "oauth2", "permissions", "roles", "threads"),
        *("users", "webhooks"),
    }
)
"""The parts of a path that are kept: any other may be an id or a token."""


def route_of(path: str) -> str:
    """Return the route of a request's path, without version, ids and tokens: /channels/:id/messages."""
    _, *parts = path.split("/")
    if parts[0] != "api":
        return "gateway"
    return "".join(f"/{part if part in WORDS else ':id'}" for part in parts[2:])


@dataclass(slots=True)
class Watched:
    """The figures read when Prometheus asks: writes, lengths of queues by name, tables by status.

    `unsound` once the database was found to be damaged.
    """

    writes: WriteCounts
    queues: dict[str, Callable[[], int]] = field(default_factory=dict)
    tables: dict[str, int] = field(default_factory=dict)
    unsound: bool = False


class Metrics:
    """The counters of one bot, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._took: deque[float] = deque(maxlen=_LATELY)
        ProcessCollector(registry=self.registry)
        self._interactions = Counter(
            "cards_interactions",
            "Presses and commands that have come to their end, by how",
            ["kind", "outcome"],
            registry=self.registry,
        )
        self._acknowledged = Histogram(
            "cards_acknowledgement_seconds",
            "From the arrival of a press or command until Discord has its acknowledgement",
            ["kind"],
            buckets=ACKNOWLEDGED,
            registry=self.registry,
        )
        self._refused = Counter(
            "cards_refusals",
            "Presses and commands that were refused, by reason",
            ["reason"],
            registry=self.registry,
        )
        self._requests = Counter(
            "cards_discord_requests",
            "Answers of Discord to requests",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self._limited = Counter(
            "cards_discord_rate_limits",
            "Requests that Discord has refused with status 429",
            ["route", "scope"],
            registry=self.registry,
        )
        self._late = Histogram(
            "cards_event_loop_lateness_seconds",
            "How much later than wanted the event loop has come to something",
            buckets=LATE,
            registry=self.registry,
        )

    def watch(self, watched: Watched) -> None:
        """Report these figures too from now on."""
        self.registry.register(_Looking(watched))

    def acknowledged(self, kind: str, seconds: float) -> None:
        """Count the acknowledgement of a press or command, so many seconds after its arrival."""
        self._acknowledged.labels(kind).observe(seconds)
        self._took.append(seconds)

    @property
    def acknowledged_lately(self) -> float | None:
        """Return the median in seconds of the last hundred acknowledgements, None before the first."""
        return median(self._took) if self._took else None

    def ended(self, kind: str, outcome: str) -> None:
        """Count a press or command by its outcome."""
        self._interactions.labels(kind, outcome).inc()

    def refused(self, reason: str) -> None:
        """Count a refusal by the key of its sentence."""
        self._refused.labels(reason).inc()

    def asked(self, method: str, path: str, status: int, scope: str) -> None:
        """Count a response of Discord; `scope` is the rate limit's, empty without one."""
        route = route_of(path)
        self._requests.labels(method, route, status).inc()
        if status == _RATE_LIMITED:
            self._limited.labels(route, scope or "none").inc()

    def late(self, seconds: float) -> None:
        """Count a measured lateness of the event loop."""
        self._late.observe(seconds)


class _Looking(Collector):
    """A collector of the watched figures as they are when Prometheus asks."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched

    def collect(self) -> Iterable[Metric]:
        queues = GaugeMetricFamily("cards_queue_length", "How much waits, by queue", labels=["queue"])
        for name, length in self._watched.queues.items():
            queues.add_metric([name], length())
        yield queues
        writes = self._watched.writes
        yield SummaryMetricFamily(
            "cards_write_seconds",
            "From asking for a write until its end",
            count_value=writes.ended,
            sum_value=writes.seconds,
        )
        yield CounterMetricFamily(
            "cards_write_failures", "Writes that the database has refused or lost", value=writes.failed
        )
        tables = GaugeMetricFamily("cards_tables", "Open tables, by status", labels=["status"])
        for status, number in self._watched.tables.items():
            tables.add_metric([status], number)
        yield tables
        yield GaugeMetricFamily(
            "cards_database_unsound",
            "1 once a look at the whole database has found it damaged",
            value=self._watched.unsound,
        )
