"""The ban of an address that makes too many invalid requests: all its requests are refused from then on."""

from __future__ import annotations

from collections import deque

from sandbox.clock import Clock
from sandbox.limits import Limit, Limits

INVALID = {401, 403, 429}
BAN_SECONDS = 3600.0
"""Discord does not say how long a ban lasts; bots have seen one of an hour."""


class Bans:
    """Counts invalid requests on the sandbox clock: 401, 403 and 429, except a 429 of the scope `shared`."""

    def __init__(self, clock: Clock, limits: Limits) -> None:
        self.clock = clock
        self.limits = limits
        self._invalid: deque[float] = deque()
        self._until = 0.0

    @property
    def invalid(self) -> int:
        """Return how many invalid requests there were in the last ten minutes."""
        oldest = self.clock.now() - self.limits.rates[Limit.BAN].seconds
        while self._invalid and self._invalid[0] <= oldest:
            self._invalid.popleft()
        return len(self._invalid)

    @property
    def seconds(self) -> float:
        """Return for how many seconds the address is still banned, 0 if it is not."""
        return max(0.0, self._until - self.clock.now()) if self._on else 0.0

    @property
    def _on(self) -> bool:
        return self.limits.enabled and self.limits.active(Limit.BAN)

    def count(self, status: int, scope: str) -> bool:
        """Count an answer if its request was invalid; return whether that has brought the ban."""
        if status not in INVALID or scope == "shared":
            return False
        self._invalid.append(self.clock.now())
        if not self._on or self.seconds or self.invalid < self.limits.rates[Limit.BAN].requests:
            return False
        self._until = self.clock.now() + BAN_SECONDS
        return True
