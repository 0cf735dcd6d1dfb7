"""A player behind a pipe: reads a line with a record and a seat, answers with the seat's action."""

import random
import time
from collections.abc import Callable

from engine import GAMES
from engine.ai.player import AnyPlayer
from engine.record import BadRecord, Record, load_json, of_json, replay, seats


def answer(line: bytes, player_of: Callable[[str], AnyPlayer], seed: int) -> dict[str, object]:
    """Return the seat's action at the end of the record, or the error in the line.

    `player_of` returns the player for the name of a game; the player gets the seat's view, and a generator
    from `seed` that is the same for every line.
    """
    try:
        record, seat = _question(line)
        replayed = replay(record)
        if replayed.error is not None:
            raise replayed.error
    except BadRecord as error:
        return {"error": str(error)}
    game = GAMES[record.game]
    if seat not in game.to_act(replayed.state):
        return {"error": f"seat {seat} is not to act"}
    player = player_of(record.game)
    seen = game.observe(replayed.state, seat)
    began = time.thread_time()
    judgement = player.consider(seen, random.Random(seed))
    return {
        "action": str(judgement.action),
        "ms": round(1000 * (time.thread_time() - began), 3),
        "worlds": judgement.worlds,
        "value": round(judgement.value, 4),
    }


def _question(line: bytes) -> tuple[Record, int]:
    """Return the record and the seat in a line; BadRecord if it does not have them."""
    top = load_json(line)
    if not isinstance(top, dict):
        raise BadRecord("not an object")
    for key in ("record", "seat"):
        if key not in top:
            raise BadRecord(f"{key} is missing")
    record, seat = of_json(top["record"]), top["seat"]
    if type(seat) is not int or not 0 <= seat < seats(record):
        raise BadRecord(f"seat is none from 0 to {seats(record) - 1}")
    return record, seat
