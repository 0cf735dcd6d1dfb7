"""Sets of cards as bits of a machine word, copies, and a fast random number generator, for the kernels."""

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
    """Return the number of bits that are set."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@_instruction
def lowest(context: Any, cards: Any) -> Any:
    """Return the index of the lowest bit that is set; `cards` is not empty."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), build


@compiled
def copy(words: Any, to: Any) -> None:
    """Copy an array of words to another one."""
    for index in range(len(words)):
        to[index] = words[index]


_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)


@compiled
def word(rng: Any) -> Any:
    """Return 64 random bits and advance `rng`, an array of one uint64 (splitmix64)."""
    rng[0] += _STEP
    z = rng[0]
    z = (z ^ (z >> np.uint64(30))) * _FIRST
    z = (z ^ (z >> np.uint64(27))) * _SECOND
    return z ^ (z >> np.uint64(31))


@compiled
def below(rng: Any, bound: Any) -> Any:
    """Return a uniform integer from 0 to `bound` - 1."""
    return np.int64(((word(rng) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@compiled
def fraction(rng: Any) -> Any:
    """Return a uniform number from 0 to below 1."""
    return np.float64(word(rng) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@compiled
def one_of(rng: Any, cards: Any) -> Any:
    """Return the index of a random bit that is set, uniformly."""
    for _ in range(below(rng, size(cards))):
        cards &= cards - 1
    return lowest(cards)


def source(seed: int) -> Any:
    """Return a random number generator for the kernels."""
    return np.array([seed & 0xFFFFFFFFFFFFFFFF], dtype=np.uint64)
