"""The numbers that a game counts in the hands of a member."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple


class Figure(NamedTuple):
    """A number that a game counts: its value in a hand by name, and the function that joins all hands."""

    of: Callable[[Mapping[str, int]], int]
    over: Callable[[Iterable[int]], int] = sum


def total(*names: str) -> Figure:
    """Return the figure of all points of these names."""
    return Figure(lambda hand: sum([hand.get(name, 0) for name in names]))


def most(name: str) -> Figure:
    """Return the figure of the most points of a name in one hand."""
    return Figure(lambda hand: hand.get(name, 0), partial(max, default=0))
