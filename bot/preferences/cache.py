"""The preferences of servers and members in memory, so that presses do not wait for the store.

A press has three seconds, and its answer needs the presser's language. So a caller waits only `READ_SECONDS`
for a read; until it is done, and while the store cannot be read, the last known values hold, or else the
defaults. Other processes may write to the same database, so values are read again after `FRESH` seconds.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from typing import Final

from bot.caches import BoundedDict
from bot.errors import ChoiceNotSaved, ChoicesNotRead, Refused
from bot.preferences.declared import DECLARED, Values, values_of
from bot.store import Scope, Store, StoreError

log = logging.getLogger(__name__)

READ_SECONDS: Final = 0.2
"""Seconds that a caller waits for a read; SQLite takes a thousandth of one."""
FRESH: Final = 300.0
"""Seconds for which values that were read hold; a choice in another process is known after that."""
REREAD_SECONDS: Final = 10.0
"""Seconds after a failed read until the next."""
_KEPT: Final = 20_000
"""Servers and members in memory, most of which share the defaults."""

_Key = tuple[Scope, int]


class PreferenceCache:
    """The preferences of every server and member; `languages` are those of the catalogue."""

    def __init__(
        self,
        store: Store,
        languages: Iterable[str],
        now: Callable[[], float] = time.monotonic,
        most: int = _KEPT,
    ) -> None:
        self.store = store
        self.languages = tuple(languages)
        self._now = now
        self._usual = {scope: values_of(scope, {}, self.languages) for scope in Scope}
        # The values, and when they expire.
        self._kept: BoundedDict[_Key, tuple[Values, float]] = BoundedDict(most)
        # The reads under way, and when callers stop waiting for them.
        self._reading: dict[_Key, tuple[asyncio.Task[None], float]] = {}
        self._readable = True
        self._choices = 0

    async def of(self, scope: Scope, owner_id: int) -> Values:
        """Return the values of a server or a member, as far as they are known within `READ_SECONDS`."""
        key = (scope, owner_id)
        kept = self._kept.get(key)
        if kept is not None and self._now() < kept[1]:
            return kept[0]
        if key not in self._reading:
            self._reading[key] = (asyncio.create_task(self._try_to_read(key)), self._now() + READ_SECONDS)
        task, until = self._reading[key]
        await asyncio.wait({task}, timeout=max(0.0, until - self._now()))
        return self._known(key)

    async def surely(self, scope: Scope, owner_id: int) -> Values:
        """Return the true values of a server or a member, however long that takes; Refused if unreadable.

        It is for work in the background for which a default could be wrong, such as a call in quiet hours.
        """
        kept = self._kept.get((scope, owner_id))
        if kept is not None and self._now() < kept[1]:
            return kept[0]
        return await self.read(scope, owner_id)

    async def read(self, scope: Scope, owner_id: int) -> Values:
        """Return the values stored now for a server or a member; Refused if they cannot be read."""
        try:
            return await self._read((scope, owner_id))
        except StoreError as error:
            raise ChoicesNotRead(lasting=error.lasting) from None

    async def choose(self, scope: Scope, owner_id: int, name: str, value: str) -> Values:
        """Store a choice and return all values then; Refused if it cannot be stored or is not offered."""
        offered = {preference.name: preference.choices(self.languages) for preference in DECLARED[scope]}
        if value not in offered.get(name, ()):
            raise Refused("refused.no-setting")
        key = (scope, owner_id)
        try:
            stored = await self.store.choose(scope, owner_id, name, value)
        except StoreError as error:
            log.warning("what the %s %d chose could not be stored: %s", scope, owner_id, error)
            # It may have been stored all the same: let the next caller read it.
            self._keep(key, self._known(key), 0.0)
            raise ChoiceNotSaved(lasting=error.lasting) from None
        finally:
            self._choices += 1
        return self._keep(key, values_of(scope, stored, self.languages), FRESH)

    def _known(self, key: _Key) -> Values:
        """Return the last known values, or else the defaults."""
        kept = self._kept.get(key)
        return self._usual[key[0]] if kept is None else kept[0]

    def _keep(self, key: _Key, values: Values, seconds: float) -> Values:
        usual = self._usual[key[0]]
        kept = usual if values == usual else values
        self._kept[key] = (kept, self._now() + seconds)
        return kept

    async def _try_to_read(self, key: _Key) -> None:
        try:
            await self._read(key)
            self._readable = True
        except StoreError as error:
            if self._readable:
                log.warning("what was chosen cannot be read, until it can the defaults hold: %s", error)
            self._readable = False
            self._keep(key, self._known(key), REREAD_SECONDS)
        finally:
            del self._reading[key]

    async def _read(self, key: _Key) -> Values:
        while True:
            choices = self._choices
            stored = await self.store.chosen(*key)
            if choices == self._choices:
                break
            # This read may have missed a choice that was stored meanwhile.
        return self._keep(key, values_of(key[0], stored, self.languages), FRESH)
