"""Positions that explain the rules of Ciapano."""

from typing import Final

from bot.pictures.parts.examples import Below, Example, Sign, groups
from engine.ciapano import NAME
from engine.ciapano.options import Options

_RANKS: Final = groups(cards="3S 2S AS KS QS JS 7S 6S 5S 4S")
_COSTS: Final = ("⅓", "⅓", "1", "⅓", "⅓", "⅓", "0", "0", "0", "0")
_TRICK: Final = groups(first="7S", second="KS", taker="AS", stray="3H")

_EXAMPLES: Final = (
    Example(
        NAME,
        1,
        "trick",
        _TRICK,
        ("first", "second", "taker", "stray"),
        "taker",
        (Below(_TRICK["taker"], (Sign("crown"),)),),
    ),
    Example(
        NAME,
        2,
        "ranks",
        _RANKS,
        ("cards",),
        below=tuple(Below((card,), (cost,)) for card, cost in zip(_RANKS["cards"], _COSTS, strict=True)),
        told=False,
    ),
)


def examples(options: Options) -> tuple[Example, ...]:
    """Return the positions, the same for any number of players."""
    return _EXAMPLES
