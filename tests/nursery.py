"""Processes of the bot that are born with all of it imported, which takes each of them seconds otherwise.

`command` is a command line that does what `python -m MODULE` does. Behind it a nursery, one a test process,
forks a child that takes over files, environment and arguments; what is started here ends as the child does.
SIGTERM kills the child, which has gone once that is over; where what was started is killed itself, its child
is killed a moment later.
"""

import atexit
import importlib
import json
import os
import pkgutil
import random
import runpy
import selectors
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

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("bot", "cogs")
UNTOUCHED: Final = ("__main__", "migrations")
"""Modules that do something when they are imported."""
MOST: Final = 1 << 20

IN_ITS_NAME: Final = """
import json, os, signal, socket, sys
nursery = socket.socket(socket.AF_UNIX)
signal.signal(signal.SIGTERM, lambda *_: nursery.send(b"kill"))
nursery.connect(sys.argv[1])
told = json.dumps([sys.argv[2:], dict(os.environ), os.getcwd()]).encode()
socket.send_fds(nursery, [len(told).to_bytes(4, "big")], [0, 1, 2])
nursery.sendall(told)
os.dup2(os.open(os.devnull, os.O_RDWR), 0), os.dup2(0, 1), os.dup2(0, 2)
status = int(nursery.recv(16) or 1)
if status < 0:
    os.kill(os.getpid(), -status)
os._exit(status)
"""


def command(module: str, *arguments: str) -> tuple[str, ...]:
    """Return a command line that does what `python -m MODULE` does, or `python -c`."""
    return (sys.executable, "-I", "-S", "-c", IN_ITS_NAME, _nursery(), module, *arguments)


@cache
def _nursery() -> str:
    """Return the socket of this process's nursery, which ends with it."""
    folder = tempfile.TemporaryDirectory(prefix="nursery-")
    path = f"{folder.name}/socket"
    made = subprocess.Popen(
        [sys.executable, "-m", "tests.nursery", path], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert made.stdout is not None
    assert made.stdout.readline() == b"ready\n"

    def close() -> None:
        made.communicate()
        folder.cleanup()

    atexit.register(close)
    return path


# In the nursery


def serve(path: str) -> None:
    """Fork a child for whoever connects, until standard input ends."""
    for package in PACKAGES:
        _import_all(package)
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen()
    waiting = selectors.DefaultSelector()
    waiting.register(server, selectors.EVENT_READ)
    waiting.register(sys.stdin, selectors.EVENT_READ)
    children: dict[int, tuple[int, socket.socket]] = {}
    """By the file that tells of a child's end and by the connection: which child, and who started it."""
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while True:
        for key, _ in waiting.select():
            if key.fileobj is sys.stdin:
                return
            if key.fileobj is server:
                _bear(server, waiting, children)
            elif key.fd in children:
                _end(key.fd, waiting, children)


def _import_all(package: str) -> None:
    found = importlib.import_module(package)
    for module in pkgutil.walk_packages(found.__path__, f"{package}."):
        if not any(part in UNTOUCHED for part in module.name.split(".")):
            importlib.import_module(module.name)


def _bear(server: socket.socket, waiting: Any, children: dict[int, tuple[int, socket.socket]]) -> None:
    """Fork a child for who has just connected."""
    asking, _ = server.accept()
    size, files, _, _ = socket.recv_fds(asking, 4, 3)
    told = b""
    while len(told) < int.from_bytes(size, "big"):
        told += asking.recv(MOST)
    child = os.fork()
    if child == 0:
        os.setsid()
        for number, file in enumerate(files):
            os.dup2(file, number)
        os.closerange(3, max(*files, asking.fileno(), server.fileno(), *children, 3) + 8)
        _live(*json.loads(told))
    for file in files:
        os.close(file)
    ended = os.pidfd_open(child)
    for file in (ended, asking.fileno()):
        children[file] = child, asking
        waiting.register(file, selectors.EVENT_READ)


def _live(arguments: list[str], environment: dict[str, str], folder: str) -> None:
    """Do what `python -m` does, in the child, and end."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    random.seed()
    status = 0
    try:
        sys.argv = arguments
        if arguments[0] == "-c":
            program = arguments.pop(1)
            exec(compile(program, "<string>", "exec"), {"__name__": "__main__"})  # our own
        else:
            runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001  # the interpreter would do the same
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _end(file: int, waiting: Any, children: dict[int, tuple[int, socket.socket]]) -> None:
    """Kill a child whose starter has gone, or tell its starter how it has ended."""
    child, asking = children[file]
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


if __name__ == "__main__":
    serve(sys.argv[1])
