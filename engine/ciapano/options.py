"""The options of a game of Ciapano: the number of players (P1)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Final

from engine.game import Scatter, chosen

NAME: Final = "ciapano"
OPTIONS: Final[Mapping[str, tuple[int | str, ...]]] = MappingProxyType({"players": (4, 3, 5)})
FIRST_GAME: Final[Mapping[str, int | str]] = MappingProxyType({})
POINT_OPTIONS: Final[tuple[str, ...]] = ("players",)
SCATTER: Final = Scatter(luck=3.0, skill=0.5)


@dataclass(frozen=True, slots=True)
class Options:
    """The number of players that a game begins with (P1)."""

    players: int = 4


def options(values: Mapping[str, object]) -> Options:
    """Return the options chosen by `values`, defaults filled in; BadOptions if any is not allowed."""
    return Options(**chosen(NAME, OPTIONS, values))


def values(options: Options) -> dict[str, object]:
    """Return the value of every option, as a record has them."""
    return asdict(options)


def sides(options: Options) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side: each player is for themself (P1)."""
    return tuple((seat,) for seat in range(options.players))
