"""Time zones: those that can be chosen, and the one that holds in a server.

A choice for a server holds from the next midnight of the zone before, so that no day there has two ends. Each
is stored under a name of its own, which ends in that midnight: `zone_at` answers for past days too, and one
write is a whole change.
"""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from functools import cache
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo

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
ZONE: Final = "zone"
"""The name of the preference."""
USUAL_ZONE: Final = "europe-rome"

_CHOICE: Final = re.compile(rf"{ZONE}-([0-9]{{1,12}})")
_DAY: Final = timedelta(days=1)

_zone = cache(ZoneInfo)


def zone_of(value: str) -> ZoneInfo:
    """Return the time zone of a value of the preference."""
    return _zone(ZONES[value])


def next_hour(zone: ZoneInfo, t: float, hour: int) -> float:
    """Return the first time after `t` at a full hour; an hour that clocks skip begins where they jump."""

    def at(day: date) -> float:
        return datetime(day.year, day.month, day.day, hour, tzinfo=zone).timestamp()

    today = datetime.fromtimestamp(t, zone).date()
    return at(today) if at(today) > t else at(today + _DAY)


def chosen_zones(stored: Mapping[str, str]) -> dict[str, str]:
    """Return the zones that a server has chosen, by stored name, and the last of them as its preference."""
    made = {name: zone for name, zone in stored.items() if _CHOICE.fullmatch(name) and zone in ZONES}
    return {**made, ZONE: made[max(made, key=_begins)]} if made else {}


def zone_at(server: Mapping[str, str], t: float) -> ZoneInfo:
    """Return the time zone that holds at a moment in a server with these values."""
    begun = [name for name in server if _CHOICE.fullmatch(name) and _begins(name) <= t]
    return zone_of(server[max(begun, key=_begins)] if begun else USUAL_ZONE)


def name_of_choice(server: Mapping[str, str], t: float) -> str:
    """Return the name under which a choice at a moment is stored; a later one that day replaces it."""
    return f"{ZONE}-{int(next_hour(zone_at(server, t), t, 0))}"


def _begins(name: str) -> int:
    """Return the moment from which a choice holds, by its name."""
    return int(name.rpartition("-")[2])
