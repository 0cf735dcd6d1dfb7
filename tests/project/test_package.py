"""An installation has all that the bot needs beside code: words, fonts with licences, palettes."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGES = ("engine", "bot", "cogs")


def beside_code() -> Iterator[Path]:
    """Yield every file in the packages that is no code."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*"):
            if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts:
                yield path


def within(path: Path) -> Path:
    """Return a file's path within the package that it belongs to."""
    folder = next(parent for parent in path.parents if (parent / "__init__.py").exists())
    return path.relative_to(folder)


def test_every_file_beside_the_code_is_installed() -> None:
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["*"]
    files = list(beside_code())
    assert {path.suffix for path in files} >= {".po", ".otf", ".ttf", ".txt", ".png"}
    left_out = [path for path in files if not any(within(path).match(pattern) for pattern in patterns)]
    assert left_out == []


def test_every_font_comes_with_its_licence() -> None:
    fonts = ROOT / "bot" / "pictures" / "sketch" / "fonts"
    licences = {path.stem.removeprefix("LICENCE-") for path in fonts.glob("LICENCE-*.txt")}
    families = {path.name.partition("-")[0] for path in fonts.glob("*.[ot]tf")}
    assert len(families) == 3
    assert {family.removesuffix("Sans") for family in families} == licences
    named = {path for pattern in PROJECT["project"]["license-files"] for path in ROOT.glob(pattern)}
    assert named == {ROOT / "LICENSE", *fonts.glob("LICENCE-*.txt")}
