"""`python -m bench.simulate`: how many hands a second the readable engine plays with random players.

CPU time of this process, which other work on the machine disturbs less than the clock on the wall; the best
of several rounds.
"""

import json
import time

from engine import GAMES
from engine.ai import named
from engine.simulate import simulate

GAMES_A_ROUND = 50
ROUNDS = 6
TARGETS = {"cicera": 1000, "ciapano": 4000, "civil-suits": 300}
"""Hands (in Civil Suits: rounds) a second that each game must reach on one core, with four players."""


def hands_per_second(name: str, seed: int) -> float:
    """Return the hands a CPU second in one round of whole games."""
    game = GAMES[name]
    options = game.options({})
    players = [named(name, "random")] * sum(map(len, game.sides(options)))
    began = time.process_time()
    hands = sum(len(played.deals) for played in simulate(game, options, players, GAMES_A_ROUND, seed))
    return hands / (time.process_time() - began)


def main() -> None:
    """Print the figures of every game."""
    figures = {}
    for name in GAMES:
        rounds = sorted(hands_per_second(name, seed) for seed in range(ROUNDS))
        figures[name] = {"best": round(rounds[-1]), "median": round(rounds[len(rounds) // 2])}
    print(json.dumps({"bench": "simulate", "hands_per_cpu_s": figures, "target": TARGETS}))


if __name__ == "__main__":
    main()
