"""`verify FILE`: where a record leads, and whether it is finished, its result right and its deals fair."""

import argparse
from typing import Any, Final

from engine import fairness
from engine.commands.replay import add_file, replayed
from engine.commands.streams import Streams
from engine.game import AnyGame
from engine.record import Record, seats
from engine.report import check_result, report

HELP: Final = "replay, and check result and fairness"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file."""
    add_file(parser)


def run(arguments: argparse.Namespace, streams: Streams) -> int:
    """Print the report and a line for each check that fails; the status is 1 if any does."""
    record, game, state = replayed(arguments.file, streams)
    streams.print_json(report(game, state, seats(record)))
    failed = _failed(record, game, state)
    for line in failed:
        streams.complain(f"{arguments.file}: {line}")
    return 1 if failed else 0


def _failed(record: Record, game: AnyGame, state: Any) -> list[str]:
    """Return a line for each check that fails."""
    finished = game.outcome(state).finished
    unfinished = [] if finished else ["the game is not finished"]
    return unfinished + check_result(record, state, game) + fairness.check(record, finished)
