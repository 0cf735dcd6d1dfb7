"""Reports of a game for the command line: the whole state, the view of one seat, the result."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass

from engine.cards import Card
from engine.game import DEALER, Action, Game, Options, Seen, State
from engine.record import Record, result


def report(game: Game[State, Action, Seen, Options], state: State, seats: int) -> dict[str, object]:
    """Return the state of a game with this number of `seats` as `replay` prints it."""
    outcome = game.outcome(state)
    legal = {str(seat): [str(action) for action in game.legal(state, seat)] for seat in range(seats)}
    return {
        "game": game.NAME,
        "finished": outcome.finished,
        "winners": outcome.winners,
        "totals": outcome.totals,
        "hands": [{"scores": hand.scores, "detail": hand.detail} for hand in outcome.hands],
        "to_act": [seat for seat in game.to_act(state) if seat != DEALER],
        "legal": {seat: actions for seat, actions in legal.items() if actions},
        "places": outcome.places,
    }


def view(game: Game[State, Action, Seen, Options], state: State, seat: int | None) -> dict[str, object]:
    """Return the view of `seat` (None: a spectator): all that `observe` gives, and nothing else."""
    return {"game": game.NAME, "seen": plain(game.observe(state, seat))}


def plain(value: object) -> object:
    """Return a value of the engine as plain JSON; a value with a notation becomes its text."""
    if isinstance(value, Card) or (is_dataclass(value) and "__str__" in type(value).__dict__):
        return str(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(part) for name, part in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, Sequence | frozenset) and not isinstance(value, str):
        return [plain(part) for part in value]
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return value


def check_result(record: Record, state: State, game: Game[State, Action, Seen, Options]) -> list[str]:
    """Return a line for each part of the record's `result` that differs from the result of `state`."""
    if record.result is None:
        return []
    if not isinstance(record.result, Mapping):
        return ["result: is not an object"]
    failed = []
    for key, value in result(game, state).items():
        if key not in record.result:
            failed.append(f"result: {key} is missing")
        elif not _same(record.result[key], value):
            failed.append(f"result: {key} is not what the moves give")
    return failed


def _same(left: object, right: object) -> bool:
    """Return whether two values are the same in JSON, where true is not 1 and 1.0 is no integer."""
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_same, left, right))
    return type(left) is type(right) and left == right
