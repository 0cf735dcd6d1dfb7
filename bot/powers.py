"""The challengers' numbers that whoever runs the bot has set for Civil Suits: one set, or several by name."""

import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from bot.locale import Catalogue
from bot.naming import clean
from bot.render.glyphs import as_text
from engine import civil_suits

DEFAULT: Final = "default"
"""How the numbers that the game itself has are called among others."""
MOST: Final = 24
"""So many sets a list of Discord has room for, beside the default one."""
LONGEST: Final = 32

Numbers = Mapping[str, list[int]]
"""The numbers of every challenger, as a record has them."""


def read(path: Path) -> dict[str, Numbers]:
    """Return the sets of a file by their names; OSError or ValueError, which says why, where it has none.

    It has a line for each challenger, or a table of such lines for each set, under its name. Without tables
    there is one set, whose name is empty.
    """
    content = tomllib.loads(path.read_text("utf-8-sig"))
    if not content or not all(isinstance(part, dict) for part in content.values()):
        return {"": _numbers(content)}
    if len(content) > MOST:
        raise ValueError(f"there are more than {MOST} sets")
    found: dict[str, Numbers] = {}
    for name, part in content.items():
        _check(name, found)
        try:
            numbers = _numbers(part)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
        if numbers in (_of(civil_suits.options({})), *found.values()):
            raise ValueError(f"{name} has the numbers of another set, or the default ones")
        found[name] = numbers
    return found


def _check(name: str, others: Iterable[str]) -> None:
    """Raise ValueError where a set cannot be called so beside others."""
    if name != clean(name) or not 0 < len(name) <= LONGEST:
        raise ValueError(f"{name!r} is no name of one line and at most {LONGEST} letters")
    languages = Catalogue.load().languages.values()
    usual = (words(f"{civil_suits.NAME}.option.powers.{DEFAULT}") for words in languages)
    if _shown(name) in set(map(_shown, (DEFAULT, *usual, *others))):
        raise ValueError(f"{name} is the name of two sets, or that of the default one")


def _shown(name: str) -> str:
    """Return what tells a name from others for those who read it."""
    return as_text(unicodedata.normalize("NFKC", name)).casefold()


def _numbers(content: Mapping[str, Any]) -> Numbers:
    return _of(civil_suits.options({"powers": content}))


def _of(options: civil_suits.Options) -> dict[str, list[int]]:
    return {challenger.text: list(options.numbers(challenger)) for challenger in civil_suits.CHALLENGERS}


def everywhere(sets: Mapping[str, Numbers]) -> dict[str, dict[str, Numbers]]:
    """Return, by game, the options that all new tables have: those of the only set there is."""
    if len(sets) != 1:
        return {}
    [numbers] = sets.values()
    return {civil_suits.NAME: {"powers": numbers}}


def offered(sets: Mapping[str, Numbers]) -> dict[str, dict[str, Mapping[str, Numbers]]]:
    """Return, by game and option, the values that a host of a table can choose from, by their names."""
    if len(sets) < 2:
        return {}
    return {civil_suits.NAME: {"powers": {DEFAULT: _of(civil_suits.options({})), **sets}}}
