"""`replay FILE [--view SEAT]`: the state that a record leads to, or one seat's view of it."""

import argparse
from pathlib import Path
from typing import Any, Final

from engine import GAMES
from engine.commands.streams import BadInput, Streams, reason
from engine.game import AnyGame
from engine.record import BadRecord, Record, read, seats
from engine.record import replay as replay_record
from engine.report import report, view

HELP: Final = "print where a record leads"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file and the view."""
    add_file(parser)
    parser.add_argument("--view", metavar="SEAT", help="what that seat may know; none: a spectator")


def run(arguments: argparse.Namespace, streams: Streams) -> int:
    """Print the report of the record's last state, or a seat's view of it."""
    record, game, state = replayed(arguments.file, streams)
    if arguments.view is None:
        streams.print_json(report(game, state, seats(record)))
    else:
        streams.print_json(view(game, state, _seat(arguments.view, seats(record), arguments.file)))
    return 0


def add_file(parser: argparse.ArgumentParser) -> None:
    """Add the file of the record."""
    parser.add_argument("file", metavar="FILE", help="a record; - for standard input")


def replayed(file: str, streams: Streams) -> tuple[Record, AnyGame, Any]:
    """Return the record of a file, its game and its last state; BadInput if it cannot be replayed."""
    try:
        record = read(_content(file, streams))
        found = replay_record(record)
        if found.error is not None:
            raise found.error
    except BadRecord as error:
        raise BadInput(f"{file}: {error}") from None
    return record, GAMES[record.game], found.state


def _content(file: str, streams: Streams) -> bytes:
    try:
        return streams.input.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        raise BadInput(f"{file}: {reason(error)}") from None


def _seat(text: str, seats: int, file: str) -> int | None:
    if text == "none":
        return None
    if text not in [str(seat) for seat in range(seats)]:
        raise BadInput(f"{file}: --view takes a seat from 0 to {seats - 1} or none, not {text}")
    return int(text)
