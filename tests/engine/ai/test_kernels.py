"""Whether kernels are compiled, on a copy of the rules without compiled ones."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine import GAMES
from engine.ai import ADDED
from engine.ai.kernels import UNKEPT, V2, WITHOUT, kind, ready

ENGINE = Path(__file__).parents[3] / "engine"
COMPUTERS = """
from importlib import import_module
from engine.ai.computers import Computers
twice = lambda budget: import_module("engine.ai.ciapano.kernel").twice(21)
COMPUTERS = Computers({"hard": twice}, kernels=True)
"""
KERNEL = """
from engine.ai.compiled import compiled
twice = compiled(lambda number: 2 * number)
"""
"""A game's players with next to nothing to compile."""
COMPILES = ("-c", "import sys; from engine.ai.__main__ import main; sys.exit(main())")
"""The arguments of `python -m engine.ai` without its low priority: beside busy tests that takes minutes."""


def copied_to(folder: Path) -> Path:
    """Return a folder with a copy of the rules and without compiled code."""
    shutil.copytree(ENGINE, folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def cold(tmp_path: Path) -> Path:
    return copied_to(tmp_path)


LOOKED = "[ready(game) for game in ADDED]"
BEFORE = """
import sys
from pathlib import Path
from engine.ai import ADDED
from engine.ai.kernels import folder, prepare, ready

def with_more(name):
    file = Path("engine", name)
    before = file.read_text()
    file.write_text(before + "# Something else.")
    folder.cache_clear()
    found = [ready(game) for game in ADDED]
    file.write_text(before)
    folder.cache_clear()
    return found
"""
"""The beginning of every process; `with_more` looks while a file of the rules has an addition."""


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[list[str]]]:
    """Return such a folder after two processes at a time have compiled a game there, and their output."""
    folder = copied_to(tmp_path_factory.mktemp("warm"))
    package = folder / "engine" / "ai" / "ciapano"
    (package / "__init__.py").write_text(COMPUTERS)
    (package / "kernel.py").write_text(KERNEL)
    assert said(asked(folder, LOOKED)) == ["[False, False, False]", "False"]
    both = [asked(folder, "prepare('ciapano')") for _ in range(2)]
    return folder, [said(process) for process in both]


def asked(folder: Path, program: str) -> subprocess.Popen[str]:
    """Start a process that prints the value of `program`, an expression, with the rules of a folder."""
    lines = f"{BEFORE}\nprint({program})\nprint('numba' in sys.modules)"
    return subprocess.Popen([sys.executable, "-c", lines], cwd=folder, stdout=subprocess.PIPE, text=True)


def said(process: subprocess.Popen[str]) -> list[str]:
    """Return the answer, and whether numba was loaded for it."""
    out, _ = process.communicate(timeout=200)
    assert process.returncode == 0
    return out.splitlines()


@pytest.mark.searches
def test_one_process_compiles_and_the_others_wait(warm: tuple[Path, list[list[str]]], tmp_path: Path) -> None:
    folder, answers = warm
    assert sorted(answers) == [["True", "False"], ["True", "True"]]
    ready_now, none = [game == "ciapano" for game in ADDED], [False] * len(ADDED)
    looks = [LOOKED, "with_more('ai/ciapano/policy.py')", "with_more('ciapano/scoring.py')", LOOKED]
    found = said(asked(folder, f"[{', '.join(looks)}]"))
    assert found == [str([ready_now, none, none, ready_now]), "False"]
    copied = tmp_path / "elsewhere"
    shutil.copytree(folder / "engine", copied / "engine")
    assert said(asked(copied, "ready('ciapano')"))[0] == "False"


@pytest.mark.searches
def test_where_nothing_can_be_kept_nothing_is_waited_for(cold: Path) -> None:
    for package in (cold / "engine" / "ai").iterdir():
        if package.is_dir():
            (package / "__pycache__").write_text("a file where a folder would be made")
    assert said(asked(cold, "[(ready(game), prepare(game)) for game in ADDED]"))[0] == str(
        [(False, False)] * 3
    )
    done = subprocess.run([sys.executable, *COMPILES], cwd=cold, capture_output=True, text=True, timeout=200)
    assert (done.returncode, done.stderr.count("\n")) == (UNKEPT, 1)


def test_without_numba_nothing_is_compiled_and_a_command_says_so(cold: Path) -> None:
    (cold / "numba.py").write_text("raise ImportError('Numba needs NumPy 2.4 or less.\\nGot NumPy 2.5.')")
    searches = (
        "-m",
        "engine",
        "match",
        "cicera",
        "--a",
        "hard",
        "--b",
        "greedy",
        "--deals",
        "1",
        "--seed",
        "1",
    )
    for arguments, status in ((COMPILES, WITHOUT), (searches, 2)):
        done = subprocess.run(
            [sys.executable, *arguments], cwd=cold, capture_output=True, text=True, timeout=200
        )
        assert (done.returncode, done.stderr.count("\n")) == (status, 1)
        assert re.search("numba cannot be loaded here|is not installed", done.stderr)
        assert "Traceback" not in done.stderr


@pytest.mark.searches
def test_another_processor_of_the_kind_compiles_nothing(warm: tuple[Path, list[list[str]]]) -> None:
    folder, _ = warm
    moved = "import llvmlite.binding as ll; ll.get_host_cpu_name = lambda: 'nocona'"
    looked = "from engine.ai.ciapano.kernel import twice; print(twice(21), *twice.stats.cache_hits.values())"
    lines = f"{moved}; ll.get_host_cpu_features = dict\n{looked}"
    done = subprocess.run(
        [sys.executable, "-c", lines], cwd=folder, capture_output=True, text=True, timeout=200, check=True
    )
    assert done.stdout == "42 1\n"


@pytest.mark.parametrize(
    ("machine", "flags", "name"),
    [
        ("x86_64", " ".join(sorted(V2 | {"fpu", "avx2"})), "x86-64-v2"),
        ("AMD64", None, "x86-64-v2"),
        ("x86_64", " ".join(sorted(V2 - {"popcnt"})), "generic"),
        ("aarch64", None, "generic"),
    ],
)
def test_kernels_are_compiled_for_a_kind_of_processor(machine: str, flags: str | None, name: str) -> None:
    described = "vendor_id : x\n" + (f"flags\t\t: {flags}\n" if flags else "")
    assert kind(machine, described) == name


@pytest.mark.searches
def test_kernels_make_no_arrays(cold: Path) -> None:
    """References to arrays are not counted, which would take half a kernel's time; so none can be made."""
    makes = "from engine.ai.compiled import compiled\nmake = compiled(lambda words: (2 * words)[0])"
    (cold / "made.py").write_text(makes)
    done = subprocess.run(
        [sys.executable, "-c", "import made, numpy; made.make(numpy.arange(3))"],
        cwd=cold, capture_output=True, text=True, timeout=200,
    )  # fmt: skip
    assert "NRT required but not enabled" in done.stderr


@pytest.mark.searches
def test_all_are_compiled_before_the_tests() -> None:
    assert all(ready(game) for game in GAMES)
