"""The preferences of servers and members in memory: every answer needs the presser's language."""

import logging
import time
from collections.abc import Callable, Iterable

from bot.errors import ChoiceNotSaved, ChoicesNotRead, Refused
from bot.preferences.declared import DECLARED, Values, values_of
from bot.store import Known, Scope, Store, StoreError
from bot.store.known import MOST_KNOWN
from bot.store.model.zones import ZONE, name_of_choice

log = logging.getLogger(__name__)

_Key = tuple[Scope, int]


class PreferenceCache:
    """The preferences of every server and member, at most `most` of them in memory.

    `languages` are those of the catalogue, and `clock` is the time by which a choice is made.
    """

    def __init__(
        self,
        store: Store,
        languages: Iterable[str],
        now: Callable[[], float] = time.monotonic,
        most: int = MOST_KNOWN,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.languages = tuple(languages)
        self._clock = clock
        self._usual = {scope: values_of(scope, {}, self.languages) for scope in Scope}
        self._known = Known(self._stored, lambda key: self._usual[key[0]], "what was chosen", now, most)

    async def of(self, scope: Scope, owner_id: int) -> Values:
        """Return the values of a server or a member, as far as they are known in a short time."""
        return await self._known.of((scope, owner_id))

    async def surely(self, scope: Scope, owner_id: int) -> Values:
        """Return the true values of a server or a member, however long that takes; Refused if unreadable.

        It is for work in the background for which a default could be wrong, such as a call in quiet hours.
        """
        try:
            return await self._known.surely((scope, owner_id))
        except StoreError as error:
            raise ChoicesNotRead(lasting=error.lasting) from None

    async def read(self, scope: Scope, owner_id: int) -> Values:
        """Return the values stored now for a server or a member; Refused if they cannot be read."""
        try:
            return await self._known.read((scope, owner_id))
        except StoreError as error:
            raise ChoicesNotRead(lasting=error.lasting) from None

    async def choose(self, scope: Scope, owner_id: int, name: str, value: str) -> Values:
        """Store a choice and return all values then; Refused if it cannot be stored or is not offered."""
        offered = {preference.name: preference.choices(self.languages) for preference in DECLARED[scope]}
        if value not in offered.get(name, ()):
            raise Refused("refused.no-setting")
        key = (scope, owner_id)
        if (scope, name) == (Scope.SERVER, ZONE):
            name = name_of_choice(await self.read(scope, owner_id), self._clock())
        try:
            stored = await self.store.choose(scope, owner_id, name, value)
        except StoreError as error:
            log.warning("what the %s %d chose could not be stored: %s", scope, owner_id, error)
            # It may have been stored all the same.
            self._known.expire(key)
            raise ChoiceNotSaved(lasting=error.lasting) from None
        return self._known.wrote(key, self._shared(key, stored))

    def forgotten(self, user_id: int) -> None:
        """Have the values of a member who was forgotten read anew."""
        self._known.expire((Scope.MEMBER, user_id))

    async def _stored(self, key: _Key) -> Values:
        return self._shared(key, await self.store.chosen(*key))

    def _shared(self, key: _Key, stored: dict[str, str]) -> Values:
        """Return all values of a key; most servers and members share the defaults, which are kept once."""
        values, usual = values_of(key[0], stored, self.languages), self._usual[key[0]]
        return usual if values == usual else values
