"""Quotas of members: a steady rate, and short bursts above it.

They are kept in memory only. Open tables are limited by the write that adds one (`Room` in the store), so
that many at once do not get around it.
"""

import math
from collections.abc import Callable, Hashable
from typing import Final

from bot.caches import BoundedDict
from bot.errors import Refused

MEMBERS: Final = 10_000
"""Members remembered; one who is forgotten has the whole quota again."""
BURST_SECONDS: Final = 4
"""Seconds' worth of actions that a member may do at once after a pause as long."""


class Quota:
    """The quota of each member: `rate` actions a second, `burst` at once; a rate of 0 is no limit.

    It may be one for each member and channel, or whatever else is a key.
    """

    def __init__(self, rate: float, burst: int, now: Callable[[], float]) -> None:
        self.rate = rate
        self.burst = burst
        self.now = now
        self._left: BoundedDict[Hashable, tuple[float, float]] = BoundedDict(MEMBERS)

    def wait(self, user_id: Hashable) -> float:
        """Return the seconds until a member may act; 0 counts the action as done."""
        if not self.rate:
            return 0.0
        now = self.now()
        left, at = self._left.get(user_id, (float(self.burst), now))
        # A clock that is set back changes nothing.
        left = min(self.burst, left + self.rate * max(0.0, now - at))
        seconds = max(0.0, (1 - left) / self.rate)
        self._left[user_id] = (left if seconds else left - 1, now)
        return seconds

    def spend(self, user_id: Hashable, key: str) -> None:
        """Count an action of a member; Refused by `key`, with the seconds to wait, if it is too soon."""
        seconds = self.wait(user_id)
        if seconds:
            raise Refused(key, seconds=math.ceil(seconds))

    def give_back(self, user_id: Hashable) -> None:
        """Count an action as not done, as it has failed."""
        if user_id in self._left:
            left, at = self._left[user_id]
            self._left[user_id] = (left + 1, at)


def each_second(number: int, now: Callable[[], float]) -> Quota:
    """Return a quota of `number` actions a second, with bursts."""
    return Quota(number, BURST_SECONDS * number, now)


def each_minute(number: int, now: Callable[[], float]) -> Quota:
    """Return a quota of `number` actions a minute, which may come all at once."""
    return Quota(number / 60, number, now)
