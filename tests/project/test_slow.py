"""Each folder of end-to-end tests keeps some that are not `slow`, which `make test` runs."""

import ast
from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parents[1]
WHOLE: Final = ("e2e", "browser")
SLOW: Final = "pytest.mark.slow"


def quick(path: Path) -> bool:
    """Return whether `make test` runs some cases of a file's tests."""
    tree = ast.parse(path.read_text("utf-8"))
    if any(isinstance(node, ast.Assign) and SLOW in ast.unparse(node.value) for node in tree.body):
        return False
    tests = (node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return any(
        test.name.startswith("test_") and SLOW not in map(ast.unparse, test.decorator_list) for test in tests
    )


@pytest.mark.parametrize("name", WHOLE)
def test_every_folder_keeps_some_in_make_test(name: str) -> None:
    folders = {path.parent for path in (TESTS / name).rglob("test_*.py")}
    assert folders
    assert [folder for folder in folders if not any(map(quick, folder.glob("test_*.py")))] == []
