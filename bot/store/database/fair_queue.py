"""A queue in which owners take turns, so that an owner with much to do delays no other."""

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Waiting items by owner: first in, first out for each owner, and one of each owner in turn."""

    def __init__(self) -> None:
        self._lines: OrderedDict[Hashable, deque[T]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def put(self, owner: Hashable, item: T) -> None:
        """Add an item behind all others of its owner."""
        self._lines.setdefault(owner, deque()).append(item)

    def take(self, most: int) -> list[T]:
        """Remove and return the next items, at most `most`."""
        taken: list[T] = []
        while self._lines and len(taken) < most:
            owner, line = self._lines.popitem(last=False)
            taken.append(line.popleft())
            if line:
                self._lines[owner] = line
        return taken

    def remove(self, unwanted: Callable[[T], bool]) -> list[T]:
        """Remove and return all items for which `unwanted` is true."""
        removed: list[T] = []
        for owner, line in list(self._lines.items()):
            removed += filter(unwanted, line)
            rest = deque(item for item in line if not unwanted(item))
            if rest:
                self._lines[owner] = rest
            else:
                del self._lines[owner]
        return removed
