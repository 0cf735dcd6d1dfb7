"""The image, without Docker: its steps are done in a folder, with an empty virtual environment.

Run by root, the steps after `USER` are done as that user.
"""

import asyncio
import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import Distribution, PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any, Final

import psutil
import pytest

from bot.painting.predrawn import CACHE
from engine.ai import kernels
from sandbox.server import Sandbox

ROOT: Final = Path(__file__).parents[2]
USER: Final = 1000
STUBS: Final = {
    "useradd": "exit 0",
    "pip": 'exec python -m pip "$@"',
    "chown": f'shift 2; [ "$(id -u)" != 0 ] || exec /bin/chown -R {USER} "$@"',
}
"""Replaced commands: some would change this machine, some need the image's own users, one is lent."""
LENT_FROM: Final = ("numba", "llvmlite", "numpy", "resvg-py")
"""Packages whose versions decide about compiled code and drawings."""
STEP_SECONDS: Final = 800
GRACE_SECONDS: Final = 10.0
"""The time after which Docker kills a container that was asked to end."""


def steps() -> Iterator[tuple[str, str]]:
    """Yield the instructions of the Dockerfile with their arguments."""
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#")).replace("\\\n", "")
    for line in text.splitlines():
        if line:
            name, _, rest = line.partition(" ")
            yield name, rest.strip()


def for_everybody(python: Path) -> bool:
    """Return whether every user may run a Python, and whether it has the modules for environments."""
    real = python.resolve()
    if not real.exists() or not all(folder.stat().st_mode & 0o001 for folder in (real, *real.parents)):
        return False
    asked = "import sys, ensurepip; sys.exit(sys.version_info < (3, 11))"
    return subprocess.run([python, "-c", asked], capture_output=True).returncode == 0


def needed() -> dict[str, Distribution]:
    """Return pip, and the distributions here that the image installs, without those of an extra only."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = ["pip", *project["dependencies"], *extras["fast"], *extras["postgres"]]
    found = dict[str, Distribution]()
    for text in wanted:
        name = re.split(r"[^\w.-]", text, maxsplit=1)[0]
        if name not in found and "extra ==" not in text:
            with suppress(PackageNotFoundError):
                found[name] = distribution(name)
                wanted += found[name].requires or ()
    return found


def linked(source: str, target: str) -> None:
    """Make a file available at another path too."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def of_numba(package: Path) -> str:
    """Return numba's folder for the compiled code of a package; it is named after its path."""
    return f"{package.name}_{hashlib.sha1(str(package).encode()).hexdigest()}"


@dataclass
class Image:
    """A folder in place of an image's root, with the settings of its Dockerfile for running it."""

    root: Path
    environment: dict[str, str] = field(default_factory=dict)
    user: dict[str, Any] = field(default_factory=dict)
    commands: dict[str, list[str]] = field(default_factory=dict)
    volumes: list[Path] = field(default_factory=list)
    folder: Path = Path("/")

    @property
    def work(self) -> Path:
        """Return the working folder of commands."""
        return self.inside(self.folder)

    def inside(self, path: Path) -> Path:
        """Return the real place of a path of the image."""
        return self.root / path.relative_to("/")

    def program(self, kind: str) -> list[str]:
        """Return a command of the image, the program with its whole path."""
        name, *arguments = self.commands[kind]
        found = shutil.which(name, path=self.environment["PATH"])
        assert found is not None
        return [found, *arguments]

    def begin(self) -> None:
        """Make the base of the image: a Python, and pip."""
        choice = [Path("/usr/bin/python3"), Path(sys.executable)]
        unprivileged = os.getuid() == 0 and for_everybody(choice[0])
        subprocess.run(
            [choice[not unprivileged], "-m", "venv", "--without-pip", self.root / "venv"], check=True
        )
        if not self.lend_packages():
            subprocess.run([self.root / "venv" / "bin" / "python", "-m", "ensurepip"], check=True)
        (self.root / "stubs").mkdir()
        for name, does in STUBS.items():
            stub = self.root / "stubs" / name
            stub.write_text(f"#!/bin/sh\n{does}\n")
            stub.chmod(0o755)
        for name in ("home", "tmp"):
            (self.root / name).mkdir()
            (self.root / name).chmod(0o777)
        path = f"{self.root / 'stubs'}:{self.root / 'venv' / 'bin'}:{os.environ['PATH']}"
        kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        self.environment = {
            **kept,
            "PIP_QUIET": "2",
            # Pip installs the project itself into the folder where it is run, too.
            "PIP_NO_COMPILE": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PATH": path,
            "HOME": os.environ.get("HOME", "/"),
        }
        self.may_change = unprivileged

    @property
    def library(self) -> Path:
        """Return the folder of packages if the image's Python is as the tests' own."""
        name = f"python{sys.version_info.major}.{sys.version_info.minor}"
        return self.root / "venv" / "lib" / name / "site-packages"

    def lend_packages(self) -> bool:
        """Put the tests' own packages there, and return whether they fit.

        To unpack all of them again would take half a minute of a processor. Only the project's requirements
        are there, so pip finds conflicts between them; and it has to install those of an extra.
        """
        packages = needed()
        if not self.library.exists() or "pip" not in packages:
            return False
        files = [
            package.locate_file(file.parts[0])
            for package in packages.values()
            for file in package.files or ()
        ]
        for path in {Path(str(file)) for file in files}:
            if path.is_dir() and path.name not in ("..", "__pycache__"):
                shutil.copytree(path, self.library / path.name, copy_function=linked)
            elif path.is_file():
                linked(str(path), str(self.library / path.name))
        return True

    def lend(self) -> None:
        """Put results of the tests from the same sources where the image's user would make them.

        Compiling and drawing all of it again would take a minute of a processor, and the tests' own start has
        shown that it works. So that the image shows it too, with its own packages and as its own user, the
        smallest file of each folder is missing and has to be made. The files that mark a folder as whole are
        missing as well: the image has to go through everything, and finds by itself that nothing is left.
        """
        asked = f"from importlib.metadata import version; print(*map(version, {LENT_FROM}))"
        python = self.root / "venv" / "bin" / "python"
        found = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=True)
        if not self.library.exists() or found.stdout.split() != list(map(version, LENT_FROM)):
            return
        self._lend(CACHE, self.root / "home" / ".cache" / CACHE.parent.name / CACHE.name)
        for kernel in (ROOT / "engine" / "ai").glob("*/kernel.py"):
            package = kernel.parent
            own = self.work / package.relative_to(ROOT)
            kept = kernels.folder(package)
            if kept is not None:
                self._lend(kept / of_numba(package), own / kept.relative_to(package) / of_numba(own))

    def _lend(self, kept: Path, target: Path) -> None:
        """Let the image's user, who must be allowed to, copy a folder without its smallest file."""
        files = [path for path in kept.glob("*.*") if path.is_file()]
        missing = min(files, key=lambda path: path.stat().st_size, default=None)
        with tempfile.TemporaryDirectory(dir=self.root / "tmp") as between:
            Path(between).chmod(0o755)
            for path in files:
                if path != missing:
                    shutil.copy(path, between)
                    (Path(between) / path.name).chmod(0o644)
            copying = 'mkdir -p "$1" && cp -r "$0/." "$1"'
            subprocess.run(["sh", "-c", copying, between, target], check=True, **self.user)

    def do(self, name: str, rest: str) -> None:
        """Do a step."""
        match name:
            case "FROM":
                assert re.fullmatch(r"python:3\.\d+-slim", rest)
            case "WORKDIR":
                self.folder = Path(rest)
                self.work.mkdir()
            case "COPY":
                *sources, target = rest.split()
                for source in sources:
                    self._copy(ROOT / source, self.work / target)
            case "RUN":
                subprocess.run(
                    rest,
                    shell=True,
                    check=True,
                    cwd=self.work,
                    env=self.environment,
                    timeout=STEP_SECONDS,
                    **self.user,
                )
            case "USER":
                self.user = {"user": USER, "group": USER, "extra_groups": []} if self.may_change else {}
                self.environment["HOME"] = str(self.root / "home")
                self.lend()
            case "VOLUME":
                self.volumes.append(self.inside(Path(rest)))
            case "ENV":
                variable, _, value = rest.partition("=")
                self.environment[variable] = str(self.inside(Path(value))) if value.startswith("/") else value
            case "HEALTHCHECK":
                self.commands[name] = json.loads(rest.partition("CMD ")[2])
            case "CMD":
                self.commands[name] = json.loads(rest)
            case _:
                raise AssertionError(f"this test does not know what {name} does")

    def _copy(self, source: Path, target: Path) -> None:
        if source.is_file():
            shutil.copy(source, target)
        else:
            # The bytecode of the tests is there, so that only missing files are compiled.
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("numba-*"))

    def run(self, kind: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the image to its end."""
        return subprocess.run(
            self.program(kind),
            cwd=self.work,
            env={**self.environment, **environment},
            capture_output=True,
            text=True,
            timeout=60,
            **self.user,
        )


@pytest.fixture
def image() -> Iterator[Image]:
    """Return the image as the Dockerfile makes it; skipped where nothing can be installed."""
    if sys.platform == "win32":
        pytest.skip("the image is one of Linux")
    # Not in pytest's own folder, which other users may not enter.
    with tempfile.TemporaryDirectory() as folder:
        made = Image(Path(folder))
        made.root.chmod(0o755)
        made.begin()
        asked = shlex.split("-m pip install --dry-run --no-deps --quiet prometheus-client")
        pip = subprocess.run([made.root / "venv" / "bin" / "python", *asked], capture_output=True)
        if pip.returncode:
            pytest.skip("nothing can be installed here: no index of packages answers")
        for name, rest in steps():
            made.do(name, rest)
        yield made


@pytest.mark.slow
async def test_the_image(image: Image) -> None:
    has_driver = "import asyncpg; from importlib.util import find_spec; print(find_spec('sandbox'))"
    image.commands["HAS"] = [image.commands["CMD"][0], "-c", has_driver]
    assert (await asyncio.to_thread(image.run, "HAS")).stdout == "None\n"

    without_token = await asyncio.to_thread(image.run, "CMD")
    assert without_token.returncode == 2
    assert without_token.stderr.startswith("DISCORD_TOKEN is not set")
    assert without_token.stderr.count("\n") == 1

    async with Sandbox() as sandbox:
        reached = {"DISCORD_TOKEN": sandbox.token, "DISCORD_URL": sandbox.url}
        if os.getuid() != 0 or image.user:
            await refuses_a_volume_of_others(image, reached)
        await works_until_it_is_asked_to_end(image, sandbox, reached)


async def refuses_a_volume_of_others(image: Image, reached: dict[str, str]) -> None:
    """A folder that the image's user may not write is named in a sentence."""
    [data] = image.volumes
    kept = data.stat()
    os.chown(data, os.getuid(), os.getgid())
    data.chmod(0o555)
    try:
        refused = await asyncio.to_thread(image.run, "CMD", **reached)
    finally:
        data.chmod(kept.st_mode)
        os.chown(data, kept.st_uid, kept.st_gid)
    assert refused.returncode not in (0, 2)
    assert "Traceback" not in refused.stderr
    assert re.search(rf"written in \S*\b{data.name}\b", refused.stderr.splitlines()[-1])


async def works_until_it_is_asked_to_end(image: Image, sandbox: Sandbox, reached: dict[str, str]) -> None:
    """The bot starts, has nothing to compile or draw, is healthy, and ends in time."""
    command = image.program("CMD")
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=image.work,
        env={**image.environment, **reached},
        stderr=asyncio.subprocess.PIPE,
        **image.user,
    )
    try:
        await sandbox.ready()
        while (health := await asyncio.to_thread(image.run, "HEALTHCHECK")).returncode:  # noqa: ASYNC110
            await asyncio.sleep(0.5)
        assert health.stdout == "healthy\n"
        assert psutil.Process(process.pid).children() == []
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(GRACE_SECONDS):
            _, said = await process.communicate()
        assert process.returncode == 0
        assert "compiling" not in said.decode()
        assert "Traceback" not in said.decode()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
