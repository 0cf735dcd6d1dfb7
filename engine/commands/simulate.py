"""`simulate GAME --games N --seed S`: whole games between computer players, counted and kept."""

import argparse
import time
from pathlib import Path
from typing import Final

from engine.ai import AnyPlayer
from engine.commands.arguments import add_game, game_of, integer, player
from engine.commands.streams import BadInput, Streams, reason
from engine.game import AnyGame
from engine.record import write
from engine.simulate import simulate

HELP: Final = "play whole games"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the game, how many to play, the players and where to write records."""
    add_game(parser)
    parser.add_argument("--games", metavar="N", required=True)
    parser.add_argument("--agents", metavar="NAME,...", default="random", help="one for all, or one a seat")
    parser.add_argument("--records", metavar="DIR", help="write each game there as a record")


def run(arguments: argparse.Namespace, streams: Streams) -> int:
    """Play the games, and print how many hands and actions they took, how fast, and the mean scores."""
    game, options = game_of(arguments)
    games, seed = integer(arguments.games, "--games", least=1), integer(arguments.seed, "--seed")
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
    streams.print_json(summary)
    return 0


def _players(text: str, game: AnyGame, seats: int) -> list[AnyPlayer]:
    chosen = text.split(",")
    if len(chosen) not in (1, seats):
        raise BadInput(f"--agents takes one name or {seats}, one a seat")
    by_name = {name: player(game, name, "--agents") for name in chosen}
    return [by_name[name] for name in (chosen * seats)[:seats]]


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    try:
        folder = Path(name)
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise BadInput(f"{name}: {reason(error)}") from None
    return folder


def _save(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{file}: {reason(error)}") from None
