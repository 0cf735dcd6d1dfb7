"""Copies of messages as they were at a moment, which one window then shows many of at once.

What a window takes to follow an evening, play after play, is most of what such a test would cost.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from sandbox.driver import Member
from sandbox.objects import Channel
from sandbox.view import Message
from tests.browser.screen import Screen, Screens
from tests.browser.windows import PHONE

SHEET: Final = 100
"""So many messages are shown at once; a window has up to 200."""
TIME: Final = re.compile(r"<t:(\d+)")


@dataclass(eq=False)
class Copy:
    """A copy of a message that a member has seen, and when that was."""

    message: Message
    seen: float


@dataclass
class Album:
    """The copies of an evening, the member to whom all of them are shown, whoever saw them, and the channel
    for that: nobody is told of what is there.
    """

    screens: Screens
    viewer: Member
    _channel: Channel = field(init=False)

    def __post_init__(self) -> None:
        self._channel = self.screens.house.guild.add_channel("album")

    def copy(self, message: Message) -> Copy:
        """Return a copy of a message as it is now, for the viewer if somebody sees it alone."""
        stored = message.stored
        viewer = self.viewer.id if message.ephemeral else None
        made = replace(stored, channel=self._channel, viewer=viewer, attachments=list(stored.attachments))
        return Copy(Message(made), self.screens.house.sandbox.clock.now())

    async def sheets(
        self, copies: Sequence[Copy], dark: bool = True
    ) -> AsyncIterator[tuple[Screen, Sequence[Copy]]]:
        """Show copies on the viewer's phone, some at a time, as they were then: points in time are as far
        away.
        """
        screen = await self.screens.open(self.viewer, PHONE, dark, channel=self._channel)
        for start in range(0, len(copies), SHEET):
            sheet = copies[start : start + SHEET]
            self._put(sheet)
            await self.screens.shown()
            yield screen, sheet
        await self.screens.close(screen)

    def _put(self, sheet: Sequence[Copy]) -> None:
        world, messages = self.screens.house.sandbox.world, self._channel.messages
        messages.clear()
        for copy in sheet:
            later, stored = round(world.clock.now() - copy.seen), copy.message.stored
            # A window shows nobody what was private before it was opened.
            stored.id = world.clock.snowflake()
            stored.components = json.loads(_shifted(json.dumps(stored.components), later))
            stored.content, stored.created = _shifted(stored.content, later), stored.created + later
            # What was drawn anew since has let go of its pictures.
            world.attachments |= {file.id: file for file in stored.attachments}
            messages[stored.id] = world.messages[stored.id] = stored
        world.changed()


def _shifted(text: str, seconds: int) -> str:
    """Return a text with its points in time so much later."""
    return TIME.sub(lambda found: f"<t:{int(found[1]) + seconds}", text)
