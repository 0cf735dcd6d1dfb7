"""`python -m bench.gentle`: how often a naive player does well against gentle computers, in whole games.

It stands for a stranger in a first game. In Cicera, to 21 and with a medium partner, it does well if its side
wins; where everybody plays alone, if at most one other player does better, so that equals share the better
place. The status is 1 if it does well in fewer than 40 % or more than 60 % of the games of any kind.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from engine import GAMES
from engine.ai import Budget, named
from engine.game import Outcome
from engine.simulate import play

BAND: Final = (0.4, 0.6)
"""The share of games in which the naive player has to do well."""
FIRST_GAMES: Final[tuple[tuple[str, Mapping[str, object]], ...]] = (
    ("cicera", {"target": 21}),
    ("ciapano", {"players": 3}),
    ("ciapano", {"players": 4}),
    ("ciapano", {"players": 5}),
    ("civil-suits", {}),
)
"""The games that a beginner plays alone, and their options."""


def share(
    name: str,
    values: Mapping[str, object],
    games: int,
    seed: str,
    opponents: str = "gentle",
    partner: str = "medium",
    budget: Budget | None = None,
) -> float:
    """Return the share of so many games in which a naive player, in each seat in turn, does well.

    `budget` is that of a partner who searches.
    """
    game = GAMES[name]
    options = game.options(values)
    sides = game.sides(options)
    naive, opponent = named(name, "naive"), named(name, opponents)
    mate = named(name, partner, budget) if len(sides) == 2 else opponent
    seats = sum(map(len, sides))
    well = 0
    for number in range(games):
        seat = number % seats
        own = next(side for side in sides if seat in side)
        players = [mate if other in own else opponent for other in range(seats)]
        players[seat] = naive
        outcome = game.outcome(play(game, options, players, f"{seed} {number}").state)
        well += ahead(outcome, sides.index(own)) < (1 if len(sides) == 2 else 2)
    return well / games


def ahead(outcome: Outcome, side: int) -> int:
    """Return how many sides did better than `side` in a finished game."""
    assert outcome.places is not None
    # In Civil Suits all who have not won share a place, and their demerits tell them apart.
    ranks = [*zip(outcome.places, outcome.totals, strict=True)]
    return sum(rank < ranks[side] for rank in ranks)


def main(given: Sequence[str] | None = None) -> int:
    """Print a line with the share for each game, and return the status."""
    parser = argparse.ArgumentParser(prog="python -m bench.gentle", description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="so many of each game")
    parser.add_argument("--game", choices=GAMES, help="of this one alone")
    parser.add_argument("--opponents", default="gentle", help="another player instead")
    parser.add_argument("--partner", default="medium", help="another player instead")
    parser.add_argument("--seed", default="first")
    options = parser.parse_args(sys.argv[1:] if given is None else given)
    all_good = True
    for name, values in FIRST_GAMES:
        if options.game not in (None, name):
            continue
        found = share(name, values, options.games, options.seed, options.opponents, options.partner)
        all_good &= BAND[0] <= found <= BAND[1]
        print(json.dumps({"bench": "gentle", "game": name, **values, "did_well": found}), flush=True)
    return 0 if all_good else 1


if __name__ == "__main__":
    sys.exit(main())
