"""The rules switched off one at a time: the edit of the engine's source, and the test that then fails.

An edited module, and all that depends on it, is imported a second time, in the place of the real ones for the
time of one test.
"""

import importlib
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from itertools import product
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TypeVar

import pytest

ROOT = Path(__file__).parents[2]
TESTS = "tests.engine."
Test = TypeVar("Test", bound=Callable[..., Any])


@dataclass(frozen=True)
class Off:
    """One way to switch a rule off, or a part of it: in `module` of the engine, `old` becomes `new`.

    `test` must fail then; it is written "cicera.test_play.test_c13_the_capture_is_free".
    """

    rule: str
    module: str
    old: str
    new: str
    test: str

    @property
    def path(self) -> Path:
        """Return the file that is edited."""
        return ROOT / "engine" / f"{self.module.replace('.', '/')}.py"

    def edited(self) -> str:
        """Return the source with the rule switched off; AssertionError unless `old` stands in it once."""
        source = self.path.read_text(encoding="utf-8")
        assert source.count(self.old) == 1, f"{self.rule}: {self.path} has {self.old!r} not once"
        return source.replace(self.old, self.new)


@cache
def _unedited(path: str) -> CodeType:
    """Return the code of a file, compiled once for all edits: that would be most of the work otherwise."""
    return compile(Path(path).read_bytes(), path, "exec", dont_inherit=True)


class _Loader(SourceFileLoader):
    """Loads a module from its file, or from `edited` in its place."""

    edited: str | None = None

    def get_code(self, fullname: str) -> CodeType:
        if self.edited is None:
            return _unedited(self.path)
        return compile(self.edited, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Finds our own modules, including the one that an edit changes."""

    def __init__(self, name: str, edited: str | None) -> None:
        self.name, self.edited = name, edited

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target) if _is_ours(fullname) else None
        if spec is not None and spec.origin is not None:
            spec.loader = loader = _Loader(fullname, spec.origin)
            loader.edited = self.edited if fullname == self.name else None
        return spec


def _is_ours(name: str) -> bool:
    return name.partition(".")[0] in ("engine", "tests")


IMPORT = re.compile(r"^ *from (engine[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)


@cache
def _imports() -> dict[str, set[str]]:
    """Return the modules of the engine, each with its imports; a package has its modules, too."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "engine").rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found.setdefault(name, set())
        for module, names in IMPORT.findall(path.read_text(encoding="utf-8")):
            found[name] |= {module, *(f"{module}.{one}" for one in re.findall(r"\w+", names))}
    for name in found.keys() - {"engine"}:
        found[name.rpartition(".")[0]].add(name)
    return found


@cache
def _depending(name: str) -> frozenset[str]:
    """Return a module of the engine and all that depend on it, including the engine's own package."""
    found = {name}
    while more := {one for one, wanted in _imports().items() if wanted & found} - found:
        found |= more
    return frozenset(found)


@contextmanager
def afresh(module: str, edited: str | None = None) -> Iterator[None]:
    """Import a module of the engine anew, edited or not, with all that depends on it.

    So are all tests. Afterwards everything is as it was.
    """
    before, depending = sys.modules.copy(), _depending(f"engine.{module}")
    finder = _Finder(f"engine.{module}", edited)
    for name in before:
        if _is_ours(name) and (name in depending or not name.startswith("engine")):
            del sys.modules[name]
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in list(filter(_is_ours, sys.modules)):
            del sys.modules[name]
        sys.modules.update({name: one for name, one in before.items() if _is_ours(name)})


def off(rule: str, module: str, old: str, new: str) -> Callable[[Test], Test]:
    """Mark a test that fails once a rule, or a part of it, is switched off: `old` becomes `new`."""

    def said(test: Test) -> Test:
        name = f"{test.__module__.removeprefix(TESTS)}.{test.__name__}"
        mine = (Off(rule, module, old, new, name), *getattr(test, "switched_off", ()))
        test.switched_off = mine  # type: ignore[attr-defined]  # functions take any
        return test

    return said


def all_of(module: ModuleType) -> tuple[Off, ...]:
    """Return the edits marked on the tests of a module, in their order."""
    return tuple(one for test in vars(module).values() for one in getattr(test, "switched_off", ()))


def run(name: str) -> None:
    """Run a test as pytest would, with every set of values that it is parametrized with."""
    module, _, function = name.rpartition(".")
    test = getattr(importlib.import_module(TESTS + module), function)
    for values in _values(test):
        test(**values)


def _values(test: Any) -> Iterator[dict[str, Any]]:
    """Yield the values of each run of a test: none, or all combinations of its marks."""
    choices = []
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "parametrize":
            names, rows = mark.args
            names = [names] if isinstance(names, str) and "," not in names else names
            choices.append([dict(zip(names, row if len(names) > 1 else (row,), strict=True)) for row in rows])
    for chosen in product(*choices):
        yield {name: value for values in chosen for name, value in values.items()}


def fails(off: Off) -> bool:
    """Return whether the test of an edit fails with it because the test's claim does not hold.

    Then an assertion of the test fails, or the engine refuses an action. Any other error is raised: a broken
    edit proves nothing.
    """
    with afresh(off.module, off.edited()):
        game = importlib.import_module("engine.game")
        try:
            run(off.test)
        except (pytest.fail.Exception, game.IllegalAction, game.BadOptions, game.BadNotation):
            return True
        except AssertionError as error:
            raised = error.__traceback__
            while raised is not None and raised.tb_next is not None:
                raised = raised.tb_next
            if raised is None or Path(raised.tb_frame.f_code.co_filename).is_relative_to(ROOT / "engine"):
                raise
            return True
        return False
