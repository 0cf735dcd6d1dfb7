"""The benches run, with next to nothing to measure, and print one line of JSON each."""

import json

import pytest

from bench import computers, panels, play, restart, simulate, start
from engine import GAMES


def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    (line,) = capsys.readouterr().out.splitlines()
    figures: dict[str, object] = json.loads(line)
    return figures


def test_play(capsys: pytest.CaptureFixture[str]) -> None:
    tiny = ["--rounds=1", "--plays=4", "--gap=0.2", "--seconds=1.2", "--every=0.6", "--tables", "1", "2"]
    play.main(tiny)
    figures = printed(capsys)
    assert figures.keys() == {
        "bench", "plays", "cpu_ms", "drawing_ms", "bare_cpu_ms", "cpu_ratio", "cpu_ratios",
        "cpu_ratio_target", "acknowledged", "p99_ms_target",
    }  # fmt: skip
    acknowledged = figures["acknowledged"]
    assert isinstance(acknowledged, dict)
    assert acknowledged.keys() == {"1", "2"}
    for latency in acknowledged.values():
        assert latency.keys() == {
            "presses", "p50_ms", "p99_ms", "bare_p50_ms", "bare_p99_ms", "p50_ratio", "p99_ratio",
        }  # fmt: skip
        assert 0 < latency["p50_ms"] <= latency["p99_ms"] < 3000


def test_restart(capsys: pytest.CaptureFixture[str]) -> None:
    restart.main(["--tables", "3", "--runs", "1"])
    figures = printed(capsys)
    assert figures.keys() == {
        "bench", "tables", "answered_s", "answered_s_target", "answered_ratio", "answered_shown_s",
        "answered_shown_ratio", "bare_answered_s", "load_ms_per_table", "memory_kb_per_table", "memory_mb",
        "memory_ratio",
    }  # fmt: skip
    assert figures["tables"] == 3


def test_start(capsys: pytest.CaptureFixture[str]) -> None:
    start.main(["--runs", "1"])
    figures = printed(capsys)
    assert figures.keys() == {
        "bench", "modules", "start_s", "cpu_s", "memory_mb", "pictures_memory_mb",
        "pictures_memory_mb_target",
    }  # fmt: skip
    assert all(isinstance(figure, str) or figure > 0 for figure in figures.values())  # type: ignore[operator]


def test_simulate(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "GAMES_A_ROUND", 1)
    simulate.main()
    figures = printed(capsys)
    assert figures.keys() == {"bench", "hands_per_cpu_s", "target"}
    assert figures["target"].keys() == figures["hands_per_cpu_s"].keys() == GAMES.keys()  # type: ignore[attr-defined]


def test_panels(capsys: pytest.CaptureFixture[str]) -> None:
    panels.main(["--games", "1", "--entries", "90"])
    figures = printed(capsys)
    assert figures.keys() == {"bench", "kinds", "worst_p99_ms", "p99_ms_target"}
    kinds = figures["kinds"]
    assert isinstance(kinds, dict)
    assert kinds.keys() == GAMES.keys()
    for of_game in kinds.values():
        assert {"lobby", "lobby, first", "between hands", "between hands, first"} <= of_game.keys()
        for figure in of_game.values():
            assert figure.keys() == {"panels", "p50_ms", "p99_ms"}
            assert 0 < figure["p50_ms"] <= figure["p99_ms"] <= figures["worst_p99_ms"]
    assert len(kinds["civil-suits"]) > 20


def test_computers(capsys: pytest.CaptureFixture[str]) -> None:
    computers.main(["--people=1", "--computers=3", "--level=easy", "--seconds=3", "--every=0.6", "--warm=2"])
    figures = printed(capsys)
    assert figures.keys() == {
        "bench", "presses", "computer_moves", "cpu_share", "acknowledged_ms", "acknowledged_p99_ms_target",
        "loop_delay_ms", "loop_delay_p99_ms_target",
    }  # fmt: skip
    assert figures["presses"] == 5
    assert isinstance(figures["computer_moves"], int)
    assert figures["computer_moves"] > 0
