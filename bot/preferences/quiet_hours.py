"""Quiet hours: a span of full hours each day, in the time zone of a member."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from types import MappingProxyType
from typing import Final, Self
from zoneinfo import ZoneInfo

SPANS: Final = ("21-07", "22-07", "22-08", "23-07", "23-08", "00-08", "00-09", "01-10")
"""The first full hour and the end, such as 22 and 7."""

ZONES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "pacific-honolulu": "Pacific/Honolulu",
        "america-los-angeles": "America/Los_Angeles",
        "america-denver": "America/Denver",
        "america-chicago": "America/Chicago",
        "america-mexico-city": "America/Mexico_City",
        "america-new-york": "America/New_York",
        "america-bogota": "America/Bogota",
        "america-santiago": "America/Santiago",
        "america-sao-paulo": "America/Sao_Paulo",
        "utc": "Etc/UTC",
        "europe-london": "Europe/London",
        "africa-lagos": "Africa/Lagos",
        "europe-rome": "Europe/Rome",
        "europe-athens": "Europe/Athens",
        "africa-cairo": "Africa/Cairo",
        "africa-johannesburg": "Africa/Johannesburg",
        "europe-istanbul": "Europe/Istanbul",
        "asia-dubai": "Asia/Dubai",
        "asia-karachi": "Asia/Karachi",
        "asia-kolkata": "Asia/Kolkata",
        "asia-bangkok": "Asia/Bangkok",
        "asia-shanghai": "Asia/Shanghai",
        "asia-tokyo": "Asia/Tokyo",
        "australia-sydney": "Australia/Sydney",
        "pacific-auckland": "Pacific/Auckland",
    }
)
"""The IANA name of a time zone by the value of the preference, from west to east."""

_DAY: Final = timedelta(days=1)

_zone = cache(ZoneInfo)


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
            return cls(None, _zone(ZONES[member["zone"]]))
        begins, ends = map(int, span.split("-"))
        return cls((begins, ends), _zone(ZONES[member["zone"]]))

    def at(self, t: float) -> bool:
        """Return whether a moment lies in the quiet hours."""
        if self.span is None:
            return False
        begins, ends = self.span
        hour = self._local(t).hour
        return begins <= hour < ends if begins < ends else hour >= begins or hour < ends

    def end_after(self, t: float) -> float:
        """Return the end of the quiet hours at `t`, `t` itself outside them."""
        if self.span is None or not self.at(t):
            return t
        return self._next(t, self.span[1])

    def due(self, start: float, seconds: float) -> float:
        """Return the moment, not a quiet one, at which so many seconds outside quiet hours have passed."""
        t = self.end_after(start)
        while (free := self._begins(t) - t) <= seconds:
            seconds -= free
            t = self.end_after(t + free)
        return t + seconds

    def _begins(self, t: float) -> float:
        """Return the next beginning of quiet hours after a moment outside them, inf without any."""
        return math.inf if self.span is None else self._next(t, self.span[0])

    def _next(self, t: float, hour: int) -> float:
        """Return the first time after `t` at a full hour; an hour that clocks skip begins where they jump."""
        day = self._local(t).date()
        at = self._at(day, hour)
        return at if at > t else self._at(day + _DAY, hour)

    def _at(self, day: date, hour: int) -> float:
        return datetime(day.year, day.month, day.day, hour, tzinfo=self.zone).timestamp()

    def _local(self, t: float) -> datetime:
        return datetime.fromtimestamp(t, self.zone)
