"""Quiet hours: a span of full hours each day, in the time zone of a member."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Self
from zoneinfo import ZoneInfo

from bot.store.model.zones import next_hour, zone_of

SPANS: Final = ("21-07", "22-07", "22-08", "23-07", "23-08", "00-08", "00-09", "01-10")
"""The first full hour and the end, such as 22 and 7."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The quiet hours of a member: first hour and end (None: never), in a time zone.

    When clocks are set back, the hour that comes twice is quiet both times or neither.
    """

    span: tuple[int, int] | None
    zone: ZoneInfo

    @classmethod
    def of(cls, member: Mapping[str, str]) -> Self:
        """Return the quiet hours that a member has chosen."""
        span = member["quiet"]
        if span not in SPANS:
            return cls(None, zone_of(member["zone"]))
        begins, ends = map(int, span.split("-"))
        return cls((begins, ends), zone_of(member["zone"]))

    def at(self, t: float) -> bool:
        """Return whether a moment lies in the quiet hours."""
        if self.span is None:
            return False
        begins, ends = self.span
        hour = datetime.fromtimestamp(t, self.zone).hour
        return begins <= hour < ends if begins < ends else hour >= begins or hour < ends

    def end_after(self, t: float) -> float:
        """Return the end of the quiet hours at `t`, `t` itself outside them."""
        if self.span is None or not self.at(t):
            return t
        return next_hour(self.zone, t, self.span[1])

    def due(self, start: float, seconds: float) -> float:
        """Return the moment, not a quiet one, at which so many seconds outside quiet hours have passed."""
        t = self.end_after(start)
        while (free := self._begins(t) - t) <= seconds:
            seconds -= free
            t = self.end_after(t + free)
        return t + seconds

    def _begins(self, t: float) -> float:
        """Return the next beginning of quiet hours after a moment outside them, inf without any."""
        return math.inf if self.span is None else next_hour(self.zone, t, self.span[0])
