"""Rules for select menus: their options, the values chosen at first, and the channels that they offer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.body_errors import BodyErrors, Path
from sandbox.components import ENTITIES, STRING_SELECT
from sandbox.errors import Json
from sandbox.limits import Limit

CHANNEL_TYPES = frozenset({0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16})
DEFAULTS_OF = {of: {of} for of in ENTITIES.values()} | {"mentionable": {"user", "role"}}
"""The kinds of default values that each kind of menu takes."""


def check_select(
    errors: BodyErrors, select: Json, path: Path, check_emoji: Callable[[Any, Path], None]
) -> None:
    """Refuse all that is wrong with a select menu, its custom id aside."""
    if select.get("placeholder") is not None:
        place = (*path, "placeholder")
        errors.length(Limit.PLACEHOLDER_LENGTH, place, select["placeholder"], 0, 150)
    least, most = _range(select)
    good = isinstance(least, int) and isinstance(most, int) and 0 <= least <= 25 and 1 <= most <= 25
    options: list[Any] = []
    if select.get("type") == STRING_SELECT:
        options = _options(errors, select, (*path, "options"), check_emoji)
        good = good and most <= max(1, len(options)) and least <= max(1, len(options))
    if not good or least > most:
        errors.refuse(
            Limit.SELECT_RANGE,
            (*path, "max_values"),
            "COMPONENT_SELECT_RANGE",
            "min_values and max_values must be in 0..25, in order, and not above the number of options",
        )
    if sum(bool(option.get("default")) for option in options if isinstance(option, dict)) > 25:
        errors.refuse(Limit.SELECT_RANGE, path, "COMPONENT_DEFAULTS", "Too many default options")
    of = ENTITIES.get(select["type"])
    if of is not None:
        _defaults(errors, select, of, (*path, "default_values"))
    if of == "channel":
        _channel_types(errors, select.get("channel_types"), (*path, "channel_types"))


def _range(select: Json) -> tuple[Any, Any]:
    least, most = select.get("min_values"), select.get("max_values")
    return 1 if least is None else least, 1 if most is None else most


def _options(
    errors: BodyErrors, select: Json, path: Path, check_emoji: Callable[[Any, Path], None]
) -> list[Any]:
    options = errors.count(Limit.SELECT_OPTIONS, path, select.get("options"), 1, 25)
    values: set[object] = set()
    for index, option in enumerate(options):
        here = (*path, index)
        limit = Limit.SELECT_OPTION_LENGTH
        errors.length(limit, (*here, "label"), option.get("label"), 1, 100)
        errors.length(limit, (*here, "value"), option.get("value"), 1, 100)
        errors.length(limit, (*here, "description"), option.get("description"), 0, 100, needed=False)
        if option.get("emoji") is not None:
            check_emoji(option["emoji"], (*here, "emoji"))
        if option.get("value") in values:
            errors.refuse(
                Limit.SELECT_OPTIONS,
                (*here, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        values.add(option.get("value"))
    return options


def _defaults(errors: BodyErrors, select: Json, of: str, path: Path) -> None:
    """Check the users, roles or channels chosen at first: their kinds, and that there are not too many."""
    listed = select.get("default_values") or []
    if not listed:
        return
    least, most = _range(select)
    errors.count(Limit.SELECT_DEFAULTS, path, listed, least, most)
    for index, preset in enumerate(listed):
        if preset.get("type") not in DEFAULTS_OF[of]:
            kinds = ", ".join(sorted(DEFAULTS_OF[of]))
            text = f"Value must be one of {{{kinds}}}."
            errors.refuse(Limit.SELECT_DEFAULTS, (*path, index, "type"), "BASE_TYPE_CHOICES", text)
        if not str(preset.get("id")).isdecimal():
            text = f"Value {preset.get('id')!r} is not snowflake."
            errors.refuse(Limit.SELECT_DEFAULTS, (*path, index, "id"), "NUMBER_TYPE_COERCE", text)


def _channel_types(errors: BodyErrors, listed: Any, path: Path) -> None:
    if listed is None:
        return
    types = errors.count(Limit.CHANNEL_TYPES, path, listed, 0, len(CHANNEL_TYPES))
    for index, kind in enumerate(types):
        if kind not in CHANNEL_TYPES:
            errors.refuse(
                Limit.CHANNEL_TYPES, (*path, index), "BASE_TYPE_CHOICES", "Value is no type of channel."
            )
        elif kind in types[:index]:
            errors.refuse(
                Limit.CHANNEL_TYPES, (*path, index), "SET_TYPE_ALREADY_CONTAINS_VALUE", "Already in the set."
            )
