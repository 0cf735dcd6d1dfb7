"""Every new message and every edit, from a panel to a request, with its files.

A message is sent in words, and gets its pictures by an edit. An edit names all files that the message keeps:
a picture that the message is known to have under its name stays, any other is sent. If a picture is still
being painted, or Discord takes it too slowly, an old one of the same scene or words stand in its place, and
the new one follows. A press is always answered in words. A picture under way is never stopped, because
Discord may have taken it: until its end is known, an edit names none of the files that it may have replaced.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, Protocol, TypeVar

import discord

from bot.blocks.blocks import Panel
from bot.limits.budget import Budget, Urgency
from bot.messages.attachments import Attachments, Files
from bot.messages.follow_ups import FollowUps
from bot.painting.gallery import Gallery
from bot.panels.tiles import Tiles
from cogs.sending.files import documents, in_words, pictures, shown_by, still_attached
from cogs.sending.layout import layout
from cogs.sending.refusals import NO_ANSWER, doubts_files, lacks_emoji, without_tiles

log = logging.getLogger(__name__)
T = TypeVar("T")
Edit = Callable[..., Awaitable[Any]]
"""A request that edits one message, with a view and its attachments; it returns the message as plain data."""

PAINTING: Final = 0.3
"""Seconds that words wait for their picture to be painted, which takes a hundredth of a second."""
UPLOAD: Final = 1.0
"""Seconds that words wait for Discord to take their picture."""
UPLOAD_AGAIN: Final = (0.0, 3.0, 10.0, 30.0, 120.0)
"""Seconds before each attempt to send a picture that Discord has not taken yet."""
UPLOAD_AT_MOST: Final = 20.0
"""Seconds that a picture may take if nothing waits for it."""
_SOON: Final = 0.02
"""Seconds added to a pause, because a timer may fire slightly early."""


class SendingBot(Protocol):
    """The parts of the bot that sending uses."""

    budget: Budget
    attachments: Attachments
    gallery: Gallery
    follow_ups: FollowUps
    tiles: Tiles


async def sent(bot: SendingBot, request: Callable[..., Awaitable[T]], panel: Panel | str, **more: Any) -> T:
    """Send a new message with the words and documents of `panel`, and return the answer.

    `request` is a method of discord.py that sends one. `follow` adds the pictures once the id is known.
    """
    sends = documents(panel)
    attached = {"files": sends} if sends else {}
    try:
        return await request(view=layout(in_words(panel)), **attached, **more)
    except discord.HTTPException as error:
        return await sent(bot, request, without_tiles(bot.tiles, panel, error), **more)


async def edited(
    bot: SendingBot,
    request: Edit,
    message_id: int,
    panel: Panel | str,
    *,
    later: Edit | None = None,
    patience: float | None = None,
) -> Any:
    """Edit a message to show `panel`, and return the answer, None if it shows those words already.

    Its pictures come along if Discord takes them within `patience` seconds (default: `UPLOAD`); otherwise
    they follow. `later` is for a `request` that can be made only once and has to be quick: it is the method
    for later edits, and the pictures always follow.
    """
    waits = UPLOAD if patience is None else patience
    try:
        return await _edited(bot, request, message_id, panel, later, waits)
    except discord.HTTPException as error:
        plain = without_tiles(bot.tiles, panel, error)
        return await _edited(bot, request, message_id, plain, later, waits)


async def _edited(
    bot: SendingBot,
    request: Edit,
    message_id: int,
    panel: Panel | str,
    later: Edit | None,
    patience: float,
) -> Any:
    if later is None and bot.follow_ups.pending_panel(message_id) == panel:
        # The message already shows its words, and its pictures are on their way.
        return None
    await bot.follow_ups.stop(message_id)
    done, answer = False, None
    if later is None and not bot.follow_ups.troubled and _owed(bot, message_id, panel):
        done, answer = await _with_pictures(bot, request, message_id, panel, patience)
    if not done:
        answer = await _as_it_is(bot, request, message_id, panel)
    if bot.follow_ups.pending_panel(message_id) not in (None, panel):
        # Another task has drawn another panel meanwhile. Unless it waits for the pictures of this one, nobody
        # knows which edit came last.
        if not done:
            bot.follow_ups.note_abandoned(message_id, panel)
    elif not done or _unsettled(bot, message_id, panel):
        follow(bot, later or request, message_id, panel)
    return answer


def _owed(bot: SendingBot, message_id: int, panel: Panel | str) -> bool:
    """Return whether a message is not known to have all pictures of `panel`."""
    known = bot.attachments.of(message_id)
    return any(picture.name not in known for picture in pictures(panel))


def _unsettled(bot: SendingBot, message_id: int, panel: Panel | str) -> bool:
    """Return whether a picture under way, or an abandoned request, may still draw over `panel`."""
    delay = bot.follow_ups.redraw_delay(message_id, panel)
    return bot.follow_ups.under_way(message_id) or delay is not None


def follow(bot: SendingBot, request: Edit, message_id: int, panel: Panel | str) -> None:
    """Add the pictures of `panel` in the background to a message that shows its words.

    The message is also drawn again after a request about it whose end is not known.
    """
    if _owed(bot, message_id, panel) or _unsettled(bot, message_id, panel):
        draw = partial(_drawn, bot, request, message_id, panel)
        overlaps = bot.follow_ups.under_way(message_id)
        work = partial(_followed, bot, message_id, panel, draw, overlaps)
        bot.follow_ups.follow(message_id, panel, work)


async def _followed(
    bot: SendingBot, message_id: int, panel: Panel | str, draw: Callable[[], Awaitable[None]], overlaps: bool
) -> None:
    with bot.budget.at(Urgency.LATER):
        await bot.follow_ups.landed(message_id)
        if overlaps or _owed(bot, message_id, panel):
            await draw()
        while (pause := bot.follow_ups.redraw_delay(message_id, panel)) is not None:
            await asyncio.sleep(pause + _SOON)
            await draw()


async def _drawn(bot: SendingBot, request: Edit, message_id: int, panel: Panel | str) -> None:
    """Edit a message to show `panel` with its pictures, with further attempts until Discord takes them."""
    for pause in UPLOAD_AGAIN:
        await asyncio.sleep(pause)
        await bot.budget.ready()
        drawn, known = await _painted(bot, message_id, panel)
        drawn = drawn or in_words(panel)
        try:
            await _sent_whole(bot, request, message_id, panel, drawn, UPLOAD_AT_MOST)
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                bot.follow_ups.failed()
                continue
            bot.attachments.forget(message_id)
            if lacks_emoji(error):
                panel = without_tiles(bot.tiles, panel, error)
            elif not doubts_files(error) or not pictures(drawn):
                return
            elif not any(picture.name in known for picture in pictures(drawn)):
                log.warning("a message is refused with its pictures (%s), and goes without", error.code)
                panel = in_words(panel)
            # Otherwise files that it was known to have may be gone: all are sent again.
            await _drawn(bot, request, message_id, panel)
        except NO_ANSWER as error:
            log.info("a picture comes later: %s", type(error).__name__)
            bot.follow_ups.failed()
            continue
        return


async def _painted(bot: SendingBot, message_id: int, panel: Panel | str) -> tuple[Panel | str | None, Files]:
    """Return `panel` with the pictures painted that its message lacks, None if that fails, and its files."""
    while True:
        known = bot.attachments.of(message_id)
        drawn = await bot.gallery.painted(panel, known)
        if bot.attachments.of(message_id) == known:
            return drawn, known


async def _sent_whole(
    bot: SendingBot,
    request: Edit,
    message_id: int,
    panel: Panel | str,
    drawn: Panel | str,
    seconds: float,
) -> Any:
    """Edit a message to show `panel` as `drawn`, with all its files, and return the answer.

    After `seconds` without an answer the request is abandoned, and may still arrive. If the caller is
    cancelled before that, it goes on by itself for as long as words would have waited for it.
    """
    answer = shown_by(bot.attachments, request, message_id, drawn)
    task = bot.follow_ups.send(message_id, _uploaded(bot, message_id, panel, answer))
    try:
        await asyncio.wait({task}, timeout=seconds)
    except asyncio.CancelledError:
        asyncio.get_running_loop().call_later(min(UPLOAD, seconds), task.cancel)
        raise
    if not task.done():
        task.cancel()
        await asyncio.wait({task})
    if task.cancelled():
        raise TimeoutError
    return task.result()


async def _uploaded(bot: SendingBot, message_id: int, panel: Panel | str, answer: Awaitable[Any]) -> Any:
    try:
        return await answer
    except (*NO_ANSWER, asyncio.CancelledError):
        bot.follow_ups.note_abandoned(message_id, panel)
        raise


async def _with_pictures(
    bot: SendingBot, request: Edit, message_id: int, panel: Panel | str, patience: float
) -> tuple[bool, Any]:
    """Edit a message to show `panel` with its pictures; return whether that is settled, and the answer.

    It is settled in words too, if the pictures cannot be painted or are refused.
    """
    await bot.budget.ready()
    try:
        async with asyncio.timeout(PAINTING):
            drawn, _ = await _painted(bot, message_id, panel)
    except TimeoutError:
        return False, None
    if drawn is None:
        return True, await _as_it_is(bot, request, message_id, in_words(panel))
    try:
        answer = await _sent_whole(bot, request, message_id, panel, drawn, patience)
    except discord.HTTPException as error:
        if doubts_files(error):
            bot.attachments.forget(message_id)
            log.warning("a message is refused with its pictures (%s), and goes without", error.code)
            return True, await _as_it_is(bot, request, message_id, in_words(panel))
        if error.status < 500:
            raise
        bot.follow_ups.failed()
        return False, None
    except NO_ANSWER:
        bot.follow_ups.failed()
        return False, None
    bot.follow_ups.worked()
    return True, answer


async def _as_it_is(bot: SendingBot, request: Edit, message_id: int, panel: Panel | str) -> Any:
    """Edit a message without sending a picture, and return the answer.

    An old picture of its scene stays in the place of a new one; while Discord takes pictures too late, words
    stand there.
    """
    # While it waits for its turn, another edit may remove files.
    await bot.budget.ready()
    known = bot.attachments.of(message_id)
    shown = (
        in_words(panel)
        if bot.follow_ups.troubled and _owed(bot, message_id, panel)
        else still_attached(panel, known)
    )
    try:
        return await shown_by(bot.attachments, request, message_id, shown)
    except discord.HTTPException as error:
        if not doubts_files(error) or not pictures(shown):
            raise
        # A file that the message was known to have is gone all the same.
        bot.attachments.forget(message_id)
        log.info("a message does not carry what it was known to (%s)", error.code)
        return await shown_by(bot.attachments, request, message_id, in_words(panel))
