"""`agent` answers any input line by line; `match` names the better one, with certainty and speed."""

import json
from typing import Any

import pytest

from engine import GAMES
from engine.ai import LEVELS
from tests.engine.commands.command import DECK, FINISHED, GOOD, document, run

pytestmark = pytest.mark.searches

LINE = json.dumps({"record": document(), "seat": 3})


def answers(
    *lines: str | bytes, level: str = "medium", more: tuple[str, ...] = ("--worlds", "8")
) -> list[Any]:
    """Return the answers of `agent` to these lines."""
    stdin = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)
    ran = run("agent", "--level", level, *more, stdin=stdin)
    assert (ran.status, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.splitlines()]


def timeless(found: list[Any]) -> list[Any]:
    return [{key: value for key, value in one.items() if key != "ms"} for one in found]


@pytest.mark.parametrize("level", LEVELS)
def test_what_it_answers(level: str) -> None:
    (found,) = answers(LINE, level=level)
    assert list(found) == ["action", "ms", "worlds", "value"]
    legal = run("replay", "-", stdin=GOOD.encode()).json["legal"]["3"]
    assert found["action"] in legal
    assert isinstance(found["value"], float)
    assert found["ms"] >= 0
    assert found["worlds"] == (0 if level == "easy" else 8)


def test_a_time_instead_of_worlds() -> None:
    (found,) = answers(LINE, level="hard", more=("--ms", "4.5"))
    assert found["worlds"] > 8
    assert found["ms"] < 40


@pytest.mark.parametrize("level", LEVELS)
def test_every_line_as_if_it_were_the_first(level: str) -> None:
    found = timeless(answers(LINE, LINE, "{", LINE, level=level, more=("--worlds", "8", "--seed", "7")))
    assert found[0] == found[1] == found[3]
    assert timeless(answers(LINE, level=level, more=("--worlds", "8", "--seed", "7"))) == found[:1]


BAD = [
    "",
    "x",
    "5",
    "[]",
    "{}",
    b"\xff\xfe",
    b"\xef\xbb\xbf" + LINE.encode(),
    "[" * 100_000,
    json.dumps({"record": document()}),
    json.dumps({"seat": 3}),
    json.dumps({"record": GOOD, "seat": 3}),
    json.dumps({"record": None, "seat": 3}),
    json.dumps({"record": document(game="scopa"), "seat": 3}),
    json.dumps({"record": document(record=2), "seat": 3}),
    json.dumps({"record": document(deals=[]), "seat": 3}),
    json.dumps({"record": document(actions=["0 KS:JC"]), "seat": 1}),
    *(
        json.dumps({"record": document(), "seat": seat})
        for seat in (0, 2, 4, -1, "3", 3.0, True, None, [3], 10**30)
    ),
    '{"record": ' + GOOD + ', "seat": ' + "3" * 5000 + "}",
    json.dumps({"record": FINISHED, "seat": 0}),
    json.dumps({"record": document(deals=[], actions=[]), "seat": 0}),
]


@pytest.mark.parametrize("line", BAD)
def test_a_bad_line_and_then_the_next(line: str | bytes) -> None:
    bad, good = answers(line, LINE)
    assert list(bad) == ["error"]
    assert bad["error"]
    assert "action" in good


def test_the_reason_is_that_of_replay() -> None:
    (found,) = answers(json.dumps({"record": document(actions=["0 KS:JC"]), "seat": 1}))
    assert found["error"].startswith("action 1: 0 KS:JC: ")
    assert "(C12)" in found["error"]


def test_no_lines() -> None:
    assert answers() == []


def test_what_is_no_player_or_budget() -> None:
    for level in ("greedy1", "random", "naive", "gentle", "", "Hard"):
        assert "--level" in run("agent", "--level", level).complaint
    assert run("agent").complaint
    for more in (["--ms", "x"], ["--ms", "-1"], ["--ms", "nan"], ["--worlds", "0"], ["--seed", "1.5"]):
        assert more[0] in run("agent", "--level", "hard", *more).complaint
    assert (
        "greedy1"
        in run("match", "cicera", "--a", "x", "--b", "random", "--deals", "1", "--seed", "1").complaint
    )
    assert (
        "--deals"
        in run("match", "cicera", "--a", "random", "--b", "random", "--deals", "0", "--seed", "1").complaint
    )


def a_match(*more: str) -> Any:
    ran = run("match", *more)
    assert (ran.status, ran.err) == (0, "")
    return ran.json


def test_what_match_prints() -> None:
    found = a_match(
        "cicera", "--a", "greedy1", "--b", "greedy0", "--deals", "40", "--seed", "1", "--duplicate"
    )  # fmt: skip
    assert (found["deals"], found["hands"], found["duplicate"]) == (40, 80, True)
    low, high = found["interval"]
    assert low < found["mean"] < high
    assert found["mean"] == pytest.approx(found["points"]["a"] - found["points"]["b"], abs=0.01)
    assert low > 3
    assert min(*found["ms"].values(), *found["p99_ms"].values()) > 0


def test_the_same_player_on_both_sides_is_even() -> None:
    """With the same decks luck cancels out, except for the luck of the players themselves."""
    found = a_match("cicera", "--a", "greedy1", "--b", "greedy", "--deals", "5", "--seed", "2", "--duplicate")
    assert (found["mean"], found["interval"]) == (0, [0, 0])
    single = a_match("cicera", "--a", "greedy1", "--b", "greedy1", "--deals", "5", "--seed", "2")
    assert single["hands"] == 5
    assert single["interval"][0] < single["interval"][1]
    assert (
        a_match("cicera", "--a", "random", "--b", "random", "--deals", "1", "--seed", "2")["interval"] is None
    )


def test_whole_games_and_options() -> None:
    found = a_match(
        "cicera", "--a", "greedy1", "--b", "random", "--deals", "3", "--seed", "1", "--whole",
        "--players", "2", "--option", "target=11",
    )  # fmt: skip
    assert found["games"] == found["wins"] > 0


def test_alone_against_all_others() -> None:
    """Points are a side's in a hand; A sits in each of the four seats in turn, with the same decks."""
    found = a_match(
        "ciapano", "--a", "random", "--b", "random", "--deals", "30", "--seed", "1", "--duplicate"
    )
    assert found["games"] % 4 == 0
    assert found["wins"] <= found["games"]
    points = found["points"]
    assert points["all"] == pytest.approx((points["a"] + 3 * points["b"]) / 4, abs=0.01)


@pytest.mark.parametrize(("a", "b"), [("easy", "random"), ("naive", "gentle")])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_every_game(game: str, a: str, b: str) -> None:
    found = a_match(game, "--a", a, "--b", b, "--deals", "1", "--seed", "3")
    assert found["hands"] >= 1


@pytest.mark.parametrize("game", GAMES)
def test_agents_of_simulate(game: str) -> None:
    sides = GAMES[game].sides(GAMES[game].options({}))
    agents = ",".join(["random", "easy"][seat % 2] for side in sides for seat in side)
    ran = run("simulate", game, "--games", "1", "--seed", "1", "--agents", agents)
    assert ran.status == 0
    assert "--agents" in run("simulate", game, "--games", "1", "--seed", "1", "--agents", "chess").complaint


def test_a_deck_of_another_game() -> None:
    (found,) = answers(
        json.dumps({"record": document(game="ciapano", deals=[{"dealer": 0, "deck": DECK}]), "seat": 1})
    )
    assert "not a card of ciapano" in found["error"]
