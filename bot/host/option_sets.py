"""Sets of values that a host gives by file for an option without a menu: one, or several by name."""

import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from bot.locale import Catalogue
from bot.locale.glyphs import as_text
from bot.locale.names import clean
from engine import GAMES

BY_FILE: Final[Mapping[str, tuple[str, str]]] = {"civil_powers": ("civil-suits", "powers")}
"""The game and the option of a setting's file."""
DEFAULT: Final = "default"
"""The name of the game's own set beside the host's."""
_MOST: Final = 24
"""Sets that fit into one of Discord's select menus beside the default."""
_LONGEST: Final = 32

Sets = Mapping[str, Any]
"""The values of an option by name, in the form of a record."""


def read(path: Path, setting: str) -> Sets:
    """Return the sets of a setting's TOML file; OSError, or ValueError with the reason, if it has none.

    The file has a line for each part of the option's value, or one table of such lines for each set, named
    after it. Without tables it is one set, whose name is empty.
    """
    content = tomllib.loads(path.read_text("utf-8-sig"))
    if not content or not all(isinstance(part, dict) for part in content.values()):
        return {"": _value(setting, content)}
    if len(content) > _MOST:
        raise ValueError(f"there are more than {_MOST} sets")
    found: dict[str, Any] = {}
    for name, part in content.items():
        _check(setting, name, found)
        try:
            value = _value(setting, part)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
        if value in (_value(setting), *found.values()):
            raise ValueError(f"{name} has the numbers of another set, or the default ones")
        found[name] = value
    return found


def _check(setting: str, name: str, others: Iterable[str]) -> None:
    """Raise ValueError if a set cannot have this name beside the others."""
    if name != clean(name) or not 0 < len(name) <= _LONGEST:
        raise ValueError(f"{name!r} is no name of one line and at most {_LONGEST} letters")
    game, option = BY_FILE[setting]
    languages = Catalogue.load().languages.values()
    usual = (words(f"{game}.option.{option}.{DEFAULT}") for words in languages)
    if _shown(name) in set(map(_shown, (DEFAULT, *usual, *others))):
        raise ValueError(f"{name} is the name of two sets, or that of the default one")


def _shown(name: str) -> str:
    """Return a name in the form in which two that look alike are equal."""
    return as_text(unicodedata.normalize("NFKC", name)).casefold()


def _value(setting: str, content: Mapping[str, Any] | None = None) -> Any:
    """Return the option's value that `content` spells out, the game's own for None."""
    name, option = BY_FILE[setting]
    game = GAMES[name]
    return game.values(game.options({} if content is None else {option: content}))[option]


def everywhere(setting: str, sets: Sets) -> dict[str, Any]:
    """Return the option of all new tables of the game: the set, if it is the only one."""
    if len(sets) != 1:
        return {}
    [value] = sets.values()
    return {BY_FILE[setting][1]: value}


def selectable(setting: str, sets: Sets) -> dict[str, Sets]:
    """Return the sets to choose from in a lobby, by option; none if there is only one."""
    if len(sets) < 2:
        return {}
    return {BY_FILE[setting][1]: {DEFAULT: _value(setting), **sets}}
