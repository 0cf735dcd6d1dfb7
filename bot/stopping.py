"""SIGINT and SIGTERM: heeded from the first moment on, and no process outlives them by five seconds.

It imports as little as it can, because it comes before everything else.
"""

import os
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Final

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
WITHIN: Final = 4.5
"""How many seconds the bot may take to close: what was acknowledged is stored by then."""


def end_at_once() -> None:
    """End the process with status 0 at a signal, as long as there is nothing to close."""
    for number in SIGNALS:
        signal.signal(number, _end)


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(0)


def when_asked(close: Callable[[], object]) -> None:
    """Call `close` at the first signal, and end the process with status 0 if that takes too long."""

    def asked(number: int, frame: FrameType | None) -> None:
        for each in SIGNALS:
            # A second signal is not to make a failure of an orderly end.
            signal.signal(each, signal.SIG_IGN)
        deadline = threading.Timer(WITHIN, os._exit, (0,))
        deadline.daemon = True
        deadline.start()
        close()

    for number in SIGNALS:
        signal.signal(number, asked)
