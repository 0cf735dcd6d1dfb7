"""`python -m bench.ai`: how quick the computer players' kernels are, and how long a move of each level takes.

CPU time of this process; the best of several rounds. Where OpenSpiel is installed, random rollouts of its
hearts (C++) stand beside.
"""

import importlib.util
import json
import random
import time
from collections.abc import Callable

from bench.soak import BUDGET_MS, soak
from engine import GAMES, civil_suits
from engine.ai import LEVELS, named
from engine.ai.bits import source
from engine.ai.ciapano.uniform import random_deals
from engine.ai.cicera.policy import ODDS
from engine.ai.cicera.tabulate import results
from engine.ai.civil_suits.uniform import random_rounds
from engine.ai.civil_suits.words import powers

ROUNDS = 8
TARGETS = {"cicera": 120_000, "ciapano": 2_000_000, "civil-suits": 200_000}
"""Deals a second by random moves, all legal ones listed at each play."""
GAMES_TIMED = {"easy": 50, "medium": 5, "hard": 3}
ANYTHING = 1024
"""As slips: every move is random."""


def best_rate(deals: Callable[[int], object], number: int) -> int:
    """Return the deals a CPU second of the best of several rounds."""
    deals(1)  # compiled before
    seconds = []
    for _ in range(ROUNDS):
        began = time.process_time()
        deals(number)
        seconds.append(time.process_time() - began)
    return round(number / min(seconds))


def deals_per_s() -> dict[str, int]:
    """Return the deals a second of each kernel, dealing and scoring included, every move any legal one."""
    chance = source(1)
    suits = powers(civil_suits.Options())
    return {
        "cicera": best_rate(lambda deals: results(deals, 4, 12, ANYTHING, ODDS, chance), 5_000),
        "ciapano": best_rate(lambda deals: random_deals(4, deals, chance), 50_000),
        "civil-suits": best_rate(lambda rounds: random_rounds(rounds, suits, chance), 10_000),
    }


def greedy_deals_per_s() -> int:
    """Return the deals of Cicera a second of the policy that playouts use."""
    chance = source(1)
    return best_rate(lambda deals: results(deals, 4, 12, 0, ODDS, chance), 5_000)


def hearts() -> int | None:
    """Return the random rollouts a second of OpenSpiel's hearts, None where it is not installed.

    Hands are dealt before, without a passing of cards; a tree search of one simulation makes all rollouts of
    a round in C++.
    """
    if importlib.util.find_spec("pyspiel") is None:
        return None
    import pyspiel  # type: ignore[import-not-found, unused-ignore]

    game = pyspiel.load_game("hearts(pass_cards=false)")
    rng = random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))

    def roll_out(number: int) -> object:
        evaluator = pyspiel.RandomRolloutEvaluator(number, 1)
        return pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False).mcts_search(state)

    return best_rate(roll_out, 20_000)


def move_ms(name: str, level: str) -> dict[str, object]:
    """Return the CPU milliseconds of the moves of whole games in which everybody plays at a level."""
    game = GAMES[name]
    found = soak(game, game.options({}), named(name, level), GAMES_TIMED[level], seed="bench")
    figures = found.figures(BUDGET_MS[level])
    return {key: figures[key] for key in ("moves", "mean_ms", "p99_ms")}


def main() -> None:
    """Print the figures."""
    figures = {
        "bench": "ai",
        "deals_per_s": deals_per_s(),
        "target": TARGETS,
        "cicera_greedy_deals_per_s": greedy_deals_per_s(),
        "open_spiel_hearts_rollouts_per_s": hearts(),
        "move_ms": {game: {level: move_ms(game, level) for level in LEVELS} for game in GAMES},
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
