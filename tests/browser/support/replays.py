"""The kinds of messages of a replay, and the way to each from the message of a game that is over."""

import re
from typing import Final

from sandbox.view import Message
from tests.browser.support.kinds import Kind, Reach, Sight, thought_of

MOST_STEPS: Final = 200
FIRST: Final = "v:.*:first"
BACK: Final = "v:.*:back"
NEXT: Final = "v:.*:next"
HARD: Final = "v:.*:hard"
OPEN: Final = ("view", "a")
SECOND: Final = ("hand", "2")
"""Choices in a select: the verb of its id, and the value."""


def replayed(*wanted: str | tuple[str, str]) -> Reach:
    """Return a reach of a replay at its end, and from there of what these presses and choices show."""

    async def reach(sight: Sight) -> Message:
        await sight.press(sight.public, "replay")
        message = sight.private()
        for want in wanted:
            if isinstance(want, str):
                await sight.press(message, want)
            else:
                await _chosen(sight, message, *want)
        return message

    return reach


async def _chosen(sight: Sight, message: Message, verb: str, value: str) -> None:
    (select,) = [one for one in message.selects if re.fullmatch(f"v:.*:{verb}", one.custom_id or "")]
    await sight.me.select(message, select.custom_id, values=[value])
    await sight.evening.house.shown()


async def _at_own_choice(sight: Sight) -> Message:
    """Go on from the first deal to a play of the member's own that was not the only one."""
    message = await replayed(FIRST)(sight)
    for _ in range(MOST_STEPS):
        if any(re.fullmatch(HARD, button.custom_id or "") for button in message.buttons):
            return message
        await sight.press(message, NEXT)
    raise LookupError("the member has had no choice")


async def _shown(sight: Sight) -> Message:
    """Show a moment to everybody, some time after the last one."""
    await sight.evening.house.pass_time(600)
    before = len(sight.me.sees(sight.channel))
    await replayed(FIRST, OPEN, NEXT, "v:.*:here")(sight)
    return next(one for one in sight.me.sees(sight.channel)[before:] if not one.ephemeral)


def _kind(name: str, reach: Reach) -> Kind:
    return Kind(name, reach, replayed=True, again=reach)


REPLAY: Final = (
    _kind("replay-end", replayed()),
    _kind("replay-deal", replayed(FIRST)),
    _kind("replay-play", replayed(FIRST, *[NEXT] * 5)),
    _kind("replay-open", replayed(FIRST, OPEN, *[NEXT] * 9)),
    _kind("replay-choice", _at_own_choice),
    _kind("replay-sheet", replayed(FIRST, SECOND, BACK)),
    _kind("replay-last-sheet", replayed(BACK)),
    _kind("replay-shown", _shown),
    _kind("review", thought_of(replayed("v:.*:review"))),
)
