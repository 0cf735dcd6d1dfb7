"""Discord's time, by which the bot goes, and the sentence for a host whose clock is wrong.

Players read a deadline on their own devices, and the ids of messages and presses carry Discord's time: so the
bot keeps all its times by Discord's clock. Between two answers it goes on by this machine's steady clock,
which nobody can set. The machine's own clock counts only until Discord has answered for the first time.
"""

import logging
import time
from collections.abc import Callable
from email.utils import mktime_tz, parsedate_tz
from typing import Final

log = logging.getLogger(__name__)

AGREEING_SECONDS: Final = 10.0
"""Seconds by which the machine's clock may differ from Discord's before the log says so.

Also the longest time from a press until its arrival, with room to spare: Discord takes no acknowledgement
after three seconds.
"""
_DATE_SECONDS: Final = 1.0
"""The resolution of a `Date` header in seconds."""
_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


class DiscordTime:
    """Discord's time; `host` is the machine's clock, `steady` one that nobody can set."""

    def __init__(
        self, host: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self.steady = steady
        self._host = host
        self._began = steady()
        self._beyond = host() - self._began
        self._said = 0.0
        self._by_presses = False

    def now(self) -> float:
        """Return Discord's time in seconds since the epoch."""
        return self.steady() + self._beyond

    @property
    def began_at(self) -> float:
        """Return Discord's time when this clock, and with it the bot, was started."""
        return self._began + self._beyond

    @property
    def trouble(self) -> str:
        """Return how far this machine's clock is from Discord's in one sentence, empty if they agree."""
        ahead = self._host() - self.now()
        if abs(ahead) <= AGREEING_SECONDS:
            return ""
        where = f"{_length(abs(ahead))} {'ahead of' if ahead > 0 else 'behind'}"
        return f"this machine's clock is {where} Discord's, by which the bot goes: set it right"

    def dated(self, header: str | None, asked_at: float) -> None:
        """Go by the `Date` header of an answer, just arrived, to a request made at `asked_at` of `steady`."""
        parts = None if header is None else parsedate_tz(header)
        if parts is not None and not self._by_presses:
            date = mktime_tz(parts)
            earliest, latest = date - self.steady(), date + _DATE_SECONDS - asked_at
            if not earliest <= self._beyond <= latest:
                self._beyond = (earliest + latest) / 2
        self._say()

    def pressed(self, created_at: float, received_at: float) -> None:
        """Go by a press that was made at `created_at`, and acknowledged in time.

        It arrived at `received_at` of `steady`. One that disagrees with the dates shows that those are not
        Discord's own, as behind some proxies: from then on they do not count.
        """
        earliest = created_at - received_at
        # As exact as a date: an answer in between may have been taken for half a second later.
        if not earliest - _DATE_SECONDS <= self._beyond <= earliest + AGREEING_SECONDS:
            self._beyond, self._by_presses = earliest, True
        self._say()

    def _say(self) -> None:
        """Log the difference once, and again when it has changed by more than `AGREEING_SECONDS`."""
        ahead = self._host() - self.now()
        if abs(ahead) > AGREEING_SECONDS:
            if abs(ahead - self._said) > AGREEING_SECONDS:
                log.warning("%s", self.trouble)
                self._said = ahead
        elif self._said and abs(ahead) < AGREEING_SECONDS / 2:
            log.info("this machine's clock agrees with Discord's again")
            self._said = 0.0


def _length(seconds: float) -> str:
    """Return a length of time in words: `45 s`, `20 minutes`, `3 hours 5 minutes`, `2 days 1 hour`."""
    if seconds < 2 * _MINUTE:
        return f"{seconds:.0f} s"
    whole = round(seconds / _MINUTE) * _MINUTE
    if whole >= _DAY:
        units = ((whole // _DAY, "day"), (whole % _DAY // _HOUR, "hour"))
    else:
        units = ((whole // _HOUR, "hour"), (whole % _HOUR // _MINUTE, "minute"))
    return " ".join(f"{number} {unit}{'' if number == 1 else 's'}" for number, unit in units if number)
