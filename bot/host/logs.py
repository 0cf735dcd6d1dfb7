"""What the bot logs: to standard error, as text or as a line of JSON each, and repeated warnings once."""

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
"""Libraries that log what they send (hands, tokens, statements) below these levels."""

_MINUTE: Final = 60.0
"""Seconds within which the same warning is shown once."""


def log_at(level: str, form: str) -> None:
    """Log to standard error; libraries never say more than `QUIET` lets them, whatever the level."""
    shown = logging.StreamHandler()
    shown.setFormatter(formatter(form))
    logging.basicConfig(level=level, handlers=[Summed(shown)])
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(max(least, logging.getLevelName(level)))


def formatter(form: str) -> logging.Formatter:
    """Return how a record is written: as `text` or as `json`, with the time in UTC."""
    if form == "text":
        return logging.Formatter(TEXT)
    from pythonjsonlogger.json import JsonFormatter  # loaded only where it is wanted

    made = JsonFormatter(
        ["asctime", "levelname", "name", "message"],
        rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
        datefmt="%Y-%m-%dT%H:%M:%SZ",
    )
    made.converter = time.gmtime
    return made


@dataclass(slots=True)
class Repeated:
    """A warning that was shown at `since`, and how often it has come since then."""

    record: logging.LogRecord
    since: float
    more: int = 0


class Summed(logging.Handler):
    """Shows a warning once a minute, and when the minute is over how often it has come besides.

    Two warnings of one logger are the same if their words are, whatever they name. Tests pass a clock.
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
        """Show a record, unless it is a warning that was shown in the last minute."""
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
        """Tell of all whose minute is over."""
        with self._lock:
            self._timer = None
            self._tell(self._now())
            if any(known.more for known in self._repeated.values()):
                self._tell_later()

    def close(self) -> None:
        """Tell of all that was not told yet."""
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
    """Return a record that says how often one has come besides."""
    first = known.record
    words = f"{first.getMessage()} … {known.more} more like it in the last minute"
    return logging.LogRecord(first.name, first.levelno, first.pathname, first.lineno, words, None, None)
