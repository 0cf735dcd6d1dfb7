"""The guides lead to files that are there, have short lines, and show all pictures that are kept for them."""

import re
from pathlib import Path

import pytest

from bot.games import PICTURES
from engine import GAMES
from engine.ai import ADDED

ROOT = Path(__file__).parents[2]
GUIDES = (
    "README.md",
    "CONTRIBUTING.md",
    *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")),
)
QUOTED = re.compile(r"`((?:engine|bot|cogs|sandbox|tests|bench|docs)/[\w.<>/-]*)`")

LINKED = re.compile(r"""(?:\]\(|src=")(?!https?:|#)([^)"#]+)""")
ANCHORED = re.compile(r"\]\(([^)#:]*)#([^)]+)\)")
YET_TO_COME = re.compile("GAME|LANGUAGE")
"""What stands for a name in the path of a file that a reader is told to add."""
LONGEST = 120
"""Characters of a line; rows of tables and code cannot be broken."""
MOST = 8_000_000
"""Bytes of all pictures in the guides: every clone has them."""


def named(guide: str) -> set[str]:
    """Return the paths that a guide names from the root; `<game>` is each game that has all one can have."""
    text = (ROOT / guide).read_text("utf-8")
    quoted = QUOTED.findall(text)
    linked = [str((ROOT / guide).parent / path) for path in LINKED.findall(text)]
    complete = [name for name in GAMES if name in ADDED and name in PICTURES]
    folders = [name.replace("-", "_") for name in complete]
    kept = [path for path in (*quoted, *linked) if not YET_TO_COME.search(path)]
    return {path.replace("<game>", folder) for path in kept for folder in folders}


def text_of(guide: str) -> str:
    """Return the lines of a guide without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", (ROOT / guide).read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(guide: Path) -> set[str]:
    """Return the names by which the headings of a guide are linked."""
    titles = re.findall(r"^#+ (.+)$", guide.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("guide", GUIDES)
def test_every_file_that_a_guide_names_is_there(guide: str) -> None:
    paths = named(guide)
    assert paths
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("guide", GUIDES)
def test_every_heading_that_a_guide_links_is_there(guide: str) -> None:
    here = ROOT / guide
    for path, anchor in ANCHORED.findall(text_of(guide)):
        assert anchor in anchors(here.parent / path if path else here)


@pytest.mark.parametrize("guide", [*GUIDES, "CHANGELOG.md"])
def test_no_line_of_a_guide_is_too_long(guide: str) -> None:
    lines = text_of(guide).splitlines()
    assert [line for line in lines if len(line) > LONGEST and not line.startswith("|")] == []


@pytest.mark.parametrize("package", ["bot", "cogs"])
def test_the_map_shows_every_package_and_file(package: str) -> None:
    tree = (ROOT / "docs" / "architecture.md").read_text("utf-8").partition(f"\n{package}/ ")[2]
    lines = re.split(r"^(?=\S)", tree.partition("\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    shown = {name for line in re.findall(r"^  (?! )(.*?)  ", lines, re.MULTILINE) for name in line.split()}
    there = {
        f"{path.name}/" if path.is_dir() else path.name
        for path in (ROOT / package).iterdir()
        if path.name[0] != "." and path.name not in ("__pycache__", "__init__.py")
    }
    assert shown == there


def test_every_picture_is_shown_in_a_guide() -> None:
    kept = {str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.png")}
    shown = {
        str((ROOT / path).relative_to(ROOT))
        for guide in GUIDES
        for path in named(guide)
        if path.endswith(".png")
    }
    assert kept == shown
    assert sum((ROOT / path).stat().st_size for path in kept) < MOST


MIRRORED = ("engine", "bot", "cogs", "sandbox", "bench")


def test_tests_lie_where_what_they_test_lies() -> None:
    tests = ROOT / "tests"
    folders = {test.parent for package in MIRRORED for test in (tests / package).rglob("test_*.py")}
    assert len(folders) > 10
    assert [folder for folder in folders if not (ROOT / folder.relative_to(tests)).is_dir()] == []
