"""The benches run, with next to nothing to measure, and print one line of JSON each."""

import json
from pathlib import Path

import pytest

from bench import (
    ai,
    alone,
    computers,
    evening,
    load,
    panels,
    play,
    ratings,
    replays,
    restart,
    scale,
    season,
    stage,
    start,
)
from engine import GAMES
from engine.ai import added
from tests import nursery
from tests.engine.ai.test_kernels import COMPUTERS, KERNEL

pytestmark = pytest.mark.slow


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that are neither killed nor measured from outside are forked where all is imported already."""
    monkeypatch.setattr(stage, "command", nursery.command)


def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    (line,) = capsys.readouterr().out.splitlines()
    figures: dict[str, object] = json.loads(line)
    return figures


@pytest.mark.usefixtures("forked")
def test_play(capsys: pytest.CaptureFixture[str]) -> None:
    tiny = ["--rounds=1", "--plays=4", "--gap=0.5", "--seconds=1.2", "--every=0.6", "--tables", "1", "2"]
    play.main(tiny)
    figures = printed(capsys)
    assert figures.keys() == {"bench", "words", "pictures"}
    for way in ("words", "pictures"):
        measured = figures[way]
        assert isinstance(measured, dict)
        assert measured.keys() == {
            "plays", "cpu_ms", "drawing_ms", "bare_cpu_ms", "cpu_ratio", "cpu_ratios", "cpu_ratio_target",
            "core_at_25", "core_at_25_target", "acknowledged", "p99_ms_target",
        }  # fmt: skip
        assert (measured["drawing_ms"] > 0) == (way == "pictures")
        acknowledged = measured["acknowledged"]
        assert acknowledged.keys() == {"1", "2"}
        for latency in acknowledged.values():
            assert latency.keys() == {
                "presses", "p50_ms", "p99_ms", "bare_p50_ms", "bare_p99_ms", "p50_ratio", "p99_ratio",
            }  # fmt: skip
            assert 0 < latency["p50_ms"] <= latency["p99_ms"] < 3000


@pytest.mark.usefixtures("forked")
def test_clocks(capsys: pytest.CaptureFixture[str]) -> None:
    tiny = ["--tables=3", "--others=1", "--start=9", "--idle=2", "--spread=2", "--after=4", "--every=1"]
    load.main(["clocks", *tiny])
    figures = printed(capsys)
    assert figures.keys() == {
        "bench", "tables", "one_by_one", "at_once", "idle_share_target", "late_s_target", "p99_ms_target",
    }  # fmt: skip
    for part in ("one_by_one", "at_once"):
        measured = figures[part]
        assert isinstance(measured, dict)
        assert measured["played"] == 3
        assert measured["too_many"] == 0
        assert 0 < measured["late_s"]["p50"] <= measured["late_s"]["p99"]


@pytest.mark.usefixtures("forked")
def test_flood(capsys: pytest.CaptureFixture[str]) -> None:
    load.main(["flood", "--tables=2", "--seconds=2", "--every=1", "--presses=30"])
    figures = printed(capsys)
    assert figures.keys() == {
        "bench", "presses", "calm_ms", "flooded_ms", "later_p50_ms", "later_p50_ms_target",
        "answers_to_the_flood",
    }  # fmt: skip
    answers = figures["answers_to_the_flood"]
    assert isinstance(answers, dict)
    assert answers.keys() <= {"message", "deferred_update"}


@pytest.mark.usefixtures("forked")
def test_restart(capsys: pytest.CaptureFixture[str]) -> None:
    restart.main(["--tables", "3", "--runs", "1"])
    figures = printed(capsys)
    assert figures.keys() == {
        "bench", "tables", "answered_s", "answered_s_target", "answered_ratio", "answered_shown_s",
        "answered_shown_ratio", "bare_answered_s", "load_ms_per_table", "memory_kb_per_table", "memory_mb",
        "memory_ratio",
    }  # fmt: skip
    assert figures["tables"] == 3


@pytest.mark.usefixtures("forked")
def test_start(capsys: pytest.CaptureFixture[str]) -> None:
    start.main(["--runs", "1", "--games", "3", "--pictures", "20"])
    figures = printed(capsys)
    assert figures.keys() == {
        "bench", "games", "modules", "start_s", "cpu_s", "memory_mb", "pictures_memory_mb",
        "pictures_memory_mb_target",
    }  # fmt: skip
    assert all(isinstance(figure, str) or figure > 0 for figure in figures.values())  # type: ignore[operator]


@pytest.mark.usefixtures("forked")
def test_alone(capsys: pytest.CaptureFixture[str]) -> None:
    alone.main(["--game", "ciapano", "--level", "easy", "--hands", "1", "--set", "pause_seconds=0.2"])
    figures = printed(capsys)
    assert figures.keys() == {
        "bench", "game", "presses", "hands", "hand_s", "between_s", "between_p50_s_target", "sight_s",
        "sight_p1_s_target", "untold", "game_s",
    }  # fmt: skip
    assert figures["hands"] == 1
    assert figures["between_s"]["p50"] > figures["sight_s"]["p50"] > 0  # type: ignore[index]


def test_ai(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai, "ROUNDS", 2)
    monkeypatch.setattr(ai, "DEALS", dict.fromkeys(ai.DEALS, 20))
    monkeypatch.setattr(ai, "GAMES_SIMULATED", 1)
    monkeypatch.setattr(ai, "GAMES_TIMED", dict.fromkeys(ai.GAMES_TIMED, 1))
    monkeypatch.setattr(ai, "LEVELS", ["easy"])
    monkeypatch.setattr(ai, "HANDS", dict.fromkeys(ai.HANDS, 0.001))
    assert ai.main([]) == 0
    figures = printed(capsys)
    assert figures.keys() == {
        "bench", "deals_per_s", "target", "cicera_greedy_deals_per_s", "open_spiel_hearts_rollouts_per_s",
        "deals_per_rollout", "deals_per_rollout_target", "hands", "hands_per_yardstick_target", "move_ms",
    }  # fmt: skip
    games = {"cicera", "ciapano", "civil-suits"}
    for kind in ("deals_per_s", "target", "deals_per_rollout_target", "hands_per_yardstick_target"):
        rates = figures[kind]
        assert isinstance(rates, dict)
        assert rates.keys() == games
        assert min(rates.values()) > 0
    assert figures["hands"].keys() == figures["move_ms"].keys() == GAMES.keys()  # type: ignore[attr-defined]
    monkeypatch.setitem(ai.HANDS, "ciapano", 1_000_000)
    assert ai.main([]) == 1


def test_panels(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panels, "FURTHER", 8)
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


@pytest.mark.usefixtures("forked")
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


def test_compiling(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code = computers.uncompiled(tmp_path)
    for game in (game for game in GAMES if added(game).kernels):
        package = code / "engine" / "ai" / game.replace("-", "_")
        (package / "__init__.py").write_text(COMPUTERS.replace("ciapano", package.name))
        (package / "kernel.py").write_text(KERNEL)
    computers.main(["compiling", "--tables=2", "--seconds=1", "--every=0.3", f"--code={code}"])
    figures = printed(capsys)
    assert figures.keys() == {"bench", "at_rest", "compiling", "loading", "p95_ms_target"}
    for part in ("at_rest", "compiling"):
        took = figures[part]
        assert isinstance(took, dict)
        assert took["presses"] > 0
        assert 0 < took["p50_ms"] <= took["p95_ms"] <= took["p99_ms"]


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("pictures", ["--pictures", "--no-pictures"])
def test_load(capsys: pytest.CaptureFixture[str], pictures: str) -> None:
    sizes = ["--tables=2", "--seconds=3", "--spread=1", "--behind", "4", "--four=2", "--rates", "2"]
    load.main([pictures, *sizes, "--step=2"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["part"] for line in lines] == ["play", "restart", "lag"]
    assert all(line["pictures"] == (pictures == "--pictures") for line in lines)
    common = {
        "bench", "part", "pictures", "tables", "presses", "unanswered", "acknowledged_ms",
        "acknowledged_p99_ms_target", "requests", "too_many", "too_many_by_scope", "too_many_by_route",
        "too_many_target", "invalid_in_ten_minutes", "requests_needed", "equal_s", "equal_s_target",
        "boards_wrong",
    }  # fmt: skip
    playing, restarted, lagging = lines
    assert playing.keys() == common | {"seconds"}
    assert restarted.keys() == common
    assert (playing["boards_wrong"], restarted["boards_wrong"]) == (0, 0)
    assert playing["presses"] > 0
    assert playing["requests"]["edits"] > 0
    # The message of every table is posted anew, and the two that are old are removed.
    assert restarted["requests_needed"] == 8
    assert restarted["requests"]["posts"] >= 4
    assert restarted["requests"]["deletes"] >= 2
    assert lagging.keys() == {"bench", "part", "pictures", "tables", "lags_from_plays_a_second", "steps"}
    (step,) = lagging["steps"]
    assert step["presses"] > 0
    assert step["lag_s"]["p50"] > 0


@pytest.mark.usefixtures("forked")
def test_evening(capsys: pytest.CaptureFixture[str]) -> None:
    tiny = ["--tables=4", "--minutes=0.2", "--pace=1", "--fault-every=1", "--kill-every=5"]
    status = evening.main([*tiny, "--report-every=0.02"])
    *reports, figures = map(json.loads, capsys.readouterr().out.splitlines())
    assert reports[0].keys() == {"minutes", "memory_mb", "cpu_s", "held"}
    assert reports[0]["held"]["tasks"] > 0
    assert figures.keys() == {
        "bench", "presses", "plays", "acknowledged_ms", "unanswered", "unanswered_while_cut_off", "refused",
        "requests", "too_many", "too_many_by_scope", "too_many_by_route", "too_many_made_up",
        "invalid_in_ten_minutes", "kills", "faults", "memory_mb", "memory_grows_mb_an_hour",
        "memory_grows_over_s", "bench_late_ms", "tables", "plays_lost", "plays_doubled",
        "settled_s", "boards_wrong", "boards_in_words", "done", "logged",
    }  # fmt: skip
    assert (figures["plays_lost"], figures["plays_doubled"], figures["boards_wrong"]) == (0, 0, 0)
    assert figures["plays"] > 0
    assert figures["kills"] > 0
    assert status == int(bool(figures["unanswered"]))


def test_scale(capsys: pytest.CaptureFixture[str]) -> None:
    scale.main(["--tables", "8", "200", "--seconds", "20", "--behind", "40"])
    played, restarted = map(json.loads, capsys.readouterr().out.splitlines())
    few, many = played["steps"]
    assert few["too_many"] == many["too_many"] == 0
    assert few["requests_a_second"] < many["requests_a_second"] <= 50
    assert few["board_age_s"]["p95"] < 1 < many["board_age_s"]["p95"]
    assert [found["processes"] for found in restarted["runs"]] == [1, 1, 4, 4]
    # A process has a quarter of the requests, and two of them show a table.
    assert all(found["shown_s"] > (2 * 10 - 2) / 10 for found in restarted["runs"])


def test_season(capsys: pytest.CaptureFixture[str]) -> None:
    season.main(["--games=16", "--presses=0"])
    figures = printed(capsys)
    assert figures["games"] == 16
    assert figures.keys() == {
        "bench", "games", "lines", "kinds", "why", "ties", "happened", "boards", "listed", "farthest",
        "order", "order_least", "seconds",
    }  # fmt: skip


def test_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    ratings.main(["--games=60", "--members=9", "--pages=12", "--every=5"])
    (line,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert line.keys() == {
        "bench", "games", "members", "folds", "recount_s", "lines", "page_ms", "loop_ms", "late_ms",
    }  # fmt: skip
    assert line["lines"] > 0


@pytest.mark.usefixtures("forked")
def test_replays(capsys: pytest.CaptureFixture[str]) -> None:
    replays.main(
        ["--tables=2", "--people=3", "--games=3", "--seconds=2", "--every=1", "--pace=0.5", "--rounds=1"]
    )
    figures = printed(capsys)
    assert figures.keys() == {
        "bench", "tables", "people", "alone_ms", "beside_ms", "p99_ratio", "p99_ratio_target", "step_ms",
        "step_p99_ms_target", "acknowledged_first", "step_cpu_ms", "step_drawing_ms", "picture_ms",
    }  # fmt: skip
    for part, presses in (("alone_ms", 4), ("beside_ms", 4), ("step_ms", 12)):
        measured = figures[part]
        assert isinstance(measured, dict)
        assert measured["presses"] == presses
        assert 0 < measured["p50"] <= measured["p99"]
    assert figures["picture_ms"]["pictures"] > 0  # type: ignore[index]
