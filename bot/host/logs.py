"""The log on standard error: records as text or as lines of JSON, repeated warnings summed up."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

TEXT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"

QUIET: Final = {
    "discord": logging.INFO,
    "aiohttp": logging.INFO,
    "aiosqlite": logging.INFO,
    "alembic": logging.WARNING,
    "sqlalchemy": logging.WARNING,
}
"""The least level of each library that would log hands, tokens or statements below it."""

_MINUTE: Final = 60.0
"""Seconds for which the same warning is shown only once."""


def log_at(level: str, form: str) -> None:
    """Log to standard error from a level on; libraries stay within `QUIET` at every level."""
    shown = logging.StreamHandler()
    shown.setFormatter(formatter(form))
    logging.basicConfig(level=level, handlers=[Summed(shown)])
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(max(least, logging.getLevelName(level)))


def formatter(form: str) -> logging.Formatter:
    """Return the formatter for `text` or for `json`, which has its times in UTC."""
    if form == "text":
        return logging.Formatter(TEXT)
    from pythonjsonlogger.json import JsonFormatter  # only if it is used

    made = JsonFormatter(
        ["asctime", "levelname", "name", "message"],
        rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
        datefmt="%Y-%m-%dT%H:%M:%SZ",
    )
    made.converter = time.gmtime
    return made


@dataclass(slots=True)
class Repeated:
    """A warning shown at `since`, and how many `more` have come since then."""

    record: logging.LogRecord
    since: float
    more: int = 0


class Summed(logging.Handler):
    """A handler that shows a warning once a minute, and after the minute how many more have come.

    Warnings of a logger are the same if their level, format string and exception class are, whatever their
    arguments. Tests pass a clock.
    """

    def __init__(
        self, shown: logging.Handler, seconds: float = _MINUTE, now: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._shown = shown
        self._seconds = seconds
        self._now = now
        self._repeated: dict[tuple[str, int, str, str], Repeated] = {}
        self._timer: threading.Timer | None = None
        self._lock = threading.RLock()

    def emit(self, record: logging.LogRecord) -> None:
        """Show a record, unless it is a warning or an error shown within the last minute."""
        with self._lock:
            self._emit(record)

    def _emit(self, record: logging.LogRecord) -> None:
        self._tell(self._now())
        if record.levelno < logging.WARNING:
            self._shown.handle(record)
            return
        raised = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        kind = record.name, record.levelno, str(record.msg), raised
        known = self._repeated.get(kind)
        if known is None:
            self._repeated[kind] = Repeated(record, self._now())
            self._shown.handle(record)
            return
        known.more += 1
        self._tell_later()

    def sum_up(self) -> None:
        """Show the counts of all warnings whose minute is over."""
        with self._lock:
            self._timer = None
            self._tell(self._now())
            if any(known.more for known in self._repeated.values()):
                self._tell_later()

    def close(self) -> None:
        """Show all counts that are left, and close the handler."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._tell(float("inf"))
        super().close()

    def _tell_later(self) -> None:
        if self._timer is None:
            self._timer = threading.Timer(self._seconds, self.sum_up)
            self._timer.daemon = True
            self._timer.start()

    def _tell(self, now: float) -> None:
        over = [kind for kind, known in self._repeated.items() if now >= known.since + self._seconds]
        for kind in over:
            known = self._repeated.pop(kind)
            if known.more:
                self._shown.handle(_more(known))


def _more(known: Repeated) -> logging.LogRecord:
    """Return a record with the words of a warning and the number of its repetitions."""
    first = known.record
    words = f"{first.getMessage()} … {known.more} more like it in the last minute"
    return logging.LogRecord(first.name, first.levelno, first.pathname, first.lineno, words, None, None)
