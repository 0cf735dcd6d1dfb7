"""The options of a game as one machine word, from which kernels read the house rules that they need.

Each option has four bits, in the order of the game's `OPTIONS`, for the index of its value among those
allowed. A new option is in the word automatically; a kernel that needs it looks it up by name.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.game import AnyGame

BITS: Final = 4
MASK: Final = (1 << BITS) - 1

Offered = Mapping[str, tuple[int | str, ...]]
"""The type of `Game.OPTIONS`: every option with the values that it allows."""


def options_word(game: AnyGame, options: Any) -> int:
    """Return the options of a game as a word, without those that are not in `OPTIONS`."""
    values = game.values(options)
    word = 0
    for name, allowed in game.OPTIONS.items():
        word |= allowed.index(values[name]) << option_bit(game.OPTIONS, name)
    return word


def option_bit(offered: Offered, name: str) -> int:
    """Return the lowest bit of an option; its value is `word >> bit & MASK`."""
    return BITS * list(offered).index(name)
