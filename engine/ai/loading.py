"""Loading a hundred megabytes in a thread, in a process whose other threads are to go on meanwhile."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SWITCH_SECONDS: Final = 0.0005
"""For so long a thread keeps the lock from others that want it: a tenth of the default."""


@contextmanager
def giving_way() -> Iterator[None]:
    """Let other threads have Python's lock as soon as they ask for it, while this one loads modules.

    Once so much is in memory a collection of garbage holds the lock for 0.1 s. None is made until all is
    there, and no later one looks through what was there by then.
    """
    seconds, collects = sys.getswitchinterval(), gc.isenabled()
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.disable()
    try:
        yield
    finally:
        sys.setswitchinterval(seconds)
        gc.freeze()
        if collects:
            gc.enable()
