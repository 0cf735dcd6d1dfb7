"""Each mutant can be made, and the tests that are to notice it exist."""

import ast
from pathlib import Path

import pytest

from tests.mutants import COPIED, LEFT, MUTANTS, ROOT, Mutant, chosen, killed


def names_in(path: Path) -> set[str]:
    """Return the names of the tests in a file."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    tree = ast.parse(path.read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, kinds) and node.name.startswith("test_")}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_fits_its_file_and_its_tests_are_there(mutant: Mutant) -> None:
    assert mutant.file.partition("/")[0] in COPIED
    mutated = mutant.source(ROOT)
    assert mutated != (ROOT / mutant.file).read_text("utf-8")
    # One that does not compile would be noticed by every test.
    compile(mutated, mutant.file, "exec")
    assert mutant.tests
    for test in mutant.tests:
        path, _, function = test.partition("::")
        names = names_in(ROOT / path)
        assert function.partition("[")[0] in names if function else names


def test_mutants_have_to_die_in_make_test() -> None:
    assert f"\nLEFT := {LEFT}\n" in (ROOT / "Makefile").read_text("utf-8")


def test_names_differ_and_select() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert chosen([]) == list(MUTANTS)
    assert {mutant.file for mutant in chosen(["claim", "migration"])} == {
        "bot/store/processes/claim.py",
        "bot/store/migrations/versions/v0003_meanings.py",
    }


def test_what_does_not_stand_there_once_is_no_mutant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "deal.py").write_text("a = 1\nb = 1\n")
    for old, times in (("= 1", 2), ("= 2", 0)):
        assert not killed(Mutant("a", "deal.py", old, "= 3", ("test_deal.py",)), tmp_path)
        assert capsys.readouterr().out == f"BROKEN    a: deal.py has it {times} times: {old!r}\n"
