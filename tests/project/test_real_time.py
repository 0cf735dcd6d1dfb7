"""Tests that wait for an amount of real time are marked `real_time` and counted: the fewer, the better.

A test waits for what must happen. Only a test of something that must not happen, or of time itself over a
real socket, disk or process, lets some time pass. Where none of these is involved, `bench.virtual` has a
clock that jumps. `pytest -m real_time` runs these tests.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[1]
MOST: Final = 41
"""The most marked tests."""
LEAST, FOREVER = 0.05, 600
"""Seconds: less is a way to let others run, more is given up before its end."""
PASSING: Final = ("asyncio.sleep", "time.sleep", "asyncio.wait")
LATE: Final = "hurried"
"""The fixture with which the bot waits as long as for members."""
MARK: Final = "pytest.mark.real_time"
VIRTUAL: Final = "bench.virtual"

Test = ast.FunctionDef | ast.AsyncFunctionDef


def in_module(tree: ast.Module) -> Iterator[Test]:
    """Yield the tests of a module."""
    for node in tree.body:
        if isinstance(node, Test) and node.name.startswith("test_"):
            yield node


def waits(node: ast.AST) -> bool:
    """Return whether code lets an amount of time pass, other than between two looks in a loop."""
    if isinstance(node, ast.While):
        return False
    if isinstance(node, ast.Call) and (seconds := passing(node)) is not None:
        return not isinstance(seconds, ast.Constant) or LEAST <= float(str(seconds.value)) < FOREVER
    return any(map(waits, ast.iter_child_nodes(node)))


def passing(call: ast.Call) -> ast.expr | None:
    """Return how many seconds a call lets pass, None if it lets none."""
    match ast.unparse(call.func):
        case function if function in PASSING[:2]:
            return call.args[0]
        case function if function == PASSING[2]:
            return next((keyword.value for keyword in call.keywords if keyword.arg == "timeout"), None)
    return None


def late(test: Test) -> bool:
    """Return whether a test asks for the bot's own patience."""
    asked = [argument.arg for argument in test.args.args]
    return LATE in asked or any(LATE in ast.unparse(mark) for mark in test.decorator_list)


@cache
def found() -> tuple[tuple[str, bool, bool], ...]:
    """Return the tests of all files that may wait: which of them do so, and which are marked."""
    return tuple(_found())


def _found() -> Iterator[tuple[str, bool, bool]]:
    for path in sorted(TESTS.rglob("test_*.py")):
        source = path.read_text("utf-8")
        if not any(word in source for word in (*PASSING, LATE, MARK)):
            continue
        tree = ast.parse(source)
        of_module = "\n".join(ast.unparse(node) for node in tree.body if isinstance(node, ast.Assign))
        for test in in_module(tree):
            marked = MARK in of_module or any(ast.unparse(mark) == MARK for mark in test.decorator_list)
            real = VIRTUAL not in source and (waits(test) or late(test) or LATE in of_module)
            yield f"{path.relative_to(TESTS)}::{test.name}", real, marked


def test_what_waits_for_real_time_is_marked_and_nothing_else() -> None:
    assert [name for name, real, marked in found() if real and not marked] == []
    assert [name for name, real, marked in found() if marked and not real] == []


def test_no_more_than_now_wait_for_real_time() -> None:
    assert sum(marked for _, _, marked in found()) <= MOST
