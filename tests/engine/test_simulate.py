"""`simulate`: the same seed gives the same games everywhere, and every game is a record that verifies."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES
from engine.ai import named
from engine.ai.player import Judgement, Player
from engine.game import AnySeen
from engine.record import read, replay, write
from engine.simulate import simulate
from tests.engine.commands.command import run
from tests.engine.strategies import paired_options


class Last(Player[AnySeen, Any]):
    """Plays the last of its legal actions."""

    def consider(self, seen: AnySeen, rng: random.Random) -> Judgement[Any]:
        return Judgement(((seen.legal[-1], 0.0),))


def records(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())}


def test_what_it_prints(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    ran = run("simulate", "cicera", "--games", "3", "--seed", "7", "--records", str(folder))
    assert (ran.status, ran.err) == (0, "")
    written = [read(text) for text in records(folder).values()]
    totals = [replay(record).state.totals for record in written]
    assert list(ran.json) == ["game", "games", "hands", "actions", "seconds", "hands_per_s", "mean_scores"]
    assert ran.json["game"] == "cicera"
    assert ran.json["games"] == len(written) == 3
    assert ran.json["hands"] == sum(len(record.deals) for record in written)
    assert ran.json["actions"] == 48 * ran.json["hands"]
    first, second = (sum(column) / 3 for column in zip(*totals, strict=True))
    assert ran.json["mean_scores"] == [first, second, first, second]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_verifies(game: str, tmp_path: Path) -> None:
    assert run("simulate", game, "--games", "2", "--seed", "-3", "--records", str(tmp_path)).status == 0
    for path in tmp_path.iterdir():
        assert run("verify", str(path)).status == 0


@pytest.mark.parametrize(
    ("game", "values"),
    [(game, values) for game in ("cicera", "ciapano") for values in paired_options(GAMES[game])],
    ids=str,
)
def test_every_option(game: str, values: dict[str, object], tmp_path: Path) -> None:
    chosen = [word for name, value in values.items() for word in ("--option", f"{name}={value}")]
    ran = run("simulate", game, "--games", "1", "--seed", "1", *chosen, "--records", str(tmp_path))
    assert ran.status == 0
    assert len(ran.json["mean_scores"]) == values["players"]
    (text,) = records(tmp_path).values()
    assert read(text).options == values


def test_players() -> None:
    by_players = run("simulate", "cicera", "--games", "1", "--seed", "1", "--players", "2")
    by_option = run("simulate", "cicera", "--games", "1", "--seed", "1", "--option", "players=2")
    assert by_players.json["mean_scores"] == by_option.json["mean_scores"]


def test_one_agent_a_seat() -> None:
    agents = ",".join(["random"] * 4)
    assert run("simulate", "cicera", "--games", "1", "--seed", "1", "--agents", agents).status == 0


def test_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    """Also in processes that hash differently."""
    found = []
    for hash_seed in ("0", "1", "random"):
        folder = tmp_path / hash_seed
        subprocess.run(
            [
                sys.executable,
                "-m",
                "engine",
                "simulate",
                "cicera",
                "--games",
                "2",
                "--seed",
                "9",
                "--records",
                folder,
            ],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            stdout=subprocess.DEVNULL,
            check=True,
            timeout=60,
        )
        found.append(records(folder))
    assert found[0] == found[1] == found[2]
    (tmp_path / "other").mkdir()
    run("simulate", "cicera", "--games", "2", "--seed", "10", "--records", str(tmp_path / "other"))
    assert records(tmp_path / "other") != found[0]


def test_these_games_stay_the_same() -> None:
    """The first actions of seed 1, the same on any machine and any Python."""
    game = GAMES["cicera"]
    (played,) = simulate(game, game.options({}), [named("cicera", "random")] * 4, 1, 1)
    record = json.loads(write(played.record()))
    assert record["actions"][:4] == ["2 6C:AH+5H", "3 AS", "0 2S", "1 KD"]


def test_the_first_deal_does_not_depend_on_who_plays() -> None:
    game = GAMES["cicera"]
    options = game.options({})
    (one,) = simulate(game, options, [named("cicera", "random")] * 4, 1, 1)
    (other,) = simulate(game, options, [Last()] * 4, 1, 1)
    assert one.deals[0] == other.deals[0]
    assert one.actions != other.actions
