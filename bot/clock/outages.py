"""Outages of Discord, by shard and by server: nobody can act there, so no time runs out."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

PAUSE_SECONDS: Final = 30.0
"""Seconds until the clock looks again at a deadline that fell due in an outage."""
GRACE_SECONDS: Final = 30.0
"""Seconds that everybody gets on top once the bot, or Discord, is back."""
START_SECONDS: Final = 10.0
"""Seconds for connecting at a start; all games are put off by them too, so that few are put off twice."""


@dataclass(slots=True, eq=False)
class Outage:
    """A time in which nobody could act; `over`: it has ended, and is being given back."""

    since: float
    extra: float = GRACE_SECONDS
    over: bool = False

    def seconds(self, now: float) -> float:
        """Return the seconds by which to put deadlines off, 0 if that has been done."""
        return max(0.0, now - self.since + self.extra)


class Outages:
    """The outages now: shards without a connection, and servers out of order.

    `shard_of` returns the shard of a server. `alive_at` is the last sign of life: a connection that is found
    lost may have been lost since then.
    """

    def __init__(self, shard_of: Callable[[int], int], now: Callable[[], float]) -> None:
        self.alive_at = 0.0
        self._shard_of = shard_of
        self._now = now
        self._start: Outage | None = None
        self._back: dict[int, float] = {}
        self._shards: dict[int, Outage] = {}
        self._guilds: dict[int, Outage] = {}

    def starts(self, at: float) -> None:
        """Begin an outage of every shard at a moment, which lasts until it is first connected.

        All deadlines were put off at that moment, by `GRACE_SECONDS` and `START_SECONDS` more than needed.
        """
        self.alive_at = at
        self._start = Outage(at, -START_SECONDS)

    def set_back(self, at: float) -> None:
        """Count every outage from a moment at the latest: the time before has turned out to lie ahead."""
        self.alive_at = at
        self._back = {shard_id: min(at, back_at) for shard_id, back_at in self._back.items()}
        for outage in (*self._shards.values(), *self._guilds.values(), *filter(None, [self._start])):
            outage.since = min(at, outage.since)

    def started(self) -> None:
        """End the outage of the start: every shard has been connected."""
        self._start = None

    def begins(self, *, shard_id: int | None = None, guild_id: int | None = None) -> None:
        """Begin the outage of a shard or a server, unless it has begun already."""
        if shard_id is not None and not self._starting(shard_id):
            self._begin(self._shards, shard_id, shard_id)
        if guild_id is not None:
            self._begin(self._guilds, guild_id, self._shard_of(guild_id))

    @contextmanager
    def shard_back(self, shard_id: int) -> Iterator[Outage | None]:
        """Yield the outage of a shard that is connected again, None if there was none.

        For the clock it is over when the block ends, unless the connection is lost again meanwhile.
        """
        if self._start is not None and self._starting(shard_id):
            self._shards[shard_id] = Outage(self._start.since, self._start.extra)
        self._back[shard_id] = self._now()
        with _ending(self._shards, shard_id) as outage:
            yield outage

    @contextmanager
    def guild_back(self, guild_id: int) -> Iterator[Outage | None]:
        """Yield the outage of a server that is in order again, as `shard_back` does."""
        with _ending(self._guilds, guild_id) as outage:
            yield outage

    def out_of_order(self) -> frozenset[int]:
        """Return the servers that are out of order, even on a connected shard."""
        return frozenset(self._guilds)

    def pause(self, guild_id: int) -> float:
        """Return the seconds until the clock looks at a server again, 0 if people can act there."""
        shard_id = self._shard_of(guild_id)
        lost = guild_id in self._guilds or shard_id in self._shards or self._starting(shard_id)
        return PAUSE_SECONDS if lost else 0.0

    def known(self, since: float) -> Callable[[int], bool]:
        """Return a test of whether a server had a known outage since a moment, and until about now."""
        guilds, since = set(self._guilds), max(since, self._now() - GRACE_SECONDS)
        shards = {*self._shards, *(shard_id for shard_id, at in self._back.items() if at > since)}
        return lambda guild_id: guild_id in guilds or self._shard_of(guild_id) in shards

    def all_well(self, now: float) -> float:
        """Return the last time at which every shard was connected: `now`, or the start of the first outage.

        A start takes it for the last sign of life, and so gives back an outage before the restart.
        """
        lost = [*self._shards.values(), *([] if self._start is None else [self._start])]
        return min([now, *(outage.since for outage in lost)])

    def _starting(self, shard_id: int) -> bool:
        return self._start is not None and shard_id not in self._back

    def _begin(self, outages: dict[int, Outage], key: int, shard_id: int) -> None:
        known = outages.get(key)
        if known is None or known.over:
            outages[key] = Outage(max(self.alive_at, self._back.get(shard_id, 0.0)))


@contextmanager
def _ending(outages: dict[int, Outage], key: int) -> Iterator[Outage | None]:
    outage = outages.get(key)
    if outage is None or outage.over:
        yield None
        return
    outage.over = True
    try:
        yield outage
    finally:
        if outages.get(key) is outage:
            del outages[key]
