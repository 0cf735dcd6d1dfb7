"""Sets of cards as bits of a machine word, and a quick source of chance, for the kernels."""

from collections.abc import Callable
from typing import Any, Final, cast

import numpy as np
from numba import types
from numba.extending import intrinsic

from engine.ai.compiled import compiled


def _instruction(build: Callable[[Any, Any], Any]) -> Callable[[int], int]:
    return cast(Callable[[int], int], intrinsic(build))


@_instruction
def size(context: Any, cards: Any) -> Any:
    """Return how many bits are set."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@_instruction
def lowest(context: Any, cards: Any) -> Any:
    """Return the number of the lowest bit that is set; `cards` is not empty."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), build


_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)


@compiled
def word(chance: Any) -> Any:
    """Return 64 random bits; `chance` is an array of one uint64, which moves on (splitmix64)."""
    chance[0] += _STEP
    z = chance[0]
    z = (z ^ (z >> np.uint64(30))) * _FIRST
    z = (z ^ (z >> np.uint64(27))) * _SECOND
    return z ^ (z >> np.uint64(31))


@compiled
def below(chance: Any, bound: Any) -> Any:
    """Return an integer from 0 to `bound` - 1, each as likely as the others."""
    return np.int64(((word(chance) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@compiled
def fraction(chance: Any) -> Any:
    """Return a number from 0 up to 1."""
    return np.float64(word(chance) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@compiled
def one_of(chance: Any, cards: Any) -> Any:
    """Return the number of one of the bits that are set, each as likely as the others."""
    for _ in range(below(chance, size(cards))):
        cards &= cards - 1
    return lowest(cards)


def source(seed: int) -> Any:
    """Return a source of chance for the kernels."""
    return np.array([seed & 0xFFFFFFFFFFFFFFFF], dtype=np.uint64)
