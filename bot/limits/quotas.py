"""How often a member may do something: faster than that in short bursts only."""

import math
from collections.abc import Callable
from typing import Final

from bot.caches import BoundedDict
from bot.errors import Refused

MEMBERS: Final = 10_000
"""How many members are remembered; one who is forgotten has the whole quota again."""
BURST_SECONDS: Final = 4
"""How many seconds' worth may be done at once by somebody who has paused for as long."""


class Quota:
    """What each member may do `rate` times a second, and `burst` times at once; a rate of 0 is no limit."""

    def __init__(self, rate: float, burst: int, now: Callable[[], float]) -> None:
        self.rate = rate
        self.burst = burst
        self.now = now
        self._left: BoundedDict[int, tuple[float, float]] = BoundedDict(MEMBERS)

    def wait(self, user_id: int) -> float:
        """Return 0 if a member may do it now, which is then counted, or else in how many seconds they may."""
        if not self.rate:
            return 0.0
        now = self.now()
        left, at = self._left.get(user_id, (float(self.burst), now))
        # A clock that is set back gives nothing and takes nothing.
        left = min(self.burst, left + self.rate * max(0.0, now - at))
        seconds = max(0.0, (1 - left) / self.rate)
        self._left[user_id] = (left if seconds else left - 1, now)
        return seconds

    def spend(self, user_id: int, key: str) -> None:
        """Count that a member does it; Refused by `key`, with the seconds to wait, if they may not."""
        seconds = self.wait(user_id)
        if seconds:
            raise Refused(key, seconds=math.ceil(seconds))


def each_second(number: int, now: Callable[[], float]) -> Quota:
    """Return the quota of so many a second."""
    return Quota(number, BURST_SECONDS * number, now)


def each_minute(number: int, now: Callable[[], float]) -> Quota:
    """Return the quota of so many a minute, all of them at once if need be."""
    return Quota(number / 60, number, now)
