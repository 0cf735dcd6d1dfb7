"""Compilation of kernels to machine code.

Kernels work on machine words (one bit for each card) and release the interpreter's lock while they run. They
make no arrays, but work on those that they are given. The machine code is kept next to its source, and
compiled again when any file of its package has changed.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba

from engine.ai import kernels

_Function = TypeVar("_Function", bound=Callable[..., Any])

_njit: Final[Any] = numba.njit
_CONFIGURATION: Final[Any] = numba.config
_CONFIGURATION.CPU_NAME = kernels.processor()
_CONFIGURATION.CPU_FEATURES = ""  # Only the features that the name implies.


def compiled(function: _Function) -> _Function:
    """Return `function`, to be compiled at its first call; it takes numbers, words and arrays of them.

    Words are signed 64-bit integers: numba turns mixed signed and unsigned integers into floats.
    """
    folder = kernels.folder(Path(function.__code__.co_filename).parent)
    if folder is not None:
        _CONFIGURATION.CACHE_DIR = str(folder)
    # `_nrt`, a private option of numba (0.60 to 0.68), leaves out the counting of references to arrays: two
    # atomic additions for each array of a call, of which newer versions remove fewer. With 0.66 they took
    # half the time of Civil Suits. Without them no array can be made.
    made = _njit(cache=folder is not None, nogil=True, error_model="numpy", _nrt=False)(function)
    if folder is not None:
        # Before numba (0.60 to 0.68) loads kept code, it prepares to compile, which takes 15 MB and 0.1 s.
        made._cache.load_overload = made._cache._load_overload
    return cast(_Function, made)
