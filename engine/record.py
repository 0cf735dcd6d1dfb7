"""The table record, version 1: a game as one JSON document, read strictly, written, and replayed as a fold.

Input is not trusted: anything wrong with it raises one `BadRecord` that says where and why.
"""

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine import GAMES
from engine.cards import written
from engine.deals import Deal, parse_deck
from engine.game import (
    DEALER,
    Action,
    AnyGame,
    BadNotation,
    BadOptions,
    Game,
    IllegalAction,
    Options,
    Seen,
    State,
    shortened,
)

VERSION: Final = 1
_REQUIRED: Final = ("record", "game", "deals", "actions")
_OPTIONAL: Final = ("options", "names", "result", "fairness")
_ACTION: Final = re.compile("([0-9]) (.*)", re.DOTALL)
_DIGITS: Final = 600
"""The longest integer that is parsed: Python can be configured to refuse more than 640 digits."""


class BadRecord(ValueError):
    """A bad record: `str()` is one line that names the deal or the action, counted from 1, and the rule."""


class _LongNumber(str):
    """The text of a number that Python cannot hold; only unknown keys may have one."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was dealt and played. `names`, `result` and `fairness` are None if the record has none.

    `result` and `fairness` are kept unchecked; `extra` holds the unknown keys.
    """

    game: str
    options: Mapping[str, object] = field(default_factory=dict)
    names: tuple[str, ...] | None = None
    deals: tuple[Deal, ...] = ()
    actions: tuple[str, ...] = ()
    result: object = None
    fairness: object = None
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Replay:
    """The state that a replay reached and, unless that is the end of the record, the error."""

    state: Any
    deals_applied: int = 0
    actions_applied: int = 0
    error: BadRecord | None = None

    @property
    def ok(self) -> bool:
        """Return whether all of the record could be replayed."""
        return self.error is None


def seats(record: Record) -> int:
    """Return the number of seats in the record's game."""
    game = GAMES[record.game]
    return sum(map(len, game.sides(game.options(record.options))))


# Reading


def load_json(text: str | bytes) -> object:
    """Return the value of a JSON text; BadRecord if it is not one. The last of duplicate keys counts."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        if text.startswith("\ufeff"):
            raise BadRecord("a byte order mark")
        value: object = json.loads(text, parse_int=_integer, parse_float=_float, parse_constant=_no_number)
        return value
    except UnicodeDecodeError as error:
        raise BadRecord(f"not UTF-8 at byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise BadRecord(f"not JSON: {error}") from None
    except RecursionError:
        raise BadRecord("nested too deep to read") from None


def _integer(digits: str) -> int | _LongNumber:
    return int(digits) if len(digits) <= _DIGITS else _LongNumber(digits)


def _float(text: str) -> float | _LongNumber:
    number = float(text)
    return number if math.isfinite(number) else _LongNumber(text)


def _no_number(name: str) -> None:
    raise BadRecord(f"not JSON: {name}")


def read(text: str | bytes) -> Record:
    """Return the record in `text`, its actions not yet replayed; BadRecord if it is not a record."""
    return of_json(load_json(text))


def of_json(top: object) -> Record:
    """Return the record in a value that `load_json` has read; BadRecord if it is not a record."""
    if not isinstance(top, dict):
        raise BadRecord("not an object")
    for key in _REQUIRED:
        if key not in top:
            raise BadRecord(f"{key} is missing")
    for key in _OPTIONAL:
        if key in top and top[key] is None:
            raise BadRecord(f"{key} is null")
    if type(top["record"]) is not int or top["record"] != VERSION:
        raise BadRecord(f"record is not {VERSION}")
    name = top["game"]
    if type(name) is not str or name not in GAMES:
        raise BadRecord(f"game is none of {', '.join(GAMES)}")
    game = GAMES[name]
    record = Record(
        game=name,
        options=_options(game, top.get("options", {})),
        deals=tuple(
            _deal(game, number, entry) for number, entry in enumerate(_list(top["deals"], "deals"), 1)
        ),
        actions=tuple(
            _action(number, entry) for number, entry in enumerate(_list(top["actions"], "actions"), 1)
        ),
        result=top.get("result"),
        fairness=top.get("fairness"),
        names=_names(top["names"]) if "names" in top else None,
        extra={key: value for key, value in top.items() if key not in _REQUIRED + _OPTIONAL},
    )
    if record.names is not None and len(record.names) != seats(record):
        raise BadRecord(f"names are not {seats(record)}, one a seat")
    return record


def _names(value: object) -> tuple[str, ...]:
    names = _list(value, "names")
    strings = tuple([name for name in names if type(name) is str])
    if len(strings) < len(names):
        raise BadRecord("names are not strings")
    return strings


def _list(value: object, key: str) -> list[object]:
    if not isinstance(value, list):
        raise BadRecord(f"{key} is not a list")
    return value


def _options(game: AnyGame, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise BadRecord("options is not an object")
    try:
        game.options(value)
    except BadOptions as error:
        raise BadRecord(f"options: {shortened(str(error), 200)}") from None
    return value


def _action(number: int, value: object) -> str:
    if type(value) is not str:
        raise BadRecord(f"action {number}: not a string")
    return value


def _deal(game: AnyGame, number: int, value: object) -> Deal:
    """Return the deal in `value`; BadRecord unless its deck has every card of `game` once."""
    where = f"deal {number}"
    if not isinstance(value, dict):
        raise BadRecord(f"{where}: not an object")
    for key in ("dealer", "deck"):
        if key not in value:
            raise BadRecord(f"{where}: {key} is missing")
    dealer, text = value["dealer"], value["deck"]
    if type(dealer) is not int:
        raise BadRecord(f"{where}: dealer is not an integer")
    if type(text) is not str:
        raise BadRecord(f"{where}: deck is not a string")
    extra = {key: value[key] for key in value if key not in ("dealer", "deck")}
    try:
        return Deal(dealer, parse_deck(text, game), extra)
    except BadNotation as error:
        raise BadRecord(f"{where}: {error}") from None


# Replaying


def advance(game: Game[State, Action, Seen, Options], state: State, entry: Deal | str) -> State:
    """Return the state after one deal or one action ("2 7D:3H+4C"); BadRecord names the rule broken."""
    waits_for = game.to_act(state)
    if not waits_for:
        raise BadRecord("the game is over")
    try:
        if isinstance(entry, Deal):
            if waits_for != (DEALER,):
                raise BadRecord("stands before its time")
            return game.deal(state, entry.dealer, entry.deck)
        if waits_for == (DEALER,):
            raise BadRecord("the next hand has not been dealt")
        match = _ACTION.fullmatch(entry)
        if match is None:
            raise BadRecord("not a seat, a blank and an action")
        return game.apply(state, int(match[1]), game.parse(match[2]))
    except IllegalAction as error:
        raise BadRecord(f"{error} ({error.rule})") from None
    except BadNotation as error:
        raise BadRecord(shortened(str(error))) from None


def replay(record: Record, watch: Callable[[Deal | str], object] | None = None) -> Replay:
    """Return the replay of a record up to its end or first error, each deal when the game waits for it.

    `watch` is called with each entry in order, before it is applied.
    """
    game = GAMES[record.game]
    state = game.start(game.options(record.options))
    deals = actions = 0
    while deals < len(record.deals) or actions < len(record.actions):
        deal_due = game.to_act(state) == (DEALER,) or actions == len(record.actions)
        entry: Deal | str
        if deal_due and deals < len(record.deals):
            entry, where = record.deals[deals], f"deal {deals + 1}"
        else:
            entry = record.actions[actions]
            where = f"action {actions + 1}: {shortened(entry)}"
        if watch is not None:
            watch(entry)
        try:
            state = advance(game, state, entry)
        except BadRecord as error:
            return Replay(state, deals, actions, BadRecord(f"{where}: {error}"))
        if isinstance(entry, Deal):
            deals += 1
        else:
            actions += 1
    return Replay(state, deals, actions)


# Writing


def result(game: Game[State, Action, Seen, Options], state: State) -> dict[str, object]:
    """Return the `result` of a record that ends in `state`."""
    outcome = game.outcome(state)
    return {
        "finished": outcome.finished,
        "totals": list(outcome.totals),
        "winners": list(outcome.winners),
    }


def write(record: Record) -> str:
    """Return the record as a JSON document with one line for each key, its result filled in from a replay.

    BadRecord if it has no result and cannot be replayed.
    """
    shown = record.result
    if shown is None:
        replayed = replay(record)
        if replayed.error is not None:
            raise replayed.error
        shown = result(GAMES[record.game], replayed.state)
    top: dict[str, object] = {"record": VERSION, "game": record.game, "options": dict(record.options)}
    if record.names is not None:
        top["names"] = record.names
    top["deals"] = [
        {"dealer": deal.dealer, "deck": written(deal.deck), **deal.extra} for deal in record.deals
    ]
    top["actions"] = record.actions
    top["result"] = shown
    if record.fairness is not None:
        top["fairness"] = record.fairness
    lines = (
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in {**top, **record.extra}.items()
    )
    # A lone surrogate cannot be encoded as UTF-8, but JSON can escape it.
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode("utf-8", "backslashreplace").decode("utf-8")
