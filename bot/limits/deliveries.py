"""The deliveries of interactions: Discord may deliver one several times, but it does one thing."""

from collections.abc import Callable
from typing import Final

from bot.caches import BoundedDict
from bot.store import Store, patiently

REMEMBERED: Final = 20_000
"""Interactions remembered; Discord delivers none again after so many others."""


class Deliveries:
    """The interactions that this process has had, and the ones that changed something before it began."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._began = now()
        self._had: BoundedDict[int, None] = BoundedDict(REMEMBERED)
        self._changed: dict[int, str] = {}

    async def read(self, store: Store) -> None:
        """Read which interactions have changed something before this process began, before any comes in."""
        self._began = self._now()
        self._changed = await patiently(store.interactions.noted, "the interactions before the start")

    def first(self, interaction_id: int) -> bool:
        """Return whether this is the first delivery of an interaction to this process, and remember it."""
        if interaction_id in self._had:
            return False
        self._had[interaction_id] = None
        return True

    def changed(self, interaction_id: int) -> str | None:
        """Return the table that an interaction changed before this process began ("": none), else None."""
        return self._changed.get(interaction_id)

    def may_be_older(self, created_at: float) -> bool:
        """Return whether a process before this one may have had an interaction of this time."""
        return created_at < self._began
