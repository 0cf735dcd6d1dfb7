"""What can be chosen for a game of Cicera: the house rules C2, C9, C17 and C27, and the sides that follow."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.game import BadOptions

NAME: Final = "cicera"
OPTIONS: Final[Mapping[str, tuple[int | str, ...]]] = MappingProxyType(
    {
        "players": (4, 2),
        "target": (51, 11, 21, 31, 41),
        "deal": (12, 6),
        "picada": ("any", "rank"),
    }
)


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of a game (C2, C9, C17, C27)."""

    players: int = 4
    target: int = 51
    deal: int = 12
    picada: str = "any"


def options(values: Mapping[str, object]) -> Options:
    """Return the options that `values` choose, defaults filled in; BadOptions if there are no such."""
    chosen: dict[str, int | str] = {}
    for name, value in values.items():
        if name not in OPTIONS:
            raise BadOptions(f"cicera has no option {name}")
        # A bool equals an int and 4.0 equals 4; neither is a value of an option.
        if not any(type(value) is type(allowed) and value == allowed for allowed in OPTIONS[name]):
            raise BadOptions(f"{name} can only be {', '.join(map(str, OPTIONS[name]))}")
        chosen[name] = value  # type: ignore[assignment]  # its type was just compared
    if chosen.get("players") == 2:
        chosen.setdefault("target", 31)
    return Options(**chosen)  # type: ignore[arg-type]  # each value was just held against OPTIONS


def sides(options: Options) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side: partners sit opposite (C1); with two, each is a side (C2)."""
    return ((0, 2), (1, 3)) if options.players == 4 else ((0,), (1,))
