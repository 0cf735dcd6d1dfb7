"""Who may import what: engine <- bot <- cogs, and none of them bench; only tests import tests.

Discord and SQL each have their place, and the rules no chance.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = ("engine", "bot", "cogs")
SQL = {"sqlalchemy", "aiosqlite", "alembic", "sqlite3", "asyncpg"}
DISCORD = ("cogs/", "bot/app.py", "sandbox/")
TIMED = ("engine/ai/", "engine/commands/")
"""What may look at the clock: players with a budget, and commands that report how long they took."""
NOT_IN_RULES = {"asyncio", "time", "datetime", "discord", "aiohttp", "secrets", "uuid"}


@dataclass(frozen=True)
class Import:
    """One module imported by one file, both from the root of the project."""

    file: str
    line: int
    module: str

    @property
    def top(self) -> str:
        """Return the package that is imported."""
        return self.module.partition(".")[0]

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports {self.module}"


def trees(*packages: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield every module of the packages, parsed."""
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def imports(*packages: str) -> Iterator[Import]:
    """Yield every import in the packages, also those inside functions; relative ones in full."""
    for file, tree in trees(*packages):
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                yield from (Import(file, node.lineno, name.name) for name in node.names)
            elif isinstance(node, ast.ImportFrom):
                above = file.split("/")[: -node.level] if node.level else []
                module = ".".join([*above, node.module] if node.module else above)
                yield Import(file, node.lineno, module)


def test_all_layers_are_there() -> None:
    assert {found.file.split("/")[0] for found in imports(*LAYERS)} >= {"engine", "bot"}


@pytest.mark.parametrize("number", range(len(LAYERS)), ids=LAYERS)
def test_imports_go_down(number: int) -> None:
    above = {*LAYERS[number + 1 :], "tests", "bench"}
    assert [str(found) for found in imports(LAYERS[number]) if found.top in above] == []


@pytest.mark.parametrize("package", ["bench", "sandbox"])
def test_only_tests_import_tests(package: str) -> None:
    found = list(imports(package))
    assert found
    assert [str(one) for one in found if one.top == "tests"] == []


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
    for file, tree in trees("engine"):
        for node in ast.walk(tree):
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
