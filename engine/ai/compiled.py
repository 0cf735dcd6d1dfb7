"""Compilation of kernels to machine code.

Kernels work on machine words (one bit for each card) and release the interpreter's lock while they run. The
machine code is kept next to its source, and compiled again when any file of its package has changed.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba

from engine.ai import kernels

_Function = TypeVar("_Function", bound=Callable[..., Any])

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
    made = numba.njit(cache=folder is not None, nogil=True, error_model="numpy")(function)
    return cast(_Function, made)
