"""The room that Discord leaves for edits in a channel."""

import asyncio
import time
from collections import deque
from typing import Final

from bot.caches import BoundedDict

EDITS: Final = 5
WINDOW: Final = 5.0
"""Seconds in which Discord allows `EDITS` edits in a channel."""
REMEMBERED_CHANNELS: Final = 1_000
"""Channels whose last edits are remembered, more than can be edited in a `WINDOW`."""


class ChannelEdits:
    """The last edits in each channel, `EDITS` of which have room in a `window` of seconds."""

    def __init__(self) -> None:
        self.window = WINDOW
        self._edited: BoundedDict[int, deque[float]] = BoundedDict(REMEMBERED_CHANNELS)

    @property
    def channels(self) -> tuple[int, ...]:
        """Return the channels whose time of the last edit is known, the newest last."""
        return tuple(self._edited)

    def note(self, channel_id: int) -> None:
        """Note that a message of a channel is edited now."""
        edited = self._edited.get(channel_id) or deque(maxlen=EDITS)
        edited.append(time.monotonic())
        self._edited[channel_id] = edited

    def short(self, channel_id: int) -> bool:
        """Return whether a channel has room for at most one more edit."""
        since = time.monotonic() - self.window
        return sum(at > since for at in self._edited.get(channel_id, ())) >= EDITS - 1

    async def room(self, channel_id: int) -> None:
        """Wait until a channel has room for one more edit."""
        edited = self._edited.get(channel_id, deque[float]())
        if len(edited) == EDITS:
            await asyncio.sleep(max(0.0, edited[0] + self.window - time.monotonic()))
