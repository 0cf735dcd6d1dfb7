"""Arguments that several commands take: numbers, a game with its options, players, their budget."""

import argparse
import re
from typing import Any, Final

from engine import GAMES
from engine.ai import AnyPlayer, Budget, named
from engine.ai.loading import NoCompiler
from engine.commands.streams import BadInput
from engine.game import AnyGame, BadOptions
from engine.record import BadRecord, load_json

INSTALL: Final = "pip install '.[fast]'"
_INTEGER = re.compile("-?[0-9]{1,30}")
_MILLISECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


def integer(text: str, name: str, least: int | None = None) -> int:
    """Return `text` as an integer of at least `least`; BadInput names the argument `name`."""
    if _INTEGER.fullmatch(text) is None:
        raise BadInput(f"{name} takes an integer, not {text}")
    number = int(text)
    if least is not None and number < least:
        raise BadInput(f"{name} takes a number from {least}")
    return number


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the game, its options and the seed."""
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--seed", metavar="S", required=True)
    parser.add_argument("--players", metavar="P")
    parser.add_argument("--option", metavar="K=V", action="append", default=[])


def game_of(arguments: argparse.Namespace) -> tuple[AnyGame, Any]:
    """Return the game and the options that the arguments ask for."""
    if arguments.game not in GAMES:
        raise BadInput(f"{arguments.game} is none of {', '.join(GAMES)}")
    game = GAMES[arguments.game]
    try:
        return game, game.options(_options(arguments, game))
    except BadOptions as error:
        raise BadInput(str(error)) from None


def _options(arguments: argparse.Namespace, game: AnyGame) -> dict[str, object]:
    """Return the options chosen by `--option` and `--players`; the game checks their values later."""
    chosen: dict[str, object] = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"--option takes k=v, not {text}")
        if name in chosen:
            raise BadInput(f"--option {name} twice")
        try:
            chosen[name] = load_json(value)
        except BadRecord:  # not JSON: a bare word
            chosen[name] = value
    if arguments.players is not None:
        if "players" not in game.OPTIONS:
            raise BadInput(f"{game.NAME} has no --players")
        if "players" in chosen:
            raise BadInput("--players twice")
        chosen["players"] = integer(arguments.players, "--players")
    return chosen


def player(game: AnyGame, name: str, where: str, budget: Budget | None = None) -> AnyPlayer:
    """Return the player of this name; BadInput names the argument `where`."""
    try:
        return named(game.NAME, name, budget)
    except ValueError as error:
        raise BadInput(f"{where}: {error}") from None
    except NoCompiler as error:
        raise BadInput(f"{where}: {name} searches, and {error}: {INSTALL}") from None


def add_budget(parser: argparse.ArgumentParser) -> None:
    """Add the budget of players that search."""
    parser.add_argument("--ms", metavar="T", help="CPU milliseconds of a player that searches")
    parser.add_argument("--worlds", metavar="N", help="so many worlds instead")


def budget_of(arguments: argparse.Namespace) -> Budget | None:
    """Return the budget that the arguments ask for, None for the player's own."""
    if arguments.worlds is not None:
        return Budget(worlds=integer(arguments.worlds, "--worlds", least=1))
    if arguments.ms is None:
        return None
    if _MILLISECONDS.fullmatch(arguments.ms) is None:
        raise BadInput(f"--ms takes milliseconds, not {arguments.ms}")
    return Budget(ms=float(arguments.ms))
