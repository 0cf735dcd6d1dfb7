"""The files attached to the bot's messages, as far as responses of Discord have told.

An edit names the files that a message keeps by the ids that Discord gave them. None of this is stored: after
a restart a message is unknown until it is pressed or edited.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.caches import BoundedDict

_MOST: Final = 5_000
"""Messages remembered; one in use is edited before so many others are."""


class Attachment(NamedTuple):
    """A file on a message: Discord's id, and the description of a picture."""

    id: int
    alt: str = ""


Files = Mapping[str, Attachment]
"""The files of a message by name."""

_NOTHING: Final[Files] = MappingProxyType({})


class Attachments:
    """The files of each message."""

    def __init__(self, most: int = _MOST) -> None:
        self._files: BoundedDict[int, Files] = BoundedDict(most)

    def of(self, message_id: int) -> Files:
        """Return the files of a message, empty if they are not known."""
        return self._files.get(message_id, _NOTHING)

    def forget(self, message_id: int) -> None:
        """Forget the files of a message."""
        self._files.pop(message_id, None)

    def note(self, message_id: int, files: Files) -> None:
        """Set the files of a message."""
        if files:
            self._files[message_id] = files
        else:
            self.forget(message_id)
