"""Where nobody can act because Discord cannot be reached, and since when: nobody's time runs out there."""

from collections.abc import Callable
from typing import Final

PAUSE_SECONDS: Final = 30.0
"""What falls due while nobody can act is looked at again after so long."""


class Outages:
    """The shards whose connection is lost, and the servers that are out of order.

    `shard_of` gives the shard that a server is on.
    """

    def __init__(self, shard_of: Callable[[int], int], now: Callable[[], float]) -> None:
        self._shard_of = shard_of
        self._now = now
        self._shards: dict[int, float] = {}
        self._guilds: dict[int, float] = {}

    def begins(self, *, shard_id: int | None = None, guild_id: int | None = None) -> None:
        """Take note that a shard's connection is lost, or a server out of order, unless it was before."""
        if shard_id is not None:
            self._shards.setdefault(shard_id, self._now())
        if guild_id is not None:
            self._guilds.setdefault(guild_id, self._now())

    def shard_back(self, shard_id: int) -> float:
        """Return for how many seconds a shard that is connected again was cut off; 0 if it was not."""
        return self._lasted(self._shards.pop(shard_id, None))

    def guild_back(self, guild_id: int) -> float:
        """Return for how many seconds a server was out of order; 0 if it was not."""
        return self._lasted(self._guilds.pop(guild_id, None))

    def pause(self, guild_id: int) -> float:
        """Return after how many seconds to look again at what is due in a server; 0 if it can be done now."""
        if not (self._shards or self._guilds):
            return 0.0
        lost = guild_id in self._guilds or self._shard_of(guild_id) in self._shards
        return PAUSE_SECONDS if lost else 0.0

    def _lasted(self, since: float | None) -> float:
        return 0.0 if since is None else self._now() - since
