"""The files attached to the bot's messages, as far as they are certain.

An edit names the files that a message keeps by the ids that Discord gave them, and is refused if one is gone.
A request that is under way or given up may still be carried out, at any time: until its end is known, only
the files that it keeps are certain. None of this is stored: after a restart a message is unknown until it is
pressed or edited.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.caches import BoundedDict
from bot.messages import follow_ups

_MOST: Final = 20_000
"""Messages remembered; one in use is edited before so many others are."""


class Attachment(NamedTuple):
    """A file on a message: Discord's id, and for a picture its description and its scene."""

    id: int
    alt: str = ""
    scene: str = ""


Files = Mapping[str, Attachment]
"""The files of a message by name."""

_NOTHING: Final[Files] = MappingProxyType({})


@dataclass(slots=True, eq=False)
class FilesEdit:
    """A request that edits a message: the files before it, None if unknown, and whether it was `alone`.

    After `until` a request that was given up is no longer carried out; None while it is under way.
    """

    message_id: int
    before: Files | None
    alone: bool
    until: float | None = None


class Attachments:
    """The files of each message, and the edits that may still change them."""

    def __init__(self, most: int = _MOST, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._files: BoundedDict[int, Files] = BoundedDict(most)
        self._edits: BoundedDict[int, list[FilesEdit]] = BoundedDict(most)

    def of(self, message_id: int) -> Files:
        """Return the files that a message is certain to have."""
        return self._files.get(message_id, _NOTHING)

    def known(self, message_id: int) -> bool:
        """Return whether anything is known of the files of a message, also that none is certain."""
        return message_id in self._files

    def forget(self, message_id: int) -> None:
        """Note that no file of a message is certain."""
        self._files[message_id] = _NOTHING

    def note(self, message_id: int, files: Files) -> None:
        """Set the files of a message."""
        self._files[message_id] = files

    def begin(self, message_id: int, kept: Iterable[str]) -> FilesEdit:
        """Return a new edit of a message; of its files only the ones that are `kept` stay certain."""
        others = [edit for edit in self._edits.get(message_id, ()) if not self._over(edit)]
        for other in others:
            other.alone = False
        edit = FilesEdit(message_id, self._files.get(message_id), alone=not others)
        self._edits[message_id] = [*others, edit]
        known = self.of(message_id)
        self._files[message_id] = {name: known[name] for name in kept if name in known}
        return edit

    def carried_out(self, edit: FilesEdit, files: Files) -> None:
        """Set the files of a message after an edit, unless another one may have come after it."""
        self._end(edit)
        if edit.alone:
            self._files[edit.message_id] = files

    def refused(self, edit: FilesEdit) -> None:
        """Note that an edit has changed nothing."""
        self._end(edit)
        if edit.alone and edit.before is not None:
            self._files[edit.message_id] = edit.before

    def given_up(self, edit: FilesEdit) -> None:
        """Note that an edit may still be carried out for a while."""
        edit.until = self._now() + follow_ups.SETTLING[-1]

    def _over(self, edit: FilesEdit) -> bool:
        return edit.until is not None and edit.until <= self._now()

    def _end(self, edit: FilesEdit) -> None:
        edits = [other for other in self._edits.get(edit.message_id, ()) if other is not edit]
        if edits:
            self._edits[edit.message_id] = edits
        else:
            self._edits.pop(edit.message_id, None)
