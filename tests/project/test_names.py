"""One name for one thing in `bot/` and `cogs/`, and docstrings that begin with a short sentence."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.source import ROOT, modules

PACKAGES = ("bot", "cogs")
MOST_WORDS = 25
"""Words in the first sentence of a docstring."""
SHARED = {
    "K": "the type variable of a key",
    "T": "the type variable of a result",
    "log": "the logger of its module",
    "main": "the start of a module that `python -m` runs",
}
"""Each name that stands in more than one package, with the reason why it does."""


def defined(tree: ast.Module) -> Iterator[str]:
    """Yield the public names that a module defines at its top."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def packages_by_name() -> dict[str, set[str]]:
    """Return the packages that define each public name, migrations aside: they repeat what they change."""
    found: dict[str, set[str]] = {}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            room = "/".join(path.relative_to(ROOT).parts[:2])
            if "migrations" not in path.parts:
                for name in defined(ast.parse(path.read_text("utf-8"))):
                    if not name.startswith("_"):
                        found.setdefault(name, set()).add(room)
    return found


def test_a_public_name_means_one_thing() -> None:
    twice = {name for name, rooms in packages_by_name().items() if len(rooms) > 1}
    assert "log" in twice
    assert sorted(twice - SHARED.keys()) == []
    assert sorted(SHARED.keys() - twice) == []
    assert all(SHARED.values())


def first_sentence(docstring: str) -> str:
    """Return a docstring up to the first full stop that a new sentence follows."""
    return re.split(r"(?<=[.!?]) (?=[A-Z`(\"])", " ".join(docstring.split()), maxsplit=1)[0]


@pytest.mark.parametrize("package", ["engine", "bot", "cogs", "sandbox", "bench"])
def test_a_docstring_begins_with_a_short_sentence(package: str) -> None:
    documented = ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef
    found = [
        (file, first_sentence(text))
        for file, code in modules(package)
        for node in code
        if isinstance(node, documented) and (text := ast.get_docstring(node))
    ]
    assert len(found) > 20
    assert [(file, text) for file, text in found if len(text.split()) > MOST_WORDS] == []
