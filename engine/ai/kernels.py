"""Which games have their kernels compiled: found out without numba, which takes a second and 130 MB to load.

Compiled kernels are kept in a folder beside their source. A mark among them says that all of the game's are
there, compiled by this numba for this kind of processor.
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

from engine.ai import ADDED, added, named

if sys.platform != "win32":
    import fcntl

_SHARED: Final = Path(__file__).parent
_RULES: Final = _SHARED.parent
V2: Final = frozenset({"cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"})
"""What processors of the kind x86-64-v2 have that older ones may lack, in Linux's words."""


@cache
def folder(package: Path) -> Path | None:
    """Return where the compiled functions of a package are kept, None where nothing can be written.

    Its name is a digest of the sources: numba itself looks at the file of a function only, not at those of
    the functions that it calls. What a card is worth stands in the rules, and is compiled into kernels too.
    """
    shared = {_SHARED / "compiled.py", _SHARED / "bits.py", _SHARED / "options.py"}
    shared |= {_RULES / "cards.py", _RULES / "tricks.py"}
    # Reasons are no part of what is compiled, and change often.
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
    """Return what LLVM calls the kind of processor that kernels are compiled for here."""
    try:
        described = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        described = ""
    return kind(platform.machine(), described)


def kind(machine: str, described: str) -> str:
    """Return the kind of a processor, by the name of its machine and what Linux says of it, if anything.

    It is no model: an image, or a folder that moves to another machine, has nothing to compile again. Kernels
    count bits, which every x86 processor since 2009 does in one instruction.
    """
    if machine.lower() not in ("x86_64", "amd64"):
        return "generic"
    features = next((line.split() for line in described.splitlines() if line.startswith("flags")), None)
    return "x86-64-v2" if features is None or set(features) >= V2 else "generic"


@cache
def _machine() -> str:
    """Return a digest of what compiled kernels depend on besides their source."""
    facts = [
        sys.version,
        sys.platform,
        platform.machine(),
        processor(),
        version("numba"),
        version("llvmlite"),
    ]
    return sha256("\0".join(facts).encode()).hexdigest()[:16]


def _kept(game: str) -> Path | None:
    return folder(_SHARED / ADDED[game].rpartition(".")[2])


def ready(game: str) -> bool:
    """Return whether no kernels of a game need be waited for: they are compiled, it has none, or they cannot
    be kept.

    Where they cannot be kept they are compiled by the first player that searches, at every start anew.
    """
    if not added(game).kernels:
        return True
    kept = _kept(game)
    return kept is None or (kept / f"ready-{_machine()}").exists()


def prepare(game: str) -> bool:
    """Compile and keep the kernels of a game unless they are; return False where nothing can be kept.

    Whoever comes while another process compiles waits for it, and finds the work done.
    """
    if not added(game).kernels:
        return True
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
