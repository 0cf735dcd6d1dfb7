"""Names of settings as hosts write them: lines of `.env` that are none, and names that look like a slip."""

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from dotenv.parser import Binding, parse_stream

ENV: Final = Path(".env")
_OTHERS: Final = {"TOKEN": "DISCORD_TOKEN", "BOT_TOKEN": "DISCORD_TOKEN", "DATABASE": "DATABASE_URL"}
"""Names that other bots use, and ours."""
_ALIKE: Final = 0.85
"""How alike two names are, from 0 to 1, for one to be a slip."""


def broken(known: Collection[str]) -> Iterator[str]:
    """Yield a sentence for each line of `.env` that sets nothing; none if there is no such file."""
    for line in _lines():
        number, name = _number(line), (line.key or "").upper()
        if line.error:
            # The line is not shown: it may be the one with the token.
            yield f"line {number} of .env is no setting: write NAME=value, and close each quote"
        elif line.value is None and name in known:
            yield f"line {number} of .env has {name} alone: write {name}=value"


def strange(known: Collection[str], environment: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each name in the environment or `.env` that looks like a slip."""
    lines: dict[str, list[Binding]] = {}
    for line in _lines():
        if line.key:
            lines.setdefault(line.key.upper(), []).append(line)
    for name, found in lines.items():
        if name in known and len({line.value for line in found}) > 1:
            numbers = " and ".join(str(_number(line)) for line in found)
            yield f".env sets {name} more than once, in lines {numbers}: the last one counts"
    cases: dict[str, set[str]] = {}
    for name in environment:
        cases.setdefault(name.upper(), set()).add(name)
    for name, names in cases.items():
        if name in known and len({environment[one] for one in names}) > 1:
            yield f"the environment sets {name} more than once, as {' and '.join(sorted(names))}: keep one"
    for name in dict.fromkeys([*cases, *lines]):
        if name not in known and (meant := _meant(name, known, name in lines)):
            yield f"{name} is no setting of the bot: is {meant} meant?"


def _meant(name: str, known: Collection[str], own: bool) -> str:
    """Return the setting that a name looks like, empty if it looks like none.

    `own` says whether it stands in `.env`: names in the environment may be those of other programs.
    """
    if (own or "DISCORD" in name) and (other := _OTHERS.get(name.replace("DISCORD_", ""))):
        return other
    if own or "DISCORD" in name:
        for setting in known:
            if name.endswith(f"_{setting}") or name == setting.replace("_", ""):
                return setting
    return next(iter(get_close_matches(name, known, 1, _ALIKE)), "")


def _number(line: Binding) -> int:
    """Return the number of a line, which the parser takes together with empty ones above it."""
    text = line.original.string
    return line.original.line + text[: len(text) - len(text.lstrip())].count("\n")


def _lines() -> list[Binding]:
    """Return the lines of `.env`, none if it cannot be read: the settings say so."""
    try:
        with ENV.open(encoding="utf-8-sig") as opened:
            return list(parse_stream(opened))
    except (OSError, UnicodeDecodeError):
        return []
