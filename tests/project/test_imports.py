"""The allowed imports: engine <- bot <- cogs, the stand-in beside them, and nothing in a circle.

Discord and SQL stay each in its place, and chance stays out of the rules.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

from tests.source import ROOT, modules

LAYERS = ("engine", "bot", "cogs")
PACKAGES = (*LAYERS, "sandbox")
START = "bot/__main__.py"
"""The only file of these layers that names the stand-in: it looks for it where no token is set."""
BOT = {
    name: floor
    for floor, names in enumerate(
        (
            "errors caches tasks heartbeat locale",
            "store",
            "host preferences messages",
            "limits table",
            "tables pictures",
            "lobby computers blocks",
            "clock games painting",
            "panels",
            "app",
            "start",
            "__main__",
        )
    )
    for name in names.split()
}
COGS = {
    name: floor
    for floor, names in enumerate(
        (
            "sending",
            "messages",
            "calls",
            "calling",
            "publisher",
            "pages servers",
            "replays",
            "presses",
            "commands",
            "extension",
        )
    )
    for name in names.split()
}
FLOORS = {"bot": BOT, "cogs": COGS}
"""The floor of each package and file of `bot/` and `cogs/`, which imports from lower ones only."""
ROOMS = {
    package: {path.stem for path in (ROOT / package).iterdir() if path.suffix == ".py" or path.is_dir()}
    for package in FLOORS
}
MOST_FILES, MOST_PACKAGES = {"bot": 9, "cogs": 3}, {"bot": 16, "cogs": 8}
MOST_MODULES = 9
FULL = ("bot/store/migrations", "bot/games/*/picture")
"""Folders that may hold more modules: one for each revision, and one for each part of a game's picture."""
SQL = {"sqlalchemy", "aiosqlite", "alembic", "sqlite3", "asyncpg"}
DISCORD = ("cogs/", "bot/app.py", "bot/limits/reconnecting.py", "bot/start.py", "sandbox/")
TIMED = ("engine/ai/", "engine/commands/")
"""Rooms that may look at the clock: players with a budget, and commands that report their time."""
NOT_IN_RULES = {"asyncio", "time", "datetime", "discord", "aiohttp", "secrets", "uuid"}

MEASURED = ("bench/bare.py", "bench/real.py", "bench/unlimited.py")
"""Modules of the processes that benches measure."""


@dataclass(frozen=True)
class Import:
    """One module imported by one file, both from the root of the project."""

    file: str
    line: int
    module: str

    names: tuple[str, ...] = ()
    """The names taken from the module, where the import has any."""

    def whole(self) -> Iterator["Import"]:
        """Yield the import of each name that is taken from the module, or that of the module alone."""
        if not self.names or "." in self.module:
            yield self
        else:
            yield from (Import(self.file, self.line, f"{self.module}.{name}") for name in self.names)

    @property
    def top(self) -> str:
        """Return the package that is imported."""
        return self.module.partition(".")[0]

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports {self.module}"


def imports(*packages: str) -> Iterator[Import]:
    """Yield every import in the packages, also those inside functions; relative ones in full."""
    for package in packages:
        yield from _imports(package)


@cache
def _imports(package: str) -> tuple[Import, ...]:
    return tuple(_found(package))


def _found(package: str) -> Iterator[Import]:
    for file, code in modules(package):
        for node in code:
            if isinstance(node, ast.Import):
                yield from (Import(file, node.lineno, name.name) for name in node.names)
            elif isinstance(node, ast.ImportFrom):
                above = file.split("/")[: -node.level] if node.level else []
                module = ".".join([*above, node.module] if node.module else above)
                yield Import(file, node.lineno, module, tuple(name.name for name in node.names))


def test_all_layers_are_there() -> None:
    assert {found.file.split("/")[0] for found in imports(*LAYERS)} >= {"engine", "bot"}


@pytest.mark.parametrize("number", range(len(LAYERS)), ids=LAYERS)
def test_imports_go_down(number: int) -> None:
    above = {*LAYERS[number + 1 :], "tests", "bench"}
    assert [str(found) for found in imports(LAYERS[number]) if found.top in above] == []


def goes_up(found: Import) -> bool:
    """Return whether an import between two rooms of a package does not go down; KeyError without a floor."""
    package, *above = found.file.removesuffix(".py").split("/")
    _, *below = found.module.split(".")
    if not below or found.top != package or above == ["__init__"]:
        return False
    floors = FLOORS[package]
    # A `__main__` starts modules of any room, and nothing imports it.
    own, other = "__main__" if above[-1] == "__main__" else above[0], below[0]
    return other in ROOMS[package] and own != other and floors[own] <= floors[other]


@pytest.mark.parametrize("package", FLOORS)
def test_imports_go_down_the_floors(package: str) -> None:
    """Also those within functions."""
    found = [named for one in imports(package) for named in one.whole()]
    assert found
    assert [str(one) for one in found if goes_up(one)] == []


@pytest.mark.parametrize(
    ("file", "module", "up"),
    [
        ("bot/store/store.py", "bot.preferences.cache", True),
        ("bot/tables/play.py", "bot.pictures.sketch", True),
        ("bot/panels/tiles.py", "bot.store", False),
        ("bot/pictures/__main__.py", "bot.painting.__main__", False),
        ("cogs/messages/boards.py", "cogs.publisher", True),
        ("cogs/messages/boards.py", "bot.app", False),
    ],
)
def test_an_import_that_goes_up_is_found(file: str, module: str, up: bool) -> None:
    assert goes_up(Import(file, 1, module)) is up


@pytest.mark.parametrize("package", FLOORS)
def test_no_folder_is_a_hall(package: str) -> None:
    modules_of: dict[Path, list[Path]] = {}
    for path in (ROOT / package).rglob("*.py"):
        modules_of.setdefault(path.parent, []).append(path)
    halls = [
        str(folder.relative_to(ROOT))
        for folder, paths in modules_of.items()
        if sum(path.name != "__init__.py" for path in paths) > MOST_MODULES
    ]
    assert [hall for hall in halls if not any(fnmatch(hall, f"{full}*") for full in FULL)] == []
    rooms = [path for path in (ROOT / package).iterdir() if path.name[0] not in "._"]
    assert sum(path.suffix == ".py" for path in rooms) <= MOST_FILES[package] + 1  # and `__init__.py`
    assert sum(path.is_dir() for path in rooms if path.name != "__pycache__") <= MOST_PACKAGES[package]


def test_the_stand_in_knows_nothing_of_the_bot() -> None:
    """The bot beside it runs in a process of its own."""
    found = [found for found in imports("sandbox") if found.top in {*LAYERS, "tests", "bench"}]
    assert [str(stray) for stray in found] == []


def test_what_a_host_runs_does_without_the_stand_in() -> None:
    found = [found for found in imports(*LAYERS) if found.top in {"sandbox", "markdown_it"}]
    assert [str(stray) for stray in found] == []
    naming = {
        file
        for file, code in modules(*LAYERS)
        for node in code
        if isinstance(node, ast.Constant) and str(node.value).startswith("sandbox.")
    }
    assert naming == {START}


def test_the_stand_in_is_in_no_package_and_no_image() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    needed, extras = project["project"]["dependencies"], project["project"]["optional-dependencies"]
    (own,) = extras["sandbox"]
    assert own not in needed
    assert f"{project['project']['name']}[sandbox]" in extras["dev"]
    kept = project["tool"]["setuptools"]["packages"]["find"]["include"]
    assert not [pattern for pattern in kept if fnmatch("sandbox.page", pattern)]
    copied = re.findall(r"^COPY (.*) \S+$", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert {name for names in copied for name in names.split()} >= set(LAYERS)
    assert not {"sandbox", "."} & {name for names in copied for name in names.split()}


def named(node: ast.AST) -> Iterator[str]:
    """Yield the modules that an import may name, the one before `import` first; nothing for other code."""
    if isinstance(node, ast.Import):
        yield from (name.name for name in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield node.module or ""
        yield from (f"{node.module}.{name.name}" for name in node.names)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_imports_go_in_a_circle(package: str) -> None:
    """Also those within functions, and those that are there for types only."""
    all_code = {
        file.removesuffix(".py").removesuffix("/__init__").replace("/", "."): code
        for file, code in modules(package)
    }
    wanted: dict[str, set[str]] = {}
    for module, code in all_code.items():
        wanted[module] = set()
        for node in code:
            found = [name for name in named(node) if name in all_code]
            # Of a package and a module taken from it, only the module is wanted.
            wanted[module].update(found[1:] if isinstance(node, ast.ImportFrom) and found[1:] else found)
    # A module that wants none of the remaining ones is in no circle.
    while ends := [module for module, names in wanted.items() if not names & wanted.keys()]:
        for module in ends:
            del wanted[module]
    assert {module: names & wanted.keys() for module, names in wanted.items()} == {}


def test_only_tests_and_benches_import_tests() -> None:
    """Benches play with the tests' house, but the bots that they measure in other processes do not."""
    found = [one for one in imports("bench") if one.top in ("tests", "bench")]
    assert any(one.top == "tests" for one in found)
    measured = [one for one in found if one.file in MEASURED]
    assert measured
    assert [str(one) for one in measured if f"{one.module.replace('.', '/')}.py" not in MEASURED] == []


def test_discord_stays_in_its_place() -> None:
    strays = [found for found in imports(*LAYERS) if found.top == "discord"]
    assert [str(found) for found in strays if not found.file.startswith(DISCORD)] == []


def test_sql_stays_in_the_store() -> None:
    strays = [found for found in imports(*LAYERS, "bench") if found.top in SQL]
    assert [str(found) for found in strays if not found.file.startswith("bot/store/")] == []


def test_the_rules_know_no_clock_and_no_network() -> None:
    strays = [found for found in imports("engine") if found.top in NOT_IN_RULES]
    timed = [found for found in strays if found.top == "time" and found.file.startswith(TIMED)]
    assert [str(found) for found in strays if found not in timed] == []


def test_the_rules_need_nothing_but_python() -> None:
    names = {found.top for found in imports("engine") if not found.file.startswith("engine/ai/")}
    assert not names & {"bot", "cogs", "aiohttp", "pydantic", "pydantic_settings", "babel", "numba", "numpy"}


def test_the_rules_take_chance_only_as_an_argument() -> None:
    """`random.Random(seed)` is a source of one's own; every other name of `random` is the shared one."""
    found = []
    for file, code in modules("engine"):
        for node in code:
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                found.append(f"{file}:{node.lineno}")
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "random"
                and node.attr != "Random"
            ):
                found.append(f"{file}:{node.lineno}")
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func) == "random.Random"
                and not (node.args or node.keywords)
            ):
                found.append(f"{file}:{node.lineno}")
    assert found == []


@pytest.mark.parametrize("module", re.findall(r"-m (tests\.\S+)", (ROOT / "Makefile").read_text("utf-8")))
def test_what_make_runs_of_the_tests_is_imported_without_pytest(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import {module}"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stderr == ""
