"""A player behind a pipe: a line with a record and a seat comes in, what the seat does goes out."""

import random
import time
from collections.abc import Callable

from engine import GAMES
from engine.ai.player import AnyPlayer
from engine.record import BadRecord, Record, load_json, of_json, replay, seats


def answer(line: bytes, player_of: Callable[[str], AnyPlayer], seed: int) -> dict[str, object]:
    """Return what the seat does at the end of the record, or what is wrong with the line.

    `player_of` has the player of each game by its name. It is shown what the seat sees, and every line is
    answered with chance from the same `seed`.
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
    """Return the record and the seat that a line holds; BadRecord if it does not."""
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
