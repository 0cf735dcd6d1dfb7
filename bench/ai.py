"""`python -m bench.ai`: how quick the computer players' kernels are, and how long a move of each level takes.

CPU time of this process; the best of several rounds. The readable engine plays whole games with random
players; its hands are counted per run of a fixed piece of Python (`yardstick`) in the same rounds, so that a
slow machine does not look like a slow engine, and the status is 1 if there are too few. Where OpenSpiel is
installed, random rollouts of its hearts (C++) run in the same rounds as the kernels, and deals are counted
per rollout too.

`python -m bench.ai soak --level hard --games 50` plays whole games with a computer of that level in every
seat, of every game. An error or an illegal action ends a game and is counted; a move is slow whose CPU time
is over twice the budget of its level. The status is 1 if there was an error, or if more than one move in a
hundred was slow.
"""

import argparse
import importlib.util
import json
import random
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine import GAMES, civil_suits
from engine.ai import LEVELS, AnyPlayer, named
from engine.ai.bits import source
from engine.ai.ciapano.uniform import random_deals
from engine.ai.cicera.policy import ODDS
from engine.ai.cicera.tabulate import results
from engine.ai.civil_suits.uniform import random_rounds
from engine.ai.civil_suits.words import powers
from engine.ai.match import Timed
from engine.game import AnyGame
from engine.simulate import play, simulate

ROUNDS: Final = 8
GREEDY: Final = "cicera, greedy"
"""The policy that playouts of Cicera use."""
HEARTS: Final = "hearts"
DEALS: Final = {"cicera": 5_000, "ciapano": 50_000, "civil-suits": 10_000, GREEDY: 5_000, HEARTS: 5_000}
"""Deals of a kernel in a round, and rollouts of OpenSpiel."""
TARGETS: Final = {"cicera": 120_000, "ciapano": 2_000_000, "civil-suits": 200_000}
"""Deals a second by random moves, all legal ones listed at each play."""
PER_HEARTS: Final = {"cicera": 2.0, "ciapano": 22.0, "civil-suits": 2.5}
"""Such deals for each rollout of OpenSpiel's hearts, the same on any machine."""
GAMES_SIMULATED: Final = 50
HANDS: Final = {"cicera": 34, "ciapano": 105, "civil-suits": 18}
"""Hands (in Civil Suits: rounds) that the readable engine must play while a yardstick runs."""
GAMES_TIMED: Final = {"easy": 50, "medium": 5, "hard": 3}
BUDGET_MS: Final = {"gentle": 0.3, "easy": 0.3, "medium": 2.0, "hard": 10.0}
"""The CPU milliseconds that a move of each level may take."""
ANYTHING: Final = 1024
"""As slips: every move is random."""


# Speed


def best_rates() -> dict[str, int]:
    """Return the best rate a CPU second of each kernel and of OpenSpiel's hearts, which run in turns.

    Kernels deal and score too, and every move is any legal one.
    """
    chance, suits = source(1), powers(civil_suits.Options())
    works: dict[str, Callable[[int], object]] = {
        "cicera": lambda deals: results(deals, 4, 12, ANYTHING, ODDS, chance),
        "ciapano": lambda deals: random_deals(4, deals, chance),
        "civil-suits": lambda rounds: random_rounds(rounds, suits, chance),
        GREEDY: lambda deals: results(deals, 4, 12, 0, ODDS, chance),
    }
    if (roll_out := hearts()) is not None:
        works[HEARTS] = roll_out
    rates = dict.fromkeys(works, 0.0)
    for work in works.values():
        work(1)  # compiled before
    for _ in range(ROUNDS):
        for name, work in works.items():
            began = time.process_time()
            work(DEALS[name])
            rates[name] = max(rates[name], DEALS[name] / (time.process_time() - began))
    return {name: round(rate) for name, rate in rates.items()}


def yardstick() -> int:
    """Return the number of captures in a fixed piece of Python that works as the engine does.

    It builds and sorts tuples, looks values up by key, and calls a small function for each. Its own code
    never changes, so its time is that of the machine and of Python.
    """
    captures = 0
    table: tuple[tuple[int, str], ...] = ()
    values = {(rank, suit): rank * 4 for rank in range(1, 14) for suit in "SHDC"}
    for step in range(20_000):
        card = (step * 7 % 13 + 1, "SHDC"[step % 4])
        taken = tuple([other for other in table if _equal(other, card)])
        captures += bool(taken)
        table = tuple(sorted((*table[-8:], card), key=values.__getitem__))
    return captures


def _equal(one: tuple[int, str], other: tuple[int, str]) -> bool:
    return one[0] == other[0]


def hands_per_yardstick(name: str) -> dict[str, float]:
    """Return the hands of the readable engine with random players in the time of a yardstick.

    The times are the best of several rounds, in each of which both run.
    """
    game = GAMES[name]
    options = game.options({})
    players = [named(name, "random")] * sum(map(len, game.sides(options)))
    seconds: list[float] = []
    yardsticks: list[float] = []
    for seed in range(ROUNDS):
        began = time.process_time()
        yardstick()
        middle = time.process_time()
        hands = sum(len(played.deals) for played in simulate(game, options, players, GAMES_SIMULATED, seed))
        seconds.append((time.process_time() - middle) / hands)
        yardsticks.append(middle - began)
    return {
        "per_yardstick": round(min(yardsticks) / min(seconds), 2),
        "per_cpu_s": round(1 / min(seconds)),
    }


def hearts() -> Callable[[int], object] | None:
    """Return a function that makes random rollouts of OpenSpiel's hearts, None where it is not installed.

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

    return roll_out


def move_ms(name: str, level: str) -> dict[str, object]:
    """Return the CPU milliseconds of the moves of whole games in which everybody plays at a level."""
    game = GAMES[name]
    found = soak(game, game.options({}), named(name, level), GAMES_TIMED[level], seed="bench")
    figures = found.figures(BUDGET_MS[level])
    return {key: figures[key] for key in ("moves", "mean_ms", "p99_ms")}


# Whole games


@dataclass(slots=True)
class Soaked:
    """The outcome of many games: how many went to the end, the errors of the others, and all moves' times."""

    finished: int = 0
    errors: list[str] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)

    def figures(self, budget_ms: float) -> dict[str, object]:
        """Return the figures by name; `slow` counts moves of more than twice the budget."""
        ms = sorted(self.ms)
        return {
            "finished": self.finished,
            "errors": len(self.errors),
            "moves": len(ms),
            "mean_ms": round(sum(ms) / len(ms), 3),
            "p99_ms": round(ms[len(ms) * 99 // 100], 3),
            "worst_ms": round(ms[-1], 3),
            "slow": sum(one > 2 * budget_ms for one in ms),
        }


def soak(game: AnyGame, options: Any, player: AnyPlayer, games: int, seed: str) -> Soaked:
    """Return the outcome of so many games with `player` in every seat."""
    timed = Timed(player)
    found = Soaked(ms=timed.ms)
    seats = sum(map(len, game.sides(options)))
    for number in range(1, games + 1):
        try:
            play(game, options, [timed] * seats, f"{seed} {number}")
        except Exception:  # noqa: BLE001  Any error is printed with the seed that shows it again.
            found.errors.append(f"{game.NAME}, seed {seed} {number}\n{traceback.format_exc()}")
        else:
            found.finished += 1
    return found


def good(figures: dict[str, object], budget_ms: float) -> bool:
    """Return whether there was no error and the 99th percentile is within twice the budget."""
    p99 = figures["p99_ms"]
    return figures["errors"] == 0 and isinstance(p99, float) and p99 <= 2 * budget_ms


# The command


def speed(options: argparse.Namespace) -> int:
    """Print the figures of speed, and return 1 if the readable engine is slower than it has to be."""
    hands = {game: hands_per_yardstick(game) for game in GAMES}
    rates = best_rates()
    rollouts = rates.get(HEARTS)
    figures = {
        "bench": "ai",
        "deals_per_s": {game: rates[game] for game in GAMES},
        "target": TARGETS,
        "cicera_greedy_deals_per_s": rates[GREEDY],
        "open_spiel_hearts_rollouts_per_s": rollouts,
        "deals_per_rollout": rollouts and {game: round(rates[game] / rollouts, 2) for game in GAMES},
        "deals_per_rollout_target": PER_HEARTS,
        "hands": hands,
        "hands_per_yardstick_target": HANDS,
        "move_ms": {game: {level: move_ms(game, level) for level in LEVELS} for game in GAMES},
    }
    print(json.dumps(figures))
    return 0 if all(hands[game]["per_yardstick"] >= least for game, least in HANDS.items()) else 1


def soaked(options: argparse.Namespace) -> int:
    """Print a line of figures for each game as soon as they are there, and return the status."""
    budget_ms, all_good = BUDGET_MS[options.level], True
    for name in options.game or GAMES:
        game, player = GAMES[name], named(name, options.level)
        found = soak(game, game.options({}), player, options.games, seed=options.seed)
        for error in found.errors:
            print(error, file=sys.stderr)
        figures = found.figures(budget_ms)
        all_good &= good(figures, budget_ms)
        print(json.dumps({"bench": "soak", "game": name, "level": options.level, **figures}), flush=True)
    return 0 if all_good else 1


def main(given: Sequence[str] | None = None) -> int:
    """Print the figures, and return the status."""
    parser = argparse.ArgumentParser(prog="python -m bench.ai", description=__doc__)
    parser.set_defaults(run=speed)
    mode = parser.add_subparsers(metavar="MODE").add_parser("soak", help="whole games of computers")
    mode.add_argument("--level", choices=BUDGET_MS, required=True)
    mode.add_argument("--games", type=int, required=True, help="so many of each game")
    mode.add_argument("--game", choices=GAMES, action="append", help="of this one alone")
    mode.add_argument("--seed", default="soak")
    mode.set_defaults(run=soaked)
    options = parser.parse_args(sys.argv[1:] if given is None else given)
    status: int = options.run(options)
    return status


if __name__ == "__main__":
    sys.exit(main())
