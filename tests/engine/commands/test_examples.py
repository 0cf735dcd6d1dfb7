"""The examples made by another implementation of the same rules, where they are at hand."""

import json
from pathlib import Path

import pytest

from engine import GAMES
from tests.engine.commands.command import run

EXAMPLES = Path(__file__).parents[3].parent / "shared" / "examples"

pytestmark = pytest.mark.skipif(not EXAMPLES.is_dir(), reason="the examples are not here")


def files(folder: str, every_game: bool = False) -> list[Path]:
    """Return the records in `folder` whose game the engine has."""
    found = sorted(path for path in (EXAMPLES / folder).glob("*.json") if path.suffixes == [".json"])
    return [path for path in found if every_game or json.loads(path.read_bytes())["game"] in GAMES]


@pytest.mark.parametrize("path", [path for name in GAMES for path in files(name)], ids=str)
def test_replay(path: Path) -> None:
    ran = run("replay", str(path))
    assert ran.status == 0
    assert ran.err == ""
    assert ran.json == json.loads(path.with_suffix(".expect.json").read_text())


@pytest.mark.parametrize("path", files("verify"), ids=str)
def test_verify(path: Path) -> None:
    expected = json.loads(path.with_suffix(".expect.json").read_text())
    ran = run("verify", str(path))
    assert ran.status == expected["status"]
    if ran.status == 2:
        assert f"{path}: {expected['names']}" in ran.complaint
    else:
        assert ran.json == expected["output"]
        assert all(line.startswith(f"{path}: ") for line in ran.err.splitlines())
        assert bool(ran.err) == (ran.status == 1)


PLACES = {
    "010.json": "action 1",
    "020.json": "action 1",
    "030.json": "deal 1",
    "040.json": "deal 2",
    "070.json": "deal 1",
    "080.json": "deal 1",
    "090.json": "action 1",
    "100.json": "action 1",
    "110.json": "action 1",
    "120.json": "deal 2",
    "130.json": "action 1",
    "140.json": "action 10",
    "150.json": "action 22",
    "180.json": "action 23",
}
"""The faulty place in each bad example of the games at hand, for those that name a deal or an action."""


@pytest.mark.parametrize("path", files("bad", every_game=True), ids=str)
def test_bad(path: Path) -> None:
    for command in ("replay", "verify"):
        complaint = run(command, str(path)).complaint
        assert complaint.startswith(f"{path}: {PLACES.get(path.name, '')}")
