"""One name, one thing: the public names that several packages of `bot/` and `cogs/` define."""

import ast
from collections.abc import Iterator

from tests.source import ROOT

PACKAGES = ("bot", "cogs")
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
