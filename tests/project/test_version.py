"""One version: the bot's own, which the package is built with and the newest release in the changelog has."""

import re
import tomllib
from pathlib import Path
from pkgutil import resolve_name

from bot import VERSION

ROOT = Path(__file__).parents[2]


def test_the_package_is_built_with_the_version_of_the_bot() -> None:
    written = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "version" not in written["project"]
    assert written["project"]["dynamic"] == ["version"]
    assert resolve_name(written["tool"]["setuptools"]["dynamic"]["version"]["attr"]) == VERSION


def test_the_newest_release_in_the_changelog_is_this_version() -> None:
    headings = re.findall(r"^## \[(.+?)\](.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings[0] == ("Unreleased", "")
    newest, date = headings[1]
    assert newest == VERSION
    assert re.fullmatch(r" - \d{4}-\d{2}-\d{2}", date)
