"""`agent --level L`: a player behind a pipe, which answers positions line by line."""

import argparse
from functools import cache
from typing import Final

from engine import GAMES
from engine.ai import LEVELS, AnyPlayer
from engine.ai.agent import answer
from engine.commands.arguments import add_budget, budget_of, integer, player
from engine.commands.streams import BadInput, Streams, reason

HELP: Final = "answer positions, a line each"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the level, the seed and the budget."""
    parser.add_argument("--level", metavar="|".join(LEVELS), required=True)
    parser.add_argument("--seed", metavar="S", default="0")
    add_budget(parser)


def run(arguments: argparse.Namespace, streams: Streams) -> int:
    """Answer each line of standard input with one line."""
    if arguments.level not in LEVELS:
        raise BadInput(f"--level: {arguments.level} is none of {', '.join(LEVELS)}")
    seed, budget = integer(arguments.seed, "--seed"), budget_of(arguments)

    @cache
    def player_of(name: str) -> AnyPlayer:
        return player(GAMES[name], arguments.level, "--level", budget)

    try:
        for line in streams.input:
            streams.print_json(answer(line, player_of, seed))
    except OSError as error:
        raise BadInput(f"standard input: {reason(error)}") from None
    return 0
