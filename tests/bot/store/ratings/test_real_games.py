"""How soon ratings find the order of members who err more and more often, in real games of the engine."""

import math
import random
import statistics
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Final

import pytest
from openskill.models import PlackettLuce

from bot.store.model.results import ResultRow
from bot.store.ratings.folding import Ratings, fold, pair_of, played
from bot.store.ratings.model import Strength, chance, prior
from engine import GAMES
from engine.ai import AnyPlayer, named
from engine.ai.player import Mixed, Uniform
from engine.ciapano.scoring import plays
from engine.simulate import play
from tests.bot.store.ratings.hands import a_hand
from tests.bot.store.ratings.skilled import MEMBERS, agreement, values
from tests.bot.store.store_rows import a_result

pytestmark = [pytest.mark.slow, pytest.mark.long]

SEEDS: Final = range(1, 13)
POLICY: Final = {"cicera": "greedy0", "ciapano": "greedy", "civil-suits": "greedy"}
ERRS: Final = {member: (member - 1) / 30 for member in MEMBERS}
"""How often a member makes a random play: the first never, the last every second time."""
PLAYED: Final = {
    "cicera": {50: 0.68, 100: 0.80, 250: 0.90},
    "ciapano": {50: 0.0, 100: 0.75, 200: 0.82},
    "civil-suits": {50: 0.0, 100: 0.75, 200: 0.82},
}
"""The least mean rank correlation after so many games."""
BETTER_BY: Final = {"cicera": 0.0, "ciapano": 0.05, "civil-suits": 0.05}
"""How much better than OpenSkill in the mean of 50 and 100 games."""
FORETOLD: Final = range(101, 251)
"""The games whose winner is foretold."""
LOG_LOSS: Final = 0.60


@dataclass
class Run:
    """Rank correlations by games played, of ratings and of OpenSkill, and log losses of foretold games."""

    ours: dict[int, float] = field(default_factory=dict)
    theirs: dict[int, float] = field(default_factory=dict)
    losses: list[float] = field(default_factory=list)


def run_of(name: str, seed: int) -> Run:
    """Return how random tables of four went, over as many games as are asked for."""
    run, rng = Run(), random.Random(f"{name} {seed}")
    players = {member: Mixed(named(name, POLICY[name]), Uniform(), {4: ERRS[member]}) for member in MEMBERS}
    true = [-ERRS[member] for member in MEMBERS]
    ratings, other = Ratings(), PlackettLuce()
    theirs = {member: other.rating() for member in MEMBERS}
    for number in range(1, max(PLAYED[name]) + 1):
        sitting = rng.sample(MEMBERS, 4)
        result = a_real_game(name, {member: players[member] for member in sitting}, f"{seed} {number}")
        game = played(result)
        assert game is not None
        if name == "cicera" and number in FORETOLD:
            run.losses.append(loss(result, ratings))
        fold(game, ratings, often=False)
        of_sides = [[theirs[member] for member in side.members] for side in result.sides]
        after = other.rate(of_sides, ranks=[side.place for side in result.sides])
        for side, own in zip(result.sides, after, strict=True):
            theirs.update(zip(side.members, own, strict=True))
        if number in PLAYED[name]:
            run.ours[number] = agreement(values(ratings, name), true)
            run.theirs[number] = agreement([one.ordinal() for one in theirs.values()], true)
    return run


def a_real_game(name: str, players: dict[int, AnyPlayer], seed: str) -> ResultRow:
    """Return the result of a game between these members, seat by seat."""
    game, sitting = GAMES[name], list(players)
    options = game.options({})
    state = play(game, options, list(players.values()), seed).state
    outcome = game.outcome(state)
    assert outcome.places is not None
    hands = [
        a_hand(
            *[
                None if name == "ciapano" and not plays(state.out, side, number) else points
                for side, points in enumerate(hand.scores)
            ]
        )
        for number, hand in enumerate(outcome.hands, 1)
    ]
    sides = [tuple(sitting[seat] for seat in seats) for seats in game.sides(options)]
    # The most "points" win: places stand for them.
    of_sides = zip(sides, [-place for place in outcome.places], strict=True)
    return a_result("t1", *of_sides, game=name, hands=tuple(hands))


def loss(result: ResultRow, ratings: Ratings) -> float:
    """Return the log loss of the foretold chance of those who won."""
    scatter = GAMES["cicera"].SCATTER
    first, second = [
        [
            *[
                ratings.get((member, 0)) or Strength(0.0, prior(scatter, pair=False))
                for member in side.members
            ],
            ratings.get(pair_of(*side.members)) or Strength(0.0, prior(scatter, pair=True)),
        ]
        for side in result.sides
    ]
    foretold = chance(first, second, scatter)
    return -math.log(foretold if result.sides[0].won else 1 - foretold)


@pytest.fixture(scope="module")
def runs() -> dict[str, list[Run]]:
    """Return the runs of each game, which take all processors."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        waiting = {name: [pool.submit(run_of, name, seed) for seed in SEEDS] for name in GAMES}
        return {name: [one.result() for one in of_game] for name, of_game in waiting.items()}


@pytest.mark.parametrize("name", GAMES)
def test_ratings_find_the_order_of_members(runs: dict[str, list[Run]], name: str) -> None:
    for games, least in PLAYED[name].items():
        assert statistics.mean(run.ours[games] for run in runs[name]) >= least, games


@pytest.mark.parametrize("name", GAMES)
def test_ratings_by_hands_find_it_sooner_than_by_results(runs: dict[str, list[Run]], name: str) -> None:
    ours = statistics.mean(run.ours[games] for run in runs[name] for games in (50, 100))
    theirs = statistics.mean(run.theirs[games] for run in runs[name] for games in (50, 100))
    assert ours >= theirs + BETTER_BY[name]


def test_the_winner_is_foretold(runs: dict[str, list[Run]]) -> None:
    assert statistics.mean(loss for run in runs["cicera"] for loss in run.losses) <= LOG_LOSS
