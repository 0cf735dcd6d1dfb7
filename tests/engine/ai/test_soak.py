"""Computers of every level play whole games with every option, and the soak bench finds planted errors."""

import json
import random

import pytest

from bench.ai import main, soak
from engine import GAMES, ciapano
from engine.ai import LEVELS, Budget, Judgement, Player, named
from engine.ciapano import Action, Play, Seen
from tests.engine.strategies import paired_options

OPTIONS = [
    (game, values, level)
    for game in GAMES
    for number, values in enumerate(paired_options(GAMES[game]))
    # All searches work in the same way, more or less thoroughly.
    for level in ("gentle", *LEVELS)
    if level in ("gentle", "easy") or (level == "hard") == number % 2
]


@pytest.mark.parametrize(("game", "values", "level"), OPTIONS, ids=str)
def test_every_level_plays_with_every_option(game: str, values: dict[str, object], level: str) -> None:
    rules = GAMES[game]
    found = soak(rules, rules.options(values), named(game, level, Budget(worlds=1)), 1, seed="test")
    assert found.errors == []
    assert found.finished == 1


class Cheat(Player[Seen, Action]):
    """Plays the first card of all, in hand or not."""

    def consider(self, seen: Seen, rng: random.Random) -> Judgement[Action]:
        """Return a play that is legal for at most one seat."""
        return Judgement(((Play(ciapano.DECK[0]), 0.0),))


def test_what_is_illegal_is_counted() -> None:
    found = soak(ciapano, ciapano.Options(), Cheat(), 2, seed="test")
    assert found.finished == 0
    assert len(found.errors) == 2
    assert "IllegalAction" in found.errors[0]
    assert "seed test 1" in found.errors[0]


def test_what_it_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "--level", "easy", "--games", "2", "--game", "civil-suits"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    figures = json.loads(line)
    assert (figures["game"], figures["finished"], figures["errors"]) == ("civil-suits", 2, 0)
    assert 0 < max(figures["mean_ms"], figures["p99_ms"]) <= figures["worst_ms"]


def test_slow_moves_are_counted() -> None:
    rules = GAMES["ciapano"]
    found = soak(rules, rules.options({}), named("ciapano", "greedy"), 1, seed="test")
    assert found.figures(budget_ms=0.0)["slow"] == len(found.ms) > 0
    assert found.figures(budget_ms=1e6)["slow"] == 0
