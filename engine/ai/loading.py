"""Loading numba and the modules that need it, in a thread without holding up the other threads."""

import ctypes
import gc
import mmap
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

COMPILER: Final = ("numba", "llvmlite", "numpy")
"""The packages of the extra `fast`, which not every system has."""
LIBRARY: Final = "libllvmlite"
"""The file with the compiler's code, of which 50 MB come into memory when kernels are loaded."""
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


class NoCompiler(Exception):
    """A sentence that says why kernels can neither be compiled nor loaded: without numba nothing searches."""


def loaded(module: str) -> Any:
    """Return a module that loads numba; NoCompiler if numba is missing or does not work here."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name not in COMPILER:
            raise
        raise NoCompiler(f"{error.name} is not installed") from error
    except Exception as error:
        # Where versions or libraries do not fit, numba and its packages raise errors of many classes.
        said = " ".join(f"{type(error).__name__}: {error}".split())
        raise NoCompiler(f"numba cannot be loaded here ({said})") from error


def drop_compiler() -> None:
    """Have the system take the compiler's code out of memory, where it can: kernels run without it.

    It comes from its file again when the kernels of another game are loaded.
    """
    if sys.platform == "linux":
        # A host may hide the list of memory, and a C library may lack the call.
        with suppress(OSError, AttributeError):
            _drop_code()


def _drop_code() -> None:
    advise = ctypes.CDLL(None).madvise
    for line in Path("/proc/self/maps").read_text("utf-8", "replace").splitlines():
        place, access = line.split()[:2]
        # Nothing is ever written where code is.
        if LIBRARY in line and access == "r-xp":
            first, end = (int(address, 16) for address in place.split("-"))
            advise(ctypes.c_void_p(first), ctypes.c_size_t(end - first), mmap.MADV_DONTNEED)
