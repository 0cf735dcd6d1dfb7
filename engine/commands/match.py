"""`match GAME --a PLAYER --b PLAYER --deals N --seed S`: which of two players is better, and how surely."""

import argparse
import time
from typing import Final

from engine.ai.match import match
from engine.commands.arguments import add_budget, add_game, budget_of, game_of, integer, player
from engine.commands.streams import Streams

HELP: Final = "let two kinds of players play"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the game, the players, how many deals, and how they are played."""
    add_game(parser)
    parser.add_argument("--a", metavar="PLAYER", required=True, help="a level or a policy by name")
    parser.add_argument("--b", metavar="PLAYER", required=True)
    parser.add_argument("--deals", metavar="N", required=True)
    parser.add_argument("--duplicate", action="store_true", help="the same decks with A on every side")
    parser.add_argument("--whole", action="store_true", help="whole games, not single deals")
    add_budget(parser)


def run(arguments: argparse.Namespace, streams: Streams) -> int:
    """Play the match and print its figures."""
    game, options = game_of(arguments)
    deals, seed = integer(arguments.deals, "--deals", least=1), integer(arguments.seed, "--seed")
    budget = budget_of(arguments)
    a, b = (player(game, getattr(arguments, name), f"--{name}", budget) for name in ("a", "b"))
    sides = game.sides(options)
    # Without partners, it matters how close others are to the end of the game: play whole games.
    whole = arguments.whole or len(sides) > 2
    began = time.perf_counter()
    played = match(game, options, a, b, deals, seed, arguments.duplicate, whole)
    summary = {
        "game": game.NAME,
        "a": arguments.a,
        "b": arguments.b,
        "deals": deals,
        "duplicate": arguments.duplicate,
        **played.summary(),
        "seconds": round(time.perf_counter() - began, 1),
    }
    streams.print_json(summary)
    return 0
