"""The compiled kernels of a game, looked up without numba, which takes a second and 55 MB to load.

Compiled kernels are kept in a folder next to their source. A marker file in it says that all kernels of the
game are there, compiled by this numba for this kind of processor; so it also says that this numba works.
"""

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from engine.ai import ADDED, added, named
from engine.ai.loading import COMPILER

if sys.platform != "win32":
    import fcntl

_SHARED: Final = Path(__file__).parent
_RULES: Final = _SHARED.parent
V2: Final = frozenset({"cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"})
"""The features of x86-64-v2 that older processors may lack, as Linux names them."""
UNKEPT: Final = 3
"""The exit status of `python -m engine.ai` if kernels cannot be kept: each process compiles its own."""
WITHOUT: Final = 4
"""Its exit status if numba is missing or does not work here."""


@cache
def folder(package: Path) -> Path | None:
    """Return the folder for the compiled functions of a package, None if it is not writable.

    Its name is a digest of the sources, because numba itself checks only the file of a function, not those of
    the functions that it calls. The rules are included: kernels have constants of theirs compiled in.
    """
    shared = {_SHARED / "compiled.py", _SHARED / "bits.py", _SHARED / "options.py"}
    shared |= {_RULES / "cards.py", _RULES / "tricks.py"}
    # Reasons are not compiled, and change often.
    own = set(package.glob("*.py")) - {package / "reasons.py"}
    sources = sorted({*shared, *own, *(_RULES / package.name).glob("*.py")})
    digest = sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    kept = package / "__pycache__" / f"numba-{digest}"
    try:
        kept.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return kept if os.access(kept, os.W_OK) else None


@cache
def processor() -> str:
    """Return LLVM's name for the kind of processor that kernels are compiled for on this machine."""
    try:
        described = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        described = ""
    return kind(platform.machine(), described)


def kind(machine: str, described: str) -> str:
    """Return the kind of a processor from its machine's name and Linux's description, which may be empty.

    It is a broad kind, not a model, so that an image works on other machines without compiling again. Kernels
    count bits, which every x86 processor since 2009 does in one instruction.
    """
    if machine.lower() not in ("x86_64", "amd64"):
        return "generic"
    features = next((line.split() for line in described.splitlines() if line.startswith("flags")), None)
    return "x86-64-v2" if features is None or set(features) >= V2 else "generic"


def installed() -> bool:
    """Return whether numba and its packages are installed; they may still not work here."""
    return bool(_versions())


def _versions() -> tuple[str, ...]:
    """Return the versions of numba and its packages, none if one is missing."""
    try:
        return tuple([version(package) for package in COMPILER])
    except PackageNotFoundError:
        return ()


@cache
def _marker(kept: Path, versions: tuple[str, ...]) -> Path:
    """Return the file that marks the kernels in a folder as compiled by these versions.

    Its name is a digest of everything besides the sources that kernels depend on, the folder's path included:
    numba finds nothing in a copy that lies elsewhere.
    """
    facts = [
        str(kept.resolve()),
        sys.version,
        sys.platform,
        platform.machine(),
        processor(),
        *versions,
    ]
    return kept / f"ready-{sha256(chr(0).join(facts).encode()).hexdigest()[:16]}"


def _kept(game: str) -> Path | None:
    return folder(_SHARED / ADDED[game].rpartition(".")[2])


def ready(game: str) -> bool:
    """Return whether a game's kernels are compiled and kept, or it has none: `prepare` has nothing to do."""
    if not added(game).kernels:
        return True
    kept, versions = _kept(game), _versions()
    return kept is not None and bool(versions) and _marker(kept, versions).exists()


def prepare(game: str) -> bool:
    """Compile and keep the kernels of a game if need be; return False if they cannot be kept.

    NoCompiler without numba. If another process is compiling them already, this one waits for it.
    """
    if not added(game).kernels:
        return True
    kept = _kept(game)
    if kept is None:
        return False
    with _alone(kept):
        if not ready(game):
            named(game, "hard")
            _marker(kept, _versions()).touch()
    return True


@contextmanager
def _alone(kept: Path) -> Iterator[None]:
    """Let only one process in at a time, where the system can lock files."""
    with (kept / "lock").open("w") as lock:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
