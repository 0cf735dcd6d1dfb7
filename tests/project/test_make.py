"""`make` and the image install numba where it can be had, and all else without it."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
INSTALLER: Final = """#!/bin/sh
echo "$@" >> {calls}
case "$*" in *"{refused}"*) echo 'no wheel of numba' >&2; exit 1;; esac
"""
"""A pip or uv that notes how it is called, and cannot install some things."""
SENTENCE: Final = "There is no numba"


def made(folder: Path, target: str, refused: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Return how `make` ends where something cannot be installed, and all calls of installers."""
    shutil.copy(ROOT / "Makefile", folder)
    shutil.copy(ROOT / "pyproject.toml", folder)
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name in ("python", "uv"):
        (programs / name).write_text(INSTALLER.format(calls=folder / "calls", refused=refused))
        (programs / name).chmod(0o755)
    # The environment is as new as the files that it is made from.
    os.utime(folder / "pyproject.toml", (0, 0))
    done = subprocess.run(
        ["make", "--silent", target], cwd=folder, capture_output=True, text=True, timeout=60
    )
    return done, (folder / "calls").read_text().splitlines()


@pytest.fixture(autouse=True)
def with_make() -> None:
    """Skip where there is no make."""
    if shutil.which("make") is None:
        pytest.skip("make is not here")


@pytest.mark.parametrize(("target", "extra"), [(".venv/ready", "sandbox"), (".venv/ready-dev", "dev")])
def test_make_installs_numba_from_a_wheel(tmp_path: Path, target: str, extra: str) -> None:
    done, calls = made(tmp_path, target, "nothing")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert f".[{extra},fast]" in calls[-1]
    assert "--only-binary numba --only-binary llvmlite" in calls[-1]
    assert (tmp_path / target).exists()


@pytest.mark.parametrize(("target", "extra"), [(".venv/ready", "sandbox"), (".venv/ready-dev", "dev")])
def test_make_goes_on_without_numba_and_says_so(tmp_path: Path, target: str, extra: str) -> None:
    done, calls = made(tmp_path, target, "fast")
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (0, 1, "")
    assert done.stdout.startswith(SENTENCE)
    assert f".[{extra}]" in calls[-1]
    assert (tmp_path / target).exists()


def test_make_fails_where_the_rest_cannot_be_installed(tmp_path: Path) -> None:
    done, _ = made(tmp_path, ".venv/ready", "editable")
    assert done.returncode != 0
    assert SENTENCE not in done.stdout
    assert "no wheel" in done.stderr
    assert not (tmp_path / ".venv" / "ready").exists()


@pytest.mark.parametrize(("refused", "said"), [("nothing", ""), ("fast", SENTENCE)])
def test_the_image_goes_on_without_numba(tmp_path: Path, refused: str, said: str) -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", "")
    (install,) = [line.removeprefix("RUN ") for line in text.splitlines() if "pip install" in line]
    (compiling,) = [
        line.removeprefix("RUN ") for line in text.splitlines() if "engine.ai" in line and "RUN" in line
    ]
    pip = tmp_path / "pip"
    pip.write_text(INSTALLER.format(calls=tmp_path / "calls", refused=refused))
    python = tmp_path / "python"
    without = 4 if said else 0
    python.write_text(f'#!/bin/sh\ncase "$*" in *engine.ai*) exit {without};; esac\n')
    for program in (pip, python):
        program.chmod(0o755)
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    for step in (install.partition("&& python -m compileall")[0], compiling):
        done = subprocess.run(["sh", "-c", step], env=path, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0
        if step != compiling:
            assert done.stdout.startswith(said)
    assert "postgres" in (tmp_path / "calls").read_text().splitlines()[-1]
