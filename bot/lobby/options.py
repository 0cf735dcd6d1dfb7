"""The options that a lobby's host chooses: those of the game, and those of every table."""

from collections.abc import Mapping
from typing import Any, Final

from bot.errors import Refused
from bot.preferences.declared import OFF, ON
from bot.table.table import Table
from engine.game import AnyGame

_MINUTE: Final = 60
_DAY: Final = 86_400
CLOCKS: Final = (0, 30, _MINUTE, 2 * _MINUTE, 5 * _MINUTE, _DAY, 3 * _DAY)
"""The seconds that a turn may take, as a lobby offers them, the last two in a slow game; 0 for no limit."""
TABLE_OPTIONS: Final[Mapping[str, tuple[int | str, ...]]] = {
    "clock": CLOCKS,
    "claims": (OFF, ON),
    "undo": (ON, OFF),
}
"""The options of a table of any game, and their values."""


def with_option(table: Table, option: str, value: str) -> Table:
    """Return a lobby with another `value` of one option; Refused if it is not offered."""
    named = table.ledger.offered.get(table.row.game, {}).get(option)
    if named is not None:
        return table.with_options(_with(table, option, meant(named, value)))
    offered = TABLE_OPTIONS.get(option) or table.game.OPTIONS.get(option, ())
    if option == "clock":
        # The host's settings or an older game may have another one.
        offered = (*CLOCKS, table.row.clock)
    values: dict[str, Any] = {str(allowed): allowed for allowed in offered}
    if value not in values:
        raise Refused("refused.forged")
    match option:
        case "clock":
            return table.with_row(clock=values[value], timed=True)
        case "claims":
            return table.with_row(claims=value == ON)
        case "undo":
            return table.with_row(undo=value == ON)
        case _:
            return table.with_options(_with(table, option, values[value]))


def meant(named: Mapping[str, Any], name: str) -> Any:
    """Return the offered value of this name; Refused without one."""
    if name not in named:
        raise Refused("refused.forged")
    return named[name]


def _with(table: Table, option: str, value: Any) -> dict[str, Any]:
    """Return a table's options with another value of one; options at their usual value stay usual.

    Two who play Cicera usually play to 31 (C2).
    """
    options = table.game.values(table.options)
    usual = table.game.values(table.game.options({option: options[option]}))
    then = table.game.values(table.game.options({option: value}))
    return {
        name: then[name] if name == option or now == usual[name] else now for name, now in options.items()
    }


def first_game(game: AnyGame, options: Any) -> dict[str, Any]:
    """Return the values of a beginner's game alone: its own in place of the options at their default."""
    values = game.values(options)
    for name, value in game.FIRST_GAME.items():
        others = {other: values[other] for other in values if other != name}
        if game.values(game.options(others))[name] == values[name]:
            values[name] = value
    return values
