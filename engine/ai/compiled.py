"""Compilation of kernels to machine code.

Kernels work on machine words (one bit a card) and release the interpreter's lock while they run. What is
compiled is kept beside its source, and compiled again when any file of its package has changed.
"""

import os
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba

_Function = TypeVar("_Function", bound=Callable[..., Any])

_SHARED: Final = Path(__file__).parent
_CONFIGURATION: Final[Any] = numba.config


@cache
def _folder(package: Path) -> Path | None:
    """Return where the compiled functions of a package are kept, None where nothing can be written.

    Its name is a digest of the sources: numba itself looks at the file of a function only, not at those of
    the functions that it calls.
    """
    sources = sorted({_SHARED / "compiled.py", _SHARED / "bits.py", *package.glob("*.py")})
    digest = sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    folder = package / "__pycache__" / f"numba-{digest}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def compiled(function: _Function) -> _Function:
    """Return `function` compiled at its first call; it takes numbers, words and arrays of them.

    Words are signed 64-bit integers: numba makes floats where signed and unsigned meet.
    """
    folder = _folder(Path(function.__code__.co_filename).parent)
    if folder is not None:
        _CONFIGURATION.CACHE_DIR = str(folder)
    made = numba.njit(cache=folder is not None, nogil=True, error_model="numpy")(function)
    return cast(_Function, made)
