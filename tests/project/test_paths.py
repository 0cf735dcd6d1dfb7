"""The guides lead to files that are there, and show all pictures that are kept for them."""

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
    "docs/adding.md",
    "docs/architecture.md",
    "docs/hosting.md",
    "docs/look.md",
    "docs/panels.md",
    "docs/scale.md",
    "docs/testing.md",
)
QUOTED = re.compile(r"`((?:engine|bot|cogs|sandbox|tests|bench|docs)/[\w.<>/-]*)`")

LINKED = re.compile(r"""(?:\]\(|src=")(?!https?:|#)([^)"]+)""")
MOST = 8_000_000
"""Bytes of all pictures in the guides: every clone has them."""


def named(guide: str) -> set[str]:
    """Return the paths that a guide names from the root; `<game>` is each game that has all one can have."""
    text = (ROOT / guide).read_text("utf-8")
    quoted = QUOTED.findall(text)
    linked = [str((ROOT / guide).parent / path) for path in LINKED.findall(text)]
    complete = [name for name in GAMES if name in ADDED and name in PICTURES]
    folders = [name.replace("-", "_") for name in complete]
    return {path.replace("<game>", folder) for path in (*quoted, *linked) for folder in folders}


@pytest.mark.parametrize("guide", GUIDES)
def test_every_file_that_a_guide_names_is_there(guide: str) -> None:
    paths = named(guide)
    assert paths
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []


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
