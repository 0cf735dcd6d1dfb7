"""An event loop whose time passes as soon as there is nothing else to do: hours of waiting take no time."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


TICK = 1e-6
"""Seconds that pass at least whenever the loop looks for something to do, as they do in life."""


class _Hasty(selectors.DefaultSelector):
    """Does not wait, and counts how long it would have."""

    skipped = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        self.skipped += TICK if found else max(timeout or 0.0, TICK)
        return found


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._hasty = _Hasty()
        super().__init__(self._hasty)

    def time(self) -> float:
        return self._hasty.skipped


def run(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of `work`, done in virtual time, which begins at 0."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(work)


def now() -> float:
    """Return the virtual seconds that have passed."""
    return asyncio.get_running_loop().time()
