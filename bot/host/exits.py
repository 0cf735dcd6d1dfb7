"""The end of the bot: within five seconds of a signal, or in trouble, with an exit status for each kind.

It is imported before everything else, so it imports as little as it can.
"""

import os
import signal
import threading
from collections.abc import Callable
from enum import IntEnum
from types import FrameType
from typing import Final

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
WITHIN: Final = 4.5
"""Seconds that the bot may take to close: every acknowledged press is stored by then."""


def end_at_once() -> None:
    """End the process with status 0 at a signal: for as long as there is nothing to close."""
    for number in SIGNALS:
        signal.signal(number, _end)


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(0)


def when_asked(close: Callable[[], object]) -> None:
    """Call `close` at the first signal, and end the process with status 0 after `WITHIN` seconds."""

    def asked(number: int, frame: FrameType | None) -> None:
        for each in SIGNALS:
            # A second signal must not turn an orderly end into a failure.
            signal.signal(each, signal.SIG_IGN)
        deadline = threading.Timer(WITHIN, os._exit, (0,))
        deadline.daemon = True
        deadline.start()
        close()

    for number in SIGNALS:
        signal.signal(number, asked)


class Exit(IntEnum):
    """The exit statuses of `python -m bot`; `meaning` stands in its help."""

    meaning: str

    FINE = 0, "all is well"
    FAILED = 1, "an error that nobody expected"
    SETTINGS = 2, "a setting or an argument is wrong, or there is no token"
    DATABASE = 3, "the database cannot be used"
    TURNED_AWAY = 4, "Discord turns the bot away: for its token, its application, its intents or its shards"
    UNREACHABLE = 5, "Discord cannot be reached (at a start, the bot waits for it instead)"
    PERMISSIONS = 6, "a permission is missing in a server"
    RUNNING = 7, "another process runs the bot on this database, or on these shards"

    def __new__(cls, number: int, meaning: str) -> "Exit":
        """Return the status of a number, with its meaning."""
        member = int.__new__(cls, number)
        member._value_ = number
        member.meaning = meaning
        return member


class Trouble(Exception):
    """A sentence for the host, without any secret, and the exit status."""

    def __init__(self, status: Exit, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
