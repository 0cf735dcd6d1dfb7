"""Memory with a bound: a dictionary of the newest entries, and a cache of so many bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


class BoundedDict(OrderedDict[K, V]):
    """A dictionary of the `most` entries that were set last; an older one is dropped."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self.most:
            self.popitem(last=False)


class Cache(Generic[T]):
    """Values by key, of at most `most` bytes together; `size` says how many a value takes."""

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        self._most = most
        self._size = size
        self._held = 0
        self._values: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable) -> T | None:
        """Return the value of `key`, None if it is not kept."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def put(self, key: Hashable, value: T) -> T:
        """Keep `value`, drop what is too much, and return it."""
        former = self._values.pop(key, None)
        if former is not None:
            self._held -= self._size(former)
        self._values[key] = value
        self._held += self._size(value)
        while self._held > self._most and len(self._values) > 1:
            self._held -= self._size(self._values.popitem(last=False)[1])
        return value

    def made(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value of `key`, made now if it is not kept."""
        value = self.get(key)
        return self.put(key, make()) if value is None else value
