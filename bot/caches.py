"""Bounded memory: a dictionary of the newest entries, and a cache with a limit in bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


class BoundedDict(OrderedDict[K, V]):
    """A dictionary that keeps the `most` entries set last and drops older ones."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self.most:
            self.popitem(last=False)


class Cache(Generic[T]):
    """Values by key, at most `most` bytes in all by their `size`; the least recently used go first.

    One value stays however large it is.
    """

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        self._most = most
        self._size = size
        self._held = 0
        self._values: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable) -> T | None:
        """Return the value of `key`, None if it is not cached."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def put(self, key: Hashable, value: T) -> T:
        """Cache and return `value`; drop the values least recently used until the limit holds."""
        former = self._values.pop(key, None)
        if former is not None:
            self._held -= self._size(former)
        self._values[key] = value
        self._held += self._size(value)
        while self._held > self._most and len(self._values) > 1:
            self._held -= self._size(self._values.popitem(last=False)[1])
        return value

    def made(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value of `key`, made and cached now if it is not there."""
        value = self.get(key)
        return self.put(key, make()) if value is None else value
