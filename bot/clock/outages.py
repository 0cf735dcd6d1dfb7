"""Where nobody can act because Discord cannot be reached, and since when: nobody's time runs out there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

PAUSE_SECONDS: Final = 30.0
"""Seconds after which what falls due while nobody can act is looked at again."""
GRACE_SECONDS: Final = 30.0
"""How much more time everybody has once the bot, or Discord, is back."""
START_SECONDS: Final = 10.0
"""How long a start may take to connect: all games are put off by it beforehand, so that few are put off
twice.
"""


@dataclass(slots=True, eq=False)
class Outage:
    """A time in which nobody could act; `over`: people can again, and are about to be given it back."""

    since: float
    extra: float = GRACE_SECONDS
    over: bool = False

    def seconds(self, now: float) -> float:
        """Return by how many seconds to put off what is due, 0 where that has been done."""
        return max(0.0, now - self.since + self.extra)


class Outages:
    """The shards whose connection is lost, and the servers that are out of order.

    `shard_of` gives the shard that a server is on. `alive_at` is when the bot was last known to be at work:
    what is lost now may have been lost since then.
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
        """Take every shard to be cut off since a moment until it is first connected.

        What is due has been put off at that moment, by `GRACE_SECONDS` and `START_SECONDS` more than needed.
        """
        self.alive_at = at
        self._start = Outage(at, -START_SECONDS)

    def started(self) -> None:
        """Take note that every shard has been connected."""
        self._start = None

    def begins(self, *, shard_id: int | None = None, guild_id: int | None = None) -> None:
        """Take note that a shard's connection is lost, or a server out of order, unless it was before."""
        if shard_id is not None and not self._starting(shard_id):
            self._begin(self._shards, shard_id, shard_id)
        if guild_id is not None:
            self._begin(self._guilds, guild_id, self._shard_of(guild_id))

    @contextmanager
    def shard_back(self, shard_id: int) -> Iterator[Outage | None]:
        """Give the outage of a shard that is connected again, None if there was none.

        Only when the block ends it is over for the clock, unless the connection is lost again meanwhile.
        """
        if self._start is not None and self._starting(shard_id):
            self._shards[shard_id] = Outage(self._start.since, self._start.extra)
        self._back[shard_id] = self._now()
        with _ending(self._shards, shard_id) as outage:
            yield outage

    @contextmanager
    def guild_back(self, guild_id: int) -> Iterator[Outage | None]:
        """Give the outage of a server that is in order again, as `shard_back` does."""
        with _ending(self._guilds, guild_id) as outage:
            yield outage

    def out_of_order(self) -> frozenset[int]:
        """Return the servers that are out of order, as they can be on a shard that is connected."""
        return frozenset(self._guilds)

    def pause(self, guild_id: int) -> float:
        """Return after how many seconds to look again at what is due in a server; 0 if it can be done now."""
        shard_id = self._shard_of(guild_id)
        lost = guild_id in self._guilds or shard_id in self._shards or self._starting(shard_id)
        return PAUSE_SECONDS if lost else 0.0

    def known(self, since: float) -> Callable[[int], bool]:
        """Return, of a server, whether it is known by now that nobody could act there since a moment."""
        guilds = set(self._guilds)
        shards = {*self._shards, *(shard_id for shard_id, at in self._back.items() if at > since)}
        return lambda guild_id: guild_id in guilds or self._shard_of(guild_id) in shards

    def all_well(self, now: float) -> float:
        """Return until when every shard was connected: `now`, or when the first that is not was lost.

        A start takes it for the last sign of life, so what nobody could use before a restart is given back.
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
