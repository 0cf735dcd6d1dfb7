"""The output of `replay` and `verify`, and their end where files, arguments or pipes are bad."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from engine.record import write
from tests.engine.commands.command import FINISHED, GOOD, document, replayed, run
from tests.engine.contract import lying
from tests.engine.strategies import Position, positions


@pytest.mark.parametrize("value", [5, "x", [], True, {}, {"finished": 1}, {"totals": [1, 1], "winners": []}])
def test_replay_does_not_look_at_result_and_fairness(value: Any) -> None:
    for key in ("result", "fairness"):
        assert replayed(document(**{key: value})).status == 0
        ran = replayed({**FINISHED, key: value}, "verify")
        assert ran.status == 1
        assert ran.json["finished"]
        assert ran.err.count("\n") >= 1
        assert all(line.startswith(f"-: {key}: ") for line in ran.err.splitlines())


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("finished", 1),
        ("finished", False),
        ("totals", [0, 0]),
        ("totals", None),
        ("totals", [0]),
        ("totals", {"0": 1}),
        ("winners", []),
        ("winners", [True]),
        ("winners", [0, 1]),
        ("winners", [0.0]),
        ("winners", 0),
    ],
)
def test_a_false_result_fails(key: str, value: Any) -> None:
    ran = replayed({**FINISHED, "result": {**FINISHED["result"], key: value}}, "verify")
    assert ran.status == 1
    assert ran.err == f"-: result: {key} is not what the moves give\n"


def test_totals_are_integers() -> None:
    totals = [float(total) for total in FINISHED["result"]["totals"]]
    assert replayed({**FINISHED, "result": {**FINISHED["result"], "totals": totals}}, "verify").status == 1


def test_an_unfinished_game_does_not_verify() -> None:
    ran = replayed(document(), "verify")
    assert ran.status == 1
    assert ran.err == "-: the game is not finished\n"
    assert ran.json == replayed(document()).json


# Files and arguments


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for name in (str(tmp_path / "missing.json"), str(tmp_path), "a\x00b", "", "a\nb\x1b[31m", "\udcff"):
        complaint = run("replay", name).complaint
        assert complaint


def test_the_line_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document(actions=["0 KS:JC"])))
    assert run("replay", str(file)).complaint.startswith(f"{file}: action 1: 0 KS:JC: ")
    assert str(tmp_path) in run("replay", str(tmp_path)).complaint


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "play",
        "replay",
        "replay a b",
        "replay - --view",
        "replay - --vie 0",
        "verify",
        "verify - --view 0",
        "simulate",
        "simulate cicera",
        "simulate cicera --games 1",
        "simulate cicera --seed 1",
        "simulate briscola --games 1 --seed 1",
        "simulate cicera --games 0 --seed 1",
        "simulate cicera --games -1 --seed 1",
        "simulate cicera --games x --seed 1",
        "simulate cicera --games 1.0 --seed 1",
        "simulate cicera --games ١ --seed 1",
        "simulate cicera --games 1 --seed x",
        "simulate cicera --games 1 --seed 1 --players 3",
        "simulate ciapano --games 1 --seed 1 --players 2",
        "simulate cicera --games 1 --seed 1 --players four",
        "simulate cicera --games 1 --seed 1 --players 2 --option players=2",
        "simulate cicera --games 1 --seed 1 --option target",
        "simulate cicera --games 1 --seed 1 --option target=12",
        "simulate cicera --games 1 --seed 1 --option target=11.0",
        "simulate cicera --games 1 --seed 1 --option target=",
        "simulate cicera --games 1 --seed 1 --option picada=null",
        "simulate cicera --games 1 --seed 1 --option speed=1",
        "simulate cicera --games 1 --seed 1 --option target=11 --option target=21",
        "simulate cicera --games 1 --seed 1 --agents clever",
        "simulate cicera --games 1 --seed 1 --agents random,random",
        "simulate cicera --games 1 --seed 1 --agents random,",
        "simulate cicera --games 1 --seed 1 --records /dev/null/x",
    ],
)
def test_bad_arguments(arguments: str) -> None:
    assert run(*arguments.split()).complaint


@pytest.mark.parametrize("seat", ["4", "-1", "x", "00", "None", "", "²"])
def test_views_of_no_seat(seat: str) -> None:
    assert run("replay", "-", f"--view={seat}", stdin=GOOD.encode()).complaint.startswith("-: --view")


@settings(max_examples=15)
@given(positions(["cicera", "ciapano"], steps=49))
def test_a_view_holds_nothing_hidden(position: Position) -> None:
    """In the first hand no card that a viewer has not seen is anywhere in the printed view."""
    content = write(position.record).encode()
    for seat in (*position.seats, None):
        ran = run("replay", "-", "--view", "none" if seat is None else str(seat), stdin=content)
        assert ran.status == 0
        assert ran.json["game"] == position.game.NAME
        hand = set(ran.json["seen"]["hand"])
        assert hand == ({str(c) for c in position.state.hands[seat]} if _dealt(position, seat) else set())
        if not position.game.outcome(position.state).hands and position.record.deals:
            hidden = lying(position.game.NAME).hidden(position.state, seat)
            assert not [c for c in hidden if re.search(rf"\b{c}\b", ran.out)]


def _dealt(position: Position, seat: int | None) -> bool:
    return seat is not None and bool(position.record.deals)


def process(*arguments: str, **streams: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments], cwd=Path(__file__).parents[3], timeout=60, **streams
    )


def test_a_process_of_its_own() -> None:
    good = process("replay", "-", input=GOOD.encode(), capture_output=True)
    assert (good.returncode, good.stderr) == (0, b"")
    bad = process("replay", "-", input=b"{}", capture_output=True)
    assert (bad.returncode, bad.stdout, bad.stderr) == (2, b"", b"-: record is missing\n")
    unfinished = process("verify", "-", input=GOOD.encode(), capture_output=True)
    assert (unfinished.returncode, unfinished.stderr) == (1, b"-: the game is not finished\n")


def test_a_broken_pipe_is_one_line() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    ran = process("replay", "-", input=GOOD.encode(), stdout=write_end, stderr=subprocess.PIPE)
    os.close(write_end)
    assert (ran.returncode, ran.stderr) == (2, b"standard output: Broken pipe\n")
