"""The project's own code for tests that read it: each file parsed once for all."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]

Nodes = tuple[ast.AST, ...]


def nodes(tree: ast.AST) -> Nodes:
    """Return a part of some code with all parts below it, from above; not whether names are read or set."""
    found = [tree]
    for node in found:
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                found += [one for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST) and name != "ctx":
                found.append(value)
    return tuple(found)


@cache
def parsed(path: Path) -> Nodes:
    """Return all parts of a file, the module first."""
    return nodes(ast.parse(path.read_text("utf-8")))


def modules(*folders: str) -> Iterator[tuple[str, Nodes]]:
    """Yield every module of the folders by its path from the root, with all parts of it."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), parsed(path)
