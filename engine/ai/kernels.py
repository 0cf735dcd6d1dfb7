"""Which games have their kernels compiled: found out without numba, which takes a second and 130 MB to load.

Compiled kernels are kept in a folder beside their source. A mark among them says that all of the game's are
there, compiled by this numba for this processor.
"""

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

from engine.ai import PACKAGES, named

if sys.platform != "win32":
    import fcntl

_SHARED: Final = Path(__file__).parent
_RULES: Final = _SHARED.parent


@cache
def folder(package: Path) -> Path | None:
    """Return where the compiled functions of a package are kept, None where nothing can be written.

    Its name is a digest of the sources: numba itself looks at the file of a function only, not at those of
    the functions that it calls. What a card is worth stands in the rules, and is compiled into kernels too.
    """
    shared = {_SHARED / "compiled.py", _SHARED / "bits.py", _RULES / "cards.py", _RULES / "tricks.py"}
    sources = sorted({*shared, *package.glob("*.py"), *(_RULES / package.name).glob("*.py")})
    digest = sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    kept = package / "__pycache__" / f"numba-{digest}"
    try:
        kept.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return kept if os.access(kept, os.W_OK) else None


@cache
def _machine() -> str:
    """Return a digest of what compiled kernels depend on besides their source."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = [platform.processor()]
    processor = {line for line in lines if line.startswith(("model name", "flags", "CPU part", "Features"))}
    facts = [sys.version, platform.machine(), version("numba"), version("llvmlite"), *sorted(processor)]
    return sha256("\0".join(facts).encode()).hexdigest()[:16]


def _kept(game: str) -> Path | None:
    return folder(_SHARED / PACKAGES[game].rpartition(".")[2])


def ready(game: str) -> bool:
    """Return whether the kernels of a game need not be waited for: they are compiled, or cannot be kept.

    Where they cannot be kept they are compiled by the first player that searches, at every start anew.
    """
    kept = _kept(game)
    return kept is None or (kept / f"ready-{_machine()}").exists()


def prepare(game: str) -> bool:
    """Compile and keep the kernels of a game unless they are; return False where nothing can be kept.

    Whoever comes while another process compiles waits for it, and finds the work done.
    """
    kept = _kept(game)
    if kept is None:
        return False
    with _alone(kept):
        if not ready(game):
            named(game, "hard")
            (kept / f"ready-{_machine()}").touch()
    return True


@contextmanager
def _alone(kept: Path) -> Iterator[None]:
    """Let one process at a time in, as far as the system can."""
    with (kept / "lock").open("w") as lock:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
