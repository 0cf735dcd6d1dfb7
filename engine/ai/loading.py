"""Loading a hundred megabytes of modules in a thread without holding up the other threads."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SWITCH_SECONDS: Final = 0.0005
"""How long a thread keeps the lock while others want it: a tenth of the default."""


@contextmanager
def giving_way() -> Iterator[None]:
    """Give Python's lock to other threads as soon as they ask for it, while this one loads modules.

    With so much in memory, a garbage collection would hold the lock for 0.1 s. There is none until everything
    is loaded, and later ones skip the objects loaded by then.
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
