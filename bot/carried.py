"""What files the messages of the bot carry, as far as Discord has told.

An edit names the files that a message keeps by the ids that Discord gave them. Nothing of it is stored: after
a restart no message is known until it is pressed or edited.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.newest import Newest

MOST: Final = 5_000
"""Messages that are remembered; one in use is edited within that many others."""


class Attached(NamedTuple):
    """A file on a message: Discord's id for it, and a picture's description."""

    id: int
    alt: str = ""


Files = Mapping[str, Attached]
"""The files of a message by their names."""

_NOTHING: Final[Files] = MappingProxyType({})


class Carried:
    """By message, each of its files by the file's name."""

    def __init__(self, most: int = MOST) -> None:
        self._files: Newest[int, Files] = Newest(most)

    def of(self, message_id: int) -> Files:
        """Return a message's files, none where they are not known."""
        return self._files.get(message_id, _NOTHING)

    def forget(self, message_id: int) -> None:
        """Take note that it is not known any more what a message carries."""
        self._files.pop(message_id, None)

    def note(self, message_id: int, files: Files) -> None:
        """Take note of what a message carries from now on."""
        if files:
            self._files[message_id] = files
        else:
            self.forget(message_id)
