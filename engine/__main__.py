"""The command line: `python -m engine replay | verify | simulate | agent | match`.

Status 0; 1 where `verify` finds a game unfinished or a check failing; 2 for bad input, with one line on
standard error that says where and why.
"""

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import BinaryIO, NoReturn, TextIO

from engine import GAMES, fairness
from engine.ai import LEVELS, Budget, Player, named
from engine.ai.agent import answer
from engine.ai.match import match
from engine.game import BadOptions, Game, Options, State
from engine.record import BadRecord, Record, load_json, read, replay, seats, write
from engine.report import check_result, report, view
from engine.simulate import simulate

_INTEGER = re.compile("-?[0-9]{1,30}")
_MILLISECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


class BadInput(Exception):
    """What ends the program with status 2: `str()` is its one line."""


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line without the usage."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(message)


def main(
    argv: Sequence[str] | None = None,
    stdin: BinaryIO | None = None,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
) -> int:
    """Run one command and return its status; arguments and streams default to those of the process."""
    out = stdout or sys.stdout
    err = stderr or sys.stderr
    try:
        arguments = _parser().parse_args(argv)
        if arguments.command == "simulate":
            return _simulate(arguments, out)
        if arguments.command == "agent":
            return _agent(arguments, stdin, out)
        if arguments.command == "match":
            return _match(arguments, out)
        return _replay_or_verify(arguments, stdin, out, err)
    except BadInput as error:
        print(_one_line(str(error)), file=err)
        return 2


def _parser() -> _Parser:
    parser = _Parser(prog="python -m engine", description=__doc__, allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")

    command = commands.add_parser("replay", help="print where a record leads", allow_abbrev=False)
    command.add_argument("file", metavar="FILE", help="a record; - for standard input")
    command.add_argument("--view", metavar="SEAT", help="what that seat may know; none: a spectator")

    command = commands.add_parser("verify", help="replay, and check result and fairness", allow_abbrev=False)
    command.add_argument("file", metavar="FILE", help="a record; - for standard input")
    command.set_defaults(view=None)

    command = commands.add_parser("simulate", help="play whole games", allow_abbrev=False)
    _add_game(command)
    command.add_argument("--games", metavar="N", required=True)
    command.add_argument("--agents", metavar="NAME,...", default="random", help="one for all, or one a seat")
    command.add_argument("--records", metavar="DIR", help="write each game there as a record")

    command = commands.add_parser("agent", help="answer positions, a line each", allow_abbrev=False)
    command.add_argument("--level", metavar="|".join(LEVELS), required=True)
    command.add_argument("--seed", metavar="S", default="0")
    _add_budget(command)

    command = commands.add_parser("match", help="let two kinds of players play", allow_abbrev=False)
    _add_game(command)
    command.add_argument("--a", metavar="PLAYER", required=True, help="a level or a policy by name")
    command.add_argument("--b", metavar="PLAYER", required=True)
    command.add_argument("--deals", metavar="N", required=True)
    command.add_argument("--duplicate", action="store_true", help="the same decks with A on every side")
    command.add_argument("--whole", action="store_true", help="whole games, not single deals")
    _add_budget(command)
    return parser


def _add_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    command.add_argument("--seed", metavar="S", required=True)
    command.add_argument("--players", metavar="P")
    command.add_argument("--option", metavar="K=V", action="append", default=[])


def _add_budget(command: argparse.ArgumentParser) -> None:
    command.add_argument("--ms", metavar="T", help="CPU milliseconds of a player that searches")
    command.add_argument("--worlds", metavar="N", help="so many worlds instead")


def _one_line(text: str) -> str:
    """Return `text` with all that is not printable (control characters, surrogates, …) escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


# replay and verify


def _replay_or_verify(arguments: argparse.Namespace, stdin: BinaryIO | None, out: TextIO, err: TextIO) -> int:
    file: str = arguments.file
    try:
        record = read(_content(file, stdin))
        replayed = replay(record)
        if replayed.error is not None:
            raise replayed.error
    except BadRecord as error:
        raise BadInput(f"{file}: {error}") from None
    game, state = GAMES[record.game], replayed.state
    if arguments.view is not None:
        seat = _seat(arguments.view, seats(record), file)
        _print_json(view(game, state, seat), out)
        return 0
    _print_json(report(game, state, seats(record)), out)
    if arguments.command == "replay":
        return 0
    failed = _failed(record, game, state)
    for line in failed:
        print(_one_line(f"{file}: {line}"), file=err)
    return 1 if failed else 0


def _content(file: str, stdin: BinaryIO | None) -> bytes:
    try:
        if file == "-":
            return (stdin or sys.stdin.buffer).read()
        return Path(file).read_bytes()
    except (OSError, ValueError) as error:
        raise BadInput(f"{file}: {_reason(error)}") from None


def _reason(error: OSError | ValueError) -> str:
    """Return why a file could not be used; a ValueError is a null byte in its name."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _failed(record: Record, game: Game, state: State) -> list[str]:
    """Return a line for each check of `verify` that fails."""
    finished = game.outcome(state).finished
    unfinished = [] if finished else ["the game is not finished"]
    return unfinished + check_result(record, state, game) + fairness.check(record, finished)


def _seat(text: str, seats: int, file: str) -> int | None:
    if text == "none":
        return None
    if text not in [str(seat) for seat in range(seats)]:
        raise BadInput(f"{file}: --view takes a seat from 0 to {seats - 1} or none, not {text}")
    return int(text)


# simulate


def _simulate(arguments: argparse.Namespace, out: TextIO) -> int:
    game, options = _game(arguments)
    games, seed = _integer(arguments.games, "--games"), _integer(arguments.seed, "--seed")
    if games < 1:
        raise BadInput("--games takes a number from 1")
    sides = game.sides(options)
    players = _players(arguments.agents, game, sum(map(len, sides)))
    folder = _folder(arguments.records)

    hands = actions = 0
    sums = [0] * len(sides)
    began = time.perf_counter()
    for number, played in enumerate(simulate(game, options, players, games, seed), 1):
        hands += len(played.deals)
        actions += len(played.actions)
        for side, total in enumerate(game.outcome(played.state).totals):
            sums[side] += total
        if folder is not None:
            _save(folder / f"{number:06}.json", write(played.record()))
    seconds = time.perf_counter() - began
    by_seat = {seat: sums[side] / games for side, members in enumerate(sides) for seat in members}
    summary = {
        "game": game.NAME,
        "games": games,
        "hands": hands,
        "actions": actions,
        "seconds": round(seconds, 3),
        "hands_per_s": round(hands / seconds, 1),
        "mean_scores": [by_seat[seat] for seat in sorted(by_seat)],
    }
    _print_json(summary, out)
    return 0


def _game(arguments: argparse.Namespace) -> tuple[Game, Options]:
    """Return the game and the options that are asked for."""
    if arguments.game not in GAMES:
        raise BadInput(f"{arguments.game} is none of {', '.join(GAMES)}")
    game = GAMES[arguments.game]
    try:
        return game, game.options(_options(arguments, game))
    except BadOptions as error:
        raise BadInput(str(error)) from None


def _integer(text: str, name: str) -> int:
    if _INTEGER.fullmatch(text) is None:
        raise BadInput(f"{name} takes an integer, not {text}")
    return int(text)


def _options(arguments: argparse.Namespace, game: Game) -> dict[str, object]:
    """Return the options chosen by `--option` and `--players`; the game judges their values."""
    chosen: dict[str, object] = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"--option takes k=v, not {text}")
        if name in chosen:
            raise BadInput(f"--option {name} twice")
        try:
            chosen[name] = load_json(value)
        except BadRecord:  # a bare word
            chosen[name] = value
    if arguments.players is not None:
        if "players" not in game.OPTIONS:
            raise BadInput(f"{game.NAME} has no --players")
        if "players" in chosen:
            raise BadInput("--players twice")
        chosen["players"] = _integer(arguments.players, "--players")
    return chosen


def _players(text: str, game: Game, seats: int) -> list[Player]:
    chosen = text.split(",")
    if len(chosen) not in (1, seats):
        raise BadInput(f"--agents takes one name or {seats}, one a seat")
    by_name = {name: _player(game, name, "--agents", None) for name in chosen}
    return [by_name[name] for name in (chosen * seats)[:seats]]


def _player(game: Game, name: str, where: str, budget: Budget | None) -> Player:
    try:
        return named(game.NAME, name, budget)
    except ValueError as error:
        raise BadInput(f"{where}: {error}") from None


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    try:
        folder = Path(name)
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise BadInput(f"{name}: {_reason(error)}") from None
    return folder


def _save(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{file}: {_reason(error)}") from None


# agent and match


def _agent(arguments: argparse.Namespace, stdin: BinaryIO | None, out: TextIO) -> int:
    if arguments.level not in LEVELS:
        raise BadInput(f"--level: {arguments.level} is none of {', '.join(LEVELS)}")
    seed, budget = _integer(arguments.seed, "--seed"), _budget(arguments)

    @cache
    def player_of(game: str) -> Player:
        return named(game, arguments.level, budget)

    try:
        for line in stdin or sys.stdin.buffer:
            _print_json(answer(line, player_of, seed), out)
    except OSError as error:
        raise BadInput(f"standard input: {_reason(error)}") from None
    return 0


def _budget(arguments: argparse.Namespace) -> Budget | None:
    """Return the time or the worlds that are asked for, None for the player's own."""
    if arguments.worlds is not None:
        worlds = _integer(arguments.worlds, "--worlds")
        if worlds < 1:
            raise BadInput("--worlds takes a number from 1")
        return Budget(worlds=worlds)
    if arguments.ms is None:
        return None
    if _MILLISECONDS.fullmatch(arguments.ms) is None:
        raise BadInput(f"--ms takes milliseconds, not {arguments.ms}")
    return Budget(ms=float(arguments.ms))


def _match(arguments: argparse.Namespace, out: TextIO) -> int:
    game, options = _game(arguments)
    deals, seed = _integer(arguments.deals, "--deals"), _integer(arguments.seed, "--seed")
    budget = _budget(arguments)
    if deals < 1:
        raise BadInput("--deals takes a number from 1")
    a, b = (_player(game, getattr(arguments, name), f"--{name}", budget) for name in ("a", "b"))
    sides = game.sides(options)
    # Who plays alone meets others who are near the end of the game: single deals would not show it.
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
    _print_json(summary, out)
    return 0


# Output


def _print_json(value: object, out: TextIO) -> None:
    try:
        print(json.dumps(value), file=out, flush=True)
    except OSError as error:  # a closed pipe, a full disk
        raise BadInput(f"standard output: {_reason(error)}") from None


def run() -> int:
    """Run the command of this process and return its status; nothing is left for the interpreter to flush."""
    with ExitStack() as stack:
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:  # closed by whoever started the process
                setattr(sys, name, stack.enter_context(open(os.devnull, mode)))
        try:
            status = main()
            sys.stderr.flush()
        except KeyboardInterrupt:
            status = 130
        except OSError:  # standard error is gone: nobody is left to be told
            status = 2
        try:
            sys.stdout.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


if __name__ == "__main__":
    sys.exit(run())
