"""Tests and benches know the program as everybody does: they reach into nothing private.

Everything that they have to see or to set has a public name.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest

from tests.source import ROOT, Nodes, nodes, parsed

PROJECT = ("engine", "bot", "cogs", "sandbox", "tests", "bench")
NAMED_TUPLE = {"_replace", "_fields", "_asdict", "_make"}
"""Public in spite of their names."""
ALLOWED = {"os._exit"}
"""Private names that a library documents: the one way to end a child after `os.fork`."""
BY_NAME = {"getattr", "setattr", "delattr", "hasattr"}
EXAMPLES = "tests/project/test_private.py"
"""Its texts have names of the kind that it looks for."""
PATH = re.compile(r"\w+(\.\w+)+")
NAME = re.compile(r"\b_\w+")
METHOD = (ast.FunctionDef, ast.AsyncFunctionDef)


def private(name: str) -> bool:
    """Return whether a name is private; those with two underscores at both ends belong to Python."""
    return name.startswith("_") and name.strip("_") != "" and not name.endswith("__")


def made(code: Nodes) -> set[str]:
    """Return the private names that code gives to its own things: methods, and attributes of `self`."""
    names: set[str] = set()
    for node in code:
        if isinstance(node, ast.ClassDef):
            names.update(part.name for part in node.body if isinstance(part, METHOD))
            for part in node.body:
                if isinstance(part, ast.Assign | ast.AnnAssign):
                    targets = part.targets if isinstance(part, ast.Assign) else [part.target]
                    names.update(target.id for target in targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and own(node):
            names.add(node.attr)
    return set(filter(private, names))


def own(node: ast.Attribute) -> bool:
    """Return whether it is an attribute of `self` or `cls`."""
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")


def called(function: ast.expr) -> str:
    """Return the last part of a function's name, empty if it has none."""
    name = getattr(function, "id", None) or getattr(function, "attr", None)
    return name or ""


def written(node: ast.AST) -> Iterator[str]:
    """Yield the names in texts with which code asks for an attribute, or that are a path to one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and PATH.fullmatch(node.value):
        yield from node.value.split(".")
    elif isinstance(node, ast.Call) and called(node.func) in BY_NAME:
        parts = [part for argument in node.args for part in ast.walk(argument)]
        for part in parts:
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield from part.value.split(".")


def reached(code: Nodes, inherited: Mapping[str, set[str]]) -> Iterator[tuple[int, str]]:
    """Yield the lines at which some code reaches into something private, each with its name.

    `inherited` are the private names of classes by the name of the class: a name of another's class that a
    class of this code overrides is as private as one that it reads.
    """
    mine = made(code)
    for node in code:
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Attribute) and private(node.attr) and node.attr not in NAMED_TUPLE:
            if not (own(node) and node.attr in mine) and ast.unparse(node) not in ALLOWED:
                yield line, ast.unparse(node)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", None) or ""
            names = [part for name in node.names for part in name.name.split(".")]
            yield from ((line, name) for name in (*module.split("."), *names) if private(name))
        elif isinstance(node, ast.ClassDef):
            of_bases = {name for base in node.bases for name in inherited.get(ast.unparse(base), ())}
            yield from ((line, f"{node.name}.{name}") for name in sorted(made(nodes(node)) & of_bases))
        else:
            yield from ((line, name) for name in written(node) if private(name) and name not in NAMED_TUPLE)


def suspects() -> Iterator[Path]:
    """Yield the tests and benches with a private name anywhere."""
    for path in (path for package in ("tests", "bench") for path in sorted((ROOT / package).rglob("*.py"))):
        if path != ROOT / EXAMPLES and any(map(private, NAME.findall(path.read_text("utf-8")))):
            yield path


def private_names(classes: Collection[str]) -> Mapping[str, set[str]]:
    """Return the private names of all classes with these names, by the name of the class."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    declared = re.compile(rf"^\s*class ({'|'.join(map(re.escape, classes))})\b", re.MULTILINE)
    for path in (path for package in PROJECT for path in (ROOT / package).rglob("*.py")):
        if declared.search(path.read_text("utf-8")):
            for node in parsed(path):
                if isinstance(node, ast.ClassDef) and node.name in classes:
                    found[node.name] |= made(nodes(node))
    return found


def test_tests_and_benches_reach_into_nothing_private() -> None:
    read = {path.relative_to(ROOT): nodes(ast.parse(path.read_text("utf-8"))) for path in suspects()}
    bases = {
        ast.unparse(base)
        for code in read.values()
        for node in code
        if isinstance(node, ast.ClassDef)
        for base in node.bases
    }
    inherited = private_names(bases)
    assert len(read) > 100
    assert sum(map(bool, inherited.values())) > 3
    found = [(file, line, what) for file, code in read.items() for line, what in reached(code, inherited)]
    assert [f"{file}:{line} {what}" for file, line, what in found] == []


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("tables._recent", "tables._recent"),
        ("publisher(bot).boards._dirty[1]", "publisher(bot).boards._dirty"),
        ("store._lane = None", "store._lane"),
        ("socket._Client__session", "socket._Client__session"),
        ("class A(B):\n    def f(self): return self._x", "self._x"),
        ("class A(Store):\n    def _read(self): return 1", "A._read"),
        ("class A:\n    def _x(self): return super()._x()", "super()._x"),
        ("class A:\n    @classmethod\n    def f(cls):\n        made = cls()\n        made._x = 1", "made._x"),
        ("from bot.tables.tables import _find", "_find"),
        ("from bot._live import find", "_live"),
        ("import bot._live", "_live"),
        ("getattr(tables, '_recent')", "_recent"),
        ("monkeypatch.setattr(gallery, '_painter', None)", "_painter"),
        ("monkeypatch.setattr('bot.live._now', None)", "_now"),
        ("monkeypatch.setattr(f'bot.{name}._now', None)", "_now"),
        ("name == 'CardsBot._after_ready'", "_after_ready"),
    ],
)
def test_what_reaches_into_something_private_is_found(code: str, what: str) -> None:
    assert what in [name for _, name in reached(nodes(ast.parse(code)), {"Store": {"_read"}})]


@pytest.mark.parametrize(
    "code",
    [
        "seen._replace(hand=())",
        "getattr(value, '_fields', ())",
        "os._exit(1)",
        "value.__class__",
        "class A:\n    def __init__(self): self._x = 1\n    def f(self): return self._x",
        "class A:\n    _x: int = 1\n    def f(self): return self._x",
        "class A:\n    def _x(self): return 1\n    def f(self): return self._x()",
        "class A(Store):\n    def _write(self): return self._write()",
        "found = {f'p{percent}_ms': 1, 'x': '_words'}",
        "for _ in range(3): print(_)",
    ],
)
def test_what_is_public_or_a_class_s_own_is_not(code: str) -> None:
    assert list(reached(nodes(ast.parse(code)), {"Store": {"_read"}})) == []
