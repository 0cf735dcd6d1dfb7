"""The options of a game of Cicera: the house rules C2, C9, C17 and C27, and the sides that follow."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Final

from engine.game import Scatter, chosen

NAME: Final = "cicera"
OPTIONS: Final[Mapping[str, tuple[int | str, ...]]] = MappingProxyType(
    {
        "players": (4, 2),
        "target": (51, 11, 21, 31, 41),
        "deal": (12, 6),
        "picada": ("any", "rank"),
    }
)

FIRST_GAME: Final[Mapping[str, int | str]] = MappingProxyType({"target": 21})
POINT_OPTIONS: Final[tuple[str, ...]] = ("players", "deal", "picada")
SCATTER: Final = Scatter(luck=5.3, skill=1.5, pair=0.5)


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of a game (C2, C9, C17, C27)."""

    players: int = 4
    target: int = 51
    deal: int = 12
    picada: str = "any"


def options(values: Mapping[str, object]) -> Options:
    """Return the options chosen by `values`, defaults filled in; BadOptions if any is not allowed."""
    made = chosen(NAME, OPTIONS, values)
    if made.get("players") == 2:
        made.setdefault("target", 31)
    return Options(**made)


def values(options: Options) -> dict[str, object]:
    """Return the value of every option, as a record has them."""
    return asdict(options)


def sides(options: Options) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side: partners sit opposite (C1); with two, each is a side (C2)."""
    return ((0, 2), (1, 3)) if options.players == 4 else ((0,), (1,))
