"""`python -m bench.soak --level hard --games 50`: whole games of four computers of one level, of every game.

An error or an illegal action ends a game and is counted; a move is slow whose CPU time is over twice what
its level has. The status is 1 if there was an error, or if more than one move in a hundred was slow.
"""

import argparse
import json
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import GAMES
from engine.ai import LEVELS, AnyPlayer, named
from engine.ai.match import Timed
from engine.game import AnyGame
from engine.simulate import play

BUDGET_MS = {"easy": 0.3, "medium": 2.0, "hard": 10.0}
"""The CPU milliseconds that a move of each level may take."""


@dataclass(slots=True)
class Soaked:
    """What came of many games: how many went to the end, the errors of the others, and all moves' times."""

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
    """Return what comes of so many games with `player` in every seat."""
    timed = Timed(player)
    found = Soaked(ms=timed.ms)
    seats = sum(map(len, game.sides(options)))
    for number in range(1, games + 1):
        try:
            play(game, options, [timed] * seats, f"{seed} {number}")
        except Exception:  # noqa: BLE001  Whatever it is, it is told with the seed that shows it again.
            found.errors.append(f"{game.NAME}, seed {seed} {number}\n{traceback.format_exc()}")
        else:
            found.finished += 1
    return found


def good(figures: dict[str, object], budget_ms: float) -> bool:
    """Return whether there was no error and the 99th percentile is within twice the budget."""
    p99 = figures["p99_ms"]
    return figures["errors"] == 0 and isinstance(p99, float) and p99 <= 2 * budget_ms


def main(argv: Sequence[str] | None = None) -> int:
    """Print a line of figures for each game as soon as they are there; return the status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", choices=LEVELS, required=True)
    parser.add_argument("--games", type=int, required=True, help="so many of each game")
    parser.add_argument("--game", choices=GAMES, action="append", help="of this one alone")
    parser.add_argument("--seed", default="soak")
    arguments = parser.parse_args(argv)
    budget_ms, all_good = BUDGET_MS[arguments.level], True
    for name in arguments.game or GAMES:
        game = GAMES[name]
        found = soak(
            game, game.options({}), named(name, arguments.level), arguments.games, seed=arguments.seed
        )
        for error in found.errors:
            print(error, file=sys.stderr)
        figures = found.figures(budget_ms)
        all_good &= good(figures, budget_ms)
        print(json.dumps({"bench": "soak", "game": name, "level": arguments.level, **figures}), flush=True)
    return 0 if all_good else 1


if __name__ == "__main__":
    sys.exit(main())
