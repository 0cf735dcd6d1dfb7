"""The periods over which hands are folded: all time, seasons of three months, and months, by a server's clock."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from bot.store.model.zones import zone_at

ALL_TIME: Final = "all"
_MONTH, _SEASON = "m", "s"
_PERIOD: Final = re.compile(rf"[{_MONTH}{_SEASON}][0-9]{{4}}-[0-9]{{2}}")
DAY: Final = 86_400.0
_YEARS: Final = (1970, 9998)


def month_of(server: Mapping[str, str], t: float) -> str:
    """Return the month of a moment in a server with these values, such as `m2026-11`."""
    return f"{_MONTH}{_day(server, t):%Y-%m}"


def season_of(server: Mapping[str, str], t: float) -> str:
    """Return the season of a moment in a server, named by its first month, such as `s2026-10`."""
    day = _day(server, t)
    return f"{_SEASON}{day.year:04}-{day.month - (day.month - 1) % 3:02}"


def periods_of(server: Mapping[str, str], t: float) -> tuple[str, str, str]:
    """Return the periods of a moment in a server with these values."""
    return ALL_TIME, season_of(server, t), month_of(server, t)


def is_season(period: str) -> bool:
    """Return whether a period is a season."""
    return period.startswith(_SEASON)


def is_month(period: str) -> bool:
    """Return whether a period is a month."""
    return period.startswith(_MONTH)


def is_period(text: str) -> bool:
    """Return whether a text from outside names a period."""
    if text == ALL_TIME:
        return True
    if _PERIOD.fullmatch(text) is None:
        return False
    first = int(text[-2:])
    within = _YEARS[0] <= int(text[1:5]) <= _YEARS[1]
    return within and first in (range(1, 13, 3) if is_season(text) else range(1, 13))


def first_month(period: str) -> date:
    """Return the first day of a season or of a month."""
    return date(int(period[1:5]), int(period[-2:]), 1)


def last_month(period: str) -> date:
    """Return the first day of the last month of a season, or of a month itself."""
    first = first_month(period)
    return first.replace(month=first.month + 2) if is_season(period) else first


def season_before(season: str) -> str:
    """Return the season before a season."""
    first = first_month(season)
    year, month = (first.year, first.month - 3) if first.month > 3 else (first.year - 1, 10)
    return f"{_SEASON}{year:04}-{month:02}"


def ends_at(period: str, server: Mapping[str, str]) -> float:
    """Return the moment at which a season or a month ends in a server with these values."""
    last = last_month(period)
    year, month = (last.year + 1, 1) if last.month == 12 else (last.year, last.month + 1)
    about = datetime(year, month, 1, tzinfo=zone_at(server, 0)).timestamp()
    # The zone of the last day ends it.
    return datetime(year, month, 1, tzinfo=zone_at(server, about - DAY / 2)).timestamp()


def day_of(server: Mapping[str, str], t: float) -> tuple[float, float]:
    """Return the beginning of the day of a moment in a server, and of the next one."""
    day = _day(server, t)
    zone = zone_at(server, t)
    begins = datetime(day.year, day.month, day.day, tzinfo=zone)
    after = date.fromordinal(day.toordinal() + 1)
    return begins.timestamp(), datetime(after.year, after.month, after.day, tzinfo=zone).timestamp()


def _day(server: Mapping[str, str], t: float) -> date:
    return datetime.fromtimestamp(t, zone_at(server, t)).date()
