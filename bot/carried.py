"""What files the messages of the bot carry, as far as Discord has told.

An edit names the files that a message keeps by the ids that Discord gave them. Nothing of it is stored: after
a restart no message is known, and whatever one shows is sent to it again.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bot.newest import Newest

MOST: Final = 5_000
"""Messages that are remembered; one in use is edited within that many others."""

_NOTHING: Final[Mapping[str, int]] = MappingProxyType({})


class Carried:
    """By message, the id of each of its files by the file's name.

    `lacks_tile` is called where Discord has refused a message because it has no emoji that is on it.
    """

    def __init__(self, most: int = MOST, lacks_tile: Callable[[], None] = lambda: None) -> None:
        self.lacks_tile = lacks_tile
        self._ids: Newest[int, Mapping[str, int]] = Newest(most)

    def of(self, message_id: int) -> Mapping[str, int]:
        """Return the ids of a message's files by name, empty where they are not known."""
        return self._ids.get(message_id, _NOTHING)

    def forget(self, message_id: int) -> Mapping[str, int]:
        """Take note that it is not known any more what a message carries, and return what was known."""
        return self._ids.pop(message_id, _NOTHING)

    def note(self, message_id: int, ids: Mapping[str, int]) -> None:
        """Take note of what a message carries from now on."""
        if ids:
            self._ids[message_id] = ids
        else:
            self.forget(message_id)
