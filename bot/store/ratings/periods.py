"""The periods over which hands are folded: all time, seasons of three months, months, by a server's clock."""

import re
from bisect import bisect_left
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Final

from bot.store.model.zones import zone_at

ALL_TIME: Final = "all"
_MONTH, _SEASON = "m", "s"
_PERIOD: Final = re.compile(rf"[{_MONTH}{_SEASON}][0-9]{{4}}-[0-9]{{2}}")
_DAY: Final = timedelta(days=1)
_YEARS: Final = (1970, 9998)


def month_of(server: Mapping[str, str], t: float) -> str:
    """Return the month of a moment in a server with these values, such as `m2026-11`."""
    return f"{_MONTH}{date_of(server, t):%Y-%m}"


def season_of(server: Mapping[str, str], t: float) -> str:
    """Return the season of a moment in a server, named by its first month, such as `s2026-10`."""
    day = date_of(server, t)
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
    after = date(last.year + 1, 1, 1) if last.month == 12 else last.replace(month=last.month + 1)
    return _begins(server, after)


def day_of(server: Mapping[str, str], t: float) -> tuple[float, float]:
    """Return the beginning of the day of a moment in a server, and of the next one."""
    day = date_of(server, t)
    return _begins(server, day), _begins(server, day + _DAY)


def date_of(server: Mapping[str, str], t: float) -> date:
    """Return the date of a moment in a server with these values."""
    return datetime.fromtimestamp(t, zone_at(server, t)).date()


def _begins(server: Mapping[str, str], day: date) -> float:
    """Return the first moment of a day in a server, whose zone may change at its end and make it longer."""
    about = datetime(day.year, day.month, day.day, tzinfo=UTC)
    around = range(int((about - _DAY).timestamp()), int((about + _DAY).timestamp()))
    return float(around[bisect_left(around, day, key=partial(date_of, server))])
