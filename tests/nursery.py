"""Processes of the bot that are born in one that has played before, with everything imported, read and made.

`command` is a command line with the effect of `python -m MODULE`. Behind it a nursery, one for all workers of
a test session, forks a child that takes over files, environment, folder, umask and arguments; the process
started here ends as the child does, and passes on SIGTERM and SIGINT. `KILLING` kills the child, which has
gone once that is over; where the started process is killed itself, its child is killed a moment later.
"""

import asyncio
import atexit
import fcntl
import gc
import importlib
import marshal
import os
import pkgutil
import random
import runpy
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from bot import app

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("bot", "cogs")
UNTOUCHED: Final = ("__main__", "migrations")
"""Modules that act when they are imported."""
MOST: Final = 1 << 20
AT_ONCE: Final = 0.02
"""Seconds after the last server until a bot is ready: the stand-in sends all of them together."""
KILLING: Final = signal.SIGUSR1

WORKER: Final = "PYTEST_XDIST_WORKER" in os.environ
SESSION: Final = os.environ["PYTEST_XDIST_TESTRUNUID"] if WORKER else uuid4().hex

IN_ITS_NAME: Final = """
import _signal, _socket, marshal, posix, sys
nursery = _socket.socket(_socket.AF_UNIX)
nursery.connect(sys.argv[1])
posix.umask(umask := posix.umask(0))
told = marshal.dumps((sys.argv[2:], posix.environ, posix.getcwd(), umask))
passed_on = _signal.SIGTERM, _signal.SIGINT, _signal.SIGUSR1
def pass_on(number, _):
    try:
        nursery.send(bytes([number]))
    except OSError:
        return  # Where the child has just ended, nobody listens.
for number in passed_on:
    _signal.signal(number, pass_on)
_signal.pthread_sigmask(_signal.SIG_BLOCK, passed_on)
files = b"".join(file.to_bytes(4, sys.byteorder) for file in range(3))
nursery.sendmsg([len(told).to_bytes(4, "big")], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, files)])
nursery.sendall(told)
_signal.pthread_sigmask(_signal.SIG_UNBLOCK, passed_on)
posix.dup2(posix.open("/dev/null", posix.O_RDWR), 0), posix.dup2(0, 1), posix.dup2(0, 2)
status = int(nursery.recv(16) or 1)
if status < 0:
    if -status in passed_on:
        _signal.signal(-status, _signal.SIG_DFL)
    posix.kill(posix.getpid(), -status)
posix._exit(status)
"""
"""It needs built-in modules only: others would take longer than the rest of it."""


def command(module: str, *arguments: str) -> tuple[str, ...]:
    """Return a command line with the effect of `python -m MODULE`, or `python -c`."""
    return (sys.executable, "-I", "-S", "-c", IN_ITS_NAME, _nursery(), module, *arguments)


@cache
def _nursery() -> str:
    """Return the socket of this session's nursery, which ends with the session."""
    folder = Path(tempfile.gettempdir()) / f"nursery-{SESSION}"
    folder.mkdir(0o700, exist_ok=True)
    path = folder / "socket"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            session = os.getppid() if WORKER else os.getpid()
            made = (sys.executable, "-m", "tests.nursery", str(path), str(session))
            subprocess.run(made, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    return str(path)


# In the nursery


class _Born(BaseException):
    """This process is a child, and has something else to do."""

    def __init__(self, told: tuple[Any, ...]) -> None:
        super().__init__()
        self.told = told


def serve(path: str, session: int) -> None:
    """Fork a child for each client, in a process of its own, until the session has ended."""
    ended = os.pidfd_open(session)
    for package in PACKAGES:
        _import_all(package)
    app.GUILDS_SECONDS = AT_ONCE  # type: ignore[misc]  # as in the tests' own process
    asyncio.run(_rehearse(Path(path).parent / "rehearsal"))
    # Children share the imported modules as long as no garbage collection looks at them.
    gc.collect()
    gc.freeze()
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen(64)
    if os.fork():
        os._exit(0)
    os.setsid()
    waiting = selectors.DefaultSelector()
    waiting.register(server, selectors.EVENT_READ)
    waiting.register(ended, selectors.EVENT_READ)
    children: dict[int, tuple[int, socket.socket]] = {}
    """Each child and its starter, by the file that reports the child's end and by the connection."""
    while True:
        # One at a time: its effects may make another of these events stale.
        key, _ = waiting.select()[0]
        if key.fd == ended:
            for child in {child for child, _ in children.values()}:
                os.kill(child, signal.SIGKILL)
            shutil.rmtree(Path(path).parent, ignore_errors=True)
            os._exit(0)
        if key.fileobj is server:
            _bear(server, waiting, children)
        else:
            _hear(key.fd, waiting, children)


async def _rehearse(folder: Path) -> None:
    """Let a bot start, play and end here: all children then have the things that a process makes once."""
    from tests.e2e.support.house import house

    async with house(folder) as made:
        await made.open()
        await made.play_on(8)


def _import_all(package: str) -> None:
    found = importlib.import_module(package)
    for module in pkgutil.walk_packages(found.__path__, f"{package}."):
        if not any(part in UNTOUCHED for part in module.name.split(".")):
            importlib.import_module(module.name)


def _bear(server: socket.socket, waiting: Any, children: dict[int, tuple[int, socket.socket]]) -> None:
    """Fork a child for the new client."""
    asking, _ = server.accept()
    size, files, _, _ = socket.recv_fds(asking, 4, 3)
    told = b""
    while len(told) < int.from_bytes(size, "big") and (more := asking.recv(MOST)):
        told += more
    if len(files) < 3 or len(told) < int.from_bytes(size, "big"):
        # Killed before it could send its request.
        for file in files:
            os.close(file)
        asking.close()
        return
    child = os.fork()
    if child == 0:
        os.setsid()
        for number, file in enumerate(files):
            os.dup2(file, number)
        highest = max(*files, asking.fileno(), server.fileno(), *children, 3) + 8
        # Each by its own means: garbage that is collected later must not close a number that is used again.
        waiting.close()
        for one in (server, asking, *(other for _, other in children.values())):
            one.close()
        os.closerange(3, highest)
        raise _Born(marshal.loads(told))
    for file in files:
        os.close(file)
    ended = os.pidfd_open(child)
    for file in (ended, asking.fileno()):
        children[file] = child, asking
        waiting.register(file, selectors.EVENT_READ)


def _live(arguments: list[str], environment: dict[bytes, bytes], folder: str, umask: int) -> int:
    """Act as `python -m` does, in the child, and return the exit status."""
    os.environ.clear()
    os.environb.update(environment)
    os.chdir(folder)
    os.umask(umask)
    random.seed()
    try:
        sys.argv = arguments
        if arguments[0] == "-c":
            program = arguments.pop(1)
            exec(compile(program, "<string>", "exec"), {"__name__": "__main__"})  # our own
        else:
            runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if isinstance(end.code, str):
            sys.stderr.write(f"{end.code}\n")
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException as error:  # noqa: BLE001  # the interpreter would do the same
        traceback.print_exc()
        return -signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1
    return 0


def _hear(file: int, waiting: Any, children: dict[int, tuple[int, socket.socket]]) -> None:
    """Pass on signals to a child, kill one whose starter has gone, or tell its starter how it has ended."""
    child, asking = children[file]
    if file == asking.fileno() and (numbers := _received(asking)):
        for number in numbers:
            os.kill(child, signal.SIGKILL if number == KILLING else number)
        return
    if file == asking.fileno():
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    with suppress(OSError):  # its starter may have gone
        asking.sendall(str(os.waitstatus_to_exitcode(status)).encode())
    for one in [one for one, (mine, _) in children.items() if mine == child]:
        del children[one]
        waiting.unregister(one)
        if one != asking.fileno():
            os.close(one)
    asking.close()


def _received(asking: socket.socket) -> bytes:
    try:
        return asking.recv(16)
    except OSError:
        return b""


def _be_child(told: tuple[Any, ...]) -> None:
    """Carry out the request, and end as the interpreter would, without taking all modules apart.

    Threads are waited for and everything registered for the end is done; `_leave` comes last.
    """
    status = _live(*told)
    LAST.append(status)
    sys.exit(max(status, 0))


LAST: Final[list[int]] = []
"""The exit status of a child that is over."""


def _leave() -> None:
    """End a child; nothing happens where the nursery itself ends."""
    if LAST:
        gc.collect()
        sys.stdout.flush()
        sys.stderr.flush()
        if LAST[0] < 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.kill(os.getpid(), -LAST[0])
        os._exit(LAST[0])


if __name__ == "__main__":
    atexit.register(_leave)
    try:
        serve(sys.argv[1], int(sys.argv[2]))
    except _Born as born:
        asked_for = born.told
    _be_child(asked_for)
